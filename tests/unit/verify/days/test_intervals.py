"""Intervals: releases that follow the definition hold, every planted defect is found where it is.

Sound releases are written here by plain arithmetic with dates, not by the transformer.
"""

# ruff: noqa: E501 - the tables are the point

import hmac
import json
from calendar import isleap
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import InvalidValueError
from textveil.lexicon.dates.written_date_moments import Moment
from textveil.testing.verifiers import check_verifier
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.verdict import Status
from textveil.verify.days.intervals import Intervals
from textveil.verify.readers.date_years import DocumentYears, SubjectYears

TAGS = "dates that could be read and are tags"
KEY = Secret(b"a key for the tests of clocks")


def case(name, pairs, subject="p1", label="DATE", metadata=None):
    text, edits = "", []
    for before, after in pairs:
        text += "on "
        edits.append(Edit(len(text), len(text) + len(before), after, label))
        text += before + "; "
    document = Document(name, text, subject, Metadata(metadata or {}))
    return Case(document, Release.of(document, edits))


def number(subject, key=KEY):
    """Return the number that the key draws for a subject."""
    parts = [part.encode() for part in ("date-clock", subject)]
    message = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return int.from_bytes(hmac.new(key.derive("surrogate"), message, "sha256").digest(), "big")


def in_year(day, year):
    try:
        return day.replace(year=year)
    except ValueError:
        return date(year, 2, 28)


def target(anchor, subject="subject:p1", years=(2010, 2019), weekday=True, season=False):
    """Return the drawn target, by looking at every day of the window."""
    day, every = date(years[0], 1, 1) - timedelta(7), []
    while day <= date(years[1], 12, 31) + timedelta(7):
        inside = years[0] <= day.year <= years[1]
        if season:
            centres = [in_year(anchor, y) for y in range(years[0], years[1] + 1)]
            inside = any(abs(day - one).days <= 3 for one in centres)
        if inside and (not weekday or day.weekday() == anchor.weekday()):
            every.append(day)
        day += timedelta(1)
    return every[number(subject) % len(every)]


ANCHOR = date(2016, 5, 20)
K = target(ANCHOR) - ANCHOR


def shift(day, by=K):
    return day + by


def iso(*days, by=K):
    return [(day.isoformat(), shift(day, by).isoformat()) for day in days]


FORMS = {
    "iso": "%Y-%m-%d", "us": "%m/%d/%Y", "words": "%d %B %Y", "month first": "%B %d, %Y",
    "weekday": "%A, %d %B %Y", "stamp": "%Y-%m-%d 10:30", "short": "%d %b %Y",
}  # fmt: skip
DAYS = [date(2016, 5, 20), date(2016, 2, 29), date(1961, 10, 14), date(2015, 12, 31)]
SOUND = [(day.strftime(form), shift(day).strftime(form)) for day in DAYS for form in FORMS.values()]


def test_the_drawn_offset_holds_in_every_form():
    verdict = Intervals(key=KEY).verify([case("a", SOUND)])
    assert verdict.holds, verdict.witnesses
    assert (verdict.checked, verdict.reason) == (len(SOUND), "")


@pytest.mark.parametrize("weekday", [True, False])
@pytest.mark.parametrize("season", [True, False])
@pytest.mark.parametrize("years", [(2010, 2019), (1990, 1990), (2031, 2033)])
@pytest.mark.parametrize("anchor", [date(2016, 5, 20), date(2016, 2, 29), date(1950, 1, 2)])
def test_every_option_has_its_draw(weekday, season, years, anchor):
    by = target(anchor, years=years, weekday=weekday, season=season) - anchor
    verifier = Intervals(
        window=f"{years[0]}-{years[1]}",
        season="keep" if season else None,
        keep_weekday=weekday,
        key=KEY,
    )
    assert verifier.verify([case("a", iso(anchor, anchor - timedelta(400), by=by))]).holds
    wrong = iso(anchor, anchor - timedelta(400), by=by + timedelta(7))
    assert verifier.verify([case("a", wrong)]).failures == 2


