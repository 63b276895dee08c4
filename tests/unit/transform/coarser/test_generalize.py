"""Generalize: every replacement is true of its value, as coarse as asked, or a tag."""

# ruff: noqa: E501 - the tables are the point

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import InvalidValueError
from textveil.lexicon.dates.written_dates import parse
from textveil.testing.samples import annotated
from textveil.testing.transformers import check_transformer
from textveil.transform.coarser.coarser_dates import DATE_LEVELS, coarser_date
from textveil.transform.coarser.coarser_numbers import coarser_age, coarser_number
from textveil.transform.coarser.coarser_places import RESTRICTED_ZIPS, coarser_place, coarser_zip
from textveil.transform.coarser.generalize import Generalize
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.runs.cells import CELL_BREAK
from textveil.values.span import Span, Spans
from textveil.verify.fakes.coarseness import Coarseness


@pytest.mark.parametrize("level", DATE_LEVELS)
@pytest.mark.parametrize("place", ["state", "country"])
def test_the_contract_of_transformers(level, place):
    check_transformer(Generalize(date=level, place=place))


@pytest.mark.parametrize(
    ("text", "month", "quarter", "year", "decade"),
    [
        ("05/03/2016", "May 2016", "Q2 2016", "2016", "2010s"), ("Tuesday, 3 May 2016", "May 2016", "Q2 2016", "2016", "2010s"),
        ("3 May", "May", "Q2", None, None), ("May 2016", "May 2016", "Q2 2016", "2016", "2010s"), ("2016", "2016", "2016", "2016", "2010s"),
        ("Q3 2015", "Q3 2015", "Q3 2015", "2015", "2010s"), ("spring of 2014", "spring 2014", None, "2014", "2010s"),
        ("the 1990s", "1990s", "1990s", "1990s", "1990s"), ("last May", "May", "Q2", None, None), ("Tuesday", None, None, None, None),
        ("30 Dec 2015 - 2 Jan 2016", "December 2015 to January 2016", "Q4 2015 to Q1 2016", "2015-2016", "2010s"),
        ("May 3-5, 2016", "May 2016", "Q2 2016", "2016", "2010s"), ("yesterday", None, None, None, None),
        ("31 Feb 2016", None, None, None, None), ("Christmas 2014", "December 2014", "Q4 2014", "2014", "2010s"), ("soon", None, None, None, None),
    ],
)  # fmt: skip
def test_dates(text, month, quarter, year, decade):
    assert [coarser_date(text, level) for level in DATE_LEVELS] == [month, quarter, year, decade]


