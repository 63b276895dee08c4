"""Named days: a day's name stays whole where several passages share its words.

A pattern finds "Sunday, March 31", and a model the "Easter" before it. The name of the day is then
in two passages, and neither can be read for what it is. Nor can "Tax Day" if "Day" is taken for a
name.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from textveil.lexicon.dates.calendar_words import calendar_words
from textveil.lexicon.people.inner_words import stands_in_term
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.span import Span, Spans

__all__ = ["parted_days", "says_no_day"]

_LABEL: Final = "DATE"
_NAMED: Final = frozenset({"day", "event", "holiday", "part"})
_WORD: Final = re.compile(r"[^\W_]+")
_EMPTY: Final = ("article", "relative-to", "list-joint", "date-of")
"""Roles of words that stand before or between dates, and say no day."""


def parted_days(text: str, spans: Spans, *, language: str = ENGLISH) -> Spans:
    """Return the names of days that no passage has as a whole, and a date has a part of.

    So are those that have whole passages of any kind in them, if the text has a date.

    Examples
    --------
    >>> text = "on Easter Sunday, March 31"
    >>> parted_days(text, Spans([Span(3, 9, "DATE"), Span(10, 26, "DATE")]))
    Spans(DATE[3,16))
    """
    return Spans(_parted(text, spans, language))


def _parted(text: str, spans: Spans, language: str) -> Iterator[Span]:
    if not any(span.label == _LABEL for span in spans):
        return
    every, first = list(spans), 0
    for word in calendar_words(text, language=language):
        while first < len(every) and every[first].end <= word.start:
            first += 1
        touching, at = [], first
        while at < len(every) and every[at].start < word.end:
            touching.append(every[at])
            at += 1
        whole = any(span.start <= word.start and word.end <= span.end for span in touching)
        parts = [span for span in touching if span.label == _LABEL]
        if all(word.start <= span.start and span.end <= word.end for span in touching):
            parts += touching
        if word.kind in _NAMED and parts and not whole:
            yield replace(parts[0], start=word.start, end=word.end, label=_LABEL)


def says_no_day(text: str, span: Span, *, language: str = ENGLISH) -> bool:
    """Tell whether a date has no more than words that stand before or between: "next", "and".

    Nor does the first word of a clinical term say a day: "Christmas disease".

    Examples
    --------
    >>> text = "next Thursday, 2/29/24"
    >>> says_no_day(text, Span(0, 4, "DATE")), says_no_day(text, Span(0, 13, "DATE"))
    (True, False)
    """
    words = _WORD.findall(text, span.start, span.end) if span.label == _LABEL else []
    known = facts(language)
    if words and stands_in_term(text, span.start, span.end, language=language):
        return True
    return bool(words) and all(known.is_a(word, *_EMPTY) for word in words)
