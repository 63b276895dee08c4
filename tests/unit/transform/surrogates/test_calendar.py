"""Calendar words beside moved dates, and ages that agree with births and visits."""

from datetime import date, timedelta

import pytest

from textveil.lexicon.calendar_words import calendar_words, says_general
from textveil.lexicon.facts import facts
from textveil.lexicon.holidays import holiday
from textveil.lexicon.written_dates import parse
from textveil.transform.surrogate import Surrogate
from textveil.transform.surrogates.calendar import generalised, years
from textveil.transform.surrogates.dates import Dates, offset_of
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.table import maker_of
from textveil.values.document import Document
from textveil.values.draw import Draw
from textveil.values.secret import Secret
from textveil.values.span import Span, Spans

KEY = Secret(b"sixteen bytes or more")
DRAW = Draw(KEY.derive("surrogate"))


def words(text):
    return [(text[one.start : one.end], one.kind, one.sure) for one in calendar_words(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Leap day baby", [("Leap day", "day", True)]),
        ("church every wednesday", [("wednesday", "weekday", True)]),
        ("New Year\u2019s Eve party", [("New Year\u2019s Eve", "holiday", True)]),
        ("over christmas and Eid", [("christmas", "holiday", True), ("Eid", "holiday", True)]),
        ("the Super Bowl Sunday", [("Super Bowl Sunday", "day", True)]),
        ("the presidential election", [("presidential election", "event", True)]),
        ("last fall", [("fall", "season", True)]),
        ("every spring", [("spring", "season", True)]),
        ("fall risk, spring water", [("fall", "season", False), ("spring", "season", False)]),
        ("she falls", [("falls", "season", False)]),
        ("Winters are hard", [("Winters", "season", True)]),
        ("the Fourth, the fourth toe", [("the Fourth", "day", True)]),
        ("the Fourth Street bus", []),
        ("Lent money was lent", [("Lent", "event", True)]),
        ("Friday the 13th", [("Friday the 13th", "day", True)]),
        ("trick or treating", [("trick or treating", "day", True)]),
        ("a summery day", [("summery", "season", True)]),
        ("born in the Year of the Ox", [("Year of the Ox", "event", True)]),
        ("Fiscal year ends soon", [("Fiscal year ends", "day", True)]),
        ("Q3 labs, q3h, Q4 hours, Q6H", [("Q3", "part", True)]),
        ("third quarter, last quarter", [("third quarter", "part", True)]),
        ("calendar week 9, week 9", [("calendar week 9", "part", True)]),
        ("Day 043 of 2018, day 3 of life", [("Day 043 of 2018", "part", True)]),
        ("seasonal, easterly, sundaes, holistic, he sat", []),
    ],
)
def test_calendar_words_are_found(text, found):
    assert words(text) == found


def test_days_that_have_a_name_are_those_of_the_calendar():
    assert holiday("Election Day", 2016) == date(2016, 11, 8)
    assert holiday("Election Day", 2022) == date(2022, 11, 8)
    assert holiday("Black Friday", 2015) == date(2015, 11, 27)
    assert holiday("leap day", 2016) == date(2016, 2, 29)
    assert holiday("leap day", 2015) is None


@pytest.mark.parametrize(
    ("value", "before", "written"),
    [
        ("Christmas", "She fell on ", "the holiday"),
        ("Christmas", "She fell every ", "holiday"),
        ("Thanksgiving", "It rained. ", "The holiday"),
        ("last summer", "and again ", "last season"),
        ("Leap day", "", "The special day"),
        ("Super Bowl", "watched the ", "event"),
        ("Easter", "Ana's ", "holiday"),
        ("Sundays", "church on ", "Sundays"),
        ("Q3", "in ", "the part of the year"),
        ("Friday the 13th", "on ", "the special day"),
        ("Christmas 2014", "on ", None),
        ("Q3 2014", "in ", None),
        ("Summer of 2014", "in the ", None),
        ("3 May", "on ", None),
    ],
)
def test_what_would_tell_the_offset_is_said_in_general_terms(value, before, written):
    assert generalised(value, before, whole_weeks=True, language="en") == written
    if written and not value.startswith("Sun"):
        assert says_general(written)


def test_weekdays_move_where_offsets_are_not_whole_weeks():
    options = {"keep_weekday": False}
    made = {
        Dates().make("Sunday", "DATE", Setting(DRAW, subject=f"p{n}", options=options))
        for n in range(40)
    }
    assert len(made) == 7
    kept = {Dates().make("Sunday", "DATE", Setting(DRAW, subject=f"p{n}")) for n in range(40)}
    assert kept == {"Sunday"}


