"""Conventions: the order of numbers and the years of days without one, as a document shows them."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.date_conventions import (
    ColumnOrders,
    Conventions,
    conventions,
    dated_days,
    year_near,
)
from textveil.lexicon.written_dates import parse


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        ([], Conventions(None, None)),
        (["03/05/2016"], Conventions(None, 2016)),
        (["03/05/2016", "25/05/2015", "26/5/2015"], Conventions(True, 2015)),
        (["25/05/2015", "05/26/2015", "05/27/2015"], Conventions(False, 2015)),
        (["29 Feb", "2015"], Conventions(None, 2015)),
        (["the 1990s", "5/5/2016"], Conventions(None, 2016)),
        (["2015", "2016"], Conventions(None, 2016)),
        (["4.11.18", "10.13.18"], Conventions(False, 2018)),
        (["4.11.18", "13.10.18"], Conventions(True, 2018)),
        (["Saturday 05/03/2016", "04/03/2016"], Conventions(True, 2016)),
        (["4.11.18", "May 3, 2018"], Conventions(False, 2018)),
        (["4.11.18", "3 May 2018"], Conventions(None, 2018)),
        (["4.11.18", "3 Nov 2018", "Nov 4"], Conventions(None, 2018)),
        (["7.1.13", "7.6.13"], Conventions(False, 2013)),
        (["1.7.13", "6.7.13"], Conventions(None, 2013)),
        (["5.12.15", "18 May 2015", "23 June 2015"], Conventions(None, 2015)),
        (["5.12.15", "2015-05-18", "2015-06-23"], Conventions(False, 2015)),
        (["31.2.2018", "soon"], Conventions(None, None)),
    ],
)  # fmt: skip
def test_what_a_document_shows(texts, shown):
    assert conventions(texts) == shown


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("shown", ["25/05/2016", "05.25.2016", "May 9, 2016"])
def test_what_the_policy_says_holds_before_all_else(asked, shown):
    found = conventions(["03/05/2016", shown], asked, {"03/05/2016": not asked})
    assert found.day_first is asked
    assert found.read("03/05/2016").day_first is asked
    assert found.read(shown).moments == parse(shown).moments


def test_a_column_tells_before_the_document_does():
    columns = ColumnOrders()
    for row in ({"seen": "25/05/2016", "born": "05/25/1990"}, {"seen": "26/05/2016"}, {"n": "7"}):
        columns.learn(row, [value for value in row.values() if "/" in value])
    row = {"seen": "03/04/2016", "born": "03/05/1990", "note": "03/06/2016", "n": "7"}
    found = conventions([*row.values(), "03/07/2016"], cells=columns.of(row))
    assert [found.read(row[name]).moments[0][2:4] for name in ("seen", "born")] == [(4, 3), (3, 5)]
    assert found.read("03/07/2016").moments[0][2:4] == (3, 7)
    assert set(columns.of(row)) == {"03/04/2016", "03/05/1990"}


def chat(*days, chat="", turned=False):
    """Return what the messages of a chat show that were written on these days."""
    columns = ColumnOrders()
    rows = [(f"{chat}{at}", day) for at, day in enumerate(days, 1)]
    for at, day in reversed(rows) if turned else rows:
        columns.learn({"date": day, "clock": "09:12", "style": "D, T - "}, [day], at=at)
    return columns


@pytest.mark.parametrize(
    ("days", "day_first", "unsure"),
    [
        (["03/04/2024", "25/04/2024"], True, False),
        (["03/04/2024", "04/25/2024"], False, False),
        (["03/01/2024", "01/02/2024"], True, False),
        (["01/03/2024", "02/01/2024"], False, False),
        (["03/04/2024", "04/04/2024"], True, True),
        (["03/04/2024", "03/05/2024", "03/09/2024"], False, True),
        (["9/4/24", "10/4/24", "11/4/24"], True, True),
        (["03/04/2024", "03/04/2024"], None, False),
        (["03.04.2024", "04.05.2024"], None, False),
        (["2024-04-03", "2024-05-04"], None, False),
        (["04/04/2024", "05/05/2024"], None, False),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_messages_tell_whether_the_day_comes_first(days, day_first, unsure, turned):
    columns = chat(*days, turned=turned)
    found = {"date": day_first} if unsure else {}
    assert columns.of({"date": "05/06/2024"}) == (
        {} if day_first is None else {"05/06/2024": day_first}
    )
    assert columns.unsure == found


def test_messages_are_counted_by_number_and_each_chat_by_itself():
    many = chat("02/01/2024", *["02/01/2024"] * 8, "01/02/2024")
    assert many.of({"date": "05/06/2024"}) == {"05/06/2024": True}
    for at, day in enumerate(("03/04/2024", "05/04/2024"), 1):
        many.learn({"date": day, "clock": "9:12"}, [day], at=f"other/{at}")
    assert many.of({"date": "05/06/2024"}) == {"05/06/2024": True}
    assert many.unsure == {}


def test_rows_that_are_no_messages_tell_nothing_by_their_places():
    columns = ColumnOrders()
    for at, day in enumerate(("03/04/2024", "04/04/2024"), 1):
        columns.learn({"date": day}, [day], at=str(at))
    assert columns.of({"date": "05/06/2024"}) == {}


def years(texts, *yearless, elsewhere=()):
    """Return the years that days without one get beside other dates."""
    texts = [*texts, *yearless]
    shown = conventions(texts)
    days = dated_days(texts, shown, elsewhere)
    read = (parse(text, shown.day_first) for text in yearless)
    return [year_near(date, shown.year, days, elsewhere) for date in read]


@pytest.mark.parametrize(
    ("texts", "yearless", "year"),
    [
        (["05/17/2012"], "5/7", 2012),
        (["01/05/2012"], "12/30", 2011),
        (["12/30/2011"], "1/5", 2012),
        # The latest day is nearest to the time of writing, however many earlier ones there are.
        (["05/17/12", "06/13/86", "SEPTEMBER 2011", "04/29/10", "07/20/10"], "5/7", 2012),
        (["December 31, 2012", "05/2012", "December 22, 2014", "January 8, 2015"], "1/1", 2015),
        # Nobody leaves out the year of a birth, and a birth of 1927 is not one of 2027.
        (["04/02/1970", "06/10/2012"], "4/5", 2012),
        (["07/23/27", "03/26/16", "03/29/16"], "3/28", 2016),
        # A weekday tells its year, and with it that of others.
        (["05/17/2012"], "Tuesday, May 7", 2013),
        (["2012"], "Sunday 5/6", 2012),
        (["2012"], "Sunday 5/5", 2013),
        (["2012"], "5/6", 2012),
        ([], "5/6", None),
        (["05/17/2013"], "Feb 29", 2012),
        (["2013"], "Feb 29", 2012),
    ],
)  # fmt: skip
def test_the_year_of_a_day_without_one(texts, yearless, year):
    assert years(texts, yearless) == [year]


def test_days_with_a_weekday_tell_the_years_of_others():
    assert years(["2012"], "Sunday 5/5", "5/6") == [2013, 2013]
    assert years([], "Sunday 5/5", "5/6") == [None, None]


def ordinals(*texts):
    return sorted(date.fromisoformat(text).toordinal() for text in texts)


def test_other_documents_tell_where_a_document_does_not():
    visits = ordinals("1950-03-01", "2017-03-20", "2017-04-07", "2018-01-02")
    assert years([], "4/2", elsewhere=visits) == [2017]
    assert years(["03/01/1950"], "3/3", elsewhere=visits) == [2017]
    assert years(["04/30/2014", "05/02/2014"], "4/2", elsewhere=visits) == [2014]


def test_a_day_with_a_year_keeps_it():
    days = ordinals("2012-05-17")
    assert year_near(parse("5/7/2016"), 2012, days) == 2012  # the document's, which is not used
    assert parse("5/7/2016").shifted(1, 2012) == "5/8/2016"


def test_dated_days_leave_out_what_names_no_day():
    texts = ["12/25/2018", "June 2019", "2019", "Monday", "31 Feb 2018", "5/6", "2018-01-02"]
    assert dated_days(texts, conventions(texts)) == tuple(ordinals("2018-01-02", "2018-12-25"))


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
    st.integers(-365, 365),
)
def test_who_reads_the_moved_document_finds_the_moved_day(writing, others, away, days):
    """Reading commutes with moving, so that intervals to the dated days are read as they were."""
    texts = [(writing + timedelta(step)).isoformat() for step in others]
    day = writing + timedelta(away)
    if (day.month, day.day) == (2, 29):
        return
    text = f"{day.month}/{day.day}"
    [year] = years(texts, text)
    moved = parse(text).shifted(days, year)
    later = [parse(one).shifted(days) for one in texts]
    if moved != "2/29":
        [read] = years(later, moved)
        month, number = map(int, moved.split("/"))
        assert date(read, month, number) == day + timedelta(days)


def test_long_documents_cost_no_more_than_their_length():
    texts = [(date(2001, 1, 1) + timedelta(step)).isoformat() for step in range(3000)]
    assert years(texts, "3/4") == [2009]
