import re
from dataclasses import replace

import pytest

from textveil.lexicon.geography.localities import country_code, state_code
from textveil.lexicon.geography.place_lists import us_places, world_cities, zip_state
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.whereabouts.addresses import Cities, Countries, States, Zips
from textveil.transform.surrogates.whereabouts.streets import Streets, is_street
from textveil.transform.surrogates.whereabouts.whole_addresses import Addresses
from textveil.values.keys.draw import Draw

DRAW = Draw(b"k" * 32)
SETTING = Setting(DRAW, scope="s")
PLACES = {(place.city, place.state): place for place in us_places()}


@pytest.mark.parametrize("scope", [f"p{at}" for at in range(25)])
def test_city_state_and_postal_code_belong_together(scope):
    setting = replace(SETTING, scope=scope)
    city = Cities().make("Boston", "CITY", replace(setting, identity="boston|MA|US"))
    state = States().make("MA", "STATE", setting)
    code = Zips().make("02115", "ZIP", replace(setting, identity="02115|boston|MA|US"))
    assert (city, state) in PLACES
    assert zip_state(code) == zip_state(PLACES[city, state].zip)
    assert code[:3] == PLACES[city, state].zip[:3]
    assert state != "MA"
    assert Cities().make("Boston", "CITY", setting) == city


def test_cities_of_one_state_share_the_fake_state():
    fakes = [
        Cities().make(name, "CITY", replace(SETTING, identity=f"{name.lower()}|TX|US"))
        for name in ("Dallas", "Austin", "Houston")
    ]
    state = States().make("Texas", "STATE", SETTING)
    assert all((fake, state_code(state)) in PLACES for fake in fakes)


def test_options_keep_the_state_and_the_country():
    kept = replace(SETTING, options={"keep_state": True, "keep_country": True})
    assert States().make("MA", "STATE", kept) == "MA"
    assert Countries().make("Germany", "COUNTRY", kept) == "Germany"
    city = Cities().make("Boston", "CITY", kept)
    assert city != "Boston"
    assert (city, "MA") in PLACES


def test_foreign_cities_stay_in_their_country_unless_it_is_replaced_beside_them():
    german = {place.city for place in world_cities() if place.country == "DE"}
    assert Cities().make("Berlin", "CITY", SETTING) in german - {"Berlin"}
    moved = Cities().make("Berlin", "CITY", replace(SETTING, identity="berlin||DE+"))
    land = country_code(Countries().make("Germany", "COUNTRY", SETTING))
    assert land != "DE"
    assert moved in {place.city for place in world_cities() if place.country == land}


