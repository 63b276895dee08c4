"""Intervals: releases that keep them hold, and every planted defect is found where it is."""

# ruff: noqa: E501 - the tables are the point

from datetime import date, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.oracles import written_dates as obvious

from textveil.lexicon.date_conventions import conventions, dated_days, year_near
from textveil.lexicon.written_dates import parse
from textveil.testing.verifiers import check_verifier
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.verdict import Status
from textveil.verify.intervals import Intervals, _reason


def case(name, pairs, subject="p1", label="DATE"):
    text, edits = "", []
    for before, after in pairs:
        text += "on "
        edits.append(Edit(len(text), len(text) + len(before), after, label))
        text += before + "; "
    document = Document(name, text, subject)
    return Case(document, Release.of(document, edits))


def moved(texts, days):
    shown = conventions(texts)
    dated = dated_days(texts, shown)
    dates = [parse(t, shown.day_first) for t in texts]
    return [(d.text, d.shifted(days, year_near(d, shown.year, dated))) for d in dates]


WHOLE = [write(date(2015, 11, 20)) for write in obvious.FULL.values()]
WHOLE = [text for text in WHOLE if text]
OTHERS = [
    "3 May", "02/27", "Feb 29", "May 2016", "last May", "Spring 2014", "Q3 2015", "2016", "the 1990s",
    "Tuesday", "the 3rd", "yesterday", "Christmas Eve 2014", "Thanksgiving", "May 30-31, 2016",
    "30 Dec - 2 Jan 2015", "2014-15", "5/3/16", "10/5/98-10/9/98", "Mon/Wed/Fri", "week 18 of 2016",
    "'98", "5/98", "H1 2015", "25/12/2015", "the thirties",
]  # fmt: skip


@given(st.integers(-365, 365).filter(bool))
def test_one_offset_for_all_forms_holds(days):
    texts = WHOLE + OTHERS
    verdict = Intervals().verify([case("a", moved(texts, days))])
    assert verdict.holds, verdict.witnesses
    assert verdict.checked == len(texts)


@given(st.integers(-365, 365), st.sampled_from(WHOLE), st.integers(-40, 40).filter(bool))
def test_one_date_moved_by_another_number_of_days_is_found(days, text, wrong):
    assume(parse(text).shifted(days) != parse(text).shifted(days + wrong))
    good = case("a", moved(WHOLE, days))
    bad = case("b", [(text, parse(text).shifted(days + wrong))])
    verdict = Intervals().verify([good, bad])
    assert [w.document for w in verdict.witnesses] == ["b"]
    place = verdict.witnesses[0]
    assert bad.release.text[place.start : place.end] == bad.release.edits[0].replacement


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3 May", "3 May"), ("3 May", "18 June"), ("May 2016", "May 2016"), ("May 2016", "July 2016"),
        ("last May", "last May"), ("2016", "2017"), ("Q3 2015", "Q4 2015"), ("Spring 2014", "Fall 2014"),
        ("Tuesday", "Tuesday"), ("the 1990s", "the 2000s"), ("Tuesday, 3 May 2016", "Thursday, 17 June 2016"),
        ("5/3/16", "6/18/16"), ("May 3-5, 2016", "June 17-20, 2016"), ("the 3rd", "the 3rd"),
        ("Christmas Eve 2014", "February 8, 2015"), ("2016-W18", "2016-W18"), ("3 May 2016", "June 2016"),
        ("3 May 2016", "soon"), ("3 May 2016", "17 June"), ("3 May", "17 June 2016"), ("May 2016", "31 Feb 2016"),
    ],
)  # fmt: skip
def test_every_kind_of_wrong_date_is_found(before, after):
    anchors = [("2016-01-01", "2016-02-15"), ("2016-01-02", "2016-02-16")]
    verdict = Intervals().verify([case("a", anchors), case("b", [(before, after)])])
    assert verdict.status is Status.REFUTED
    assert {w.document for w in verdict.witnesses} == {"b"}


def test_the_contract_of_verifiers():
    sound = [case("a", moved(["3 May 2016", "5/9/2016", "June 2016"], 45), None)]
    wrong = [
        ("2016-05-03", "2016-06-17"),
        ("2016-05-04", "2016-06-18"),
        ("2016-05-09", "2016-06-24"),
    ]
    check_verifier(Intervals(), sound, [case("b", wrong, None)])


def test_subjects_have_offsets_of_their_own():
    one, other = case("a", moved(WHOLE, 40), "p1"), case("b", moved(WHOLE, 90), "p2")
    assert Intervals().verify([one, other]).holds
    same = case("b", moved(WHOLE, 90), "p1")
    assert not Intervals().verify([one, same]).holds


def test_without_a_majority_all_dates_are_named():
    pair = [case("a", moved(["2016-05-03"], 40)), case("b", moved(["2016-05-09"], 41))]
    for cases in (pair, pair[::-1]):
        verdict = Intervals().verify(cases)
        assert {w.document for w in verdict.witnesses} == {"a", "b"}


