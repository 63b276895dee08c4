"""Periods as generalized dates show them: what they are, and whether a date lies in them."""

import re
from typing import Final, NamedTuple

from textveil.lexicon.tables.languages import ENGLISH
from textveil.verify.readers.read_dates import SaidMoment
from textveil.verify.readers.tables import facts

__all__ = ["LEVELS", "Period", "covers", "shown_periods"]

LEVELS: Final = ("month", "quarter", "year", "decade")
"""From fine to coarse."""

_JOINT: Final = re.compile(r"-| to ")


class Period(NamedTuple):
    """A period: its kind, its year where one is shown, and its number within the year from 0.

    `before` is every year before the one shown, which is not itself a year that is shown.
    """

    kind: str
    year: int | None
    number: int = 0
    before: int = 0

    @property
    def rank(self) -> int:
        """How coarse it is, as `LEVELS` counts; seasons are as quarters, halves as more."""
        coarse = {"season": "quarter", "half": "quarter", "before": "decade"}
        return LEVELS.index(coarse.get(self.kind, self.kind))


def shown_periods(text: str, *, language: str = ENGLISH) -> tuple[Period, ...] | None:
    """Return the one or two periods that are shown; None if something else is.

    Examples
    --------
    >>> shown_periods("Q2 2016"), shown_periods("3 May 2016")
    ((Period(kind='quarter', year=2016, number=1, before=0),), None)
    >>> [period.year for period in shown_periods("2015-2016")]
    [2015, 2016]
    """
    ends = _JOINT.split(text)
    found = [_period(end, language) for end in ends]
    return None if len(ends) > 2 or None in found else tuple(one for one in found if one)


def _period(text: str, language: str) -> Period | None:
    """Return a period: a year, a decade, or a part of a year with its year where it has one."""
    if match := re.fullmatch(r"(before )?([0-9]{4})", text):
        year = int(match[2])
        return Period("before", None, before=year) if match[1] else Period("year", year)
    if match := re.fullmatch(r"([0-9]{3}0)s", text):
        return Period("decade", int(match[1]))
    match = re.fullmatch(r"(?:([QH])([1-4])|([A-Za-z]+))(?: ([0-9]{4}))?", text)
    if match is None:
        return None
    shown = int(match[4]) if match[4] else None
    if match[1]:
        kind = "quarter" if match[1] == "Q" else "half"
        return (
            Period(kind, shown, int(match[2]) - 1) if kind == "quarter" or match[2] < "3" else None
        )
    for kind in ("month", "season"):
        number = facts(language).values(kind).get(match[3])
        if number is not None:
            return Period(kind, shown, int(number) - 1)
    return None


def covers(periods: tuple[Period, ...], moments: tuple[SaidMoment, ...]) -> bool:
    """Tell whether the ends of a date lie in the periods shown, and each period holds a moment."""
    years = [moment.year for moment in moments if moment.year is not None]
    dated = [m if m.year is not None or not years else m._replace(year=years[-1]) for m in moments]
    ends = all(any(_holds(p, end) for p in periods) for end in (dated[0], dated[-1]))
    return ends and all(any(_holds(period, moment) for moment in dated) for period in periods)


def _holds(period: Period, moment: SaidMoment) -> bool:
    if period.kind == "before":
        return moment.year is not None and moment.year < period.before
    if period.kind == "decade":
        return moment.year is not None and moment.year // 10 * 10 == period.year
    if period.year is not None and period.year != moment.year:
        return False
    if period.kind == "year":
        return True
    if period.kind == "month":
        return moment.month == period.number + 1
    if period.kind == "quarter" and moment.month is not None:
        return (moment.month - 1) // 3 == period.number
    return moment.precision == period.kind and moment.part == period.number
