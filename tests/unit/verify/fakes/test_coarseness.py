"""Coarseness: what generalization makes holds, and everything finer or untrue is found."""

# ruff: noqa: E501 - the tables are the point

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.verify.released import released

from textveil.errors import InvalidValueError
from textveil.testing.verifiers import check_verifier
from textveil.transform.coarser.generalize import Generalize
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.span import Span, Spans
from textveil.values.verdict import Status
from textveil.verify.days.shown_periods import shown_periods
from textveil.verify.fakes.coarseness import Coarseness

GOOD = [
    ("{DATE:05/03/2016=2016}", {}),
    ("{DATE:05/03/2016=2010s}", {}),
    ("{DATE:05/03/2016=[DATE]}, {DATE:3 May=[DATE-2]}, {DATE:2015=}, {DATE:soon=****}", {}),
    ("{DATE:05/03/2016=Q2 2016}", {"date": "quarter"}),
    ("{DATE:05/03/2016=May 2016}, {DATE:3 May=May}", {"date": "month"}),
    ("{DATE:30 Dec 2015 - 2 Jan 2016=2015-2016}", {}),
    ("{DATE:30 Dec 2015 - 2 Jan 2016=December 2015 to January 2016}", {"date": "month"}),
    ("{DATE:spring 2014=spring 2014}, {DATE:H1 2014=H1 2014}", {"date": "month"}),
    ("{DATE:05/03/1930=before 1937}, {DATE:1937=1937}", {"earliest_year": 1937}),
    ("{DATE:25/03/2016=2016}, {DATE:05.03.2016=March 2016}", {"date": "month"}),
    ("{AGE:34=30-34}, {AGE:ninety-three=90+}, {AGE:early 30s=30-39}, {AGE:34=30-39}", {}),
    ("{AGE:34=34}, {AGE:89=89}, {AGE:90=90+}", {"age_width": 1}),
    ("{AGE:89=80-89}, {AGE:late 80s=80-89}", {"age_width": 10}),
    ("{AGE:6 months=0-11 months}, {AGE:3-day-old=0-30-day-old}", {}),
    ("{ZIP:02139=021}, {ZIP:03601=000}, {ZIP:02139-1234=000}", {}),
    ("{ZIP:03601=036}, {ZIP:02139=000}", {"restricted_zips": ("021",)}),
    ("{CITY:Boston=Massachusetts}, {CITY:LYON=FRANCE}, {STATE:Ohio=United States}", {}),
    ("{CITY:Boston=United States}", {"place": "country"}),
    ("{QUANTITY:$45,320=$40,000-50,000}, {QUANTITY:7.25 kg=7-8 kg}", {}),
    ("{QUANTITY:$45,320=$45,000-50,000}", {"number_width": 5000}),
    ("{NAME:Ana Ruiz=Eva Lund}, {PHONE:617-555-0134=617-555-0134}", {}),
]


@pytest.mark.parametrize(("text", "options"), GOOD)
def test_what_is_coarse_enough_holds(text, options):
    case = released(text)
    verdict = Coarseness(**options).verify([case])
    assert verdict.holds, verdict.witnesses


BAD = [
    ("{DATE:05/03/2016=May 2016}", {}, "more"),
    ("{DATE:05/03/2016=05/03/2016}", {}, "more"),
    ("{DATE:05/03/2016=Q2 2016}", {}, "more"),
    ("{DATE:05/03/2016=2016}", {"date": "decade"}, "more"),
    ("{DATE:05/03/2016=05/2016}", {"date": "month"}, "more"),
    ("{DATE:05/03/2016=2016 (May)}", {}, "more"),
    ("{DATE:05/03/2016=2015}", {}, "not true"),
    ("{DATE:05/03/2016=June 2016}", {"date": "month"}, "not true"),
    ("{DATE:05/03/2016=Q1 2016}", {"date": "quarter"}, "not true"),
    ("{DATE:05/03/2016=2000s}", {"date": "decade"}, "not true"),
    ("{DATE:spring 2014=fall 2014}", {"date": "month"}, "not true"),
    ("{DATE:05/03/2016=2015-2016}", {}, "not true"),
    ("{DATE:soon=2016}", {}, "not true"),
    ("{DATE:3 May=2016}", {}, "not true"),
    ("{DATE:05/03/2016=before 1937}", {"earliest_year": 1937}, "not true"),
    ("{DATE:05/03/1930=1930}", {"earliest_year": 1937}, "last band"),
    ("{DATE:1 Jan 1930 - 2 Jan 1990=1930-1990}", {"earliest_year": 1937}, "last band"),
    ("{AGE:34=34}", {}, "more"),
    ("{AGE:34=33-36}", {}, "more"),
    ("{AGE:34=35-39}", {}, "not true"),
    ("{AGE:34=90+}", {}, "not true"),
    ("{AGE:93=93}", {}, "last band"),
    ("{AGE:93=90-94}", {}, "last band"),
    ("{AGE:ninety-three=ninety-three}", {}, "last band"),
    ("{AGE:93=93}", {"age_width": 1}, "last band"),
    ("{AGE:34=young}", {}, "not true"),
    ("{AGE:6 months=6 months}", {}, "more"),
    ("{ZIP:02139=02139}", {}, "more"),
    ("{ZIP:02139=0213}", {}, "more"),
    ("{ZIP:03601=036}", {}, "more"),
    ("{ZIP:02139=022}", {}, "not true"),
    ("{CITY:Boston=Boston}", {}, "more"),
    ("{CITY:Boston=Cambridge}", {}, "more"),
    ("{CITY:New York=New York}", {}, "more"),
    ("{CITY:Boston=Massachusetts}", {"place": "country"}, "more"),
    ("{STATE:Ohio=Ohio}", {}, "more"),
    ("{QUANTITY:$45,320=$45,320}", {}, "more"),
    ("{QUANTITY:$45,320=$45,300-45,400}", {}, "more"),
    ("{QUANTITY:$45,320=$50,000-60,000}", {}, "not true"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "reason"), BAD)
