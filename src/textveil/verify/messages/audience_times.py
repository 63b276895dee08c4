"""Times of covers: what interval or length a phrase stands for, and whether one has another inside.

Written a second time, from the tables: the makers of covers have their own.
"""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.values.messages.message import MessagePassage

__all__ = ["TimeTruth"]

Interval = tuple[datetime, datetime]
Range = tuple[float, float]

_TIMEX: Final = re.compile(r"P(T?)([0-9]{1,12}(?:\.[0-9]{1,12})?)([A-Z])$")
_UNITS: Final = {
    ("", "Y"): 365 * 86_400.0,
    ("", "M"): 2_629_800.0,
    ("", "W"): 7 * 86_400.0,
    ("", "D"): 86_400.0,
    ("T", "H"): 3_600.0,
    ("T", "M"): 60.0,
    ("T", "S"): 1.0,
}
_ANY: Final = (0.0, float("inf"))


class TimeTruth:
    """Reads phrases against the moment at which a message was written.

    Parameters
    ----------
    at
        The moment.
    phrases
        Further phrases with their rules, in lower case or not.
    """

    def __init__(self, at: datetime, phrases: Iterable[tuple[str, str]] = ()) -> None:
        self._at = at
        tables = (facts().values(role) for role in ("time-cover", "time-adverb"))
        known = [*(one for table in tables for one in table.items()), *phrases]
        self._rules = {phrase.casefold(): rule for phrase, rule in known}

    def is_true(self, passage: MessagePassage, cover: str) -> bool:
        """Tell whether a cover is true of a time: it has the interval or the length inside."""
        if facts().is_a(cover, "length-noun") or _length_range(cover) == _ANY:
            return True
        if passage.since is not None and passage.until is not None:
            read = self.interval(cover)
            return read is not None and _inside((passage.since, passage.until), read)
        if passage.span.label == "SET":
            return _is_again(cover)
        length, wide = _length_of(passage.value), _length_range(cover)
        return wide is not None and (wide == _ANY or (length is not None and _inside(length, wide)))

    def says_no_more(self, passage: MessagePassage, one: str, other: str) -> bool:
        """Tell whether the second of two covers of a time says no more than the first."""
        if facts().is_a(other, "length-noun") or _length_range(other) == _ANY:
            return True
        if passage.since is not None and passage.until is not None:
            first = self.interval(one) or (passage.since, passage.until)
            second = self.interval(other)
            return second is not None and _inside(first, second)
        if passage.span.label == "SET":
            return _is_again(other)
        wide = _length_range(other)
        near = _length_range(one) or _length_of(passage.value)
        return wide is not None and (wide == _ANY or (near is not None and _inside(near, wide)))

    def interval(self, phrase: str) -> Interval | None:
        """Return first and last second of a phrase; None if it is none of the tables."""
        rule = self._rules.get(phrase.casefold())
        if rule is None:
            return self._dated(phrase)
        at = self._at
        unit, steps, *rest = rule.split()
        midnight = datetime(at.year, at.month, at.day)
        if unit in ("part", "day"):
            first = midnight + timedelta(int(steps))
            begin, end = map(int, rest) if rest else (0, 86_399)
            return first + timedelta(0, begin), first + timedelta(0, end)
        if unit == "week":
            first = midnight - timedelta(at.weekday() - 7 * int(steps))
            return first, first + timedelta(7, -1)
        if unit == "month":
            year, month = divmod(at.year * 12 + at.month - 1 + int(steps), 12)
            return _whole_month(year, month + 1)
        size = 10 if unit == "decade" else 1
        year = at.year // size * size + int(steps) * size
        return datetime(year, 1, 1), datetime(year + size, 1, 1) - timedelta(0, 1)

    def _dated(self, phrase: str) -> Interval | None:
        """Read "in May 2014", "in May" of this year, and "in 2014"."""
        words = phrase.split()[1:]
        if not words or len(words) > 2:
            return None
        month = facts().value("month", words[0])
        year = words[-1]
        if month and len(words) == 1:
            return _whole_month(self._at.year, int(month))
        if not year.isdecimal() or len(year) != 4:
            return None
        if len(words) == 1:
            return datetime(int(year), 1, 1), datetime(int(year), 12, 31, 23, 59, 59)
        return _whole_month(int(year), int(month)) if month else None


def _inside(one: Interval | Range, other: Interval | Range) -> bool:
    return bool(other[0] <= one[0] and one[1] <= other[1])  # type: ignore[operator]


def _whole_month(year: int, month: int) -> Interval:
    last = monthrange(year, month)[1]
    return datetime(year, month, 1), datetime(year, month, last, 23, 59, 59)


def _endings(cover: str) -> Iterator[str]:
    words = cover.casefold().split()
    yield from (" ".join(words[at:]) for at in range(min(3, len(words))))


def _is_again(cover: str) -> bool:
    return any(facts().is_a(end, "again-cover") for end in _endings(cover))


def _length_of(value: str) -> Range | None:
    """Return a length in the notation of TIMEX3 as the same number of seconds twice."""
    found = _TIMEX.match(value)
    if found is None or (found[1], found[3]) not in _UNITS:
        return None
    seconds = float(found[2]) * _UNITS[found[1], found[3]]
    return seconds, seconds


def _length_range(cover: str) -> Range | None:
    """Return the fewest and most seconds that a phrase of the table is true of."""
    for end in _endings(cover):
        value = facts().value("length-cover", end) or facts().value("length-noun", end)
        if value:
            fewest, most = value.split()
            return _ANY if fewest == "-" else (float(fewest), float(most))
    return None
