"""Written dates: each form moved by 45 days, and what is refused."""

# ruff: noqa: E501 - the table is the point

import pytest

from textveil.errors import InvalidValueError
from textveil.lexicon.dates.holidays import easter, holiday
from textveil.lexicon.dates.written_dates import parse, parse_like
from textveil.lexicon.tables.facts import facts

FORMS = [
    ("05/03/2016", "06/17/2016"),
    ("5/3/2016", "6/17/2016"),
    ("05/03/16", "06/17/16"),
    ("5/3/16", "6/17/16"),
    ("5-3-2016", "6-17-2016"),
    ("05.03.2016", "19.04.2016"),
    ("05.23.2016", "07.07.2016"),
    ("25/12/2015", "08/02/2016"),
    ("12/25/2015", "02/08/2016"),
    ("2016-05-03", "2016-06-17"),
    ("2016/5/3", "2016/6/17"),
    ("2016.05.03", "2016.06.17"),
    ("2016-05-03T14:20:00Z", "2016-06-17T14:20:00Z"),
    ("2016-05-03 14:20", "2016-06-17 14:20"),
    ("20160503", "20160617"),
    ("20160503T1420", "20160617T1420"),
    ("05031956", "06171956"),
    ("050356", "061756"),
    ("May 3, 2016", "June 17, 2016"),
    ("May 3rd, 2016", "June 17th, 2016"),
    ("MAY 3, 2016", "JUNE 17, 2016"),
    ("may 3, 2016", "june 17, 2016"),
    ("Sept. 3, 2016", "Oct. 18, 2016"),
    ("Sept 3", "Oct 18"),
    ("3 May 2016", "17 June 2016"),
    ("3rd May 2016", "17th June 2016"),
    ("the 3rd of May 2016", "the 17th of June 2016"),
    ("the 3rd of May, 2016", "the 17th of June, 2016"),
    ("3rd day of May, 2016", "17th day of June, 2016"),
    ("Tuesday, 3 May 2016", "Friday, 17 June 2016"),
    ("Tue May 3 2016", "Fri Jun 17 2016"),
    ("Tues. May 3", "Fri. June 17"),
    ("Tuesday 5/3", "Friday 6/17"),
    ("Thurs, 5 May", "Sun, 19 June"),
    ("12Jan2015", "26Feb2015"),
    ("04MAR2016", "18APR2016"),
    ("12-Mar-98", "26-Apr-98"),
    ("12-MAR-1998", "26-APR-1998"),
    ("Mar-12-2016", "Apr-26-2016"),
    ("May '16", "June '16"),
    ("May 2016", "June 2016"),
    ("May of 2016", "June of 2016"),
    ("May, 2016", "June, 2016"),
    ("05/2016", "06/2016"),
    ("5/98", "6/98"),
    ("3 May", "17 June"),
    ("May 3", "June 17"),
    ("05/03", "06/17"),
    ("5/3", "6/17"),
    ("2016", "2016"),
    ("'16", "'16"),
    ("early 2016", "early 2016"),
    ("mid-2016", "mid-2016"),
    ("late May 2016", "late June 2016"),
    ("early March 1998", "early April 1998"),
    ("Spring 2014", "Spring 2014"),
    ("spring of 2014", "spring of 2014"),
    ("Fall '09", "Fall '09"),
    ("autumn 2010", "autumn 2010"),
    ("last spring", "last spring"),
    ("this spring", "this spring"),
    ("Q3 2015", "Q3 2015"),
    ("3Q15", "3Q15"),
    ("Q3'15", "Q3'15"),
    ("2015-Q3", "2015-Q3"),
    ("third quarter of 2015", "third quarter of 2015"),
    ("the 4th quarter of 2015", "the 4th quarter of 2015"),
    ("H1 2015", "H1 2015"),
    ("first half of 2015", "first half of 2015"),
    ("the 1990s", "the 1990s"),
    ("1990s", "1990s"),
    ("'90s", "'90s"),
    ("the 90s", "the 90s"),
    ("the nineties", "the nineties"),
    ("the early 1990's", "the early 1990's"),
    ("last May", "last June"),
    ("next May", "next June"),
    ("May", "June"),
    ("Christmas Eve 2014", "February 7, 2015"),
    ("Easter 2016", "May 11, 2016"),
    ("Thanksgiving", "January 6"),
    ("Tuesday", "Friday"),
    ("last Tuesday", "last Friday"),
    ("Tuesday morning", "Friday morning"),
    ("Tues", "Fri"),
    ("the 3rd", "the 3rd"),
    ("the third of May 2016", "the seventeenth of June 2016"),
    ("May third, 2016", "June seventeenth, 2016"),
    ("the twenty-first of June", "the fifth of August"),
    ("May twenty first", "July fifth"),
    ("3. Mai 2016", "17. Juni 2016"),
    ("3 mai 2016", "17 juin 2016"),
    ("3 de marzo de 2016", "17 de abril de 2016"),
    ("1er janvier 2015", "15 février 2015"),
    ("3 marzo 2016", "17 aprile 2016"),
    ("3.V.2016", "17.VI.2016"),
    ("12 XII 1998", "26 I 1999"),
    ("03 05 2016", "04 19 2016"),
    ("2016 05 03", "2016 06 17"),
    ("Tue May  3 14:20:00 UTC 2016", "Fri Jun 17 14:20:00 UTC 2016"),
    ("Tue, May 3 14:20:00 2016", "Fri, Jun 17 14:20:00 2016"),
    ("2016 May 3", "2016 June 17"),
    ("2016-May-03", "2016-Jun-17"),
    ("2016, May", "2016, June"),
    ("3-5 May 2010", "17-19 June 2010"),
    ("30-31 May 2010", "14-15 July 2010"),
    ("May 3-5, 2016", "June 17-19, 2016"),
    ("May 3 and 5, 2016", "June 17 and 19, 2016"),
    ("May 3rd through 5th", "June 17th through 19th"),
    ("9/25 - 11/4", "11/9 - 12/19"),
    ("05/2016-06/2016", "06/2016-07/2016"),
    ("2014-2016", "2014-2016"),
    ("2014-15", "2014-15"),
    ("2014/15", "2014/15"),
    ("FY 2015", "FY 2015"),
    ("FY15", "FY15"),
    ("academic year 2014-15", "academic year 2014-15"),
    ("May-June 2016", "June-July 2016"),
    ("3 May - 5 June 2010", "17 June - 20 July 2010"),
    ("30 Dec - 2 Jan 2015", "13 Feb - 16 Feb 2015"),
    ("from May 3", "from June 17"),
    ("Mon-Fri", "Thu-Mon"),
    ("Mon/Wed/Fri", "Thu/Sat/Mon"),
    ("week 18 of 2016", "week 24 of 2016"),
    ("2016-W18", "2016-W24"),
    ("2016-W18-3", "2016-W24-6"),
    ("yesterday", "yesterday"),
    ("two weeks ago", "two weeks ago"),
    ("last year", "last year"),
    ("29 Feb", "14 Apr"),
    ("May 3, 2016 at 2:30 pm", "June 17, 2016 at 2:30 pm"),
    ("5/3/2016 14:20", "6/17/2016 14:20"),
    ("3 May 2016 (Tuesday)", "17 June 2016 (Friday)"),
    ("10/5/98-10/9/98", "11/19/98-11/23/98"),
    ("T2 2015", "T2 2015"),
    ("Nov 2014 to Feb 2015", "Dec 2014 to Mar 2015"),
    ("1/2", "2/16"),
    ("May 3 16", "June 17 16"),
    ("the summer of 1998", "the summer of 1998"),
    ("summer", "summer"),
    ("class of 2016", "class of 2016"),
    ("end of May", "end of June"),
    ("end of 2015", "end of 2015"),
    ("December 30-31, 2010", "February 13-14, 2011"),
    ("Jan15", "Mar01"),
    ("24 décembre 2010", "7 février 2011"),
    ("winter of 1947-48", "winter of 1947-48"),
    ("last quarter of 2015", "last quarter of 2015"),
    ("between 1980 and 1981", "between 1980 and 1981"),
    ("From January to March 1998", "From March to April 1998"),
    ("4 and 16 November 1985,", "19 and 31 December 1985,"),
    ("2000–04", "2000–04"),
    ("25 December 2015–3 January 2016", "8 February 2016–17 February 2016"),
    ("Tuesday the 3rd of May", "Friday the 17th of June"),
    ("a Sunday", "a Wednesday"),
    ("May 3, 2016, Tuesday", "June 17, 2016, Friday"),
    ("CHRISTMAS 2014", "FEBRUARY 8, 2015"),
    ("Good Friday '16", "May 9 '16"),
    ("Memorial Day 2015", "July 9, 2015"),
    ("3. April 2016", "18. Mai 2016"),
    ("1 de mayo", "15 de junio"),
    ("the first of January", "the fifteenth of February"),
    ("12/31/1999", "02/14/2000"),
    ("Dec. 31", "Feb. 14"),
    ("2/29", "4/14"),
    ("10-12 March", "24-26 April"),
    ("Mon. 5/2 - Fri. 5/6", "Thu. 6/16 - Mon. 6/20"),
    ("'98-'99", "'98-'99"),
]

