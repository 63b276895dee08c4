"""Private times: intervals to the second, whole phrases, and whose times they are."""

from datetime import datetime

import pytest

from textveil.detect.messages.temporal import Temporal
from textveil.errors import InvalidValueError
from textveil.values.document import Document

AT = "2014-04-04T09:30"


def times(text):
    return {text[p.span.start : p.span.end]: p for p in Temporal(AT).passages(Document("m", text))}


@pytest.mark.parametrize(
    ("text", "said", "first", "last"),
    [
        ("I met her at 10AM.", "10AM", "2014-04-04T10:00:00", "2014-04-04T10:00:00"),
        ("I left this morning.", "this morning", "2014-04-04T05:00:00", "2014-04-04T11:59:59"),
        ("I slept at midnight.", "midnight", "2014-04-04T23:00:00", "2014-04-05T01:00:00"),
        ("I leave tomorrow.", "tomorrow", "2014-04-05T00:00:00", "2014-04-05T23:59:59"),
        ("I fly next week.", "next week", "2014-04-07T00:00:00", "2014-04-13T23:59:59"),
        ("I was there in March.", "March", "2014-03-01T00:00:00", "2014-03-31T23:59:59"),
        ("Dinner with my mum at 7", "7", "2014-04-04T19:00:00", "2014-04-04T19:00:00"),
        ("I am away till the 14th.", "the 14th", "2014-04-14T00:00:00", "2014-04-14T23:59:59"),
        ("I am back on the 2nd", "the 2nd", "2014-05-02T00:00:00", "2014-05-02T23:59:59"),
        ("I was ill last night.", "last night", "2014-04-03T20:30:00", "2014-04-03T23:59:59"),
    ],
)
def test_a_time_has_its_first_and_last_second(text, said, first, last):
    found = times(text)[said]
    assert found.since == datetime.fromisoformat(first)
    assert found.until == datetime.fromisoformat(last)


def test_a_number_that_counts_is_no_time():
    assert times("I met her at 7 stations") == {}
    assert times("I won the 14th prize") == {}


def test_a_weekday_in_the_plural_is_a_set():
    found = times("I hate Mondays")["Mondays"]
    assert (found.span.label, found.value) == ("SET", "XXXX-WXX-1")


def test_midnight_runs_over_the_end_of_the_day():
    found = times("I slept at midnight.")["midnight"]
    assert (found.until - found.since).seconds == 2 * 3600


def test_a_set_and_a_vague_length_have_no_seconds():
    found = times("I go every Monday and waited for a long time.")
    assert found["every Monday"].span.label == "SET"
    assert found["a long time"].span.label == "DURATION"
    assert found["a long time"].since is None


def test_the_whole_phrase_has_its_preposition():
    text = "I have an important meeting with my supervisor at 10AM."
    found = times(text)["10AM"]
    assert text[slice(*found.whole)] == "at 10AM"


def test_a_time_is_private_where_its_sentence_speaks_of_a_person():
    assert times("I will be away tomorrow.")["tomorrow"].private
    assert not times("It is rainy tomorrow.")["tomorrow"].private


def test_a_day_and_a_time_of_the_day_are_one_expression():
    assert "tomorrow at 6pm" in times("I come tomorrow at 6pm.")


def test_what_is_no_moment_is_refused():
    with pytest.raises(InvalidValueError, match="not a date and time"):
        Temporal("last Tuesday")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I started work on Monday.", "2026-11-16"),
        ("I got fired on Wednesday.", "2026-11-18"),
        ("See you on Monday.", "2026-11-23"),
        ("I was told to come on Monday.", "2026-11-23"),
        ("I'm leaving on Friday.", "2026-11-20"),
    ],
)
def test_a_weekday_lies_in_the_past_where_the_clause_does(text, value):
    found = Temporal(at="2026-11-19T10:00").passages(Document("1", text))
    assert [one.value for one in found] == [value]
