"""Calendar words: weekdays, holidays, seasons, events and numbers of weeks tell a day.

Beside a date that was moved, such a word shows by how much. The words are facts of the language
(`weekdays.tsv`, `holidays.tsv`, `seasons.tsv`, `dated_events.tsv`, `calendar_words.tsv`).
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from textveil.lexicon.dates.written_forms import words_pattern
from textveil.lexicon.tables.facts import facts

__all__ = ["CalendarWord", "calendar_words"]

_KINDS: Final = {
    "day": ("dated-day",),
    "event": ("dated-event",),
    "holiday": ("holiday", "holiday-bare"),
    "season": ("season", "season-word"),
    "weekday": ("weekday",),
}
"""Kinds of calendar words with their roles, those of longer names first."""
_PART: Final = "part"
_NUMBERED: Final = ("numbered-week", "numbered-day", "day-of-year")
_NEVER: Final = r"[^\s\S]"
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
        `weekday`, `season`, `holiday`, `day` for another day that has a name, `event`, or `part`
        for a quarter, week or day that is told by its number in the year.
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
        if _is_other_word(word, kind, text[done : done + 2], language):
            continue
        start, end = found.span()
        doubtful = known.is_a(word, "season-too") or known.is_a(word[:-1], "season-too")
        sure = not doubtful or _is_timed(text[max(0, start - _BEFORE) : start], language)
        yield CalendarWord(start, end, kind, sure)


def _is_other_word(word: str, kind: str, after: str, language: str) -> bool:
    """Tell whether the capitals of a word, or of the next one, say that it means something else."""
    if len(word) <= _SHORT and word.islower() and kind != "season":
        return True
    known = facts(language)
    if not known.is_a(word, "as-written"):
        return False
    # "The Fourth Street" is no day.
    return word not in known.words("as-written") or (after[:1] == " " and after[1:].isupper())


@cache
def _firsts(language: str) -> frozenset[str]:
    """Return the first letters or digits of calendar words, as `_BEGIN` cuts them."""
    known = facts(language)
    roles = (*(role for roles in _KINDS.values() for role in roles), *_NUMBERED)
    words = known.words(*roles, "part-ordinal")
    numbers = [f"{n}{end}" for n in range(1, 5) for end in known.words("ordinal-ending")]
    letters = [f"{letter}{n}" for n in range(1, 5) for letter in _quarters(language)]
    found = (_BEGIN.match(word) for word in (*words, *numbers, *letters))
    return frozenset(one[0].lower() for one in found if one)


def _quarters(language: str) -> list[str]:
    """Return the letters that stand for a quarter."""
    letters = facts(language).values("year-part-letter").items()
    return [letter for letter, kind in letters if kind == "quarter"]


@cache
def _parts(language: str) -> str:
    """Return a pattern for quarters, weeks and days that are told by their numbers in the year."""
    known = facts(language)
    quarter = "|".join(w for w, kind in known.values("year-part").items() if kind == "quarter")
    nth = "|".join(w for w, number in known.values("part-ordinal").items() if number != "-1")
    week, day, of_year, join, year, ending = (
        words_pattern(language, role, reading=True)
        for role in (*_NUMBERED, "date-of", "fiscal", "ordinal-ending")
    )
    # "Q4 hours" is how often somebody takes something.
    unit = rf"(?!\s?(?:h|{words_pattern(language, 'time-unit', reading=True)}))"
    return "|".join(
        (
            rf"(?-i:{'|'.join(_quarters(language)) or _NEVER})[1-4](?!\w){unit}",
            rf"(?:{nth or _NEVER}|[1-4]{ending})[\s-](?:{quarter or _NEVER})",
            rf"{week}\.?\s?[0-5]?[0-9]",
            rf"{day}\.?\s?[0-3]?[0-9]{{1,2}}",
            rf"{of_year}\s[0-3]?[0-9]{{1,2}}\s{join}\s(?:{year}|[12][0-9]{{3}})",
        )
    )


@cache
def _pattern(language: str) -> re.Pattern[str]:
    # "Leap-day" is written as well as "leap day".
    listed = {
        kind: words_pattern(language, *roles, reading=True).replace(r"\s{1,8}", r"[\s-]{1,8}")
        for kind, roles in _KINDS.items()
    }
    groups = [rf"(?P<{kind}>{words}(?:s(?!\w))?)" for kind, words in listed.items()]
    groups.append(rf"(?P<{_PART}>{_parts(language)})")
    return re.compile(rf"(?<!\w)(?:{'|'.join(groups)})(?!\w)", re.IGNORECASE)


def _is_timed(before: str, language: str) -> bool:
    """Tell whether words before a season show that it is one."""
    return _timing(language).search(before) is not None


@cache
def _timing(language: str) -> re.Pattern[str]:
    words = words_pattern(language, "habit", "sure-relative", reading=True)
    return re.compile(rf"(?<!\w){words}\s{{1,20}}\Z", re.IGNORECASE)
