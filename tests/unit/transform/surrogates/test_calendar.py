"""Calendar words beside moved dates."""

from datetime import UTC, date, datetime

import pytest

from textveil.detect.propagation.telling_words import TellingWords
from textveil.lexicon.dates.calendar_words import calendar_words
from textveil.lexicon.dates.holidays import holiday
from textveil.lexicon.tables.facts import facts
from textveil.policy.registry import ComponentKind, build
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

KEY = Secret(b"sixteen bytes or more")


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


def note(text, *passages):
    spans = []
    for label, value in passages:
        spans.append(Span(text.index(value), text.index(value) + len(value), label))
    return Document("1", text, "p"), Spans(spans)


@pytest.mark.parametrize("weeks", [True, False])
def test_surrogates_need_the_words_that_tell_how_far_dates_moved(weeks):
    [(name, options)] = Surrogate(key=KEY, options={"keep_weekday": weeks}).about().companions
    assert build(ComponentKind.COMPANION, name, options) == TellingWords(whole_weeks=weeks)


@pytest.mark.parametrize("name", sorted(facts().words("holiday", "holiday-bare", "dated-day")))
def test_every_named_day_becomes_a_tag_and_the_date_beside_it_stays_exact(name):
    text = f"He fell at {name}, 12/25/2016, and came on 1/3/2017."
    document, spans = note(text, ("DATE", name), ("DATE", "12/25/2016"), ("DATE", "1/3/2017"))
    made = [one.replacement for one in Surrogate(key=KEY).transform(document, spans).edits]
    days = [datetime.strptime(one, "%m/%d/%Y").replace(tzinfo=UTC) for one in made[1:]]
    assert made[0] == "[DATE]"
    assert (days[1] - days[0]).days == 9


def test_an_age_stays_as_it_is_beside_birth_and_visit():
    text = "DOB: 1955-03-01. Seen 2016-02-29: 60-year-old woman."
    passages = ("DATE", "1955-03-01"), ("DATE", "2016-02-29"), ("AGE", "60")
    document, spans = note(text, *passages)
    born, seen, age = (
        one.replacement for one in Surrogate(key=KEY).transform(document, spans).edits
    )
    assert age == "60"
    assert date.fromisoformat(seen) - date.fromisoformat(born) == date(2016, 2, 29) - date(
        1955, 3, 1
    )
