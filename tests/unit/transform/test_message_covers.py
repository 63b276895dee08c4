"""Covers of messages: edits that leave a sentence, and words that stand for others."""

from datetime import datetime

import pytest

from textveil.models.parser import default_parser
from textveil.transform.messages.covers import cover_edit, goes_naturally, ladder_of
from textveil.transform.messages.length_covers import seconds_of
from textveil.transform.messages.omission import can_be_left_out
from textveil.transform.messages.synonyms import other_forms
from textveil.transform.messages.time_covers import known_rules, phrase_interval, time_ladder
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.messages.message import MessagePassage
from textveil.values.span import Span

AT = datetime(2014, 4, 4, 8)


def forms_of(text):
    parse = default_parser().parse(text)
    return {text[start:end]: forms for start, end, forms, _ in other_forms(parse)}


def covered(text, value, label, level):
    parse = default_parser().parse(text)
    start = text.index(value)
    passage = MessagePassage(Span(start, start + len(value), label), True)
    rung = ladder_of(parse, passage, AT).rungs[level]
    return Release.of(Document("m", text), [cover_edit(parse, passage, rung, rung.text)]).text


@pytest.mark.parametrize(
    ("text", "passage", "form"),
    [
        ("I'm tired of it.", "I'm", "I am"),
        ("It's here.", "It's", "It is"),
        ("I do not know him.", "do not", "don't"),
        ("I waited three hours.", "three", "3"),
        ("We had a lot of fun there.", "a lot of fun", "great fun"),
        ("It was an expensive car.", "an expensive", "a pricey"),
    ],
)
def test_passages_can_be_written_otherwise(text, passage, form):
    assert form in forms_of(text)[passage]


def test_a_contraction_stands_in_full_only_where_it_means_that():
    assert "It's" not in forms_of("It's been a week.")
    assert "I am" not in forms_of("Yes, I am.")


@pytest.mark.parametrize(
    ("text", "value", "label", "level", "made"),
    [
        ("I study at Harvard University.", "Harvard University", "ORGANIZATION", 1, "in Cambridge"),
        ("I flew to Boston.", "Boston", "CITY", 3, "to the United States"),
        ("They are teachers here.", "teachers", "PROFESSION", 1, "are educators"),
        ("He is a teacher here.", "teacher", "PROFESSION", 1, "is an educator"),
        ("My number is 617-555-0123.", "617-555-0123", "PHONE", 1, "is private"),
    ],
)
def test_a_cover_leaves_a_sentence(text, value, label, level, made):
    assert made in covered(text, value, label, level)


@pytest.mark.parametrize(
    ("text", "passage", "free"),
    [
        ("I go to Tokyo with friends at 9AM", "at 9AM", True),
        ("I was in Rome with friends in Boston", "in Boston", True),
        ("I live in Boston.", "in Boston", False),
        ("I'm from Boston.", "from Boston", False),
        ("Today was my day to bathe!", "Today", False),
        ("Tomorrow is the birthday of my mum", "Tomorrow", False),
    ],
)
def test_what_hangs_freely_can_go(text, passage, free):
    parse = default_parser().parse(text)
    start = text.index(passage)
    assert can_be_left_out(parse, start, start + len(passage)) == free


def test_a_verb_does_not_lose_place_and_time_together():
    text = "I have been living in Berlin for years."
    parse = default_parser().parse(text)
    place = MessagePassage(Span(22, 28, "CITY"), True)
    length = MessagePassage(Span(33, 38, "DURATION"), True, (29, 38), "PXY")
    assert goes_naturally(parse, place)
    assert not goes_naturally(parse, place, [place, length])


def test_times_that_are_subjects_get_no_adverbs():
    rungs = time_ladder("today", datetime(2014, 4, 4), datetime(2014, 4, 4, 23, 59, 59), AT).rungs
    assert any(form.startswith("some time") for rung in rungs for form in rung.forms)
    bare = time_ladder(
        "today", datetime(2014, 4, 4), datetime(2014, 4, 4, 23, 59, 59), AT, adverbs=False
    )
    assert [rung.text for rung in bare.rungs] == ["today", "this week", "this year", ""]


def test_intervals_of_phrases_follow_their_rules():
    assert phrase_interval("Some time this week", AT) == (
        datetime(2014, 3, 31),
        datetime(2014, 4, 6, 23, 59, 59),
    )
    assert phrase_interval("whenever", AT) is None
    assert "week -1" in known_rules()


def test_lengths_are_seconds():
    assert (seconds_of("P1W"), seconds_of("PT2H"), seconds_of("X")) == (604800, 7200, None)
