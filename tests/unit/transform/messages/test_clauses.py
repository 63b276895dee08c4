"""Clauses that go where a private passage can neither be covered nor be left out alone."""

import pytest

from textveil.models.parser import default_parser
from textveil.transform.messages.clauses import clause_edit
from textveil.values.document import Document
from textveil.values.edit import Release


def without(text, passage):
    start = text.index(passage)
    edit = clause_edit(default_parser().parse(text), start, start + len(passage), "SENSITIVE")
    return Release.of(Document("m", text), [edit]).text


@pytest.mark.parametrize(
    ("text", "passage", "left"),
    [
        ("I was drunk and I crashed my car.", "drunk", "I crashed my car."),
        ("I crashed my car and I was drunk.", "drunk", "I crashed my car."),
        ("I'm pregnant! We are so happy.", "pregnant", "We are so happy."),
        ("We are so happy. I'm pregnant!", "pregnant", "We are so happy."),
        ("I can't come because I'm pregnant.", "pregnant", "I can't come."),
        ("I think I have asthma, but I feel fine.", "asthma", "I feel fine."),
        ("my brother broke up with her. it's sad", "broke", "it's sad"),
    ],
)
def test_the_smallest_clause_goes_with_what_joins_it(text, passage, left):
    assert without(text, passage) == left


def test_nothing_is_left_of_a_message_that_is_one_clause():
    assert without("I have been sober since 2011.", "sober") == ""


def test_a_passage_without_a_word_has_no_clause():
    assert clause_edit(default_parser().parse("So happy."), 2, 2, "X") is None
