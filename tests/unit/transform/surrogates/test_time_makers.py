"""Makers of dates, times and ages: one offset for a subject, safe forms for what cannot be read."""

# ruff: noqa: E501 - the tables are the point

from collections import Counter
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import InvalidValueError
from textveil.lexicon.written_dates import parse
from textveil.transform.surrogates.ages import Ages
from textveil.transform.surrogates.dates import Dates, offset_of
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.times import Times
from textveil.values.cells import CELL_BREAK
from textveil.values.draw import Draw

DRAW = Draw(b"k" * 32)
MAKERS = [Dates(), Times(), Ages()]


def at(subject="p1", after="", **options):
    return Setting(DRAW, scope=subject, subject=subject, after=after, options=options)


def day_of(text):
    return date(*parse(text).moments[0][1:4])


@pytest.mark.parametrize("maker", MAKERS)
def test_makers_keep_the_contract(maker):
    assert isinstance(maker, Maker)
    assert not maker.unique


@given(
    st.text(min_size=1, max_size=8),
    st.dates(date(1900, 1, 1), date(2100, 1, 1)),
    st.dates(date(1900, 1, 1), date(2100, 1, 1)),
)
def test_all_dates_of_a_subject_move_by_one_offset(subject, one, other):
    made = [Dates().make(f"{d:%B} {d.day}, {d.year}", "DATE", at(subject)) for d in (one, other)]
    left, right = map(day_of, made)
    assert right - left == other - one
    assert (left - one).days == offset_of(DRAW, subject)


@pytest.mark.parametrize("keep_weekday", [False, True])
def test_offsets_are_never_small_and_spread_over_their_range(keep_weekday):
    found = [offset_of(DRAW, f"p{n}", 100, keep_weekday) for n in range(4000)]
    allowed = {n for n in range(-100, 101) if abs(n) >= 30 and (not keep_weekday or n % 7 == 0)}
    assert set(found) == allowed
    assert max(Counter(found).values()) < 3 * 4000 / len(allowed)


def test_the_weekday_is_kept_if_asked():
    made = Dates().make("Tuesday, 3 May 2016", "DATE", at(keep_weekday=True))
    assert made.startswith("Tuesday, ")
    assert made != "Tuesday, 3 May 2016"
    assert day_of(made).weekday() == 1


def test_another_key_or_subject_gives_another_offset():
    assert offset_of(DRAW, "p1") != offset_of(DRAW, "p2")
    assert offset_of(DRAW, "p1") != offset_of(Draw(b"x" * 32), "p1")


@pytest.mark.parametrize("value", ["31 Feb 2016", "02/30/2015", "in due course", "Ramadan 2016"])
def test_what_cannot_be_moved_becomes_a_tag(value):
    assert Dates().make(value, "DATE", at()) == "[DATE]"


def test_the_document_says_how_its_numbers_are_read():
    days = offset_of(DRAW, "p1")
    made = Dates().make("03/05/2016", "DATE", at(day_first=True))
    assert (parse(made, day_first=True).moments[0][1:4]) == tuple(
        date.fromordinal(date(2016, 5, 3).toordinal() + days).timetuple()[:3]
    )


@pytest.mark.parametrize(
    "options", [{"max_days": 0}, {"max_days": 29}, {"max_days": 33, "keep_weekday": True}]
)
def test_offsets_that_do_not_exist_are_refused(options):
    with pytest.raises(InvalidValueError):
        Dates().make("2016-05-03", "DATE", at(**options))


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
    assert made == {"11:20", "12:20", "13:20", "15:20", "16:20", "17:20"}
    assert Times().make("evening", "TIME", at(max_hours=3)) == "[TIME]"
    with pytest.raises(InvalidValueError):
        Times().make("14:20", "TIME", at(max_hours=12))


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
    assert 1 <= abs(made[0] - 30) <= 3
    assert {int(Ages().make("1", "AGE", at(f"p{n}", jitter=3))) for n in range(50)} == {0, 2, 3, 4}
    with pytest.raises(InvalidValueError):
        Ages().make("30", "AGE", at(jitter=21))


def test_an_age_still_fits_the_births_and_visits():
    birth, visit = date(1981, 7, 9), date(2016, 5, 3)
    moved = [day_of(Dates().make(d.isoformat(), "DATE", at())) for d in (birth, visit)]
    assert Ages().make("34", "AGE", at()) == "34"
    assert (moved[1] - moved[0]).days // 365.2425 == 34


def test_a_day_without_its_month_becomes_a_tag():
    # Beside the same day in full it would leave few offsets.
    maker = Dates()
    setting = Setting(Draw(b"k" * 32), scope="s")
    assert maker.make("the 13th", "DATE", setting) == "[DATE]"
    assert maker.make("13 April 2018", "DATE", setting) != "[DATE]"
