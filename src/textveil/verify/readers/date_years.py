"""Date years: which days and periods count, and the year of a day that is written without one.

The verifiers' own code for the rules "in time" and "year of a day or month without one" of
`docs/methods/date-shifting.md`. Days are ordinals.
"""

from bisect import bisect_left
from calendar import isleap, monthrange
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from textveil.verify.readers.read_dates import SaidMoment

__all__ = [
    "PERIODS",
    "DocumentYears",
    "Period",
    "SubjectYears",
    "day_in",
    "middle_of",
    "period_at",
    "period_in",
]

_FIRST_YEAR, _LAST_YEAR = 1800, 2099
_NO_DATES: Final = frozenset(
    date(*day).toordinal() for day in ((1900, 1, 1), (1970, 1, 1), (2099, 12, 31))
)
"""What programs write where there is no date."""
_LONG_AGO: Final = 3653
_OTHERS: Final = 30
"""So many days further away seem the days of other documents."""
_NO_YEAR: Final = 2001
_NEW_YEAR: Final = ((10, 11, 12), (1, 2, 3))
"""Months before and behind a New Year that days of one document may lie around."""
_YEARLESS: Final = ("day", "month")
"""What may stand without a year."""
_MONTHS: Final = {"month": 1, "quarter": 3, "season": 3, "third": 4, "half": 6, "year": 12}
"""How many months a period has, if it has whole ones and lies in one year."""
PERIODS: Final = frozenset(_MONTHS) | {"week", "decade"}

Period = tuple[int, int]
"""First and last day."""


def day_in(moment: SaidMoment, year: int) -> int | None:
    """Return a day in a year; None if that year has no such day, or the day does not count."""
    month, day = moment.month or 0, moment.day or 0
    if not _FIRST_YEAR <= year <= _LAST_YEAR or day > monthrange(year, month)[1]:
        return None
    found = date(year, month, day).toordinal()
    return None if found in _NO_DATES else found


def period_in(moment: SaidMoment, year: int) -> Period | None:
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


