"""Accusing: leakers are named, innocents are not, and p is what it says."""

import math

import pytest

from textveil.errors import InvalidValueError
from textveil.trace.accusing import accuse
from textveil.values.marking import MarkingCode

CODE = MarkingCode(b"s" * 32)
RECIPIENTS = [f"clinic {number}" for number in range(64)]
PLACES = [f"place {number}" for number in range(80)]


def copy_of(recipient: str, places: list[str] = PLACES) -> dict[str, frozenset[int]]:
    return {place: frozenset({CODE.bit(recipient, place)}) for place in places}


def test_a_leaker_is_named_and_nobody_else() -> None:
    found = accuse(CODE, copy_of("clinic 7"), RECIPIENTS)

    assert [one.recipient for one in found.accused] == ["clinic 7"]
    assert found.places == len(PLACES)


def test_p_of_a_whole_copy_is_the_chance_that_anybody_has_all_of_its_marks() -> None:
    places = PLACES[:20]
    leak = copy_of("clinic 7", places)
    alike = math.prod(
        CODE.bias(place) if 1 in leak[place] else 1 - CODE.bias(place) for place in places
    )

    found = accuse(CODE, leak, RECIPIENTS)

    # Three quarters of the rate belong to the score for one leaker.
    assert found.suspicions[0].p == pytest.approx(64 * alike / 0.75, rel=1e-3)


def test_somebody_who_got_no_copy_accuses_nobody() -> None:
    for number in range(20):
        assert not accuse(CODE, copy_of(f"stranger {number}"), RECIPIENTS).accused


def test_a_leak_without_marks_accuses_nobody() -> None:
    found = accuse(CODE, {"place 1": frozenset()}, RECIPIENTS)

    assert found.places == 0
    assert {one.p for one in found.suspicions} == {1.0}
    assert found.to_json() == {"places": 0, "accused": []}


def test_both_surrogates_of_a_place_tell_that_somebody_has_the_rare_one() -> None:
    places = [f"place {number}" for number in range(1200)]
    several = ["clinic 1", "clinic 2", "clinic 3"]
    leak = {place: frozenset(CODE.bit(one, place) for one in several) for place in places}
    differing = {place: seen for place, seen in leak.items() if len(seen) == 2}

    found = accuse(CODE, differing, RECIPIENTS)

    assert {one.recipient for one in found.accused} == set(several)


def test_links_say_how_sure_and_hold_no_place() -> None:
    (link,) = accuse(CODE, copy_of("clinic 7"), RECIPIENTS).links("leak.txt")

    assert (link.found, link.source, link.method) == ("leak.txt", "clinic 7", "textveil.marks.v1")
    assert link.score > 0.999
    assert "place 1" not in str(link.to_json())


def test_the_order_of_recipients_and_places_changes_nothing() -> None:
    leak = copy_of("clinic 7")
    turned = dict(reversed(leak.items()))

    one = accuse(CODE, leak, RECIPIENTS).suspicions
    other = accuse(CODE, turned, RECIPIENTS[::-1]).suspicions

    assert [round(s.score, 6) for s in one] == [round(s.score, 6) for s in other]


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InvalidValueError):
        accuse(CODE, {}, ["a", "a"])
    with pytest.raises(InvalidValueError):
        accuse(CODE, {}, ["a"], 0.0)
