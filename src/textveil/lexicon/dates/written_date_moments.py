"""Moments: what a written date says, the days that it reaches over, and the same moment elsewhere.

A day is moved by a number of days, exactly. A week, month, season, quarter, year or decade becomes
the one that holds, after the move, a chosen day of it: so no order is reversed, and two equal
periods whose chosen days are equal stay equal (`docs/methods/date-shifting.md`).
"""

from calendar import isleap
from collections.abc import Callable
from datetime import date
from typing import Final, NamedTuple

__all__ = [
    "PARTS",
    "YEARS",
    "Choose",
    "Moment",
    "Reach",
    "assumed_year",
    "exists",
    "is_in_time",
    "middle",
    "move",
    "reach_of",
]

PARTS: Final = {"quarter": 4, "season": 4, "third": 3, "half": 2}
_LENGTHS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
YEARS: Final = range(1800, 2100)
"""The years of people; what lies outside stands for something else, as 9999 does."""
_NO_DAYS: Final = tuple(
    date.fromisoformat(day).toordinal() for day in ("1900-01-01", "1970-01-01", "2099-12-31")
)
"""Days that programs write where they know none."""

Reach = tuple[int, int]
"""The first and the last day of a moment, as ordinals."""
Choose = Callable[[str, Reach], int]
"""Tells which day of a period counts; the first argument is its precision."""


class Moment(NamedTuple):
    """What one written date says.

    Attributes
    ----------
    precision
        `day`, `week`, `month`, `quarter`, `season`, `third` (of a year), `half`, `year`, `decade`;
        `weekday` and `monthday` for a day of an unnamed week or month; `relative` for what counts
        from the time of writing and so does not move.
    year, month, day
        Where they are said.
    part
        Number, from 0, of the quarter, season, third or half; number, from 1, of an ISO week.
    weekday
        0 for Monday.
    """

    precision: str
    year: int | None = None
    month: int | None = None
    day: int | None = None
    part: int | None = None
    weekday: int | None = None


def exists(day: int, month: int, year: int | None = None) -> bool:
    """Tell whether the calendar has this day; without a year, whether any year has it.

    Examples
    --------
    >>> exists(29, 2), exists(29, 2, 2015), exists(31, 4)
    (True, False, False)
    """
    if not 1 <= month <= 12 or not 1 <= day <= _LENGTHS[month - 1]:
        return False
    return month != 2 or day < 29 or year is None or isleap(year)


def assumed_year(month: int, day: int, year: int | None) -> int:
    """Return the year in which a day without one is looked up: the hint, or a leap year near it."""
    year = 2001 if year is None else year
    while not exists(day, month, year):
        year -= 1
    return year


def reach_of(moment: Moment, year: int | None) -> Reach | None:
    """Return the days of a moment; None if it has no place in time.

    Parameters
    ----------
    moment
        A moment that exists.
    year
        The year that it lies in if it says none.

    Examples
    --------
    >>> [date.fromordinal(day).isoformat() for day in reach_of(Moment("month", 2016, 2), None)]
    ['2016-02-01', '2016-02-29']
    >>> reach_of(Moment("month", month=2), None) is None
    True
    """
    year = year if moment.year is None else moment.year
    if year is None:
        return None
    if moment.precision == "day":
        day = date(year, moment.month or 0, moment.day or 0).toordinal()
        return day, day
    if moment.precision == "week":
        monday = date.fromisocalendar(year, moment.part or 0, 1).toordinal()
        return monday, monday + 6
    months = _months(moment)
    if not months:
        return None
    begin, length = months
    last = year * 12 + begin + length
    first, after = date(year, begin + 1, 1), date(last // 12, last % 12 + 1, 1)
    return first.toordinal(), after.toordinal() - 1


def _months(moment: Moment) -> tuple[int, int] | None:
    """Return in which month of its year a period begins, from 0, and how many it has."""
    if moment.precision == "month":
        return (moment.month or 1) - 1, 1
    if moment.precision in PARTS:
        length = 12 // PARTS[moment.precision]
        return (moment.part or 0) * length, length
    return {"year": (0, 12), "decade": (0, 120)}.get(moment.precision)


def is_in_time(reach: Reach) -> bool:
    """Tell whether days are those of people, and not what programs write for "no date".

    Examples
    --------
    >>> [is_in_time((day, day)) for day in (date(2016, 5, 3).toordinal(), date.max.toordinal())]
    [True, False]
    """
    first, last = (date.fromordinal(day).year for day in reach)
    no_day = reach[0] == reach[1] and reach[0] in _NO_DAYS
    return first in YEARS and last in YEARS and not no_day


def middle(_: str, reach: Reach) -> int:
    """Return the day in the middle of a period; of two, the earlier."""
    return reach[0] + (reach[1] - reach[0]) // 2


def move(moment: Moment, days: int, year: int | None = None, choose: Choose = middle) -> Moment:
    """Return the moment some days later, as precise as before.

    Parameters
    ----------
    moment
        A moment that exists.
    days
        How far; may be negative.
    year
        The year that a day or month without a year belongs to; 2001 unless it is known.
    choose
        Tells which day of a period counts.

    Examples
    --------
    >>> move(Moment("quarter", 2016, part=2), 60)[:2], move(Moment("month", 2016, 5), 40)[:3]
    (('quarter', 2016), ('month', 2016, 6))
    """
    if moment.year is None and moment.precision in ("day", "month"):
        year = assumed_year(moment.month or 0, moment.day or 1, year)
    reach = reach_of(moment, year)
    if reach is not None:
        day = reach[0] if moment.precision == "day" else choose(moment.precision, reach)
        moment = _holding(moment, date.fromordinal(day + days))
    if moment.weekday is not None:
        moment = moment._replace(weekday=(moment.weekday + days) % 7)
    return moment


def _holding(moment: Moment, day: date) -> Moment:
    """Return the moment of the same precision that holds a day."""
    said = None if moment.year is None else day.year
    match moment.precision:
        case "day":
            return moment._replace(year=said, month=day.month, day=day.day)
        case "week":
            year, week, _ = day.isocalendar()
            return moment._replace(year=year, part=week)
        case "month":
            return moment._replace(year=said, month=day.month)
        case "year":
            return moment._replace(year=said)
        case "decade":
            return moment._replace(year=day.year // 10 * 10)
    return moment._replace(year=said, part=(day.month - 1) * PARTS[moment.precision] // 12)
