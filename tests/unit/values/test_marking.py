"""The marking code: keyed, independent, with the density that the proofs need."""

import math

import pytest

from textveil.errors import InvalidValueError
from textveil.values.marking import MarkingCode, colluders_covered, places_needed

CODE = MarkingCode(b"s" * 32)
PLACES = [f"place {number}" for number in range(4000)]


def test_names_that_run_into_each_other_draw_different_bits() -> None:
    pairs = [("a", "bc"), ("ab", "c"), ("", "abc"), ("abc", "")]

    rows = {
        tuple(CODE.bit(recipient + str(n), str(n) + place) for n in range(200))
        for recipient, place in pairs
    }

    assert len(rows) == len(pairs)


def test_another_secret_gives_another_code() -> None:
    other = MarkingCode(b"t" * 32)

    same = sum(CODE.is_marked(place) == other.is_marked(place) for place in PLACES)

    assert 0.64 < same / len(PLACES) < 0.72  # 0.8 squared and 0.2 squared
    assert all(CODE.bias(place) != other.bias(place) for place in PLACES)


def test_the_share_is_marked_and_a_larger_share_marks_the_same_places_too() -> None:
    small = {place for place in PLACES if MarkingCode(CODE.secret, 0.3).is_marked(place)}
    large = {place for place in PLACES if CODE.is_marked(place)}

    assert 0.28 < len(small) / len(PLACES) < 0.32
    assert 0.78 < len(large) / len(PLACES) < 0.82
    assert small < large


@pytest.mark.parametrize("colluders", [1, 3, 10])
def test_biases_have_the_arcsine_density_between_the_cutoffs(colluders: int) -> None:
    code = MarkingCode(CODE.secret, colluders=colluders)
    cutoff = 1 / (300 * colluders)
    lowest = math.asin(math.sqrt(cutoff))

    biases = sorted(code.bias(place) for place in PLACES)

    assert cutoff <= biases[0] < 2 * cutoff
    assert 1 - 2 * cutoff < biases[-1] <= 1 - cutoff
    for at in range(100, len(biases), 100):
        angle = math.asin(math.sqrt(biases[at]))
        expected = (angle - lowest) / (math.pi / 2 - 2 * lowest)
        assert abs(at / len(biases) - expected) < 0.03


def test_bits_follow_the_bias_and_not_each_other() -> None:
    pairs = [(CODE.bit("north", place), CODE.bit("south", place)) for place in PLACES]
    biases = [CODE.bias(place) for place in PLACES]
    off = [(north - bias, south - bias) for (north, south), bias in zip(pairs, biases, strict=True)]

    assert abs(sum(north for north, _ in off)) < 4 * math.sqrt(len(PLACES) / 8)
    assert abs(sum(north * south for north, south in off)) < 4 * math.sqrt(3 * len(PLACES) / 128)


def test_more_colluders_need_more_places_and_places_cover_what_they_are_needed_for() -> None:
    for colluders in range(1, 8):
        needed = places_needed(colluders, 64, 0.001)
        assert colluders_covered(needed, 64, 0.001) == colluders
        assert colluders_covered(needed - 1, 64, 0.001) == colluders - 1
        assert MarkingCode(CODE.secret, colluders=colluders).needed(64, 0.001) == needed
    assert places_needed(3, 6400, 0.001) > places_needed(3, 64, 0.001) > places_needed(3, 64, 0.01)


@pytest.mark.parametrize(("share", "colluders"), [(0.0, 3), (1.1, 3), (0.8, 0)])
def test_bounds_are_checked(share: float, colluders: int) -> None:
    with pytest.raises(InvalidValueError):
        MarkingCode(CODE.secret, share, colluders)


def test_a_code_does_not_show_its_secret() -> None:
    assert "ssss" not in repr(CODE)
