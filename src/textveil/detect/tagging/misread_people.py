"""Misread people: names that a model took for something whose form they do not have.

An address of the web has a full stop, a stroke or a colon: a word without them is a name or
nothing. Given names alone with `&` between them are people, not a firm.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from textveil.lexicon.people.given_names import given_leaning
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.span import Span, Spans

__all__ = ["as_people"]

_FORM: Final = re.compile(r"[.:/@\d]")
_WORD: Final = re.compile(r"\S+")
_TOKEN: Final = re.compile(r"[^\W\d_]+|&")


def as_people(text: str, spans: Spans, *, language: str = ENGLISH) -> Spans:
    """Return the spans; those that hold given names alone are names of people.

    Examples
    --------
    >>> text = "see https://example.org, katarzyna & Gwen"
    >>> as_people(text, Spans([Span(0, 3, "URL"), Span(25, 41, "ORGANIZATION")]))
    Spans(NAME[25,41))
    """
    return Spans(one for span in spans for one in _read(text, span, language))


def _read(text: str, span: Span, language: str) -> Iterator[Span]:
    if span.label == "URL":
        yield from _pieces(text, span, language)
        return
    if span.label not in ("NAME", "ORGANIZATION"):
        yield span
        return
    tokens = list(_TOKEN.finditer(text, span.start, span.end))
    joined = any(token[0] == "&" for token in tokens)
    if not joined or not _are_given(text[span.start : span.end], language):
        yield span
        return
    named = [token for token in tokens if token[0] != "&"]
    yield replace(span, start=named[0].start(), end=named[-1].end(), label="NAME")


def _pieces(text: str, span: Span, language: str) -> Iterator[Span]:
    """Yield the words of an address that have its form; of the others those that are names."""
    spelled = facts(language).words("spelled-sign")
    words = list(_WORD.finditer(text, span.start, span.end))
    if any(word[0].casefold() in spelled for word in words):
        yield span
        return
    for word in words:
        # A model may mark an address in pieces, of which one is a word: its neighbours are marks.
        beside = text[max(0, word.start() - 1) : word.start()] + text[word.end() : word.end() + 1]
        piece = replace(span, start=word.start(), end=word.end())
        if _FORM.search(word[0]) or _FORM.search(beside):
            yield piece
        elif _are_given(word[0], language):
            yield replace(piece, label="NAME")


def _are_given(passage: str, language: str) -> bool:
    """Tell whether all words are given names rather than family names."""
    known = facts(language)
    words = [word for word in _TOKEN.findall(passage) if not known.is_a(word, "joining")]
    return bool(words) and all(given_leaning(word.casefold()) > 0 for word in words)