COARSE = [
    ("Spring 2014", 200, "Fall 2014"), ("autumn 2010", 100, "winter 2011"), ("winter 2011", -100, "fall 2010"),
    ("Q3 2015", 200, "Q1 2016"), ("3Q15", -100, "2Q15"), ("the 4th quarter of 2015", 100, "the 1st quarter of 2016"),
    ("first half of 2015", 200, "second half of 2015"), ("T2 2015", 365, "T2 2016"), ("2016", 200, "2017"),
    ("'16", -300, "'15"), ("2014-15", 365, "2015-16"), ("the 1990s", 2000, "the 2000s"), ("the nineties", -4000, "the eighties"),
    ("winter of 1947-48", 365, "winter of 1948-49"), ("last quarter of 2015", -100, "third quarter of 2015"),
    ("2000–04", 400, "2001–05"), ("1999", 365, "2000"), ("12/1999", 31, "01/2000"), ("Q4 1999", 92, "Q1 2000"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "moved"), FORMS)
def test_every_form_keeps_its_writing(text, moved):
    found = parse(text)
    assert found.shifted(0) == text
    assert found.shifted(45) == moved


def test_the_table_of_forms_is_long():
    assert len(FORMS) > 150
    assert len({parse(text).form for text, _ in FORMS}) > 35