def test_subjects_have_clocks_of_their_own_over_all_documents():
    other = target(ANCHOR, "subject:p2") - ANCHOR
    own = target(ANCHOR, "document:c") - ANCHOR
    cases = [
        case("a1", iso(date(2016, 5, 1))),
        case("a2", iso(ANCHOR)),
        case("b", iso(ANCHOR, date(2011, 1, 1), by=other), "p2"),
        case("c", iso(ANCHOR, by=own), None),
    ]
    assert Intervals(key=KEY).verify(cases).holds
    assert Intervals().verify(cases).holds
    exchanged = [case("a2", iso(ANCHOR, by=other)), case("b", iso(ANCHOR, by=K), "p2")]
    assert Intervals(key=KEY).verify(exchanged).failures == 2
    assert Intervals().verify(exchanged).holds


def test_the_corpus_may_have_one_clock():
    by = target(ANCHOR, "") - ANCHOR
    cases = [case("a", iso(date(2016, 5, 1), by=by)), case("b", iso(ANCHOR, by=by), "p2")]
    assert Intervals(key=KEY, scope="corpus").verify(cases).holds
    assert not Intervals(key=KEY).verify(cases).holds


def test_dates_that_nobody_moved_are_refuted():
    still = case("a", [(before, before) for before, _ in SOUND])
    assert Intervals(key=KEY).verify([still]).failures == len(SOUND)
    blind = Intervals().verify([still])
    assert blind.holds
    assert "neither a key nor a vault" in blind.reason


def test_a_window_with_one_candidate_may_keep_the_days():
    day = date(2016, 2, 29)
    verifier = Intervals(window="2016-2016", season="keep", key=KEY)
    verdict = verifier.verify([case("a", iso(day, by=timedelta(0)))])
    assert verdict.holds
    assert [count for _, count in verdict.untold] == [1]


@given(st.sampled_from(range(len(SOUND))), st.sampled_from([-366, -7, -1, 1, 7, 28, 365]))
def test_one_date_moved_by_another_number_of_days_is_found(at, wrong):
    day, form = [(day, form) for day in DAYS for form in FORMS.values()][at]
    bad = case("b", [(day.strftime(form), (shift(day) + timedelta(wrong)).strftime(form))])
    for verifier in (Intervals(key=KEY), Intervals()):
        [place] = verifier.verify([case("a", SOUND), bad]).witnesses
        assert place.document == "b"
        assert bad.release.text[place.start : place.end] == bad.release.edits[0].replacement


def at(day, by=None):
    return f"{shift(day, by or K):%d %B %Y}"


# The subject has 20 May 2016, its anchor, and 2 January 2016, which lies k later in the release.
BASE = iso(ANCHOR, date(2016, 1, 2))


def held(form, *day):
    """Return how the period that holds a moved day is written."""
    moved = shift(date(*day))
    quarter, half = (moved.month + 2) // 3, (moved.month + 5) // 6
    season = ("winter", "spring", "summer", "fall")[quarter - 1]
    year, week, _ = moved.isocalendar()
    return moved.strftime(form).format(
        q=quarter, h=half, s=season, w=week, g=year, d=moved.year // 10 * 10
    )


MONTHS = [f"{date(2000, month, 1):%B}" for month in range(1, 13)]
PERIODS = [
    # The nearest of the subject's days to the middle is chosen; else the middle.
    ("May 2016", held("%B %Y", 2016, 5, 20)),
    ("March 2016", held("%B %Y", 2016, 3, 16)),
    ("June 2016", held("%B %Y", 2016, 6, 15)),
    ("2016", held("%Y", 2016, 5, 20)),
    ("2014", held("%Y", 2014, 7, 2)),
    ("Q1 2016", held("Q{q} %Y", 2016, 1, 2)),
    ("Q3 2015", held("Q{q} %Y", 2015, 8, 16)),
    ("H1 2016", held("H{h} %Y", 2016, 5, 20)),
    ("winter 2016", held("{s} %Y", 2016, 1, 2)),
    ("summer 2014", held("{s} %Y", 2014, 8, 16)),
    ("week 18 of 2016", held("week {w} of {g}", 2016, 5, 5)),
    ("2016-W20", held("{g}-W{w:02}", 2016, 5, 20)),
    ("the 1990s", held("the {d}s", 1995, 1, 1)),
    ("2014-15", f"{held('%Y', 2014, 7, 2)}-{held('%y', 2015, 7, 2)}"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), PERIODS)
