"""Conventions: how the dates of one document are to be read, as the document itself shows."""

from calendar import isleap
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date as Day  # noqa: N812 - written dates are called dates here
from typing import Final, NamedTuple

from textveil.lexicon.written_date import WrittenDate
from textveil.lexicon.written_dates import parse

__all__ = ["Conventions", "conventions", "dated_days", "year_near"]


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


def dated_days(passages: Iterable[str], shown: Conventions) -> tuple[int, ...]:
    """Return the days of a document that have a year, next to the year that it shows, as ordinals.

    Examples
    --------
    >>> texts = ["12/25/2018", "1/6/2019", "9/27/1960", "June 2019"]
    >>> [Day.fromordinal(day).year for day in dated_days(texts, conventions(texts))]
    [2018, 2019]
    """
    found = []
    for text in passages:
        date = parse(text, shown.day_first)
        for moment in () if date is None or date.impossible else date.moments:
            if moment.precision != "day" or moment.year is None or shown.year is None:
                continue
            if abs(moment.year - shown.year) <= 1:
                day = Day(moment.year, moment.month or 1, moment.day or 1)
                found.append(day.toordinal())
    return tuple(sorted(found))


def year_near(date: WrittenDate, year: int | None, days: Sequence[int]) -> int | None:
    """Return the year of a day and month without one: in which it lies nearest to the dated days.

    Near ones count more than far ones, and several more than one. A weekday beside it leaves those
    years alone in which it fits.

    Parameters
    ----------
    date
        The date.
    year
        The year that the document shows; the result is this one, the last or the next.
    days
        The dated days of the document, as `dated_days` gives them.

    Examples
    --------
    >>> texts = ["12/25/2018", "1/6/2019", "2/6/2019"]
    >>> days = dated_days(texts, conventions(texts))
    >>> [year_near(parse(text), 2019, days) for text in ("12/26", "1/5", "Sunday, January 5")]
    [2018, 2019, 2020]
    """
    first = date.moments[0] if date.moments else None
    if year is None or not days or first is None or first[:2] != ("day", None):
        return year
    if first[2:4] == _LEAP_DAY or not 1 < year < 9999:
        return year
    around = [Day(one, first.month or 1, first.day or 1) for one in (year, year - 1, year + 1)]
    fitting = [day for day in around if first.weekday in (None, day.weekday())] or around
    return max(fitting, key=lambda day: _pull(day.toordinal(), days)).year


def _pull(day: int, days: Iterable[int]) -> float:
    """Return how near a day is to others: several days apart a little count less than one day."""
    return sum(1.0 / (_NEAR + abs(day - other)) for other in days)


_NEAR: Final = 10


_LEAP_DAY: Final = (2, 29)


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