@pytest.mark.parametrize(("text", "days", "moved"), COARSE)
def test_periods_move_in_their_own_unit(text, days, moved):
    assert parse(text).shifted(days) == moved


@pytest.mark.parametrize(
    ("text", "days", "moved"),
    [
        ("30-31 May 2010", 1, "31 May 2010-1 June 2010"),
        ("May 30-31, 2016", 1, "May 31, 2016-June 1, 2016"),
        ("December 30 and 31, 2010", 1, "December 31, 2010 and January 1, 2011"),
        ("the 29th to 31st of May", 1, "the 30th of May to the 1st of June"),
    ],
)
def test_two_days_that_part_are_each_written_out(text, days, moved):
    found = parse(text)
    assert found.shifted(days) == moved
    back = parse_like(moved, found)
    assert len(back.moments) == 2
    assert back.moments[1].day == 1


@pytest.mark.parametrize(
    "text",
    [
        "31 Feb 2016",
        "02/30/2015",
        "29 Feb 2015",
        "31/31/2016",
        "April 31",
        "2016-13-01",
        "2016-W54",
        "0/0/2016",
    ],
)
def test_days_that_the_calendar_does_not_have_are_impossible(text):
    found = parse(text)
    assert found.impossible
    with pytest.raises(InvalidValueError):
        found.shifted(1)


@pytest.mark.parametrize("text", ["", "soon", "x" * 500, "1" * 30, "May I", "mg"])
def test_other_texts_are_not_dates(text):
    assert parse(text) is None


def test_the_calendar_ends():
    with pytest.raises(InvalidValueError):
        parse("2016-05-03").shifted(10**7)


