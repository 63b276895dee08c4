"""Moments: the calendar days of a written date, and the same some days later.

A date is moved in its own unit. One that names a day moves by the days given, exactly; one that
names a month, a season, a quarter, a year or a decade moves by the whole number of these units that
is nearest to the days given. So two dates of one precision keep their difference, and of two dates
of different precision the later one never comes to lie wholly before the earlier one.
"""

from calendar import isleap
from datetime import date, timedelta
from typing import Final, NamedTuple

__all__ = ["FINE", "PARTS", "PER_CYCLE", "Moment", "assumed_year", "exists", "move", "steps"]

_CYCLE: Final = 146_097
"""Days in 400 years, after which the Gregorian calendar repeats."""

PER_CYCLE: Final = {
    "week": 20_871,
    "month": 4_800,
    "quarter": 1_600,
    "season": 1_600,
    "third": 1_200,
    "half": 800,
    "year": 400,
    "decade": 40,
}
"""How many of each unit there are in 400 years."""

FINE: Final = frozenset({"day", "week", "month", "monthday"})
"""Precisions that say more than a part of a year."""

PARTS: Final = {"quarter": 4, "season": 4, "third": 3, "half": 2}
_LENGTHS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTH: Final = 30


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


def steps(days: int, precision: str) -> int:
    """Return the whole number of units nearest to a number of days; of two, the later.

    Examples
    --------
    >>> steps(45, "month"), steps(-45, "month"), steps(180, "year"), steps(200, "year")
    (1, -1, 0, 1)
    """
    return (2 * days * PER_CYCLE[precision] + _CYCLE) // (2 * _CYCLE)


def assumed_year(month: int, day: int, year: int | None) -> int:
    """Return the year in which a day without one is looked up: the hint, or a leap year near it."""
    year = 2001 if year is None else year
    while not exists(day, month, year):
        year -= 1
    return year


def move(moment: Moment, days: int, year_hint: int | None = None) -> Moment:
    """Return the moment some days later, as precise as before.

    Parameters
    ----------
    moment
        A moment that exists.
    days
        How far; may be negative.
    year_hint
        The year that a day and month without a year belong to. It matters only where 29 February
        may lie in between.
    """
    moved = _MOVES.get(moment.precision, _move_part)(moment, days, year_hint)
    if moment.weekday is not None:
        moved = moved._replace(weekday=(moment.weekday + days) % 7)
    return moved


def _move_day(moment: Moment, days: int, year_hint: int | None) -> Moment:
    month, day, year = moment.month or 0, moment.day or 0, moment.year
    if year is None:
        year = assumed_year(month, day, year_hint)
    new = date(year, month, day) + timedelta(days)
    said = None if moment.year is None else new.year
    return moment._replace(year=said, month=new.month, day=new.day)


def _move_week(moment: Moment, days: int, _: int | None) -> Moment:
    monday = date.fromisocalendar(moment.year or 0, moment.part or 0, 1)
    year, week, _day = (monday + timedelta(7 * steps(days, "week"))).isocalendar()
    return moment._replace(year=year, part=week)


def _move_month(moment: Moment, days: int, _: int | None) -> Moment:
    return _moved_by(moment, steps(days, "month"), (moment.month or 0) - 1, 12)


def _move_part(moment: Moment, days: int, _: int | None) -> Moment:
    kind = moment.precision
    return _moved_by(moment, steps(days, kind), moment.part or 0, PARTS[kind])


def _moved_by(moment: Moment, count: int, at: int, of: int) -> Moment:
    years, at = divmod(at + count, of)
    said = None if moment.year is None else moment.year + years
    if of == 12:
        return moment._replace(year=said, month=at + 1)
    return moment._replace(year=said, part=at)


def _move_year(moment: Moment, days: int, _: int | None) -> Moment:
    scale = 10 if moment.precision == "decade" else 1
    return moment._replace(year=(moment.year or 0) + scale * steps(days, moment.precision))


def _move_monthday(moment: Moment, days: int, _: int | None) -> Moment:
    # A day of an unnamed month goes round in thirty days; whole turns leave it as it is.
    if moment.day is None or days % _MONTH == 0:
        return moment
    return moment._replace(day=(moment.day - 1 + days) % _MONTH + 1)


def _stay(moment: Moment, _days: int, _: int | None) -> Moment:
    return moment


_MOVES: Final = {
    "day": _move_day,
    "week": _move_week,
    "month": _move_month,
    "year": _move_year,
    "decade": _move_year,
    "monthday": _move_monthday,
    "weekday": _stay,
    "relative": _stay,
}