def test_a_period_holds_its_chosen_day(before, after):
    for verifier in (Intervals(key=KEY), Intervals()):
        verdict = verifier.verify([case("a", [*BASE, (before, after)])])
        assert verdict.holds, (before, after)


@pytest.mark.parametrize(("before", "after"), PERIODS)
def test_a_period_off_by_one_is_found(before, after):
    last = next(sign for sign in reversed(after) if sign.isdigit())
    wrong = [after.replace(last, str((int(last) + 1) % 10))]
    month, *year = after.split()
    if month in MONTHS:
        wrong += [f"{MONTHS[MONTHS.index(month) - 1]} {year[0]}"]
    for verifier in (Intervals(key=KEY), Intervals()):
        for other in wrong:
            assert not verifier.verify([case("a", [*BASE, (before, other)])]).holds, other


def test_periods_alone_have_their_middle_as_anchor():
    middle = date(2016, 5, 16)
    by = target(middle) - middle
    pairs = [
        ("May 2016", f"{shift(middle, by):%B %Y}"),
        ("April 2014", f"{shift(date(2014, 4, 15), by):%B %Y}"),
    ]
    assert Intervals(key=KEY).verify([case("a", pairs)]).holds
    assert Intervals().verify([case("a", pairs)]).holds
    wrong = [pairs[0], ("April 2014", f"{shift(date(2014, 4, 15), by) + timedelta(40):%B %Y}")]
    assert not Intervals(key=KEY).verify([case("a", wrong)]).holds
    assert not Intervals().verify([case("a", wrong)]).holds


YEARLESS = [
    # Beside 20 May 2016, the latest dated day.
    ("3 May", at(date(2016, 5, 3))[:-5].lstrip("0")),
    ("25 December", at(date(2015, 12, 25))[:-5]),
    ("11/30", f"{shift(date(2015, 11, 30)):%m/%d}"),
    ("Wednesday, 25 November", f"{shift(date(2015, 11, 25)):%A, %d %B}"),
    ("29 February", at(date(2016, 2, 29))[:-5]),
    ("April", f"{shift(date(2016, 4, 15)):%B}"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), YEARLESS)
def test_days_without_a_year_have_that_of_the_rule(before, after):
    for verifier in (Intervals(key=KEY), Intervals()):
        assert verifier.verify([case("a", [*BASE, (before, after)])]).holds, after
    off = "1 " if not after.startswith("1 ") else "2 "
    wrong = off + "March" if "/" not in after else "02/02"
    if before != "April":
        assert not Intervals(key=KEY).verify([case("a", [*BASE, (before, wrong)])]).holds


def test_a_day_without_a_year_may_be_the_anchor():
    day = date(2016, 10, 31)  # nearer to 20 May 2016 than that of 2015
    by = target(day) - day
    pairs = [*iso(ANCHOR, by=by), ("10/31", f"{shift(day, by):%m/%d}")]
    assert Intervals(key=KEY).verify([case("a", pairs)]).holds


