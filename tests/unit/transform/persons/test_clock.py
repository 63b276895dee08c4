"""Clocks: all days of a subject move together, to a day of the window, and tell nothing else."""

import random
from collections import Counter
from dataclasses import asdict
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.text.written_dates import bounds

from textveil.store.sqlite_vault import SqliteVault
from textveil.transform.persons.clock import Clocks, target_of
from textveil.transform.surrogates.options import SurrogateOptions
from textveil.values.document import Document
from textveil.values.keys.draw import Draw
from textveil.values.keys.secret import Secret

DRAW = Draw(b"k" * 32)
ANCHOR = date(2026, 11, 17).toordinal()


def moved(corpus, options=None, *, scope="subject", vault=None, draw=DRAW):
    """Return the dates of documents after the move; a document is a subject and its dates."""
    clocks = Clocks(asdict(SurrogateOptions(**(options or {}))), scope, vault)
    documents = [
        (Document(str(at), " ".join(dates), subject=subject), dates)
        for at, (subject, dates) in enumerate(corpus)
    ]
    for document, dates in documents:
        clocks.learn(document, dates, "en")
    return [list(clocks.written(document, dates, "en", draw)) for document, dates in documents]


def target(subject, anchor, **options):
    return target_of(DRAW, str(subject), anchor, asdict(SurrogateOptions(**options)))


def days(texts):
    return [date.fromisoformat(text) for text in texts]


@given(st.integers(0, 10**6), st.integers(0, 6))
def test_a_target_has_the_weekday_and_lies_in_the_window(subject, weekday):
    day = target(subject, ANCHOR + weekday, window="1990-1991")
    assert date.fromordinal(day).year in (1990, 1991)
    assert (day - ANCHOR - weekday) % 7 == 0


def test_targets_are_drawn_evenly_from_all_days_with_the_weekday():
    found = Counter(target(n, ANCHOR, window="2010-2010") for n in range(5200))
    assert len(found) == 52
    assert max(found.values()) < 2 * 100


def test_all_days_of_the_window_are_possible_without_weekdays():
    options = {"window": "2010-2010", "keep_weekday": False}
    found = {target(n, ANCHOR, **options) for n in range(6000)}
    assert len(found) == 365


@pytest.mark.parametrize("anchor", [date(2016, 2, 29), date(2016, 1, 1), date(2016, 7, 4)])
def test_seasons_are_kept_within_three_days(anchor):
    found = {target(n, anchor.toordinal(), season="keep") for n in range(900)}
    assert len(found) == 10
    for there in map(date.fromordinal, found):
        around = [
            date(year, anchor.month, min(anchor.day, 28 if anchor.month == 2 else 31))
            for year in range(there.year - 1, there.year + 2)
        ]
        assert min(abs((there - day).days) for day in around) <= 4
        assert there.weekday() == anchor.weekday()


DAYS = st.dates(date(1930, 1, 1), date(2090, 1, 1))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.lists(DAYS, min_size=1)), min_size=1))
def test_all_differences_within_a_subject_are_kept(corpus):
    texts = [(who, [day.isoformat() for day in dates]) for who, dates in corpus]
    offsets = {}
    for (who, dates), shown in zip(corpus, moved(texts), strict=True):
        for day, text in zip(dates, shown, strict=True):
            offsets.setdefault(who, set()).add(date.fromisoformat(text) - day)
    assert all(len(found) == 1 for found in offsets.values())


FORMS = [
    lambda d: d.isoformat(),
    lambda d: f"{d:%B} {d.day}, {d.year}",
    lambda d: f"{d.month}/{d.day}/{d.year}",
    lambda d: f"{d:%d-%b-%Y}",
    lambda d: f"{d:%A}, {d.day} {d:%B} {d.year}",
]
SHOWN = ["1/25/1999", "Jan 3, 1999"]
"""In every document: what a date does not show about its writing is shown here."""