def test_subjects_without_a_whole_date_are_checked_too():
    assert Intervals().verify([case("a", moved(["3 May", "May 2016", "Tuesday"], 45))]).holds
    wrong = [("3 May", "17 June"), ("5 May", "20 June")]
    assert Intervals().verify([case("a", wrong)]).failures == 2
    apart = [case("a", [("Tuesday", "Friday")]), case("b", [("Wednesday", "Friday")])]
    assert Intervals().verify(apart).failures == 2
    assert Intervals().verify([case("a", [("Tuesday", "Friday")])]).holds


def test_days_without_a_year_fit_one_year_of_their_document():
    leap = [("2016-01-01", "2016-02-10"), ("Feb 20", "Mar 31"), ("Feb 21", "Apr 1")]
    other = [("2015-01-01", "2015-02-10"), ("Feb 20", "Apr 1"), ("Feb 21", "Apr 2")]
    mixed = [("2016-01-01", "2016-02-10"), ("Feb 20", "Mar 31"), ("Feb 21", "Apr 2")]
    assert Intervals().verify([case("a", leap)]).holds
    assert Intervals().verify([case("b", other)]).holds
    assert not Intervals().verify([case("c", mixed)]).holds


def test_dates_that_cannot_be_read_are_counted_and_not_checked():
    verdict = Intervals().verify([case("a", [("31 Feb 2016", "[DATE]"), ("soon", "[DATE]")])])
    assert verdict.holds
    assert verdict.checked == 0
    assert verdict.reason.startswith("2 dates")


def test_a_date_that_became_a_tag_is_not_checked():
    anchors = [("2016-01-01", "2016-02-15"), ("2016-01-02", "2016-02-16"), ("3 May 2016", "[DATE]")]
    verdict = Intervals().verify([case("a", anchors)])
    assert (verdict.holds, verdict.checked) == (True, 2)


def test_other_labels_are_left_alone():
    assert Intervals().verify([case("a", [("2016-05-03", "x")], label="TIME")]).checked == 0


def test_without_the_input_it_is_not_checkable():
    blind = Case(None, case("a", moved(["3 May 2016"], 40)).release)
    assert Intervals().verify([blind]).status is Status.NOT_CHECKABLE


def test_numbers_are_read_as_the_document_shows():
    day_first = [("03/05/2016", "17/06/2016"), ("25/05/2016", "09/07/2016")]
    assert Intervals().verify([case("a", day_first)]).holds
    # Read with the month first, 5 March would have become 19 April.
    month_first = [("03/05/2016", "04/19/2016"), ("25/05/2016", "09/07/2016")]
    assert not Intervals().verify([case("a", month_first)]).holds


@given(
    st.lists(st.dates(date(1950, 1, 1), date(2050, 1, 1)), min_size=3, max_size=8),
    st.integers(-300, 300),
    st.data(),
)
def test_the_verdict_is_that_of_datetime(days, offset, data):
    new = [day + timedelta(offset) for day in days]
    at = data.draw(st.integers(0, len(days) - 1))
    new[at] += timedelta(data.draw(st.sampled_from([0, 0, 1, -1, 7, 365])))
    differences = {b - a for a, b in zip(days, new, strict=True)}
    verdict = Intervals().verify(
        [case("a", [(a.isoformat(), b.isoformat()) for a, b in zip(days, new, strict=True)])]
    )
    assert verdict.holds == (len(differences) == 1)


def shared(number, new="17 June 2016", own=10):
    """Return subjects with one day that moved alike, and two days that moved by their own."""
    return [
        case(
            f"n{at}",
            [
                ("3 May 2016", new),
                ("1 May 2015", f"{own + at} May 2015"),
                ("2 May 2015", f"{own + at + 1} May 2015"),
            ],
            f"p{at}",
        )
        for at in range(number)
    ]


def test_days_that_moved_with_the_corpus_are_left_out_and_counted():
    verdict = Intervals().verify(shared(6))
    assert verdict.status is Status.HOLDS
    assert verdict.reason == "6 dates that many subjects share moved with the corpus"


def test_a_day_of_few_subjects_must_move_as_their_others_do():
    verdict = Intervals().verify(shared(5))
    assert (verdict.status, verdict.failures) == (Status.REFUTED, 5)
    assert Intervals(shared=4).verify(shared(5)).status is Status.HOLDS


def test_a_day_that_stays_is_not_one_that_moved_alike():
    assert Intervals().verify(shared(8, "3 May 2016")).failures == 8


def test_other_dates_are_checked_beside_shared_ones():
    cases = shared(8)
    wrong = [
        ("3 May 2016", "17 June 2016"),
        ("1 May 2015", "9 May 2015"),
        ("2 May 2015", "9 May 2015"),
    ]
    assert Intervals().verify([*cases, case("x", wrong, "x")]).failures == 2


def test_dates_that_became_years_are_left_out_and_counted():
    kept = [("3 May 2016", "7 June 2016"), ("10 May 2016", "14 June 2016")]
    years = [("25 December 2016", "2017"), ("27 December 2016 - 2 January 2017", "2017")]
    verdict = Intervals().verify([case("a", kept + years)])
    assert verdict.holds
    assert (verdict.checked, verdict.reason) == (2, "2 dates became years")
    assert not Intervals().verify([case("a", [*kept, ("2016", "2019")])]).holds


def test_one_date_is_one():
    assert _reason(1, 0, 1) == "1 date of the input could not be read; 1 date became a year"
    assert _reason(1200, 0, 2).startswith("1,200 dates of the input")
