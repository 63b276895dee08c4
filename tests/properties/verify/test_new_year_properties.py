"""Days without a year on both sides of New Year keep their distance, and both readers agree."""

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.transform.surrogate import Surrogate
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans
from textveil.verify.days.intervals import Intervals

KEY = Secret(b"a key of the days around New Year")
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def said(day):
    return f"{day.day} {MONTHS[day.month - 1]}"


def made(dates):
    """Return the dates of a document after they moved, and the verdict about them."""
    spans, text = [], ""
    for one in dates:
        text += "On "
        spans.append(Span(len(text), len(text) + len(one), "DATE", 1.0, "test"))
        text += f"{one}. "
    document, spans = Document("n", text, subject="s"), Spans(spans)
    maker = Surrogate(key=KEY)
    maker.survey(document, spans)
    release = maker.transform(document, spans)
    verdict = Intervals(key=KEY).verify([Case(document, release)])
    return [edit.replacement for edit in release.edits], verdict


def apart(first, second):
    """Return by how many days a day without a year follows another one, in any years."""
    gaps = set()
    for year in (2011, 2012, 2013, 2015):
        one, other = (date(year, MONTHS.index(said[1]) + 1, int(said[0]))
                      for said in (first.split(), second.split()))  # fmt: skip
        gaps.add((other - one).days % (366 if _leaps(one, other) else 365))
    return gaps


def _leaps(one, other):
    """Tell whether a leap day lies between a day and the next time that the other comes."""
    last = other if other > one else other.replace(year=other.year + 1)
    years = (one.year, one.year + 1)
    leaps = [date(y, 2, 29) for y in years if y % 4 == 0]
    return any(one < leap <= last for leap in leaps)


LATE = st.integers(1, 80).map(lambda days: date(2014, 12, 31) - timedelta(days))
EARLY = st.integers(0, 58).map(lambda days: date(2015, 1, 1) + timedelta(days))
ANY = st.dates(date(2013, 1, 1), date(2017, 12, 31))


@settings(max_examples=150)
@given(LATE, EARLY)
def test_a_stay_over_new_year_has_its_length_where_no_year_is_told(late, early):
    shown, verdict = made([said(late), said(early)])
    assert verdict.holds
    assert (early - late).days in apart(*shown)


@settings(max_examples=150)
@given(LATE, EARLY, st.dates(date(2014, 6, 20), date(2014, 7, 15)))
def test_a_stay_over_new_year_has_its_length_in_a_note_of_another_season(late, early, written):
    shown, verdict = made([written.isoformat(), said(late), said(early)])
    assert verdict.holds
    assert (early - late).days in apart(*shown[1:])


@settings(max_examples=150)
@given(st.lists(ANY.map(said), min_size=1, max_size=7), st.lists(ANY, max_size=3))
def test_maker_and_verifier_take_the_same_years(days, dated):
    assert made([*days, *(one.isoformat() for one in dated)])[1].holds


@settings(max_examples=150)
@given(ANY, st.dates(date(1990, 1, 1), date(2022, 1, 1)), st.integers(2010, 2024))
def test_a_weekday_finds_its_year_beside_a_date_of_birth(day, born, year):
    there = date(year, day.month, min(day.day, 28))
    shown, verdict = made([born.isoformat(), f"summer term {year}", f"{there:%A} {said(there)}"])
    assert verdict.holds
    if fits_one_year_alone(there, born):
        moved = date.fromisoformat(shown[0])
        assert shown[2].startswith(said_with_weekday(moved + (there - born)))


def fits_one_year_alone(there, born):
    """Tell whether no year beside the birth has this weekday on this day."""
    near = {born.year - 1, born.year, born.year + 1} - {there.year}
    return all(there.replace(year=one).weekday() != there.weekday() for one in near)


def said_with_weekday(day):
    return f"{day:%A} {said(day)}"
