"""Time reading: passages that a model took for a date, and that are something else.

A model marks "three" of "three years", and "2 o'clock" where a surgeon means a place on a dial.
Four digits may be a year or a time of the day: "in 2015" and "called at 2015".
"""

import re
from functools import cache
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.span import Span

__all__ = ["is_hour", "says_no_day"]

_AROUND: Final = 48
_LISTED: Final = 12
"""So many times of the day may stand in a list behind its cue."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019-]\s?[^\W\d_]+)*")
_HOUR: Final = re.compile(r"(?:[01]\d|2[0-3])[0-5]\d")


@cache
def _empty(language: str) -> frozenset[str]:
    """Return the words that stand in dates, and say no day alone."""
    return facts(language).keys("number", "joining", "list-joint", "clock-word", "ordinal-ending")


@cache
def _unit(language: str) -> re.Pattern[str]:
    """Return the unit behind a number: a span of time may tell about somebody."""
    return re.compile(rf"(?i)[\s-]{{0,20}}{facts(language).pattern('time-unit', 'age-unit')}(?!\w)")


@cache
def _dial(language: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return an hour, the same up to a place on a dial over other hours, and such a place."""
    known = facts(language)
    between = known.pattern("list-joint", "article", "range", "clock-word")
    hour = rf"(?i)(?:\d{{1,2}}\s?)?{known.pattern('clock-word')}"
    place = rf"{known.pattern('dial-word')}(?!\w)"
    return (
        re.compile(hour),
        re.compile(rf"{hour}(?:[\s,]{{1,20}}(?:\d{{1,2}}|{between})){{0,20}}\s{{1,20}}{place}"),
        re.compile(rf"(?i)(?<!\w){place}[^.;!?\n]{{0,200}}\Z"),
    )


@cache
def _clock(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what stands before a time of the day in four digits, and what joins two of them."""
    known = facts(language)
    cue = known.pattern("hours-cue", "clock-cue", "call-verb")
    joint = known.pattern("list-joint", "range")
    return (
        re.compile(rf"(?i)(?<!\w){cue}[\s:]{{1,2}}\Z"),
        re.compile(rf"(?i)(\d{{4}})(?:\s?[,/-]|\s{joint}){{1,20}}\s?\Z"),
    )


def says_no_day(text: str, span: Span, language: str = ENGLISH) -> bool:
    """Tell whether a passage that was taken for a date is a bare number, or a place on a dial.

    Examples
    --------
    >>> says_no_day("threw up three times", Span(9, 14, "DATE"))
    True
    >>> says_no_day("on May third", Span(3, 12, "DATE"))
    False
    """
    hour, placed, place = _dial(language)
    before = text[max(0, span.start - _AROUND) : span.start]
    if hour.match(text, span.start) and (placed.match(text, span.start) or place.search(before)):
        return True
    words = [word.lower() for word in _WORD.findall(text, span.start, span.end)]
    if any(map(str.isdecimal, text[span.start : span.end])) or _unit(language).match(
        text, span.end
    ):
        return False
    # "nineteen ninety" is a year.
    numbers = sum(facts(language).is_a(word, "number") for word in words)
    return numbers < 2 and all(word in _empty(language) for word in words)


def is_hour(text: str, span: Span, language: str = ENGLISH) -> bool:
    """Tell whether four digits that may be a year are a time of the day.

    Examples
    --------
    >>> is_hour("called 2038", Span(7, 11, "DATE")), is_hour("in 2018", Span(3, 7, "DATE"))
    (True, False)
    """
    cue, joint = _clock(language)
    start, end = span.start, span.end
    # Of "at 0815, 0930 and 1015" the first one tells what all are.
    for _ in range(_LISTED):
        if not _HOUR.fullmatch(text, start, end):
            return False
        before = text[max(0, start - _AROUND) : start]
        if cue.search(before):
            return True
        found = joint.search(before)
        if found is None:
            return False
        start = start - len(before) + found.start(1)
        end = start + 4
    return False
