"""Places: what every row promises, and that cities, states and codes belong together."""

import pytest

from textveil.lexicon.geography.place_lists import (
    countries,
    demonyms,
    us_places,
    us_states,
    world_cities,
    zip_state,
)
from textveil.lexicon.tables.facts import facts


def test_us_places():
    places = us_places()
    assert len(places) > 20_000
    assert places[0].city == "New York"
    assert [place.population for place in places] == sorted(
        (place.population for place in places), reverse=True
    )
    assert all(len(place.zip) == 5 and place.zip.isdigit() for place in places)
    assert {place.country for place in places} == {"US"}
    boston = next(place for place in places if (place.city, place.state) == ("Boston", "MA"))
    assert boston.zip.startswith("021")
    assert boston.population > 500_000
    assert (round(boston.latitude), round(boston.longitude)) == (42, -71)


def test_most_zip_codes_lie_in_the_state_of_their_prefix():
    places = us_places()
    same = sum(zip_state(place.zip) == place.state for place in places)
    assert same > 0.99 * len(places)


def test_world_cities_are_in_known_countries():
    cities = world_cities()
    assert len(cities) > 30_000
    assert {place.country for place in cities} <= set(countries())
    assert {("Istanbul", "TR"), ("Kraków", "PL"), ("Paris", "FR")} <= {
        (place.city, place.country) for place in cities
    }


def test_states_and_countries():
    assert len(us_states()) == 56
    assert us_states()["DC"] == "District of Columbia"
    assert countries()["GB"] == "United Kingdom"
    assert facts().value("country", "Great Britain") == "GB"
    assert set(facts().values("country").values()) <= set(countries())


@pytest.mark.parametrize(
    ("form", "code"),
    [("Polish", "PL"), ("Poles", "PL"), ("French", "FR"), ("Turks", "TR"), ("Filipina", "PH")],
)
def test_demonyms(form, code):
    assert demonyms()[form] == code


def test_demonyms_name_known_countries():
    assert set(demonyms().values()) <= set(countries())
    assert "Frenchs" not in demonyms()
    assert "Chineses" not in demonyms()


@pytest.mark.parametrize(
    ("code", "state"), [("02139", "MA"), ("100", "NY"), ("00", ""), ("", ""), ("abc", "")]
)
def test_zip_state(code, state):
    assert zip_state(code) == state
