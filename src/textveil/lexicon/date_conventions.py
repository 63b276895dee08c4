"""Conventions: how the dates of one document are to be read, as the document itself shows."""

from calendar import isleap
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from textveil.lexicon.written_date import WrittenDate
from textveil.lexicon.written_dates import parse

__all__ = ["Conventions", "conventions"]


class Conventions(NamedTuple):
    """How to read dates: whether numbers have the day first, and the year of days without one."""

    day_first: bool = False
    year: int | None = None


def conventions(passages: Iterable[str], day_first: bool = False) -> Conventions:
    """Return what the dates of a document show about each other.

    Numbers are read with the day first if more of the dates can only be read so than can only be
    read with the month first; where neither is shown, as `day_first` says. A day and month without
    a year are taken to lie in the year that occurs most often, of several the latest; in a leap
    year near it, where one of them is 29 February.

    Examples
    --------
    >>> conventions(["03/05/2016", "25/05/2016", "4 June"])
    Conventions(day_first=True, year=2016)
    """
    dates = [found for text in passages if (found := parse(text, day_first)) is not None]
    shown = sum(_shows_order(date) for date in dates)
    ordered = day_first if shown == 0 else shown > 0
    years: Counter[int] = Counter()
    leap = False
    for date in dates:
        moments = () if date.impossible else date.moments
        years.update(m.year for m in moments if m.year is not None and m.precision != "decade")
        leap |= any(m[:4] == ("day", None, 2, 29) for m in moments)
    year = max(years, key=lambda one: (years[one], one)) if years else None
    return Conventions(ordered, _near_leap_year(year or 2000) if leap else year)


def _near_leap_year(year: int) -> int:
    around = [other for other in range(year - 8, year + 9) if isleap(other)]
    return min(around, key=lambda other: (abs(other - year), other))


def _shows_order(date: WrittenDate) -> int:
    """Return 1 where only day first will do, -1 where only month first, 0 where nothing tells."""
    told = 0
    for part in date.parts or (date,):
        numeric = sum(slot.kind in "DM" for slot in part.slots) == 2
        if not numeric or part.ambiguous or part.impossible or part.form not in _EITHER:
            continue
        moment = part.moments[0]
        if moment.month != moment.day:
            told += 1 if part.day_first else -1
    return told


_EITHER = frozenset({"numeric", "numeric-month-day", "blanks", "digits"})
