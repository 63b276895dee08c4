"""Every form of every date, moved by anything, is the other date in that form."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.text import written_dates as obvious

from textveil.errors import InvalidValueError
from textveil.lexicon.dates.date_conventions import conventions
from textveil.lexicon.dates.written_dates import parse, parse_like

DAYS = st.dates(date(1850, 1, 1), date(2120, 12, 31))
OFFSETS = st.integers(-4000, 4000)


@pytest.mark.parametrize("name", obvious.FULL)
@given(day=DAYS, days=OFFSETS)
def test_a_date_with_its_year_moves_as_datetime_says(name, day, days):
    write = obvious.FULL[name]
    text, wanted = write(day), write(obvious.moved(day, days))
    found = parse(text) if text else None
    if not text:
        return
    assert found is not None
    assert found.shifted(0) == text
    if wanted:
        assert found.shifted(days) == wanted


@pytest.mark.parametrize("name", obvious.YEARLESS)
@given(day=DAYS, days=OFFSETS)
def test_a_date_without_a_year_moves_through_the_year_given(name, day, days):
    write = obvious.YEARLESS[name]
    found = parse(write(day))
    assert found.shifted(0) == write(day)
    assert found.shifted(days, year_hint=day.year) == write(obvious.moved(day, days))


@pytest.mark.parametrize("name", obvious.FULL)
@given(day=DAYS, days=st.integers(-400, 400))
def test_the_result_reads_as_the_moved_day(name, day, days):
    text = obvious.FULL[name](day)
    if text:
        before = parse(text)
        after = parse_like(before.shifted(days), before)
        assert date(*after.moments[0][1:4]) == obvious.moved(day, days)


PERIODS = [(unit, name) for unit, forms in obvious.PERIODS.items() for name in forms]


@pytest.mark.parametrize(("unit", "name"), PERIODS)
@given(year=st.integers(1940, 2020), part=st.integers(0, 11), days=OFFSETS)
def test_periods_become_those_that_hold_their_middle(unit, name, year, part, days):
    write = obvious.PERIODS[unit][name]
    part %= unit[1]
    text, wanted = write(year, part), write(*obvious.moved_period(year, part, unit[1], days))
    if text:
        found = parse(text)
        assert found.precision == unit[0]
        assert found.shifted(0) == text
        if wanted and reads_back(name, year, part, unit[1], days):
            assert found.shifted(days) == wanted


def reads_back(name, year, part, per_year, days):
    """Tell whether two digits mean the century that is meant, which are written as four else."""
    now = obvious.moved_period(year, part, per_year, days)[0]
    return name not in ("quote", "short", "school") or 1930 <= min(year, now) <= now < 2029


@given(
    DAYS, DAYS, st.integers(-400, 400), st.sampled_from(sorted(obvious.FULL)),
    st.sampled_from(sorted(obvious.FULL)),
)  # fmt: skip
def test_differences_survive_whatever_the_writing(one, other, days, first, second):
    texts = obvious.FULL[first](one), obvious.FULL[second](other)
    if all(texts):
        dates = [parse(text) for text in texts]
        moved = [parse_like(d.shifted(days), d).moments[0] for d in dates]
        left, right = (date(*moment[1:4]) for moment in moved)
        assert right - left == other - one


@given(DAYS, DAYS, st.integers(-800, 800))
def test_a_later_month_never_comes_to_lie_wholly_before_an_earlier_day(day, other, days):
    """And the other way round; the same for quarters and years."""
    for unit, forms in obvious.PERIODS.items():
        per_year = unit[1]
        part = (other.month - 1) * per_year // 12
        write = next(iter(forms.values()))
        moved = parse(write(other.year, part)).shifted(days)
        year, now = obvious.moved_period(other.year, part, per_year, days)
        assert moved == write(year, now)
        new_day = obvious.moved(day, days)
        start, end = obvious.bounds(other.year, part, per_year)
        new_start, new_end = obvious.bounds(year, now, per_year)
        if day < start:
            assert new_day <= new_end
        if day > end:
            assert new_day >= new_start


def assert_written_or_refused(found, days):
    try:
        written = found.shifted(days)
    except InvalidValueError as error:
        written = str(error)
    assert isinstance(written, str)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_without_harm(text):
    found = parse(text)
    if found is not None and not found.impossible:
        assert found.shifted(0) == text
        assert_written_or_refused(found, 40)


ALPHABET = st.sampled_from(
    [*"0123456789/-. ,'", "May", "jan", "of ", "the ", "Mon", "Q", "th", "s"]
)


@given(st.lists(ALPHABET, max_size=12).map("".join))
def test_texts_that_look_like_dates_are_read_or_refused_without_harm(text):
    found = parse(text)
    if found is not None and not found.impossible:
        assert found.shifted(0) == text
        assert_written_or_refused(found, -77)


@given(st.lists(DAYS, min_size=1, max_size=6), st.booleans())
def test_the_order_of_numbers_is_told_by_the_dates_that_show_it(days, day_first):
    texts = [f"{d:%d/%m/%Y}" if day_first else f"{d:%m/%d/%Y}" for d in days]
    if any(d.day > 12 for d in days):
        assert conventions(texts).day_first == day_first
