"""Periods as generalized dates show them: what they are, and whether a date lies in them."""

import re
from typing import Final, NamedTuple

from textveil.lexicon.facts import facts
from textveil.lexicon.written_date_moments import Moment

__all__ = ["LEVELS", "Period", "covers", "shown_periods"]

LEVELS: Final = ("month", "quarter", "year", "decade")
"""From fine to coarse."""

_NAMES: Final = "|".join(facts().words("month"))
_PERIOD: Final = re.compile(
    rf"(?P<before>before) (?P<Y0>[0-9]{{4}})|(?P<decade>[0-9]{{3}}0)s|(?P<year>[0-9]{{4}})"
    rf"|(?P<month>{_NAMES})(?: (?P<Y1>[0-9]{{4}}))?|Q(?P<quarter>[1-4])(?: (?P<Y2>[0-9]{{4}}))?"
    r"|H(?P<half>[12])(?: (?P<Y3>[0-9]{4}))?"
    r"|(?P<season>winter|spring|summer|fall)(?: (?P<Y4>[0-9]{4}))?"
)
_JOINT: Final = re.compile(r"-| to ")
_SEASONS: Final = ("winter", "spring", "summer", "fall")


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


def shown_periods(text: str) -> tuple[Period, ...] | None:
    """Return the one or two periods that are shown; None where something else is.

    Examples
    --------
    >>> shown_periods("Q2 2016"), shown_periods("3 May 2016")
    ((Period(kind='quarter', year=2016, number=1, before=0),), None)
    >>> [period.year for period in shown_periods("2015-2016")]
    [2015, 2016]
    """
    ends = _JOINT.split(text)
    found = [_PERIOD.fullmatch(end) for end in ends]
    if len(ends) > 2 or not all(found):
        return None
    return tuple(_period(match) for match in found if match is not None)


def _period(match: re.Match[str]) -> Period:
    kind = next(name for name in _KINDS if match[name])
    said = match[kind]
    if kind == "before":
        return Period(kind, None, before=int(match["Y0"]))
    if kind in ("year", "decade"):
        return Period(kind, int(said))
    year = next((int(match[name]) for name in ("Y1", "Y2", "Y3", "Y4") if match[name]), None)
    if kind == "month":
        return Period(kind, year, facts().words("month").index(said))
    return Period(kind, year, _SEASONS.index(said) if kind == "season" else int(said) - 1)


_KINDS: Final = ("before", "decade", "year", "month", "quarter", "half", "season")


def covers(periods: tuple[Period, ...], moments: tuple[Moment, ...]) -> bool:
    """Tell whether the ends of a date lie in the periods shown, and each period holds a moment."""
    years = [moment.year for moment in moments if moment.year is not None]
    dated = [m if m.year is not None or not years else m._replace(year=years[-1]) for m in moments]
    ends = all(any(_holds(p, end) for p in periods) for end in (dated[0], dated[-1]))
    return ends and all(any(_holds(period, moment) for moment in dated) for period in periods)


def _holds(period: Period, moment: Moment) -> bool:
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
