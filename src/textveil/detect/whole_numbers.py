"""Whole numbers: letters that are written together with a number belong to it.

A model reads words, and "BY" is one: of "BY566548" it marks the digits. The letters would stay, and
may be the initials of whose number it is. Letters that say what a number is (`MRN448210`) stay out
of it, so that it is the same number where a space stands between.
"""

import re
from dataclasses import replace
from functools import cache
from typing import Final

from textveil.lexicon.facts import facts
from textveil.lexicon.languages import ENGLISH
from textveil.values.label import NUMBERS
from textveil.values.span import Span, Spans

__all__ = ["whole_numbers"]

_NUMBERS: Final = NUMBERS.keys() - {"FAX", "PHONE"}
_BEFORE: Final = re.compile(r"(?<![^\W_])[A-Za-z]{1,5}\Z")
_AFTER: Final = re.compile(r"[A-Za-z]{1,5}(?![^\W_])")
_NEAR: Final = 6
"""One letter more than are taken, to see that a word is longer."""


def whole_numbers(text: str, spans: Spans, language: str = ENGLISH) -> Spans:
    """Return the spans; numbers have the letters that are written together with them.

    Examples
    --------
    >>> whole_numbers("licence BY566548 of MRN448210", Spans([Span(10, 16, "LICENSE")]))
    Spans(LICENSE[8,16))
    >>> whole_numbers("licence BY566548 of MRN448210", Spans([Span(23, 29, "MRN")]))
    Spans(MRN[23,29))
    """
    # Letters that another passage has are not a number's.
    ends = [0, *(span.end for span in spans)]
    starts = [*(span.start for span in spans), len(text)][1:]
    return Spans(
        replace(wide, start=max(wide.start, end), end=min(wide.end, start))
        for wide, end, start in zip(
            (_widened(text, span, language) for span in spans), ends, starts, strict=False
        )
    )


def _widened(text: str, span: Span, language: str) -> Span:
    if span.label not in _NUMBERS or not any(map(str.isdigit, text[span.start : span.end])):
        return span
    start, end = span.start, span.end
    before = _BEFORE.search(text, max(0, start - _NEAR), start)
    if before and text[start].isalnum() and before[0].upper() not in _prefixes(language):
        start = before.start()
    after = _AFTER.match(text, end, end + _NEAR)
    if after and text[end - 1].isalnum():
        end = after.end()
    return replace(span, start=start, end=end)


@cache
def _prefixes(language: str) -> frozenset[str]:
    return frozenset(word.upper() for word in facts(language).words("id-prefix"))
