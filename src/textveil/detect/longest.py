"""Longest: cuts passages that are longer than any value of their label.

A model judges word by word, and now and then it runs on for a page: an "age" of two thousand
characters was seen. Such a passage is cut to the words that carry evidence: those with a digit, and
in names of all kinds those with a capital, with the small words between them. An everyday word that
stands alone has a capital for another reason.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Final

from textveil.lexicon.words import Kind, look_up
from textveil.values.label import family_of
from textveil.values.span import Span

__all__ = ["longest", "within_limits"]

_NUMBERS: Final = frozenset({"AGE", "OTHER-ID", "PHONE", "QUANTITY"})
_PIECE: Final = re.compile(r"[^\s;()]+")
_WORD: Final = re.compile(r"\w+")
_DIGIT: Final = re.compile(r"\d")
_CAPITAL: Final = re.compile(r"[^\W_a-z]")
_COMMON: Final = 4
"""A name that so many bear (see `ListedWord`) is one although it is an everyday word."""
_BETWEEN: Final = re.compile(r"[^\S\n]{1,9}(?:[a-z]{1,4}[^\S\n]{1,9}){0,2}")
"""What may stand between two words of one name: a blank, or a small word: "Ana de la Ruiz"."""


@cache
def longest() -> Mapping[str, int]:
    """Return how many characters a passage has at most, by family of labels."""
    text = (files("textveil.detect") / "data" / "longest.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line[:1] != "#")
    return {label: int(limit) for label, limit in rows}


def within_limits(text: str, span: Span) -> Iterator[Span]:
    """Yield a passage, or the pieces of one that is too long.

    No digit is lost and, unless the label is one of numbers, no word with a capital but everyday
    ones: "The", "Left".

    Examples
    --------
    >>> text = "Seen at 47. " + "He feels well and sleeps. " * 3 + "He was 48."
    >>> [text[one.start : one.end] for one in within_limits(text, Span(8, 99, "AGE"))]
    ['47', '48']
    """
    family = family_of(span.label)
    limit = longest().get(family)
    if limit is None or len(span) <= limit:
        yield span
        return
    numbers = family in _NUMBERS
    low = high = -1
    for start, end in _telling(text, span, _DIGIT if numbers else _CAPITAL):
        joins = high >= 0 and not numbers and _BETWEEN.fullmatch(text, high, start)
        if joins and end - low <= limit:
            high = end
            continue
        yield from _parts(text, span, (low, high), limit)
        low, high = start, end
    yield from _parts(text, span, (low, high), limit)


def _telling(text: str, span: Span, sign: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the words of a passage with such a sign, each to the last word joined to it."""
    for piece in _PIECE.finditer(text, span.start, span.end):
        words = list(_WORD.finditer(text, *piece.span()))
        start = next((word.start() for word in words if sign.search(word.group())), -1)
        if start >= 0:
            yield start, words[-1].end()


def _parts(text: str, span: Span, piece: tuple[int, int], limit: int) -> Iterator[Span]:
    """Yield a piece, cut where it is longer than the limit although nothing parts it."""
    low, high = piece
    known = look_up(text[low:high])
    if low < 0 or (known.kinds & Kind.WORD and max(known[:3]) < _COMMON):
        return
    for start in range(low, high, limit):
        yield replace(span, start=start, end=min(start + limit, high))