def test_a_near_day_tells_the_year_even_if_later_ones_follow():
    first, near, last = date(2015, 1, 10), date(2015, 1, 20), date(2016, 6, 1)
    by = target(last) - last
    pairs = [*iso(first, last, by=by), ("20 January", f"{shift(near, by):%d %B}")]
    assert Intervals(key=KEY).verify([case("a", pairs)]).holds
    if shift(near, by).day != shift(date(2016, 1, 20), by).day:
        wrong = [*pairs[:2], ("20 January", f"{shift(date(2016, 1, 20), by):%d %B}")]
        assert not Intervals(key=KEY).verify([case("a", wrong)]).holds


@given(
    st.lists(st.dates(date(1990, 1, 1), date(2030, 1, 1)), min_size=1, max_size=6),
    st.lists(st.dates(date(1990, 1, 1), date(2030, 1, 1)), max_size=6),
    st.integers(1, 12),
    st.integers(1, 29),
    st.none() | st.integers(0, 6),
)
def test_the_year_of_the_rule_is_the_cheapest_of_all(own, others, month, number, weekday):
    number = min(number, 28) if month != 2 else number
    day = Moment("day", None, month, number, None, weekday)
    every = sorted({one.toordinal() for one in own + others})
    middle = every[len(every) // 2]
    counting = [one for one in every if abs(one - middle) < 3653]
    mine = [one.toordinal() for one in own if one.toordinal() in counting]
    reach = 8 if (month, number) == (2, 29) else 1
    years = {
        date.fromordinal(one).year + step for one in counting for step in range(-reach, reach + 1)
    }
    placed = [date(y, month, number) for y in years if (month, number) != (2, 29) or isleap(y)]
    fitting = [one for one in placed if weekday in (None, one.weekday())] or placed

    def cost(candidate):
        at = candidate.toordinal()
        told = [20 * abs(at - d) + max(mine) - d for d in mine]
        return min(told + [600 + 20 * abs(at - d) for d in counting]), -at

    told = DocumentYears(tuple(sorted({one.toordinal() for one in own})))
    assert told.years([day], SubjectYears(every)) == [min(fitting, key=cost).year]


def test_births_tell_no_year_of_days_without_one():
    born = date(1950, 3, 1)
    # The document has only the birth; the year is that of the subject's other documents.
    day = date(2016, 2, 20)
    pairs = [*iso(born), (f"{day:%d %B}", f"{shift(day):%d %B}")]
    assert Intervals(key=KEY).verify([case("a", BASE), case("b", pairs)]).holds


def test_a_document_without_dated_days_takes_the_year_of_its_periods():
    day = date(2014, 2, 27)
    by = target(day) - day
    chosen = shift(day, by).year
    pairs = [("27 February", f"{shift(day, by):%d %B}"), ("2014", f"{chosen}")]
    assert Intervals(key=KEY).verify([case("a", pairs)]).holds
    alone = date(2001, 2, 27)
    by = target(alone) - alone
    assert (
        Intervals(key=KEY).verify([case("a", [("27 February", f"{shift(alone, by):%d %B}")])]).holds
    )
    leap = date(2000, 2, 29)
    by = target(leap) - leap
    assert (
        Intervals(key=KEY).verify([case("a", [("29 February", f"{shift(leap, by):%d %B}")])]).holds
    )


def test_a_pair_of_days_takes_the_year_that_it_names():
    first, last = shift(date(2014, 12, 30)), shift(date(2015, 1, 2))
    written = f"{first:%d %b} - {last:%d %b %Y}"
    if first.year == last.year or (first.month, first.day) > (last.month, last.day):
        assert (
            Intervals(key=KEY).verify([case("a", [*BASE, ("30 Dec - 2 Jan 2015", written)])]).holds
        )
    wrong = f"{first + timedelta(1):%d %b} - {last:%d %b %Y}"
    assert not Intervals(key=KEY).verify([case("a", [*BASE, ("30 Dec - 2 Jan 2015", wrong)])]).holds


@pytest.mark.parametrize(
    "before",
    [
        "31 Feb 2016", "soon", "the 3rd", "Christmas", "last summer", "Q3", "2099-12-31", "01/01/1900",
        "1970-01-01", "3 May 2150", "3 May 1750", "1799", "Thanksgiving", "the World Series", "May 2150",
    ],
)  # fmt: skip
def test_what_cannot_be_moved_must_be_a_tag(before):
    for verifier in (Intervals(key=KEY), Intervals()):
        tag = verifier.verify([case("a", [*BASE, (before, "[DATE]")])])
        assert (tag.holds, tag.checked) == (True, 3)
        assert tag.exempt == ((TAGS, 0),)
        for shown in (before, "3 May 2016", "May 2016"):
            assert [
                w.start for w in verifier.verify([case("a", [*BASE, (before, shown)])]).witnesses
            ], shown


def test_what_is_out_of_time_is_no_anchor():
    pairs = [*BASE, ("2099-12-31", "[DATE]"), ("3 May 2150", "[DATE]")]
    assert Intervals(key=KEY).verify([case("a", pairs)]).holds


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3 May 2016", "June 2016"), ("3 May 2016", "soon"), ("3 May 2016", ""), ("3 May", at(date(2016, 5, 3))),
        ("3 May 2016", at(date(2016, 5, 3))[:-5]), ("yesterday", "today"), ("Tuesday", "Friday"),
        ("May 2016", "31 Feb 2016"), ("last year", "2015"), ("Tuesday, 3 May 2016", at(date(2016, 5, 3))),
        ("Christmas Eve 2014", "Christmas Eve 2012"),
    ],
)  # fmt: skip
def test_every_kind_of_wrong_date_is_found(before, after):
    verdict = Intervals(key=KEY).verify([case("a", BASE), case("b", [(before, after)])])
    if after:
        assert {w.document for w in verdict.witnesses} == {"b"}
    else:
        assert verdict.exempt == ((TAGS, 1),)