@given(st.dates(date(1850, 1, 1), date(2120, 1, 1)), st.sampled_from(DATE_LEVELS))
def test_a_coarser_date_holds_the_day_and_is_read_as_asked(day, level):
    found = parse(coarser_date(day.isoformat(), level))
    moment = found.moments[0]
    assert moment.precision == level
    assert moment.day is None
    if level == "decade":
        assert moment.year == day.year // 10 * 10
        return
    assert moment.year == day.year
    assert moment.month in (None, day.month)
    assert moment.part in (None, (day.month - 1) // 3)


def test_years_that_tell_a_great_age_are_joined():
    assert coarser_date("5/3/1931", "year", earliest=1936) == "before 1936"
    assert coarser_date("5/3/1936", "year", earliest=1936) == "1936"


@pytest.mark.parametrize(
    ("text", "after", "band"),
    [
        ("34", "", "30-34"), ("35", "", "35-39"), ("0", "", "0-4"), ("89", "", "85-89"), ("90", "", "90+"), ("104", "", "90+"),
        ("thirty-four", "", "30-34"), ("early 30s", "", "30-39"), ("88-92", "", "85+"), ("in his 90s", "", "in his 90+"),
        ("6", "-month-old", "0-11"), ("34 years old", "", "30-34 years old"), ("old", "", None),
    ],
)  # fmt: skip
def test_ages(text, after, band):
    assert coarser_age(text, 5, 90, after) == band


@given(st.integers(0, 120), st.integers(1, 50), st.integers(1, 120))
def test_a_band_holds_the_age_and_none_from_the_top_on(age, width, top):
    band = coarser_age(str(age), width, top)
    if age >= top:
        assert band == f"{top}+"
        return
    low, _, high = band.partition("-")
    assert int(low) <= age <= int(high or low) < top
    assert int(low) % width == 0
    assert int(high or low) - int(low) < width


@pytest.mark.parametrize(
    ("code", "coarse"),
    [("02139", "021"), ("02139-4307", "021"), ("03601", "000"), ("82190", "000"), ("00012", None), ("SW1A 1AA", None), ("021", None)],
)  # fmt: skip
def test_postal_codes(code, coarse):
    assert coarser_zip(code) == coarse


def test_the_restricted_areas_are_those_of_the_guidance():
    assert len(RESTRICTED_ZIPS) == 17
    assert all(coarser_zip(f"{prefix}01") == "000" for prefix in RESTRICTED_ZIPS)
    assert coarser_zip("03601", frozenset()) == "036"


@pytest.mark.parametrize(
    ("text", "label", "after", "state", "country"),
    [
        ("Boston", "CITY", "", "Massachusetts", "United States"), ("Lyon", "CITY", "", "France", "France"),
        ("Paris", "CITY", ", TX 75460", "Texas", "United States"), ("Paris", "CITY", ", France", "France", "France"),
        ("New York", "CITY", "", "United States", "United States"), ("BOSTON", "CITY", "", "MASSACHUSETTS", "UNITED STATES"),
        ("Texas", "STATE", "", "United States", "United States"), ("TX", "STATE", "", "United States", "United States"),
        ("Ostrobothnia", "CITY", "", None, None), ("Bavaria", "STATE", "", None, None),
    ],
)  # fmt: skip
def test_places(text, label, after, state, country):
    assert coarser_place(text, label, "state", after) == state
    assert coarser_place(text, label, "country", after) == country


@given(st.integers(0, 10**9), st.integers(0, 10**6))
def test_a_range_holds_the_number(number, width):
    low, _, high = coarser_number(f"${number:,}", width)[1:].replace(",", "").partition("-")
    assert int(low) <= number < int(high)
    assert int(high) - int(low) == (width or 10 ** (len(str(number)) - 1))


@pytest.mark.parametrize(
    ("text", "coarse"), [("7.25 kg", "7-8 kg"), ("12", "10-20"), ("two", None), ("3 of 4", None)]
)
def test_numbers(text, coarse):
    assert coarser_number(text) == coarse


def test_a_whole_document():
    note = annotated(
        "n",
        "[[34|AGE]]-year-old of [[Boston|CITY]], [[MA|STATE]] [[02139|ZIP]], seen [[03/05/2016|DATE]] and "
        "[[25/05/2016|DATE]] by [[Ana|NAME]], earns [[$45,320|QUANTITY]].",
    )
    assert Generalize(date="month").transform(note, note.spans).text == (
        "30-34-year-old of Massachusetts, United States 021, seen May 2016 and May 2016 by [NAME], earns $40,000-50,000."
    )


@pytest.mark.parametrize(
    "options",
    [{"date": "week"}, {"place": "city"}, {"age_width": 0}, {"age_top": 0}, {"number_width": -1}],
)
def test_options_that_make_no_sense_are_refused(options):
    with pytest.raises(InvalidValueError):
        Generalize(**options)


def test_endless_numbers_are_no_amounts():
    assert coarser_number("9" * 5000) is None


def test_the_top_of_ages_is_a_number_in_a_cell_of_one():
    document = Document("d", f"Aged 95.{CELL_BREAK}95")
    spans = Spans([Span(5, 7, "AGE"), Span(len(document.text) - 2, len(document.text), "AGE")])
    release = Generalize(age_width=1).transform(document, spans)
    assert [edit.replacement for edit in release.edits] == ["90+", "90"]
    assert Coarseness(age_width=1).verify([Case(document, release)]).holds
    wrong = Release.of(document, [Edit(5, 7, "90", "AGE")])
    assert not Coarseness(age_width=1).verify([Case(document, wrong)]).holds
