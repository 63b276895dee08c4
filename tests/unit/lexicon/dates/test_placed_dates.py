"""Placed dates: which days a date reaches over, and the years of days without one."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.dates.date_conventions import conventions
from textveil.lexicon.dates.placed_dates import dated_days, placed_dates


def placed(texts, elsewhere=()):
    return placed_dates(texts, conventions(texts), elsewhere)


def years(texts, *yearless, elsewhere=()):
    """Return the years that days without one get beside other dates."""
    days = sorted(date.fromisoformat(text).toordinal() for text in elsewhere)
    found = placed([*texts, *yearless], days)
    return [one and one.year for one in found[len(texts) :]]


@pytest.mark.parametrize(
    ("texts", "yearless", "year"),
    [
        (["05/17/2012"], "5/7", 2012),
        (["01/05/2012"], "12/30", 2011),
        (["12/30/2011"], "1/5", 2012),
        (["05/17/12", "06/13/86", "SEPTEMBER 2011", "04/29/10", "07/20/10"], "5/7", 2012),
        (["December 31, 2012", "05/2012", "December 22, 2014", "January 8, 2015"], "1/1", 2015),
        (["04/02/1970", "06/10/2012"], "4/5", 2012),
        (["07/23/27", "03/26/16", "03/29/16", "12/31/9999"], "3/28", 2016),
        (["05/17/2012"], "Tuesday, May 7", 2013),
        (["3 May 2012", "summer term 2023"], "Tuesday 11 July", 2023),
        (["3 May 2012", "2023"], "Wednesday 11 July", 2012),
        (["3 May 2012", "2023"], "11 July", 2012),
        (["05/17/2012"], "May", 2012),
        (["01/17/2012"], "October", 2011),
        (["2012"], "5/6", 2012),
        ([], "5/6", 2001),
        ([], "Feb 29", 2000),
        (["05/17/2013"], "Feb 29", 2012),
        (["05/17/1903"], "Feb 29", 1904),
        (["2013"], "Feb 29", 2012),
    ],
)  # fmt: skip
def test_the_year_of_a_day_or_month_without_one(texts, yearless, year):
    assert years(texts, yearless) == [year]


def test_other_documents_tell_where_a_document_does_not():
    visits = "1950-03-01", "2017-03-20", "2017-04-07", "2018-01-02"
    assert years([], "4/2", elsewhere=visits) == [2017]
    assert years(["03/01/1950"], "3/3", elsewhere=visits) == [2017]
    assert years(["04/30/2014", "05/02/2014"], "4/2", elsewhere=(*visits, "2014-05-02")) == [2014]


@pytest.mark.parametrize(
    "text",
    ["the 3rd", "Christmas", "summer", "Q3", "31 Feb 2018", "9999-12-31", "1900-01-01", "soon",
     "12/31/2099", "1/1/1970", "the year 1492"],
)  # fmt: skip
def test_what_has_no_day_of_its_own_is_not_placed(text):
    assert placed(["05/17/2012", text])[1] is None


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("May 2016", "2016-05-01", "2016-05-31"), ("2016-W18", "2016-05-02", "2016-05-08"),
        ("Q4 2015", "2015-10-01", "2015-12-31"), ("2015", "2015-01-01", "2015-12-31"),
        ("the 1990s", "1990-01-01", "1999-12-31"), ("winter 2014", "2014-01-01", "2014-03-31"),
        ("second half of 2015", "2015-07-01", "2015-12-31"),
        ("Christmas 2015", "2015-12-25", "2015-12-25"), ("3 May 2016", "2016-05-03", "2016-05-03"),
    ],
)  # fmt: skip
def test_the_days_of_a_date(text, first, last):
    [one] = placed([text])
    assert [date.fromordinal(day).isoformat() for day in one.reaches[0]] == [first, last]


def test_a_date_tells_its_days_and_periods():
    [one] = placed(["May 2016 - 3 June 2016"])
    assert [date.fromordinal(day).month for day in one.days()] == [6]
    assert [kind for kind, _ in one.periods()] == ["month"]


def test_dated_days_are_those_that_are_written_with_their_year():
    texts = ["12/25/2018", "June 2019", "2019", "Monday", "31 Feb 2020", "5/6", "2018-01-02"]
    found = {date.fromordinal(day).isoformat() for day in dated_days(texts, conventions(texts))}
    assert found == {"2018-12-25", "2018-01-02"}


@given(
    st.dates(date(1990, 1, 1), date(2030, 12, 31)),
    st.lists(st.integers(-60, 60), min_size=1, max_size=5),
    st.integers(-80, 80),
)
def test_a_day_near_to_all_others_has_their_year(writing, others, away):
    texts = [(writing + timedelta(days)).isoformat() for days in others]
    day = writing + timedelta(away)
    if (day.month, day.day) != (2, 29):
        assert years(texts, f"{day.month}/{day.day}") == [day.year]


@given(
    st.dates(date(1990, 1, 1), date(2030, 12, 31)),
    st.lists(st.integers(-60, 60), min_size=1, max_size=5),
    st.integers(-80, 80),
    st.integers(-4000, 4000),
)
def test_who_reads_the_moved_document_finds_the_moved_day(writing, others, away, days):
    """Reading commutes with moving, so that intervals to the dated days are read as they were."""
    texts = [(writing + timedelta(step)).isoformat() for step in others]
    day = writing + timedelta(away)
    if (day.month, day.day) == (2, 29):
        return
    *dated, yearless = placed([*texts, f"{day.month}/{day.day}"])
    moved = yearless.date.shifted(days, yearless.year)
    if moved != "2/29":
        [read] = years([one.date.shifted(days) for one in dated], moved)
        assert date(read, *map(int, moved.split("/"))) == day + timedelta(days)
