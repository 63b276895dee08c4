"""Whole tokens: passages of a model that end inside a token, or take too much at its end.

A rest that stays shows what was removed: `AB` of "lot UT7734AB", `4-` of "4-2-18". Of "BY566548" a
model marks the digits, for "BY" is a word; it may be the initials of whose number it is. Letters
that say what a number is (`MRN448210`) stay out of it, so that it is the same number where a space
stands between. A full stop that ends a sentence stays, and so does the ending of a file's name. Two
days that a hyphen joins are one passage: "Feb-Mar", "Mon-Fri".
"""

import re
from bisect import bisect_left
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from textveil.lexicon.dates.written_dates import parse
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.label import NUMBERS, family_of
from textveil.values.span import Span, Spans

__all__ = ["whole_tokens"]

_NUMBERS: Final = NUMBERS.keys() - {"FAX", "PHONE"}
_USERNAME: Final = "USERNAME"
"""Labels whose values are one token each, whatever letters and digits it has."""
_STOPPED: Final = frozenset({"ADDRESS", "AGE", "OTHER-ID", "PHONE", "QUANTITY"})
_LONGEST: Final = 24
_BEFORE: Final = re.compile(r"(?<![^\W_])[A-Za-z0-9]+\Z")
_AFTER: Final = re.compile(r"[A-Za-z0-9]{1,60}(?![^\W_])")
_WORD: Final = 5
"""Letters alone that are more are a word, which somebody wrote together with a number."""
_NUMBERS_BEFORE: Final = re.compile(r"(?<![\w./-])(?:\d{1,4}[./-]){1,2}\Z")
_STOP: Final = re.compile(r"(?<![\w.])(?:[A-Z]|\d{1,5})\.\Z")
"""A letter or number, and a full stop that is not its own: "bed B."."""
_SHORTEST: Final = 3


class _Words(NamedTuple):
    """Words that part of a passage may be, in one language."""

    days: re.Pattern[str]
    """Two months or days of the week, joined by a hyphen."""
    ordinal: re.Pattern[str]
    prefixes: frozenset[str]
    """What a number is, in capitals."""


@cache
def _words(language: str) -> _Words:
    known = facts(language)
    names = known.words("month", "weekday", "weekday-short")
    short = {name[:length] for name in names for length in range(_SHORTEST, len(name) + 1)}
    day = "|".join(re.escape(name) for name in sorted(short, key=lambda one: (-len(one), one)))
    return _Words(
        re.compile(rf"(?<![\w-])(?:{day})\.?[-\u2013](?:{day})(?![\w-])"),
        re.compile(rf"(?i){known.pattern('ordinal-ending')}(?!\w)"),
        frozenset(word.upper() for word in known.words("id-prefix")),
    )


def whole_tokens(text: str, spans: Spans, language: str = ENGLISH) -> Spans:
    """Return the spans; none of them leaves the rest of its number or code.

    Examples
    --------
    >>> text = "lot UT7734AB, bed B. Feb-Mar"
    >>> marked = [Span(4, 10, "OTHER-ID"), Span(18, 20, "ADDRESS"), Span(21, 25, "DATE")]
    >>> whole_tokens(text, Spans(marked))
    Spans(OTHER-ID[4,12), ADDRESS[18,19), DATE[21,28))
    """
    together = _with_joined_days(text, spans, language)
    kept = [one for one in together if not _is_ending(text, one)]
    return Spans(
        _whole(text, one, _room(kept, at, len(text)), language) for at, one in enumerate(kept)
    )


def _room(spans: list[Span], at: int, length: int) -> tuple[int, int]:
    """Return the borders that a span may not cross: those of its neighbours."""
    low = spans[at - 1].end if at else 0
    return low, spans[at + 1].start if at + 1 < len(spans) else length


def _with_joined_days(text: str, spans: Spans, language: str) -> Spans:
    """Return the spans; a date takes the day or month that a hyphen joins to it."""
    every = list(spans)
    ends = [span.end for span in every]
    joined, gone = list[Span](), set[Span]()
    for found in _words(language).days.finditer(text):
        low, high = found.span()
        first = bisect_left(ends, low + 1)
        touching = [one for one in every[first : first + _SHORTEST] if one.start < high]
        dates = [one for one in touching if one.label == "DATE"]
        if dates and all(low <= one.start and one.end <= high for one in touching):
            joined.append(replace(dates[0], start=low, end=high))
            gone.update(touching)
    return spans.where(lambda one: one not in gone) | Spans(joined)


def _is_ending(text: str, span: Span) -> bool:
    """Tell whether a passage is the ending of a file's name: `jpg` in "scan_0832.jpg"."""
    glued = text[max(0, span.start - 2) : span.start]
    if not glued.endswith(".") or not glued[:1].isalnum():
        return False
    return facts().is_a(text[span.start : span.end], "file-ending")


def _whole(text: str, span: Span, room: tuple[int, int], language: str) -> Span:
    """Return a passage with the rest of its token, without the full stop behind it."""
    family, (low, high) = family_of(span.label), room
    start, end = span.start, span.end
    low, high = max(low, start - _LONGEST), min(high, end + _LONGEST)
    if family == _USERNAME or _is_number(text, span):
        rest = _AFTER.match(text, end, high) if text[end - 1].isalnum() else None
        head = _BEFORE.search(text, low, start) if text[start].isalnum() else None
        named = head is not None and head[0].upper() in _words(language).prefixes
        if head and not named and (family == _USERNAME or not _is_word(head[0])):
            start = head.start()
        if rest and (family == _USERNAME or not _is_word(rest[0])):
            end = rest.end()
    elif span.label == "DATE" and text[end - 1].isdecimal():
        rest = _words(language).ordinal.match(text, end, high)
        head = _NUMBERS_BEFORE.search(text, low, start) if text[start].isdecimal() else None
        if head and parse(text[head.start() : end], language=language) is not None:
            start = head.start()
        end = rest.end() if rest else end
    if family in _STOPPED and _STOP.search(text, start, end):
        end -= 1
    return replace(span, start=start, end=end)


def _is_number(text: str, span: Span) -> bool:
    return span.label in _NUMBERS and any(map(str.isdecimal, text[span.start : span.end]))


def _is_word(letters: str) -> bool:
    return letters.isalpha() and len(letters) > _WORD