def test_a_holiday_with_its_year_is_a_day():
    eve = shift(date(2014, 12, 24))
    assert (
        Intervals(key=KEY)
        .verify([case("a", [*BASE, ("Christmas Eve 2014", f"{eve:%B} {eve.day}, {eve.year}")])])
        .holds
    )


def test_weekdays_follow_where_offsets_are_no_whole_weeks():
    by = target(ANCHOR, weekday=False) - ANCHOR
    day = shift(date(2016, 5, 17), by)
    verifier = Intervals(keep_weekday=False, key=KEY)
    assert verifier.verify([case("a", [*iso(ANCHOR, by=by), ("Tuesday", f"{day:%A}")])]).holds
    if by.days % 7:
        assert not verifier.verify([case("a", [*iso(ANCHOR, by=by), ("Tuesday", "Tuesday")])]).holds
    assert (
        Intervals(key=KEY)
        .verify([case("a", [*BASE, ("Tuesday", "Tuesday"), ("two weeks ago", "two weeks ago")])])
        .holds
    )


def test_the_century_of_two_digits_counts():
    born = date(1961, 10, 14)
    by = timedelta(-7 * 1800)  # 1961 - 34 years: read with the pivot, 27 would be 2027
    moved = shift(born, by)
    pairs = iso(ANCHOR, date(2016, 1, 2), by=by)
    assert (
        Intervals().verify([case("a", [*pairs, (f"{born:%m/%d/%y}", f"{moved:%m/%d/%Y}")])]).holds
    )
    assert (
        not Intervals()
        .verify([case("a", [*pairs, (f"{born:%m/%d/%y}", f"{moved:%m/%d/%y}")])])
        .holds
    )


def test_readable_dates_may_be_tags_and_are_counted():
    cases = [case("a", [*BASE, ("3 May 2016", "[DATE]"), ("June 2016", "[DATE]")])]
    verdict = Intervals(key=KEY).verify(cases)
    assert (verdict.holds, verdict.exempt) == (True, ((TAGS, 2),))
    # The latest day may be a tag in the first place, or have become one.
    for day, shown in ((ANCHOR, date(2016, 3, 1)), (date(2016, 6, 1), ANCHOR)):
        by = target(ANCHOR) - ANCHOR
        tagged = (date(2016, 6, 1) if shown == ANCHOR else ANCHOR).isoformat(), "[DATE]"
        assert Intervals(key=KEY).verify([case("a", [*iso(shown, by=by), tagged])]).holds, day