def test_writing_of_places_stays():
    assert Cities().make("BOSTON", "CITY", SETTING).isupper()
    assert Cities().make("Boston's", "CITY", SETTING).endswith("'s")
    assert Cities().make("New\nYork", "CITY", SETTING).count("\n") == 1
    assert re.fullmatch(r"[A-Z]\.[A-Z]\.", States().make("N.Y.", "STATE", SETTING))
    assert re.fullmatch("[A-Z]{2}", States().make("NY", "STATE", SETTING))
    assert re.fullmatch("[a-z]{2}", States().make("ny", "STATE", SETTING))
    assert len(States().make("Massachusetts", "STATE", SETTING)) > 3
    assert States().make("Middlesex County", "STATE", SETTING).endswith(" County")
    assert States().make("Bavaria", "STATE", SETTING) != "Bavaria"
    assert re.fullmatch(r"\d{5}-\d{4}", Zips().make("02115-1234", "ZIP", SETTING))
    assert re.fullmatch(r"[A-Z]{2}\d[A-Z] \d[A-Z]{2}", Zips().make("SW1A 1AA", "ZIP", SETTING))
    assert re.fullmatch(r"[A-Z]\d[A-Z] \d[A-Z]\d", Zips().make("K1A 0B1", "ZIP", SETTING))
    assert re.fullmatch("[A-Z]{2}", Countries().make("US", "COUNTRY", SETTING))


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("12 Main St", r"\d{2} \w+( \w+)* St"),
        ("12 MAIN STREET", r"\d{2} [A-Z]+( [A-Z]+)* STREET"),
        ("120 N. Park Ave., Apt 4B", r"\d{3} N\. \w+( \w+)* Ave\., Apt \d[A-H]"),
        ("45 West 34th Street", r"\d{2} West \d{2}(st|nd|rd|th) Street"),
        ("P.O. Box 1234", r"P\.O\. Box \d{4}"),
        ("RR 2 Box 123", r"RR \d Box \d{3}"),
        ("12 rue de la Paix", r"\d{2} rue de la \w+( \w+)*"),
        ("Hauptstraße 5", r"\w+straße \d"),
        ("25 Beacon\nSt", r"\d{2} \w+( \w+)*\nSt"),
        ("5 North St", r"\d \w+( \w+)* St"),
        ("Apt 4B", r"Apt \d[A-H]"),
        ("77 Route 9", r"\d{2} Route \d"),
    ],
)
def test_streets_keep_their_kind_and_writing(value, form):
    for attempt in range(10):
        fake = Streets().make(value, "STREET", replace(SETTING, attempt=attempt))
        assert re.fullmatch(form, fake), fake
        assert Streets().canonical(fake, "STREET") != Streets().canonical(value, "STREET")


def test_writings_of_one_street_get_one_surrogate():
    short = Streets().make("120 N Park Ave Apt 2", "STREET", SETTING)
    whole = Streets().make("120 North Park Avenue", "STREET", SETTING)
    assert Streets().canonical(short, "STREET") == Streets().canonical(whole, "STREET")
    assert not is_street("New Haven")


def test_flats_do_not_run_out():
    setting = [replace(SETTING, attempt=at) for at in range(400)]
    assert len({Streets().make("Apt 3", "STREET", one) for one in setting}) > 150


def test_whole_addresses_have_parts_that_belong_together():
    fake = Addresses().make("12 Main St\nBoston, MA 02115", "ADDRESS", SETTING)
    found = re.fullmatch(r"\d{2} .+ St\n(.+), ([A-Z]{2}) (\d{5})", fake)
    assert (found[1], found[2]) in PLACES
    assert zip_state(found[3]) == zip_state(PLACES[found[1], found[2]].zip)
    assert found[1] == Cities().make("Boston", "CITY", SETTING)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("Hauptstraße 5, 10115 Berlin", r"\w+straße \d, \d{5} .+"),
        ("10 Downing Street, London SW1A 2AA", r"\d\d .+ Street, .+ [A-Z]{2}\d[A-Z] \d[A-Z]{2}"),
        ("Boston", r"\D+"),
        ("42.3601, -71.0589", r"\d\d\.\d{4}, -\d{2,3}\.\d{4}"),
        ("42°21'36\" N, 71°3'32\" W", r"\d+°\d\d'\d\d\" N, \d+°\d{1,2}'\d\d\" W"),
        ("PSC 739, Box 7815, APO AP 96796", r"PSC \d{3}, Box \d{4}, APO AP \d{5}"),
        ("the corner of 7th and Main", r"the corner of \d(st|nd|rd|th) and .+"),
        ("1 Elm St, Reno, Nevada", r"\d .+ St, .+, [A-Z].+"),
    ],
)
def test_whole_addresses_keep_their_writing(value, form):
    for attempt in range(8):
        fake = Addresses().make(value, "ADDRESS", replace(SETTING, attempt=attempt))
        assert re.fullmatch(form, fake), fake
        assert fake != value


def test_whole_addresses_change_with_every_attempt():
    for value in ("12 Main St, Boston, MA 02115", "Boston", "42.3601, -71.0589"):
        fakes = {
            Addresses().make(value, "ADDRESS", replace(SETTING, attempt=at)) for at in range(30)
        }
        assert len(fakes) > 20