def test_what_is_too_fine_or_untrue_is_found(text, options, reason):
    case = released(f"On {text}.")
    verdict = Coarseness(**options).verify([case])
    assert verdict.status is Status.REFUTED
    assert reason in verdict.witnesses[0].reason
    place = verdict.witnesses[0]
    assert case.release.text[place.start : place.end] == case.release.edits[0].replacement


VALUES = st.one_of(
    st.tuples(
        st.just("DATE"),
        st.one_of(
            st.dates().map(lambda d: d.isoformat()),
            st.dates().map(lambda d: f"{d.month}/{d.day}/{d.year:04}"),
            st.sampled_from(
                [
                    "3 May", "May 2016", "Q3 2015", "spring of 2014", "the 1990s", "last May", "2016",
                    "30 Dec 2015 - 2 Jan 2016", "31 Feb 2016", "Tuesday", "H1 2015", "T2 2015",
                    "week 18 of 2016", "Christmas 2014", "May 3-5, 2016", "2014-15", "Mon/Wed/Fri",
                    "5/3/2016, 5/9/2015", "winter 2013-14", "03.04.2016", "the 3rd",
                ]
            ),
        ),
    ),
    st.tuples(st.just("AGE"), st.integers(0, 119).map(str)),
    st.tuples(
        st.just("AGE"),
        st.sampled_from(["early 90s", "thirties", "late 80s", "6 months", "80-95", "ninety", "old"]),
    ),
    st.tuples(st.just("ZIP"), st.from_regex(r"[0-9]{5}(-[0-9]{4})?", fullmatch=True)),
    st.tuples(st.just("ZIP"), st.just("SW1A 2AA")),
    st.tuples(st.just("CITY"), st.sampled_from(["Boston", "New York", "LYON", "Nowhere", "Paris"])),
    st.tuples(st.just("STATE"), st.sampled_from(["Ohio", "TX", "Bavaria"])),
    st.tuples(st.just("QUANTITY"), st.integers(0, 10**6).map(lambda n: f"${n:,}")),
)  # fmt: skip


@given(
    st.lists(VALUES, min_size=1, max_size=6),
    st.sampled_from(["month", "quarter", "year", "decade"]),
    st.sampled_from([0, 1937]),
    st.sampled_from([1, 5, 7, 10]),
    st.sampled_from(["state", "country"]),
    st.sampled_from([0, 500]),
)
def test_whatever_generalization_makes_holds(values, date, earliest, width, place, number):
    text, spans = "", []
    for label, value in values:
        text += "on "
        spans.append(Span(len(text), len(text) + len(value), label))
        text += f"{value}; "
    document = Document("n", text)
    options = {
        "date": date,
        "earliest_year": earliest,
        "age_width": width,
        "place": place,
        "number_width": number,
    }
    release = Generalize(**options).transform(document, Spans(spans))
    verdict = Coarseness(**options).verify([Case(document, release)])
    assert verdict.holds, (release.text, verdict.witnesses)
    assert verdict.checked == len(values)


def test_the_contract_of_verifiers():
    check_verifier(
        Coarseness(), [released("{DATE:05/03/2016=2016}")], [released("{DATE:05/03/2016=May 2016}")]
    )


@pytest.mark.parametrize("options", [{"date": "day"}, {"place": "street"}])
def test_levels_that_do_not_exist(options):
    with pytest.raises(InvalidValueError):
        Coarseness(**options)


def test_without_the_input_it_is_not_checkable():
    case = Case(None, Release.of(Document("n", "x")))
    assert Coarseness().verify([case]).status is Status.NOT_CHECKABLE


def test_ten_witnesses_are_shown_and_all_are_counted():
    verdict = Coarseness().verify([released("{AGE:93=93} " * 12)])
    assert (verdict.checked, verdict.failures, len(verdict.shown)) == (12, 12, 10)


def test_periods_that_are_not_shown_cover_nothing():
    assert shown_periods("soon") is None
    assert shown_periods("2014-2015-2016") is None
