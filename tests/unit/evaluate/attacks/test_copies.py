"""Comparing copies: what agrees in all of them is hardly more often real."""

import random

import pytest

from textveil.errors import InvalidValueError
from textveil.evaluate.attacks.copies import compare_copies
from textveil.values.marking import MarkingCode

CODE = MarkingCode(b"c" * 32)


def copies_of(count: int, share: float) -> list[list[str]]:
    code = MarkingCode(CODE.secret, share)
    names = [f"r{number}" for number in range(count)]
    places = [f"p{number}" for number in range(6000)]
    return [
        [f"{place} {code.bit(name, place) if code.is_marked(place) else 0}" for name in names]
        for place in places
    ]


def test_three_copies_raise_the_share_of_real_values_by_at_most_a_half() -> None:
    rows = copies_of(3, 0.8)
    real = [[f"left {number}"] * 3 for number in range(60)]

    one, two, three = compare_copies(rows + real, [False] * len(rows) + [True] * len(real))

    assert one.share == 60 / 6060
    assert one.share < two.share < three.share <= 1.5 * one.share
    # Two copies agree at 1 - 2 E[p(1 - p)] of the marked places, three at 1 - 3 E[p(1 - p)].
    assert two.surrogates == pytest.approx(1 - 0.8 * 2 * 0.1305, abs=0.012)
    assert three.surrogates == pytest.approx(1 - 0.8 * 3 * 0.1305, abs=0.012)
    assert three.share <= three.factor * one.share


def test_if_everything_differed_the_real_values_would_stand_alone() -> None:
    rows = [[f"a{n}", f"b{n}"] for n in range(50)] + [["real", "real"]]

    _, two = compare_copies(rows, [False] * 50 + [True])

    assert two.share == 1.0
    assert two.factor == float("inf")


def test_figures_are_means_over_all_pairs() -> None:
    drawn = random.Random(3)  # noqa: S311 - a simulation
    rows = [[drawn.choice("ab") for _ in range(4)] for _ in range(30)]
    pairs = [(i, j) for i in range(4) for j in range(i)]

    found = compare_copies(rows, [False] * 30)

    agreeing = [sum(row[i] == row[j] for row in rows) for i, j in pairs]
    assert found[1].values == sum(agreeing) / len(pairs)
    assert [one.copies for one in found] == [1, 2, 3]


def test_rows_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InvalidValueError):
        compare_copies([["a", "b"], ["a"]], [False, False])
    with pytest.raises(InvalidValueError):
        compare_copies([["a", "b"]], [True])
    assert compare_copies([], []) == ()
