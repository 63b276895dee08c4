"""Passages have a longest length, and cutting them loses no word that tells anything."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.longest import longest, within_limits
from textveil.detect.refine import refine
from textveil.lexicon.words import Kind, look_up
from textveil.synth.corpus import KINDS, generate
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

WORDS = (
    "Ana",
    "Kowalczyk",
    "de",
    "la",
    "sleeps well",
    "47",
    "12/5",
    "The",
    "x" * 50,
    "\n",
    "(A;B)",
)
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=120).map(" ".join)


@given(texts, st.sampled_from(sorted(longest())))
def test_pieces_are_short_and_keep_what_tells(text: str, label: str) -> None:
    whole = Span(0, len(text), label)
    pieces = list(within_limits(text, whole))
    assert all(len(piece) <= longest()[label] for piece in pieces)
    assert all(one.end <= other.start for one, other in pairwise(pieces))
    kept = "".join(text[piece.start : piece.end] for piece in pieces)
    assert "".join(filter(str.isdigit, text)) == "".join(filter(str.isdigit, kept))
    if label in {"NAME", "ADDRESS", "ORGANIZATION"}:
        assert text.count("Kowalczyk") == kept.count("Kowalczyk")
        assert text.count("Ana") == kept.count("Ana")


@given(texts, st.sampled_from(sorted(longest())))
def test_a_passage_within_its_limit_stays_as_it_is(text: str, label: str) -> None:
    span = Span(0, min(len(text), longest()[label]), label)
    assert list(within_limits(text, span)) == [span]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_limit_lies_above_all_generated_passages(kind: str) -> None:
    for document in generate(kind, 40, rng=Random(3)):  # noqa: S311 - reproducible
        for span in document.spans or ():
            assert len(span) <= longest().get(family_of(span.label), len(span))


def test_an_age_of_a_page_is_reduced_to_its_numbers() -> None:
    text = "a 47 year old. " + "The patient sleeps well and eats well. " * 60 + "He was 48 then."
    found = refine(text, Spans([Span(2, len(text) - 6, "AGE")]))
    assert [text[span.start : span.end] for span in found] == ["47", "48"]


def test_everyday_words_alone_are_not_kept() -> None:
    assert look_up("Left").kinds & Kind.WORD
    text = "Left ventriculography was performed then. " * 8 + "Kowalczyk came"
    found = within_limits(text, Span(0, len(text), "ORGANIZATION"))
    assert [text[span.start : span.end] for span in found] == ["Kowalczyk"]