def test_numbers_are_read_as_document_and_column_show():
    day_first = [
        (
            "25/05/2016",
            f"{shift(date(2016, 5, 25), target(date(2016, 5, 25)) - date(2016, 5, 25)):%d/%m/%Y}",
        )
    ]
    by = target(date(2016, 5, 25)) - date(2016, 5, 25)
    good = [*day_first, ("03/05/2016", f"{shift(date(2016, 5, 3), by):%d/%m/%Y}")]
    assert Intervals(key=KEY).verify([case("a", good)]).holds
    # Read with the month first it would be 5 March.
    bad = [*day_first, ("03/05/2016", f"{shift(date(2016, 3, 5), by):%d/%m/%Y}")]
    assert not Intervals(key=KEY).verify([case("a", bad)]).holds
    row = {"seen": "03/05/2016"}
    cases = [
        case("a", day_first, metadata={"seen": "25/05/2016"}),
        case("b", good[1:], metadata=row),
    ]
    assert Intervals(key=KEY).verify(cases).holds
    assert not Intervals(key=KEY).verify([cases[0], case("b", bad[1:], metadata=row)]).holds
    assert Intervals(key=KEY, day_first=True).verify([case("a", good[1:] + day_first)]).holds


def test_messages_tell_the_order_of_their_days():
    days = [date(2016, 1, 9), date(2016, 1, 10), date(2016, 1, 11), date(2016, 1, 12)]
    by = target(days[-1]) - days[-1]
    cases = [
        case(
            f"chat-{n}",
            [(f"{day:%d/%m/%Y}", f"{shift(day, by):%d/%m/%Y}")],
            metadata={"day": f"{day:%d/%m/%Y}", "clock": "10:30"},
        )
        for n, day in enumerate(days)
    ]
    verdict = Intervals(key=KEY).verify(cases)
    assert verdict.holds, verdict.witnesses


class Shelf(dict):
    """A vault that keeps mappings, and nothing else."""

    def recall(self, space, value):
        return self.get((space, value))

    recall_all = remember = remember_all = original = mappings = recall
    seal = unseal = knows = flush = recall


def shelf(anchor=ANCHOR, to=None, subject="subject:p1", periods=()):
    kept = Shelf({("project", "draw"): KEY.derive("surrogate").hex()})
    to = to or target(anchor, subject)
    name = ["subject", subject]
    kept["clock", json.dumps(name)] = json.dumps([*name, anchor.toordinal(), to.toordinal()])
    for kind, first, chosen in periods:
        name = ["subject", subject, kind, first.toordinal()]
        kept["clock-periods", json.dumps(name)] = json.dumps([*name, chosen.toordinal()])
    return kept


def test_records_of_a_vault_decide():
    later = date(2017, 3, 1)
    cases = [case("b", iso(later, date(2016, 1, 2)))]
    # The anchor is that of an earlier batch.
    assert Intervals(vault=shelf(), key=KEY).verify(cases).holds
    assert not Intervals(key=KEY).verify(cases).holds
    assert Intervals(vault=Shelf(), key=KEY).verify(cases).failures == 2
    assert "vault" in Intervals(vault=Shelf()).verify(cases).witnesses[0].reason


def test_a_record_that_was_never_drawn_is_refuted():
    undrawn = target(ANCHOR) + timedelta(7 if target(ANCHOR).month < 12 else -7)
    cases = [case("b", iso(ANCHOR, by=undrawn - ANCHOR))]
    assert not Intervals(vault=shelf(to=undrawn)).verify(cases).holds
    # One subject in ten may keep its days by `season: keep`, as a vault may have been asked before.
    people = [f"p{at}" for at in range(1, 21)]
    still = [case(one, iso(ANCHOR, by=timedelta(0)), one) for one in people]
    kept = Shelf()
    for one in people:
        kept.update(shelf(to=ANCHOR, subject=f"subject:{one}"))
    assert Intervals(vault=kept).verify(still).failures > 10


