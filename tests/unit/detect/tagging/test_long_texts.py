"""Pieces of a long text: they cover it, they overlap, and no fragment is left of a cut passage."""

import re

import pytest

from textveil.detect.tagging.long_texts import OVERLAP, detect_in_pieces, pieces_of
from textveil.values.span import Span, Spans


@pytest.mark.parametrize(
    ("length", "limit"), [(0, 8), (1, 8), (8, 8), (9, 8), (100, 8), (7, 4), (5000, 3000)]
)
def test_pieces_cover_the_text_and_overlap(length, limit):
    text = "".join(chr(0x100 + at) for at in range(length))
    pieces = list(pieces_of(text, limit))
    assert all(len(piece) <= limit for _, piece in pieces)
    assert all(text[at : at + len(piece)] == piece for at, piece in pieces)
    ends = [at + len(piece) for at, piece in pieces]
    assert pieces[0][0] == 0
    assert ends[-1] == length
    shared = [end - at for end, (at, _) in zip(ends, pieces[1:], strict=False)]
    assert all(count >= min(OVERLAP, limit // 4) > 0 for count in shared)


def words(text):
    return [Span(m.start(), m.end(), "NAME") for m in re.finditer(r"\w+", text)]


@pytest.mark.parametrize("limit", [20, 21, 22, 23, 29, 40, 1000])
def test_passages_that_a_border_cuts_are_found_whole_and_once(limit):
    text = " ".join(["abcd", "ef", "\U0001f600ghi"] * 20)
    assert detect_in_pieces(text, limit, words) == Spans(words(text))


def test_a_passage_inside_one_of_another_label_stays():
    both = [Span(0, 9, "EMAIL"), Span(4, 9, "URL")]
    assert detect_in_pieces("x" * 30, 20, lambda text: both if len(text) == 20 else []) == Spans(
        both
    )