@pytest.mark.parametrize(
    ("text", "day_first", "fields"),
    [
        ("05/03/2016", False, (2016, 5, 3)),
        ("05/03/2016", True, (2016, 3, 5)),
        ("25/03/2016", False, (2016, 3, 25)),
        ("03/25/2016", True, (2016, 3, 25)),
        ("5/3/29", False, (2029, 5, 3)),
        ("5/3/30", False, (1930, 5, 3)),
        ("3.5.2016", True, (2016, 5, 3)),
        ("3.5.2016", False, (2016, 3, 5)),
        ("3.5.2016", None, (2016, 5, 3)),
        ("3 . 5 . 2016", None, (2016, 5, 3)),
        ("3.25.2016", None, (2016, 3, 25)),
        ("3/5/2016", None, (2016, 3, 5)),
        ("3-5-2016", None, (2016, 3, 5)),
        ("3.5", None, (None, 5, 3)),
        ("3/5", None, (None, 3, 5)),
        ("Tuesday 05/03/2016", True, (2016, 5, 3)),
        ("Saturday 05/03/2016", None, (2016, 3, 5)),
        ("Friday 05/03/2016", None, (2016, 5, 3)),
    ],
)
def test_numbers(text, day_first, fields):
    assert parse(text, day_first).moments[0][1:4] == fields


def test_the_pivot_decides_the_century():
    assert parse("5/3/45", pivot=50).year == 2045
    assert parse("5/3/45").year == 1945


def test_a_wrong_weekday_or_ordinal_stays_wrong_by_as_much():
    assert parse("Monday, 3 May 2016").shifted(1) == "Tuesday, 4 May 2016"
    assert parse("May 3th").shifted(0) == "May 3th"
    assert parse("May 3th").shifted(365) == "May 3th"


def test_days_without_a_year_cross_february_as_their_year_does():
    assert parse("Feb 28").shifted(2, year_hint=2016) == "Mar 1"
    assert parse("Feb 28").shifted(2, year_hint=2015) == "Mar 2"
    assert parse("Feb 29").shifted(1, year_hint=2015) == "Mar 1"
    assert parse("Thanksgiving").shifted(1, year_hint=2015) == "November 27"


def test_a_date_shows_nothing_of_its_text():
    assert "May" not in repr(parse("3 May 2016"))


def test_easter_on_days_known_from_almanacs():
    known = {1961: (4, 2), 1981: (4, 19), 1999: (4, 4), 2008: (3, 23), 2011: (4, 24), 2038: (4, 25)}
    assert {y: (easter(y).month, easter(y).day) for y in known} == known


HOLIDAYS = {**facts().values("holiday"), **facts().values("holiday-bare")}


@pytest.mark.parametrize("name", sorted(name for name, rule in HOLIDAYS.items() if not rule))
def test_holidays_of_other_calendars_are_read_and_cannot_be_moved(name):
    found = parse(f"{name} 2016")
    assert (found.form, found.year, found.impossible) == ("holiday", 2016, True)


@pytest.mark.parametrize("name", sorted(name for name, rule in HOLIDAYS.items() if rule))
def test_every_holiday_has_a_day_in_every_year(name):
    for year in range(1950, 2050):
        assert holiday(name, year).year == year
    assert parse(f"{name} 2016").year == 2016


@pytest.mark.parametrize(
    ("name", "year", "day"),
    [
        ("Labor Day", 2015, "2015-09-07"),
        ("Memorial Day", 2015, "2015-05-25"),
        ("Mother's Day", 2016, "2016-05-08"),
        ("MLK Day", 2017, "2017-01-16"),
        ("Ash Wednesday", 2016, "2016-02-10"),
        ("Whit Monday", 2016, "2016-05-16"),
    ],
)
def test_holidays_that_move(name, year, day):
    assert holiday(name, year).isoformat() == day


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("May 30-31, 2016", "May 31, 2016-June 1, 2016"),
        ("May 30 and the 31st, 2016", "May 31, 2016 and June 1st, 2016"),
    ],
)
def test_two_days_that_part_are_written_as_two_dates_that_are_read(text, moved):
    assert parse(text).shifted(1) == moved
    assert [m[1:4] for m in parse(moved).moments] == [(2016, 5, 31), (2016, 6, 1)]
