"""Date years: which days and periods count, and the year of a day that is written without one.

The verifiers' own code for the rules "in time" and "year of a day or month without one" of
`docs/methods/date-shifting.md`. Days are ordinals.
"""

from bisect import bisect_right
from calendar import isleap, monthrange
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from textveil.lexicon.written_date_moments import Moment

__all__ = ["PERIODS", "DocumentYears", "Period", "day_in", "middle_of", "period_at", "period_in"]

_FIRST_YEAR, _LAST_YEAR = 1800, 2099
_NO_DATES: Final = frozenset(
    date(*day).toordinal() for day in ((1900, 1, 1), (1970, 1, 1), (2099, 12, 31))
)
"""What programs write where there is no date."""
_LONG_AGO: Final = 3653
_MONTH: Final = 30
_LATE: Final = 20
_NO_YEAR: Final = 2001
_MONTHS: Final = {"month": 1, "quarter": 3, "season": 3, "third": 4, "half": 6, "year": 12}
"""How many months a period has, if it has whole ones and lies in one year."""
PERIODS: Final = frozenset(_MONTHS) | {"week", "decade"}

Period = tuple[int, int]
"""First and last day."""


def day_in(moment: Moment, year: int) -> int | None:
    """Return a day in a year; None if that year has no such day, or the day does not count."""
    month, day = moment.month or 0, moment.day or 0
    if not _FIRST_YEAR <= year <= _LAST_YEAR or day > monthrange(year, month)[1]:
        return None
    found = date(year, month, day).toordinal()
    return None if found in _NO_DATES else found


def period_in(moment: Moment, year: int) -> Period | None:
    """Return the first and last day of a period in a year; None if it does not count."""
    kind = moment.precision
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        return None
    if kind == "week":
        monday = date.fromisocalendar(year, moment.part or 1, 1).toordinal()
        return monday, monday + 6
    if kind == "decade":
        return date(year, 1, 1).toordinal(), date(year + 9, 12, 31).toordinal()
    size = _MONTHS[kind]
    number = (moment.month or 1) - 1 if kind == "month" else moment.part or 0
    last = (number + 1) * size
    ends = date(year, number * size + 1, 1), date(year, last, monthrange(year, last)[1])
    return ends[0].toordinal(), ends[1].toordinal()


def period_at(kind: str, day: int) -> tuple[int, int | None, int | None]:
    """Return year, month and part of the period of a kind that holds a day."""
    held = date.fromordinal(day)
    if kind == "week":
        year, week, _ = held.isocalendar()
        return year, None, week
    if kind in ("year", "decade"):
        return held.year - (held.year % 10 if kind == "decade" else 0), None, None
    number = (held.month - 1) // _MONTHS[kind]
    return (held.year, number + 1, None) if kind == "month" else (held.year, None, number)


def middle_of(period: Period) -> int:
    """Return the middle day of a period."""
    return period[0] + (period[1] - period[0]) // 2


class DocumentYears(NamedTuple):
    """What a document tells about the years of its dates.

    Attributes
    ----------
    days
        Its days that are written with their year, in order.
    named
        The year that its periods name most often.
    """

    days: tuple[int, ...]
    named: int = _NO_YEAR

    @classmethod
    def of(cls, moments: Iterable[Moment]) -> "DocumentYears":
        """Take in the moments of a document."""
        days: set[int] = set()
        named: Counter[int] = Counter()
        for moment in moments:
            if moment.year is None:
                continue
            if moment.precision == "day":
                day = day_in(moment, moment.year)
                days.update([] if day is None else [day])
            elif moment.precision != "decade" and period_in(moment, moment.year):
                named[moment.year] += 1
        year = max(named, key=lambda one: (named[one], one), default=_NO_YEAR)
        return cls(tuple(sorted(days)), year)

    def years(self, moments: Sequence[Moment], others: Sequence[int]) -> list[int]:
        """Return the year of each moment of a passage.

        `others` are the days of the subject that are written with their year, in order.
        """
        said = [at for at, moment in enumerate(moments) if moment.year is not None]
        years: list[int] = []
        for at, moment in enumerate(moments):
            after = next((one for one in said if one > at), None)
            before = next((one for one in reversed(said) if one < at), None)
            if moment.year is not None:
                years.append(moment.year)
            elif moment.month is None or not (said or at):
                years.append(self._year(moment, others))
            elif after is not None:
                # "30 Dec - 2 Jan 2015" begins in 2014.
                years.append((moments[after].year or 0) - (_turn(moment) > _turn(moments[after])))
            elif before is not None:
                turned = _turn(moment) < _turn(moments[before])
                years.append((moments[before].year or 0) + turned)
            else:
                years.append(years[-1] + (_turn(moment) < _turn(moments[at - 1])))
        return years

    def _year(self, moment: Moment, others: Sequence[int]) -> int:
        """Return the year of a day or month without one that stands alone."""
        leap_day = (moment.month, moment.day) == (2, 29)
        middle = others[len(others) // 2] if others else 0
        near = [day for day in others if abs(day - middle) < _LONG_AGO]
        if not near:
            leaps = (year for year in range(self.named, 0, -1) if isleap(year))
            return next(leaps) if leap_day else self.named
        away = 8 if leap_day else 1
        told = {date.fromordinal(day).year for day in near}
        years = sorted({year + more for year in told for more in range(-away, away + 1)})
        days = {_placed(moment, year): year for year in years if not leap_day or isleap(year)}
        fitting = {d: y for d, y in days.items() if moment.weekday in (None, (d + 6) % 7)}
        own = [day for day in self.days if abs(day - middle) < _LONG_AGO]
        costs = ((_cost(day, own, near), -year) for day, year in (fitting or days).items())
        return -min(costs)[1]


def _cost(day: int, own: Sequence[int], near: Sequence[int]) -> float:
    """Return how far a day lies from those that tell its year."""
    best: float = _MONTH + min(abs(day - near[at]) for at in _next_to(near, day))
    for at in _next_to(own, day):
        best = min(best, abs(day - own[at]) + (own[-1] - own[at]) / _LATE)
    return best


def _next_to(days: Sequence[int], day: int) -> list[int]:
    """Return where the last day up to another and the first one after it stand."""
    at = bisect_right(days, day)
    return [one for one in (at - 1, at) if 0 <= one < len(days)]


def _turn(moment: Moment) -> tuple[int, int]:
    return moment.month or 0, moment.day or 0


def _placed(moment: Moment, year: int) -> int:
    """Return the day, or the middle of the month, in a year."""
    if moment.precision == "day":
        return date(year, moment.month or 1, moment.day or 1).toordinal()
    size = monthrange(year, moment.month or 1)[1]
    return date(year, moment.month or 1, 1).toordinal() + (size - 1) // 2
