"""Examples: right tags for words that folding moved."""

import pytest

from textveil.learn.training.examples import examples
from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.words import word_book
from textveil.values.document import Document
from textveil.values.span import Span, Spans


def tagged(text, *spans):
    document = Document("n", text, spans=Spans(Span(*span) for span in spans))
    return [
        (word, tag)
        for window, _, tags in examples(document, fold(text), (), book=word_book(), language="en")
        for word, tag in zip(window.words, tags, strict=True)
    ]


@pytest.mark.parametrize("noise", ["", "\u200b", "\U0001f600", "\ufeff\u00ad", "½", "e\u0301"])
def test_tags_stand_where_the_spans_stand(noise):
    text = f"{noise} see A{noise if noise == chr(0x200B) else ''}na, {noise}"
    start = text.index("A")
    found = tagged(text, (start, text.index("na") + 2, "NAME"))
    assert ("Ana", "B-NAME") in found
    assert sum(tag != "O" for _, tag in found) == 1


def test_one_character_that_becomes_several_words_is_tagged_whole():
    # U+33C2 is one square that reads a.m.
    found = tagged("at 5 \u33c2 or so", (3, 6, "TIME"))
    assert [tag for word, tag in found if word in {"5", "a", "m"}][:1] == ["B-TIME"]
    assert {tag for word, tag in found if word in {"a", "m", "."}} <= {"I-TIME"}
    assert ("or", "O") in found


def test_a_span_over_a_line_end_begins_again_on_the_next_line():
    assert tagged("Ana\nRuiz x", (0, 8, "NAME")) == [
        ("Ana", "B-NAME"),
        ("Ruiz", "B-NAME"),
        ("x", "O"),
    ]


def test_part_of_a_word_makes_it_a_word_to_find():
    assert tagged("Ruizes", (0, 4, "NAME")) == [("Ruizes", "B-NAME")]


def test_spans_in_the_second_window_of_a_line():
    text = "a " * 300 + "Ana"
    tags = [tag for word, tag in tagged(text, (600, 603, "NAME")) if word == "Ana"]
    assert tags == ["B-NAME"]


def test_a_span_of_white_space_alone_is_no_word():
    assert tagged("a  b", (1, 3, "NAME")) == [("a", "O"), ("b", "O")]
