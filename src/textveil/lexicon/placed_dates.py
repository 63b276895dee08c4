"""Placed dates: which days the dates of a document reach over.

A day or month without a year lies near the time of writing, and the latest dated day of its
document shows that time. The rule stands in `docs/methods/date-shifting.md`.
"""

from calendar import isleap
from collections.abc import Iterable, Iterator
from datetime import date as Day  # noqa: N812 - written dates are called dates here
from typing import Final, NamedTuple

from textveil.lexicon.date_conventions import Conventions
from textveil.lexicon.written_date import WrittenDate, hinted_years
from textveil.lexicon.written_date_moments import Moment, Reach, is_in_time, middle, reach_of

__all__ = ["PlacedDate", "latest_day", "placed_dates"]

_LONG_AGO: Final = 3653
"""Ten years, in days: births and histories lie further from the time of writing."""
_LEAP_DAY: Final = (2, 29)
_STAYING: Final = frozenset({"relative", "weekday"})
"""Precisions of moments that have no place in time, and that a clock leaves as they are."""


class PlacedDate(NamedTuple):
    """A date that can be moved.

    Attributes
    ----------
    date
        How it is written.
    year
        The year of its first moment, if that is a day or month without one.
    reaches
        The days of each moment; None for weekdays and what counts from the time of writing.
    """

    date: WrittenDate
    year: int | None
    reaches: tuple[Reach | None, ...]

    def days(self) -> Iterator[int]:
        """Yield the days that it names."""
        for moment, reach in zip(self.date.moments, self.reaches, strict=True):
            if reach is not None and moment.precision == "day":
                yield reach[0]

    def periods(self) -> Iterator[tuple[str, Reach]]:
        """Yield the weeks, months, parts of years, years and decades that it names."""
        for moment, reach in zip(self.date.moments, self.reaches, strict=True):
            if reach is not None and moment.precision != "day":
                yield moment.precision, reach


def latest_day(passages: Iterable[str], shown: Conventions) -> int | None:
    """Return the latest day of a document that is written with its year; None if there is none.

    Examples
    --------
    >>> texts = ["12/25/2018", "1/6/2019", "9/27/1960", "June 2019", "12/31/9999"]
    >>> Day.fromordinal(latest_day(texts, Conventions()))
    datetime.date(2019, 1, 6)
    """
    days = [
        reach[0]
        for date in map(shown.read, passages)
        if date is not None and not date.impossible
        for moment in date.moments
        if moment.precision == "day" and moment.year is not None
        if (reach := reach_of(moment, None)) is not None and is_in_time(reach)
    ]
    return max(days, default=None)


def placed_dates(
    passages: Iterable[str], shown: Conventions, elsewhere: int | None = None
) -> list[PlacedDate | None]:
    """Return where the dates of a document lie; None for a date that cannot be moved.

    Parameters
    ----------
    passages
        The dates of the document.
    shown
        How they are to be read.
    elsewhere
        The latest day of all documents of the subject, where it is known.

    Examples
    --------
    >>> texts = ["1/6/2019", "12/26", "Sunday, January 5", "the 3rd", "Christmas", "31 Feb 2018"]
    >>> [one and one.year for one in placed_dates(texts, Conventions())]
    [None, 2018, 2020, None, None, None]
    >>> [one is None for one in placed_dates(texts, Conventions())]
    [False, False, False, True, True, True]
    """
    dates = list(passages)
    latest = latest_day(dates, shown)
    if latest is None or (elsewhere is not None and latest + _LONG_AGO < elsewhere):
        latest = elsewhere
    return [_placed(shown.read(text), shown.year, latest) for text in dates]


def _placed(date: WrittenDate | None, shown: int | None, latest: int | None) -> PlacedDate | None:
    if date is None or date.impossible or (date.form == "holiday" and date.year is None):
        return None
    first, year = date.moments[0], None
    if first.year is None and first.month is not None:
        year = _year_near(first, shown, latest)
    reaches = []
    for moment, hint in zip(date.moments, hinted_years(date.moments, year), strict=True):
        reach = _reach(moment, hint)
        if moment.precision not in _STAYING and (reach is None or not is_in_time(reach)):
            return None
        reaches.append(reach)
    return PlacedDate(date, year, tuple(reaches))


def _reach(moment: Moment, year: int | None) -> Reach | None:
    try:
        return reach_of(moment, year)
    except ValueError:
        # The other end of a pair may lie in a year without this day.
        return None


def _year_near(moment: Moment, shown: int | None, latest: int | None) -> int:
    """Return the year of a day or month without one: that in which it is nearest to a day."""
    leap = (moment.month, moment.day) == _LEAP_DAY
    if latest is None:
        year = 2001 if shown is None else shown
        return next(one for one in range(year, year - 9, -1) if isleap(one)) if leap else year
    near = Day.fromordinal(latest).year
    reach = 8 if leap else 1
    years = (y for y in range(near - reach, near + reach + 1) if isleap(y) or not leap)
    days = {year: _day(moment, year) for year in years}
    if moment.weekday is not None:
        fitting = {y: d for y, d in days.items() if (d - 1) % 7 == moment.weekday}
        days = fitting or days
    return min(days, key=lambda year: (abs(days[year] - latest), year))


def _day(moment: Moment, year: int) -> int:
    reach = reach_of(moment, year)
    return 0 if reach is None else middle(moment.precision, reach)
