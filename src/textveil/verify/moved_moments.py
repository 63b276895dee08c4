"""Moved moments: tells whether one moment lies a number of days after another."""

import math
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Final

from textveil.lexicon.written_date_moments import PER_CYCLE, Moment

__all__ = ["days_between", "fits"]

_CYCLE: Final = 146_097
_IN_A_YEAR: Final = {"month": 12, "quarter": 4, "season": 4, "third": 3, "half": 2, "year": 1}

Placed = tuple[Moment, int | None]
"""A moment, and the year it says or is assumed to lie in."""


def days_between(was: Moment, now: Moment) -> int | None:
    """Return the days from one moment to another, where both name a day with its year."""
    if was.precision != "day" or was.year is None or now.year is None:
        return None
    return _day(now, now.year).toordinal() - _day(was, was.year).toordinal()


def fits(was: Placed, now: Placed, days: int, short_year: bool) -> bool:
    """Tell whether the second moment is the first one, moved by a number of days in its unit.

    Parameters
    ----------
    was, now
        The moments; they are of one precision.
    days
        How far the first is to be moved.
    short_year
        Whether the century of either year is a guess, and does not count.
    """
    before, after = was[0], now[0]
    if not _weekday_fits(before.weekday, after.weekday, days):
        return False
    kind = before.precision
    if kind == "day":
        return _day_fits(before, after, was[1], days, short_year)
    if kind == "weekday":
        return after.weekday is not None
    if kind == "relative":
        return True
    if kind == "monthday":
        turned = ((before.day or 0) + days - (after.day or 0)) % 30 == 0
        return turned and (days % 30 != 0 or before.day == after.day)
    return _unit_fits(before, after, days, short_year)


def _weekday_fits(before: int | None, after: int | None, days: int) -> bool:
    return before is None or after is None or (before + days - after) % 7 == 0


def _day_fits(before: Moment, after: Moment, year: int | None, days: int, short_year: bool) -> bool:
    try:
        moved = _day(before, year or 0) + timedelta(days)
    except (ValueError, OverflowError):
        return False
    if (moved.month, moved.day) != (after.month, after.day):
        return False
    if after.year is None:
        return before.year is None
    return (moved.year - after.year) % (100 if short_year else 10_000) == 0


def _unit_fits(before: Moment, after: Moment, days: int, short_year: bool) -> bool:
    kind = before.precision
    moved = _number(after) - _number(before) - _nearest(days, kind)
    if kind == "decade":
        return moved % 10 == 0 if short_year else moved == 0
    if kind == "week":
        return moved == 0
    whole = _IN_A_YEAR[kind]
    if before.year is None:
        return moved % whole == 0
    return moved % (100 * whole) == 0 if short_year else moved == 0


def _number(moment: Moment) -> int:
    """Return the moment's place in the row of all of its unit."""
    year = moment.year or 0
    if moment.precision == "decade":
        return year // 10
    if moment.precision == "week":
        return date.fromisocalendar(year, moment.part or 1, 1).toordinal() // 7
    within = (moment.month or 1) - 1 if moment.precision == "month" else moment.part or 0
    return year * _IN_A_YEAR[moment.precision] + within


@lru_cache(maxsize=65536)
def _nearest(days: int, kind: str) -> int:
    return math.floor(Fraction(days * PER_CYCLE[kind], _CYCLE) + Fraction(1, 2))


def _day(moment: Moment, year: int) -> date:
    return date(year, moment.month or 0, moment.day or 0)
