"""Names, houses and telephone numbers are known by their other spellings too."""

import pytest

from textveil.detect.propagation.occurrences import Values
from textveil.detect.propagation.spellings import (
    houses,
    is_numbered,
    spellings_of_names,
    telling_words,
    with_country,
)


def test_a_part_of_a_name_has_no_other_spelling() -> None:
    assert list(spellings_of_names("Ruiz")) == []
    assert list(spellings_of_names("Mr. A. Ruiz")) == []
    assert list(spellings_of_names("bus driver")) == []
    assert set(spellings_of_names("Bus Driver")) == {"bus driver", "driver bus"}
    assert set(spellings_of_names("ana ruiz")) == {"ana ruiz", "ruiz ana"}


def test_telling_words_are_no_everyday_words() -> None:
    assert list(telling_words("Will May Kovacs")) == ["kovacs"]
    assert list(telling_words("Bo Kov")) == []


def test_houses_end_at_the_kind_of_their_street() -> None:
    found = set(houses("12 W Park Lane, Apt 4, Troy"))
    assert {"12 w park", "12 west park", "12 w pk"} <= found
    assert not any("lane" in spelt or "4" in spelt for spelt in found)
    assert list(houses("Elm Street")) == []
    assert list(houses("12 Elm")) == []


def test_an_address_with_a_number_is_a_house() -> None:
    assert is_numbered("ADDRESS", "12 Elm Grove")
    assert not is_numbered("ADDRESS", "Troy, Ohio, US")
    assert not is_numbered("ADDRESS", "Troy 12345")
    assert not is_numbered("ROOM", "12 Elm Grove")


@pytest.mark.parametrize("value", ["17", "555-0134", "49 617 555 0134", "617-555-013x"])
def test_other_numbers_have_no_country(value: str) -> None:
    assert list(with_country("PHONE", value)) == []
    assert list(with_country("MRN", "6175550134")) == []


def test_a_name_of_two_everyday_words_is_found_by_its_hyphen() -> None:
    values = Values.of(("NAME", word) for word in telling_words("Dalia El-Sayed"))
    assert [(a, b) for a, b, _ in values.occurrences("The El-Sayed family")] == [(4, 12)]