@given(
    st.lists(st.lists(st.integers(-9000, 0), min_size=1, max_size=4), min_size=1, max_size=4),
    st.integers(-900, 900),
    st.sampled_from(FORMS),
    st.dates(date(2000, 1, 1), date(2040, 1, 1)),
)
def test_moving_a_subject_by_whole_weeks_changes_no_byte(apart, weeks, form, first):
    """The theorem of `docs/methods/date-shifting.md`."""
    one, other = (
        [
            (str(at), [form(first + timedelta(n + (more if at == 0 else 0))) for n in numbers])
            for at, numbers in enumerate(apart)
        ]
        for more in (0, 7 * weeks)
    )
    habits = [("other", SHOWN)]
    assert moved(habits + one, {"day_first": False}) == moved(habits + other, {"day_first": False})


PERIODS = [
    lambda d: f"{d:%B} {d.year}",
    lambda d: f"Q{(d.month + 2) // 3} {d.year}",
    lambda d: f"{d.year}",
    lambda d: "{}-W{:02}".format(*d.isocalendar()),
    lambda d: f"the {d.year // 10 * 10}s",
]


@given(
    st.lists(st.integers(-9000, 0), max_size=4),
    st.lists(st.tuples(st.integers(-9000, 0), st.sampled_from(PERIODS)), min_size=1, max_size=4),
    st.sampled_from([-28, 28]),
    st.dates(date(1990, 1, 1), date(2040, 1, 1)),
)
def test_moving_periods_by_28_years_changes_no_byte(numbers, periods, years, first):
    def corpus(start):
        days = [(start + timedelta(n)).isoformat() for n in numbers]
        return [("a", [*days, *(write(start + timedelta(n)) for n, write in periods)])]

    if years % 10 and any(write is PERIODS[-1] for _, write in periods):
        periods = [(n, write) for n, write in periods if write is not PERIODS[-1]]
    there = first + timedelta(years * 36525 // 100)
    assert moved(corpus(first)) == moved(corpus(there))


def test_equal_periods_become_equal_and_hold_a_day_of_the_subject():
    corpus = [("a", ["2016-01-03", "2016"]), ("a", ["2016", "2016-11-30"])]
    for n in range(50):
        (day, year), (same, other) = moved(corpus, draw=Draw(n.to_bytes(32, "big")))
        assert year == same
        # The dated day that is nearest to the middle of the year lies in the year afterwards.
        assert year == other[:4]
        assert int(day[:4]) in (int(year), int(year) - 1)


@given(st.lists(DAYS, min_size=1, max_size=6), st.sampled_from(PERIODS[:3]), DAYS)
def test_no_order_with_a_period_is_reversed(numbers, write, inside):
    def reach(text):
        if text.startswith("Q"):
            return bounds(int(text[3:]), int(text[1]) - 1, 4)
        if text.isdecimal():
            return bounds(int(text), 0, 1)
        month = [date(2000, n, 1).strftime("%B") for n in range(1, 13)].index(text.split()[0])
        return bounds(int(text.split()[1]), month, 12)

    period = write(inside)
    *shown, now = moved([("a", [*(day.isoformat() for day in numbers), period])])[0]
    first, last = reach(period)
    begin, end = reach(now)
    for was, day in zip(numbers, days(shown), strict=True):
        assert not (was < first and day > end)
        assert not (was > last and day < begin)


def test_what_a_value_does_not_show_follows_the_document_then_the_corpus():
    # 12/25 does not show whether months and days below ten have a zero.
    corpus = [("a", ["12/25/2016"]), ("b", ["11/12/2016", "03/04/2016"])]
    corpus += [("c", ["3/4/2016"]), ("c", ["4/5/2016"])]
    for n in range(40):
        [[one], [other, _], *_] = moved(corpus, draw=Draw(n.to_bytes(32, "big")))
        assert "/0" not in f"/{one}"
        assert all(len(part) >= 2 for part in other.split("/"))


def test_months_are_short_where_the_document_writes_them_so():
    for n in range(40):
        corpus = [("a", ["May 3, 2016", "Mar. 7, 2016", "Jan. 30, 2016"])]
        [[shown, *_]] = moved(corpus, draw=Draw(n.to_bytes(32, "big")))
        assert shown.startswith("May ") or shown.split()[0].endswith(".")


def test_two_digits_that_would_mean_another_century_become_four():
    options = {"window": "1928-1928"}
    assert moved([("a", ["5/3/31"])], options)[0][0].endswith("/1928")
    assert len(moved([("a", ["5/3/31"])], {"window": "1970-1970"})[0][0].split("/")[2]) == 2


@pytest.mark.parametrize(
    "text",
    [
        "31 Feb 2016",
        "9999-12-31",
        "1900-01-01",
        "Christmas",
        "last summer",
        "the 3rd",
        "soon",
        "Q3",
    ],
)
def test_what_has_no_place_in_time_becomes_a_tag_and_no_anchor(text):
    alone = moved([("a", ["2016-05-03"])])[0]
    assert moved([("a", ["2016-05-03", text])])[0] == [*alone, "[DATE]"]


@pytest.mark.parametrize("text", ["Tuesday", "Sundays", "yesterday", "two weeks ago"])
def test_weekdays_and_what_counts_from_the_time_of_writing_stay(text):
    assert moved([("a", ["2016-05-03", text])])[0][1] == text
    assert moved([("a", [text])])[0] == [text]


def test_a_weekday_beside_a_month_does_not_keep_the_month():
    assert moved([("a", ["2016-05-03", "last Tuesday in May"])])[0][1] != "last Tuesday in May"


def test_weekdays_move_with_their_date_if_weekdays_are_not_kept():
    options = {"keep_weekday": False}
    for n in range(30):
        [[shown]] = moved(
            [("a", ["Tuesday, 3 May 2016"])], options, draw=Draw(n.to_bytes(32, "big"))
        )
        weekday, rest = shown.split(", ")
        day, month, year = rest.split()
        assert date(int(year), _MONTHS.index(month) + 1, int(day)).strftime("%A") == weekday


_MONTHS = [date(2000, n, 1).strftime("%B") for n in range(1, 13)]


def test_days_two_hundred_years_apart_keep_their_distance():
    shown = days(moved([("a", ["1816-05-03", "2016-05-03"])])[0])
    assert shown[1] - shown[0] == date(2016, 5, 3) - date(1816, 5, 3)


def test_one_clock_for_the_corpus_keeps_the_order_between_people():
    first, second = (
        days(one)[0]
        for one in moved([("a", ["2016-05-03"]), ("b", ["2016-05-05"])], scope="corpus")
    )
    assert (second - first).days == 2


def test_later_batches_keep_clock_and_chosen_days(tmp_path):
    with SqliteVault(tmp_path / "v", Secret(b"k" * 32), create=True) as vault:
        first = moved([("a", ["2016-05-03", "2016"])], vault=vault)[0]
        second = moved([("a", ["2016-12-24", "2016"])], vault=vault)[0]
    assert second[1] == first[1]
    assert days(second[:1])[0] - days(first[:1])[0] == date(2016, 12, 24) - date(2016, 5, 3)
    assert moved([("a", ["2016-12-24", "2016"])])[0] != second


def test_the_order_of_documents_does_not_matter():
    corpus = [(str(n % 7), [f"2016-05-{n + 1:02}", "2016", "5/7"]) for n in range(20)]
    shuffled = corpus[:]
    random.Random(1).shuffle(shuffled)  # noqa: S311 - any order will do
    pairs = zip(corpus, moved(corpus), strict=True)
    told = {(who, *dates): shown for (who, dates), shown in pairs}
    for (who, dates), shown in zip(shuffled, moved(shuffled), strict=True):
        assert told[who, *dates] == shown


def test_one_day_is_read_alike_in_all_documents_of_a_subject():
    corpus = [("a", ["27/11/2022", "02/01/2024"]), ("a", ["02/01/2024"]), ("b", ["03/04/2024"])]
    (_, first), (second,), (other,) = moved(corpus)
    assert first == second
    # Nothing else tells, so that all documents do.
    alone = moved([("b", ["03/04/2024"])], {"day_first": True})[0][0]
    assert other == alone


@pytest.mark.parametrize("name", ["the Fourth of July", "Christmas Eve", "Cinco de Mayo"])
def test_the_name_of_a_day_is_no_day_that_moves(name):
    assert moved([("a", ["2016-05-03", name])])[0][1] == "[DATE]"
