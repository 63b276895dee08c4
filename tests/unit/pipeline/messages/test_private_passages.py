"""What must be hidden in a message, as wholes; and edits of it that meet."""

from datetime import datetime

import pytest

from textveil.models.parser import default_parser
from textveil.pipeline.messages.levels import Group
from textveil.pipeline.messages.repeated import private_passages
from textveil.pipeline.messages.slots import WordingSlot, narrowed, written
from textveil.pipeline.messages.versions import VersionSettings, versions_of
from textveil.values.document import Document
from textveil.values.edit import Edit
from textveil.values.keys.secret import Secret
from textveil.values.messages.message import MessagePassage, place_of
from textveil.values.span import Span

AT = datetime(2014, 4, 4, 8)
KEY = Secret(b"0123456789abcdef")


def found(text, passage, label, *, private=True, **told):
    start = text.index(passage)
    lead = told.pop("lead", None)
    whole = None if lead is None else (text.index(lead), start + len(passage))
    return MessagePassage(Span(start, start + len(passage), label), private, whole, **told)


def wholes(text, *passages):
    parse = default_parser().parse(text)
    return [text[slice(*place_of(one))] for one in private_passages(parse, passages)]


@pytest.mark.parametrize(
    ("text", "value", "whole"),
    [
        ("I'm pregnant! Yes.", "pregnant!", "pregnant"),
        ("My boyfriend and I broke up again.", "broke", "broke up"),
    ],
)
def test_marks_stay_and_particles_go_with_their_verb(text, value, whole):
    assert wholes(text, found(text, value, "SENSITIVE")) == [whole]


def test_a_word_inside_a_name_makes_the_name_private():
    text = "I work at St. Mary's Hospital now."
    name = found(text, "St. Mary's Hospital", "HOSPITAL", private=False)
    assert wholes(text, found(text, "Hospital", "SENSITIVE"), name) == ["St. Mary's Hospital"]


def test_times_that_are_told_together_are_one():
    text = "I'm in Rome from Monday to Thursday."
    monday = datetime(2014, 4, 7), datetime(2014, 4, 7, 23, 59, 59)
    thursday = datetime(2014, 4, 10), datetime(2014, 4, 10, 23, 59, 59)
    first = found(text, "Monday", "DATE", lead="from", since=monday[0], until=monday[1])
    last = found(text, "Thursday", "DATE", lead="to", since=thursday[0], until=thursday[1])
    parse = default_parser().parse(text)
    (one,) = private_passages(parse, [first, last])
    assert text[slice(*place_of(one))] == "from Monday to Thursday"
    assert (one.since, one.until) == (monday[0], thursday[1])


def test_what_happens_again_takes_its_clock_with_it():
    text = "She starts at 8am every day."
    clock = datetime(2014, 4, 4, 8)
    eight = found(text, "8am", "TIME", lead="at", since=clock, until=clock)
    again = found(text, "every day", "SET", lead="every day", value="P1D")
    assert wholes(text, eight, again) == ["at 8am every day"]


def versions(text, *passages):
    groups = (Group("family"), Group("friends"), Group("public"))
    parse = default_parser().parse(text)
    made = versions_of(Document("m", text), parse, passages, groups, VersionSettings(AT, KEY))
    assert made.verdict.holds
    return [version.text for version in made.versions], made


@pytest.mark.parametrize(
    ("text", "value", "label", "public"),
    [
        ("We live near Munich.", "Munich", "CITY", "We live near a place in Europe."),
        ("I have asthma and I'm sad.", "asthma", "SENSITIVE", "I have an illness and I'm sad."),
        ("I had a stroke. I can't speak.", "stroke", "SENSITIVE", "I can't speak."),
        ("I am at the Chicago office.", "Chicago", "CITY", "I am at the office."),
    ],
)
def test_public_reads_a_true_whole_sentence(text, value, label, public):
    texts, _ = versions(text, found(text, value, label))
    assert texts[-1].replace("I am", "I'm") == public.replace("I am", "I'm")


def test_a_rate_has_no_other_length():
    text = "I earn 900 dollars a year here."
    texts, _ = versions(text, found(text, "a year", "DURATION", lead="a year", value="P1Y"))
    assert "some time" not in "".join(texts)


def test_a_group_for_which_nothing_is_left_is_told_of():
    text = "I have been sober since 2011."
    texts, made = versions(text, found(text, "sober", "SENSITIVE"))
    assert texts[-1] == ""
    assert any("public" in warning for warning in made.warnings)


def test_a_clause_that_goes_takes_the_slots_inside_it():
    slots = [
        WordingSlot((Edit(0, 20, "", "SENSITIVE"),)),
        WordingSlot((Edit(5, 9, "there", "CITY"), Edit(5, 9, "here", "CITY"))),
        WordingSlot((None, Edit(15, 18, "so", "WORD"))),
        WordingSlot((None, Edit(25, 28, "so", "WORD"))),
    ]
    sizes = [len(one.choices) for one in narrowed(slots, [(4, 9), (5, 9), (15, 18), (25, 28)], 2)]
    assert sizes == [1, 1, 1, 2]


@pytest.mark.parametrize(
    ("edits", "made"),
    [
        ([Edit(0, 8, "I", "DATE"), Edit(7, 15, "in Italy", "CITY")], "In Italy we met."),
        ([Edit(0, 8, "I", "DATE"), Edit(6, 15, "", "CITY")], "We met."),
        ([Edit(0, 16, "", "X"), Edit(7, 15, "in Italy", "CITY")], "we met."),
    ],
)
def test_edits_that_meet_leave_a_sentence(edits, made):
    document = Document("m", "Today, in Genoa we met.")
    slots = [WordingSlot((one,)) for one in edits]
    assert written(document, slots, (0,) * len(slots)).text == made