class SubjectYears:
    """The dated days of a subject that tell the years of other days; births do not."""

    def __init__(self, days: Iterable[int]) -> None:
        every = sorted(set(days))
        middle = every[len(every) // 2] if every else 0
        self.days = [day for day in every if abs(day - middle) < _LONG_AGO]
        self.years = {date.fromordinal(day).year for day in self.days}


class DocumentYears(NamedTuple):
    """What a document tells about the years of its dates.

    Attributes
    ----------
    days
        Its days that are written with their year, in order.
    named
        The year that its periods name most often.
    periods
        All years that its periods name.
    lone
        Month and day of each day that stands alone, without a year and a weekday; no leap day.
    """

    days: tuple[int, ...] = ()
    named: int = _NO_YEAR
    periods: frozenset[int] = frozenset()
    lone: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def of_passages(cls, passages: Iterable[Sequence[SaidMoment]]) -> "DocumentYears":
        """Take in the dates of a document, each with its moments."""
        every = list(passages)
        lone = {_turn(one[0]) for one in every if _is_lone(one)}
        return cls.of(moment for one in every for moment in one)._replace(lone=frozenset(lone))

    @classmethod
    def of(cls, moments: Iterable[SaidMoment]) -> "DocumentYears":
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
        return cls(tuple(sorted(days)), year, frozenset(named))

    def years(self, moments: Sequence[SaidMoment], told: SubjectYears) -> list[int]:
        """Return the year of each moment of a passage; those of weekdays mean nothing."""
        said = [at for at, moment in enumerate(moments) if moment.year is not None]
        years: list[int] = []
        for at, moment in enumerate(moments):
            after = next((one for one in said if one > at), None)
            before = next((one for one in reversed(said) if one < at), None)
            if moment.year is not None or moment.precision not in _YEARLESS:
                years.append(moment.year or self.named)
            elif after is not None:
                # "30 Dec - 2 Jan 2015" begins in 2014.
                years.append((moments[after].year or 0) - (_turn(moment) > _turn(moments[after])))
            elif before is not None:
                turned = _turn(moment) < _turn(moments[before])
                years.append((moments[before].year or 0) + turned)
            elif at and moments[at - 1].precision in _YEARLESS:
                years.append(years[-1] + (_turn(moment) < _turn(moments[at - 1])))
            elif _is_lone(moments):
                years.append(self._lone_year(moment, told))
            else:
                years.append(self._year(moment, told))
        return years

    def _lone_year(self, moment: SaidMoment, told: SubjectYears) -> int:
        """Return the year of a day that stands alone, with those beside it across New Year."""
        own = self._year(moment, told)
        ends = [[turn for turn in self.lone if turn[0] in months] for months in _NEW_YEAR]
        if _turn(moment) not in (*ends[0], *ends[1]) or not all(ends):
            return own
        said = {turn: self._year(moment._replace(month=turn[0], day=turn[1]), told)
                for turn in (*ends[0], *ends[1])}  # fmt: skip
        if set(said.values()) != {own}:
            return own
        # Before New Year goes a year back, or what is behind it a year on.
        extra = [self._extra(ends[at], own, step, told) for at, step in enumerate((-1, 1))]
        which = 0 if extra[0] <= extra[1] else 1
        far = extra[which] > 20 * _OTHERS * len(ends[which])
        return own if far or _turn(moment) not in ends[which] else own + (-1, 1)[which]

    def _extra(
        self, turns: Sequence[tuple[int, int]], year: int, step: int, told: SubjectYears
    ) -> int:
        """Return how much more days cost in another year."""
        if not told.days:
            return 0
        own = [day for day in self.days if told.days[0] <= day <= told.days[-1]]
        costs = (
            _cost(date(year + step, *turn).toordinal(), own, told.days)
            - _cost(date(year, *turn).toordinal(), own, told.days)
            for turn in turns
        )
        return sum(costs)

    def _year(self, moment: SaidMoment, told: SubjectYears) -> int:
        """Return the year of a day or month without one that stands alone."""
        leap_day = _turn(moment) == (2, 29)
        if not told.days:
            leaps = (year for year in range(self.named, 0, -1) if isleap(year))
            return next(leaps) if leap_day else self.named
        reach = 8 if leap_day else 1
        near = {year + step for year in told.years for step in range(-reach, reach + 1)}
        days = {_placed(moment, year): year for year in near if not leap_day or isleap(year)}
        fitting = {
            day: year
            for day, year in days.items()
            if moment.weekday in (None, date.fromordinal(day).weekday())
        }
        if moment.weekday is not None:
            # "Summer term 2023 ... Tuesday 11 July": no day names that year, the weekday does.
            for year in self.periods - near:
                day = day_in(moment, year)
                if day is not None and date.fromordinal(day).weekday() == moment.weekday:
                    days[day] = fitting[day] = year
        low, high = told.days[0], told.days[-1]
        own = [day for day in self.days if low <= day <= high]
        costs = ((_cost(day, own, told.days), -day) for day in fitting or days)
        return days[-min(costs)[1]]


def _cost(candidate: int, own: Sequence[int], every: Sequence[int]) -> int:
    """Return how far a day lies from those that tell its year, in twentieths of a day.

    Of the own days the late ones tell more. Only the nearest on either side can be the cheapest.
    """
    mine = (20 * abs(candidate - day) + own[-1] - day for day in _beside(candidate, own))
    all_ = (20 * (_OTHERS + abs(candidate - day)) for day in _beside(candidate, every))
    return min(*mine, *all_, 10**9)


def _beside(day: int, days: Sequence[int]) -> Sequence[int]:
    at = bisect_left(days, day)
    return days[max(0, at - 1) : at + 1]


def _is_lone(moments: Sequence[SaidMoment]) -> bool:
    """Tell whether a date is one day without year and weekday; a leap day is none."""
    one = moments[0]
    bare = one.precision == "day" and one.year is None and one.weekday is None
    return len(moments) == 1 and bare and _turn(one) != (2, 29)


def _turn(moment: SaidMoment) -> tuple[int, int]:
    return moment.month or 0, moment.day or 0


def _placed(moment: SaidMoment, year: int) -> int:
    """Return the day, or the middle of the month, in a year."""
    if moment.precision == "day":
        return date(year, moment.month or 1, moment.day or 1).toordinal()
    size = monthrange(year, moment.month or 1)[1]
    return date(year, moment.month or 1, 1).toordinal() + (size - 1) // 2
