from collections import Counter

import pytest

from textveil.lexicon.geography.localities import (
    country_code,
    draw_country,
    draw_place,
    draw_state,
    read_locality,
    state_code,
    zip_codes,
)
from textveil.lexicon.geography.place_lists import us_places, zip_state
from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.keys.draw import Draw

DRAW = Draw(b"k" * 32)


def test_what_stands_beside_a_city_tells_it_apart():
    assert read_locality("Springfield", "MA") != read_locality("Springfield", "IL")
    assert read_locality("Portland", code="97201").state == "OR"
    assert read_locality("London").country == "GB"
    assert read_locality("London", country="Canada").country == "CA"
    assert read_locality("Nowhereville") == ("nowhereville", "", "")


def test_writings_of_states_and_countries():
    assert {state_code(one) for one in ("NY", "N.Y.", "New York", "new\nyork")} == {"NY"}
    assert {country_code(one) for one in ("UK", "Great Britain", "the United Kingdom")} == {"GB"}
    assert state_code("Narnia") == country_code("Narnia") == ""


def test_draws_are_of_the_place_asked_for_and_not_the_real_one():
    rng = DRAW.rng("places")
    for _ in range(200):
        place = draw_place(rng, "US", "VT", "burlington")
        assert place.state == "VT"
        assert place.city != "Burlington"
        assert draw_place(rng, "FR", "", "paris").country == "FR"
        assert draw_state(rng, "CA") != "CA"
        assert draw_country(rng, "CN") != "CN"


def test_large_places_are_drawn_more_often_than_small_ones():
    rng = DRAW.rng("places")
    drawn = [draw_place(rng, "US", "IL", "").city for _ in range(500)]
    assert drawn.count("Chicago") > 50


def test_an_unknown_country_stands_for_the_united_states():
    assert draw_place(DRAW.rng("places"), "ZZ", "", "").country == "US"


def test_the_codes_of_a_city_stay_within_its_state():
    for place in us_places()[:300]:
        last = int(place.zip) + zip_codes(place) - 1
        assert zip_state(f"{last:05}") == zip_state(place.zip)


@pytest.mark.parametrize(
    ("country", "real"),
    [("NO", "bergen"), ("IS", "reykjavik"), ("LU", "luxembourg"), ("AD", "andorralavella")],
)
def test_no_city_of_a_small_country_tells_the_real_one(country, real):
    rng = DRAW.rng("places", country)
    drawn = [draw_place(rng, country, "", real).city for _ in range(600)]
    assert len(set(drawn)) > 8
    assert max(Counter(drawn).values()) < 600 * 0.4
    assert real not in map(squeeze_text, drawn)


def test_what_a_small_country_lacks_lies_next_to_it():
    rng = DRAW.rng("places", "LU")
    drawn = {draw_place(rng, "LU", "", "").country for _ in range(200)}
    assert "LU" in drawn
    assert drawn <= {"LU", "DE", "FR", "BE"}
