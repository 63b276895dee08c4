"""Makers of dates, times and ages: one offset for a subject, safe forms for what cannot be read."""

# ruff: noqa: E501 - the tables are the point

from dataclasses import replace

import pytest

from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.persons.ages import Ages
from textveil.transform.surrogates.persons.dates import Dates
from textveil.transform.surrogates.persons.times import Times
from textveil.values.keys.draw import Draw
from textveil.values.runs.cells import CELL_BREAK

DRAW = Draw(b"k" * 32)
MAKERS = [Dates(), Times(), Ages()]


def at(subject="p1", after="", **options):
    return Setting(DRAW, scope=subject, subject=subject, after=after, options=options)


@pytest.mark.parametrize("maker", MAKERS)
def test_makers_keep_the_contract(maker):
    assert isinstance(maker, Maker)
    assert not maker.unique


def test_writings_of_one_date_are_one_value():
    same = {
        Dates().canonical(text, "DATE")
        for text in ("05/03/2016", "May 3, 2016", "3 May 2016", "2016-05-03")
    }
    assert len(same) == 1
    assert Dates().canonical("May 2016", "DATE") not in same


def test_times_are_kept_unless_asked():
    assert Times().make("14:20", "TIME", at()) == "14:20"
    made = {Times().make("14:20", "TIME", at(f"p{n}", max_hours=3)) for n in range(60)}
    assert made == {"11:20", "12:20", "13:20", "14:20", "15:20", "16:20", "17:20"}
    assert Times().make("evening", "TIME", at(max_hours=3)) == "[TIME]"


def test_times_of_a_subject_move_together():
    moved = [Times().make(t, "TIME", at("p9", max_hours=3)) for t in ("08:15", "10:45")]
    hours = [int(t[:2]) for t in moved]
    assert hours[1] - hours[0] == 2


@pytest.mark.parametrize(
    ("value", "after", "made"),
    [
        ("34", "", "34"), ("89", "", "89"), ("90", "", "90+"), ("95", "-year-old", "90+"), ("ninety-five", "", "90+"),
        ("88-92", "", "88-90+"), ("late 90s", "", "90+"), ("92", " months old", "92"), ("elderly", "", "[AGE]"),
    ],
)  # fmt: skip
def test_ages_are_topped_if_asked(value, after, made):
    assert Ages().make(value, "AGE", at(after=after, top_code=True)) == made
    assert Ages().make(value, "AGE", at(after=after)) == value


def test_a_cell_with_a_number_alone_stays_a_number():
    cell = replace(at(top_code=True), before=f"Seen.{CELL_BREAK}")
    assert [Ages().make(age, "AGE", cell) for age in ("95", "89", "95 years")] == [
        "90",
        "89",
        "90+ years",
    ]


def test_ages_are_moved_together_if_asked():
    made = [int(Ages().make(v, "AGE", at(jitter=3))) for v in ("30", "40")]
    assert made[1] - made[0] == 10
    assert abs(made[0] - 30) <= 3
    every = {int(Ages().make("1", "AGE", at(f"p{n}", jitter=3))) for n in range(50)}
    assert every == {0, 1, 2, 3, 4}
