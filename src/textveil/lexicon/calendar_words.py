"""Calendar words: weekdays, holidays, seasons and events, which tell a day by the calendar.

Beside a date that was moved, such a word shows by how much. The words are facts of the language
(`weekdays.tsv`, `holidays.tsv`, `seasons.tsv`, `dated_events.tsv`).
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from textveil.lexicon.facts import facts
from textveil.lexicon.written_forms import words_pattern

__all__ = ["CalendarWord", "calendar_words", "says_general"]

_KINDS: Final = {
    "day": ("dated-day",),
    "event": ("dated-event",),
    "holiday": ("holiday", "holiday-bare"),
    "season": ("season",),
    "weekday": ("weekday",),
}
"""Kinds of calendar words with their roles, those of longer names first."""
_GENERAL: Final = ("general-day", "general-event", "general-holiday", "general-season")
_AROUND: Final = ("article", "no-article", "possessor", "relative-to", "stage")
_WORD: Final = re.compile(r"[^\W\d_]+")
_BEGIN: Final = re.compile(r"\b\w{1,3}")
_BEFORE: Final = 24
_SHORT: Final = 4
"""Letters up to which a word must be written like a name."""


class CalendarWord(NamedTuple):
    """A word that says when, and where it stands.

    Attributes
    ----------
    start, end
        Half-open offsets.
    kind
        `weekday`, `season`, `holiday`, `day` for another day that has a name, or `event`.
    sure
        Whether it is surely about the calendar; `fall` and `spring` may not be.
    """

    start: int
    end: int
    kind: str
    sure: bool


def calendar_words(text: str, *, language: str = "en") -> Iterator[CalendarWord]:
    """Yield the calendar words of a text, in order.

    Examples
    --------
    >>> text = "Leap day baby; church on Sundays, fell last fall and on Christmas Eve. Fall risk."
    >>> [(text[one.start : one.end], one.kind) for one in calendar_words(text) if one.sure]
    [('Leap day', 'day'), ('Sundays', 'weekday'), ('fall', 'season'), ('Christmas Eve', 'holiday')]
    """
    known, pattern, firsts, done = facts(language), _pattern(language), _firsts(language), 0
    for begin in _BEGIN.finditer(text):
        # Few words begin like one; to try the whole pattern everywhere would take long.
        if begin[0].lower() not in firsts or begin.start() < done:
            continue
        found = pattern.match(text, begin.start())
        if found is None:
            continue
        done, kind, word = found.end(), found.lastgroup or "", found.group()
        if len(word) <= _SHORT and word.islower() and kind != "season":
            continue
        start, end = found.span()
        doubtful = known.is_a(word, "season-too") or known.is_a(word[:-1], "season-too")
        sure = not doubtful or _is_timed(text[max(0, start - _BEFORE) : start], language)
        yield CalendarWord(start, end, kind, sure)


@cache
def _firsts(language: str) -> frozenset[str]:
    """Return the first letters or digits of calendar words, as `_BEGIN` cuts them."""
    words = facts(language).words(*(role for roles in _KINDS.values() for role in roles))
    found = (_BEGIN.match(word) for word in words)
    return frozenset(one[0].lower() for one in found if one)


@cache
def _pattern(language: str) -> re.Pattern[str]:
    # "Leap-day" is written as well as "leap day".
    listed = {
        kind: words_pattern(language, *roles, reading=True).replace(r"\s{1,8}", r"[\s-]{1,8}")
        for kind, roles in _KINDS.items()
    }
    groups = (rf"(?P<{kind}>{words}(?:s(?!\w))?)" for kind, words in listed.items())
    return re.compile(rf"(?<!\w)(?:{'|'.join(groups)})(?!\w)", re.IGNORECASE)


def _is_timed(before: str, language: str) -> bool:
    """Tell whether words before a season show that it is one."""
    return _timing(language).search(before) is not None


@cache
def _timing(language: str) -> re.Pattern[str]:
    words = words_pattern(language, "habit", "sure-relative", reading=True)
    return re.compile(rf"(?<!\w){words}\s+\Z", re.IGNORECASE)


def says_general(text: str, *, language: str = "en") -> bool:
    """Tell whether a text is what stands for a calendar word: "the holiday", "last season".

    Examples
    --------
    >>> says_general("the holiday"), says_general("last season"), says_general("last Easter")
    (True, True, False)
    """
    known = facts(language)
    rest = re.sub(rf"(?i)\b{known.pattern(*_GENERAL)}\b", "", text)
    others = _WORD.findall(rest)
    return rest != text and all(known.is_a(word, *_AROUND) for word in others)
