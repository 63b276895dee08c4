"""Date years: which days and periods count, and the year of a day that is written without one.

The verifiers' own code for the rules "in time" and "year of a day or month without one" of
`docs/methods/date-shifting.md`. Days are ordinals.
"""

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
    latest
        Its latest day that is written with its year; None if there is none.
    named
        The year that its periods name most often.
    """

    latest: int | None
    named: int = _NO_YEAR

    @classmethod
    def of(cls, moments: Iterable[Moment]) -> "DocumentYears":
        """Take in the moments of a document."""
        latest: int | None = None
        named: Counter[int] = Counter()
        for moment in moments:
            if moment.year is None:
                continue
            if moment.precision == "day":
                day = day_in(moment, moment.year)
                latest = max(latest or 0, day or 0) or None
            elif moment.precision != "decade" and period_in(moment, moment.year):
                named[moment.year] += 1
        year = max(named, key=lambda one: (named[one], one), default=_NO_YEAR)
        return cls(latest, year)

    def years(self, moments: Sequence[Moment], latest: int | None) -> list[int]:
        """Return the year of each moment of a passage.

        `latest` is the latest day of the subject that is written with its year.
        """
        said = [at for at, moment in enumerate(moments) if moment.year is not None]
        years: list[int] = []
        for at, moment in enumerate(moments):
            after = next((one for one in said if one > at), None)
            before = next((one for one in reversed(said) if one < at), None)
            if moment.year is not None:
                years.append(moment.year)
            elif moment.precision != "day" or not (said or at):
                years.append(self._year(moment, latest))
            elif after is not None:
                # "30 Dec - 2 Jan 2015" begins in 2014.
                years.append((moments[after].year or 0) - (_turn(moment) > _turn(moments[after])))
            elif before is not None:
                turned = _turn(moment) < _turn(moments[before])
                years.append((moments[before].year or 0) + turned)
            else:
                last = moments[at - 1]
                turned = last.precision == "day" and _turn(moment) < _turn(last)
                years.append(years[-1] + turned)
        return years

    def _year(self, moment: Moment, latest: int | None) -> int:
        """Return the year of a day or month without one that stands alone."""
        near = self.latest
        if near is None or (latest is not None and latest - near > _LONG_AGO):
            near = latest
        leap_day = (moment.month, moment.day) == (2, 29)
        if near is None:
            leaps = (year for year in range(self.named, 0, -1) if isleap(year))
            return next(leaps) if leap_day else self.named
        middle = date.fromordinal(near).year
        reach = 8 if leap_day else 1
        years = range(middle - reach, middle + reach + 1)
        days = {_placed(moment, year): year for year in years if not leap_day or isleap(year)}
        fitting = {
            day: year
            for day, year in days.items()
            if moment.weekday in (None, date.fromordinal(day).weekday())
        }
        return min((abs(day - near), day, year) for day, year in (fitting or days).items())[2]


def _turn(moment: Moment) -> tuple[int, int]:
    return moment.month or 0, moment.day or 0


def _placed(moment: Moment, year: int) -> int:
    """Return the day, or the middle of the month, in a year."""
    if moment.precision == "day":
        return date(year, moment.month or 1, moment.day or 1).toordinal()
    size = monthrange(year, moment.month or 1)[1]
    return date(year, moment.month or 1, 1).toordinal() + (size - 1) // 2