def test_dates_move_by_whole_weeks_unless_told_otherwise():
    assert all(offset_of(DRAW, f"p{n}") % 7 == 0 for n in range(500))
    assert len({offset_of(DRAW, f"p{n}") for n in range(4000)}) == 94


def note(text, *passages):
    spans = []
    for label, value in passages:
        spans.append(Span(text.index(value), text.index(value) + len(value), label))
    return Document("1", text, "p"), Spans(spans)


def test_words_that_tell_are_replaced_where_a_date_moves_and_nowhere_else():
    surrogate = Surrogate(key=KEY)
    text = "Leap day baby, born 29 February 1996, church on Sunday, coughs every winter."
    document, spans = note(text, ("DATE", "29 February 1996"))
    telling = [text[one.start : one.end] for one in surrogate.telling(document, spans)]
    assert telling == ["Leap day", "winter"]
    assert not surrogate.telling(document, Spans())
    daily = Surrogate(key=KEY, options={"keep_weekday": False})
    assert len(daily.telling(document, spans)) == 3


def released(text, subject, *passages):
    document, spans = note(text, *passages)
    document = Document("1", text, subject)
    return [edit.replacement for edit in Surrogate(key=KEY).transform(document, spans).edits]


def test_the_age_agrees_with_birth_and_visit_in_the_release():
    birth, changed = date(1955, 3, 1), 0
    for n in range(300):
        # Visits from three days before a birthday to three days after it.
        visit = date(2016, 3, 1) + timedelta(n % 7 - 3)
        age = years(birth, visit)
        text = f"DOB: {birth.isoformat()}. Seen {visit.isoformat()}: {age}-year-old woman."
        passages = ("DATE", birth.isoformat()), ("DATE", visit.isoformat()), ("AGE", f"{age}")
        born, seen, said = released(text, f"p{n}", *passages)
        assert int(said) == years(date.fromisoformat(born), date.fromisoformat(seen))
        changed += int(said) != age
    # A leap year makes the difference near a birthday, so that some ages must change.
    assert changed


def test_ages_that_fit_no_visit_stay():
    text = "DOB: 1956-03-01. Seen 2016-05-01: mother was 31-year-old."
    passages = ("DATE", "1956-03-01"), ("DATE", "2016-05-01"), ("AGE", "31")
    assert all(released(text, f"p{n}", *passages)[2] == "31" for n in range(50))


@pytest.mark.parametrize("name", sorted(facts().words("holiday", "holiday-bare", "dated-day")))
def test_every_named_day_is_said_in_general_terms(name):
    setting = Setting(DRAW, before="He comes after ", after=". He is well.")
    written = maker_of("DATE").make(name, "DATE", setting)
    assert says_general(written)
    assert written.startswith("the ")


@pytest.mark.parametrize(
    ("date", "written"),
    [
        ("12/25/2016", "year"),
        ("12/25/16", "year"),
        ("Sunday, December 25, 2016", "year"),
        ("December 2016", "year"),
        ("2016-W51", "year"),
        ("December 25", "[DATE]"),
        ("December", "[DATE]"),
        ("the 25th", "[DATE]"),
        ("Sunday", "Sunday"),
        ("2016", "2016"),
    ],
)
def test_a_date_beside_a_general_word_becomes_the_year_of_its_moved_day(date, written):
    beside = f"Fell at Christmas, {date}, at home."
    apart = f"Likes Christmas. Fell {date}, at home."
    for n in range(20):
        _, coarse = released(beside, f"p{n}", ("DATE", "Christmas"), ("DATE", date))
        _, moved = released(apart, f"p{n}", ("DATE", "Christmas"), ("DATE", date))
        if written == "year":
            year = parse(moved).moments[0].year
            assert coarse == str(year)
            assert moved != coarse
        else:
            assert coarse == (moved if written == date else written)


def test_a_range_becomes_its_years():
    text = "At Christmas (12/24/2016 - 12/29/2016)."
    passages = ("DATE", "Christmas"), ("DATE", "12/24/2016 - 12/29/2016")
    made = {released(text, f"p{n}", *passages)[1] for n in range(300)}
    assert {"2016", "2017"} <= made
    assert made <= {"2015", "2016", "2017", "2015-2016", "2016-2017", "2017-2018"}