def test_a_target_of_another_window_stays():
    to = target(ANCHOR, years=(1990, 1999))
    cases = [case("b", iso(ANCHOR, by=to - ANCHOR))]
    assert Intervals(vault=shelf(to=to)).verify(cases).holds


def test_chosen_days_of_a_vault_decide():
    first, chosen = date(2016, 5, 1), date(2016, 5, 2)
    pairs = [*BASE, ("May 2016", f"{shift(chosen):%B %Y}")]
    record = [("month", first, chosen)]
    assert Intervals(vault=shelf(periods=record)).verify([case("a", pairs)]).holds
    assert not Intervals(vault=shelf()).verify([case("a", pairs)]).holds
    outside = [("month", first, date(2016, 6, 9))]
    wrong = [*BASE, ("May 2016", f"{shift(date(2016, 6, 9)):%B %Y}")]
    assert not Intervals(vault=shelf(periods=outside)).verify([case("a", wrong)]).holds


def test_without_a_majority_all_dates_are_named():
    pair = [case("a", iso(date(2016, 5, 3))), case("b", iso(date(2016, 5, 9), by=K + timedelta(1)))]
    for cases in (pair, pair[::-1]):
        assert {w.document for w in Intervals().verify(cases).witnesses} == {"a", "b"}


def test_without_a_key_subjects_without_a_whole_date_are_checked_too():
    good = [("3 May", "14 June"), ("5 May", "16 June")]
    assert Intervals().verify([case("a", good)]).holds
    assert (
        Intervals().verify([case("a", [("3 May", "14 June"), ("5 May", "17 June")])]).failures == 2
    )
    assert Intervals().verify([case("a", [("Tuesday", "Friday")])]).failures == 1
    assert Intervals().verify([case("a", [("Tuesday", "Tuesday")])]).holds


@given(
    st.lists(st.dates(date(1950, 1, 2), date(2050, 1, 1)), min_size=3, max_size=8, unique=True),
    st.integers(-300, 300),
    st.data(),
)
def test_the_verdict_is_that_of_datetime(days, offset, data):
    days = [day for day in days if day != date(1970, 1, 1)]
    new = [day + timedelta(offset) for day in days]
    place = data.draw(st.integers(0, len(days) - 1))
    new[place] += timedelta(data.draw(st.sampled_from([0, 0, 1, -1, 7, 365])))
    differences = {b - a for a, b in zip(days, new, strict=True)}
    pairs = [(a.isoformat(), b.isoformat()) for a, b in zip(days, new, strict=True)]
    assert Intervals().verify([case("a", pairs)]).holds == (len(differences) == 1)


def test_the_contract_of_verifiers():
    check_verifier(
        Intervals(),
        [case("a", SOUND, None)],
        [case("b", [*SOUND, ("2016-05-09", "2016-06-24")], None)],
    )


def test_other_labels_are_left_alone():
    assert Intervals(key=KEY).verify([case("a", [("2016-05-03", "x")], label="TIME")]).checked == 0


def test_without_the_input_it_is_not_checkable():
    blind = Case(None, case("a", SOUND).release)
    assert Intervals(key=KEY).verify([blind]).status is Status.NOT_CHECKABLE


@pytest.mark.parametrize("window", ["2010", "2019-2010", "ten years", "10-19", "2010-2019-2020"])
def test_what_is_no_window_is_an_error(window):
    with pytest.raises(InvalidValueError):
        Intervals(window=window)


def test_a_policy_names_neither_a_vault_nor_another_season():
    with pytest.raises(InvalidValueError):
        Intervals(vault="x")
    with pytest.raises(InvalidValueError):
        Intervals(season="summer")
