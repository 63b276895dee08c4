"""The figures that paper 5 prints about loss of information come out."""

import pytest

from textveil.errors import InvalidValueError
from textveil.evaluate.text.information_loss import (
    distribution,
    information_loss,
    ncp,
    precision,
    samarati,
    time_loss,
)
from textveil.evaluate.text.naturalness import fre
from textveil.values.messages.ladder import Ladder, Rung

UNIVERSITY = Ladder(
    (
        Rung(("Harvard University",), 21_000),
        Rung(("Cambridge",), 105_162),
        Rung(("Massachusetts",), 6_646_000),
        Rung(("New England",), 14_444_865),
        Rung(("United States",), 317_672_000),
    )
)
PREFECTURE = Ladder(
    (
        Rung(("Tokyo",), 13_230_000),
        Rung(("Honshu",), 103_000_000),
        Rung(("Japan",), 127_600_000),
        Rung(("Asia",), 4_299_000_000),
    )
)
WORK = Ladder(tuple(Rung((word,)) for word in ("student", "a", "b", "c", "d", "person")))


@pytest.mark.parametrize(
    ("levels", "sam", "pre", "dis"),
    [
        ((0, 0), 0, 0.00, 1.25),
        ((1, 0), 1, 0.25, 1.33),
        ((0, 1), 1, 0.33, 1.34),
        ((0, 2), 2, 0.67, 1.35),
        ((1, 1), 2, 0.58, 1.42),
        ((1, 2), 3, 0.92, 1.43),
        ((0, 3), 3, 1.00, 1.51),
    ],
)
def test_each_row_of_table_4_1_comes_out(levels, sam, pre, dis):
    both = list(zip((UNIVERSITY, PREFECTURE), levels, strict=True))
    assert sum(samarati(*one) for one in both) == sam
    assert round(sum(precision(*one) for one in both), 2) == pre
    assert round(sum(distribution(*one) for one in both), 2) == dis
    assert sum(information_loss(*one) for one in both) == sum(distribution(*one) for one in both)


def test_a_ladder_without_people_counts_by_its_height():
    assert round(information_loss(PREFECTURE, 0) + information_loss(WORK, 0), 2) == 0.74


def test_the_printed_times_come_out():
    assert ncp(0, 25_199) == 1 / 25_200
    assert ncp(0, 86_399) == 1 / 86_400
    assert ncp(0, 31_535_999) == 1 / 31_536_000


def test_what_is_left_out_counts_one():
    ladder = Ladder((Rung(("at 10AM",), seconds=0), Rung(("today",), seconds=86_399), Rung(())))
    losses = [information_loss(ladder, level) for level in range(3)]
    assert losses == [0.0, 1.0, 1.0]


def test_a_time_longer_than_its_widest_cover_is_refused():
    with pytest.raises(InvalidValueError):
        time_loss(2, 1)


def test_table_4_2_comes_out():
    counts = {
        "for 3": 4_277_726,
        "3 years": 6_631_904,
        "University for 3": 787,
        "for 3 years": 472_665,
        "3 years as": 26_564,
        "University for 3 years": 444,
        "for 3 years as": 4_561,
        "3 years as a": 9_135,
        "for 3 years as a": 1_634,
    }
    words = [
        "studied",
        "at",
        "Harvard",
        "University",
        "for",
        "3",
        "years",
        "as",
        "a",
        "computer",
        "science",
    ]
    at = words.index("3")
    found = fre(words, at, at + 1, lambda window: counts.get(" ".join(window), 0))
    assert round(found, 2) == 91.94
