"""Placed dates: which days the dates of a document reach over.

A day or month without a year lies near the time of writing. The dated days of its document, or of
its subject's other documents, show that time. `docs/methods/date-shifting.md` has the rule.
"""

from bisect import bisect_left, bisect_right
from calendar import isleap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date as Day  # noqa: N812 - written dates are called dates here
from typing import Final, NamedTuple

from textveil.lexicon.dates.date_conventions import Conventions
from textveil.lexicon.dates.written_date import WrittenDate, hinted_years
from textveil.lexicon.dates.written_date_moments import (
    YEARS,
    Moment,
    Reach,
    is_in_time,
    middle,
    reach_of,
)

__all__ = ["PlacedDate", "dated_days", "placed_dates"]

_LONG_AGO: Final = 3653
"""Ten years, in days: births and histories lie further from the time of writing."""
_MONTH: Final = 30
"""By how many days the days of other documents count as further away."""
_LATE: Final = 20
"""A document's days count as a day further away for so many days before its latest."""
_LEAP_DAY: Final = (2, 29)
_FIRST_MONTHS: Final = range(1, 4)
_LAST_MONTHS: Final = range(10, 13)
"""Days of one document in these months and in the first ones may lie around New Year."""
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


def dated_days(passages: Iterable[str], shown: Conventions) -> set[int]:
    """Return the days of a document that are written with their year.

    Examples
    --------
    >>> texts = ["12/25/2018", "1/6", "June 2019", "12/31/9999"]
    >>> [Day.fromordinal(day).isoformat() for day in dated_days(texts, Conventions())]
    ['2018-12-25']
    """
    return {
        reach[0]
        for date in map(shown.read, passages)
        if date is not None and not date.impossible
        for moment in date.moments
        if moment.precision == "day" and moment.year is not None
        if (reach := reach_of(moment, None)) is not None and is_in_time(reach)
    }


def placed_dates(
    passages: Iterable[str], shown: Conventions, elsewhere: Sequence[int] = ()
) -> list[PlacedDate | None]:
    """Return where the dates of a document lie; None for a date that cannot be moved.

    Parameters
    ----------
    passages
        The dates of the document.
    shown
        How they are to be read.
    elsewhere
        The dated days of all documents of the subject, in order, where they are known.

    Examples
    --------
    >>> texts = ["1/6/2019", "12/26", "Sunday, January 5", "the 3rd", "Christmas", "31 Feb 2018"]
    >>> [one and one.year for one in placed_dates(texts, Conventions())]
    [None, 2018, 2020, None, None, None]
    >>> [one is None for one in placed_dates(texts, Conventions())]
    [False, False, False, True, True, True]
    """
    dates = list(passages)
    spoken = [date for date in map(shown.read, dates) if date is not None and not date.impossible]
    years = _Years.of(sorted(dated_days(dates, shown)), elsewhere, shown.year)
    years = years._replace(periods=frozenset(_period_years(spoken)))
    read = [None if _is_timeless(one) else one for one in map(shown.read, dates)]
    turned = years.across_new_year(date.moments[0] for date in read if date and _is_alone(date))
    return [None if date is None else _placed(date, years, turned) for date in read]


def _period_years(dates: Iterable[WrittenDate]) -> Iterator[int]:
    """Yield the years that periods name ("summer term 2023")."""
    for date in dates:
        for moment in date.moments:
            named = moment.year in YEARS and moment.precision not in ("day", "decade")
            if named and moment.year is not None:
                yield moment.year


def _is_timeless(date: WrittenDate | None) -> bool:
    return date is None or date.impossible or (date.form == "holiday" and date.year is None)


def _is_alone(date: WrittenDate) -> bool:
    """Tell whether a passage is one day without year and weekday; a leap day is none."""
    first = date.moments[0]
    bare = first.precision == "day" and first.year is None and first.weekday is None
    return len(date.moments) == 1 and bare and (first.month, first.day) != _LEAP_DAY


def _placed(
    date: WrittenDate, years: "_Years", turned: Mapping[tuple[int | None, int | None], int]
) -> PlacedDate | None:
    first, year = date.moments[0], None
    if first.year is None and first.month is not None:
        year = years.near(first)
        if _is_alone(date):
            year = turned.get((first.month, first.day), year)
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


class _Years(NamedTuple):
    """What tells the year of a day without one: dated days of the document and of the subject.

    Births and histories, ten years and more from the middle one, are left out. A weekday may also
    tell a year that a period of the document names.
    """

    own: Sequence[int]
    every: Sequence[int]
    named: int
    periods: frozenset[int] = frozenset()

    @classmethod
    def of(cls, own: Sequence[int], elsewhere: Sequence[int], named: int | None) -> "_Years":
        every = elsewhere or own
        first, last = (
            every[len(every) // 2] + far if every else 0 for far in (-_LONG_AGO, _LONG_AGO)
        )
        inside = [
            days[bisect_right(days, first) : bisect_left(days, last)] for days in (own, every)
        ]
        return cls(inside[0], inside[1], 2001 if named is None else named)

    def near(self, moment: Moment) -> int:
        """Return the year in which a day or month lies nearest to the days of its subject."""
        reach = 8 if (moment.month, moment.day) == _LEAP_DAY else 1
        around = {Day.fromordinal(day).year for day in self.every}
        if not around:
            every = range(self.named, self.named - 9, -1)
            return next(year for year in every if reach == 1 or isleap(year))
        years = {year + more for year in around for more in range(-reach, reach + 1)}
        days = {year: _day(moment, year) for year in years if reach == 1 or isleap(year)}
        if moment.weekday is not None:
            named = {y: _day(moment, y) for y in self.periods if reach == 1 or isleap(y)}
            both = {**days, **named}
            fitting = {y: d for y, d in both.items() if (d - 1) % 7 == moment.weekday}
            days = fitting or days
        return min(days, key=lambda year: (self._cost(days[year]), -year))

    def across_new_year(self, alone: Iterable[Moment]) -> dict[tuple[int | None, int | None], int]:
        """Return the years of days that lie around New Year, by month and day.

        Where the first and the last months of a year would be ten months apart, one of the two goes
        to the year beside it, if it is hardly further from the days that count.
        """
        first, last = dict[Moment, int](), dict[Moment, int]()
        for moment in alone:
            month = moment.month or 0
            group = first if month in _FIRST_MONTHS else last if month in _LAST_MONTHS else {}
            group[moment] = self.near(moment)
        if not (first and last) or len({*first.values(), *last.values()}) > 1:
            return {}
        group, step = min((last, -1), (first, 1), key=lambda move: self._price(*move))
        if self._price(group, step) > _MONTH * _LATE * len(group):
            return {}
        return {(moment.month, moment.day): year + step for moment, year in group.items()}

    def _price(self, group: Mapping[Moment, int], step: int) -> int:
        """Return how much further from the days that count a group lies in another year."""
        if not self.every:
            return 0
        prices = (
            self._cost(_day(moment, year + step)) - self._cost(_day(moment, year))
            for moment, year in group.items()
        )
        return sum(prices)

    def _cost(self, day: int) -> int:
        """Return how far a day lies from those that count, in twentieths of a day."""
        # What is written without a year is most often as late as the latest of the document.
        own = (_LATE * abs(day - one) + self.own[-1] - one for one in _beside(self.own, day))
        others = (_LATE * (abs(day - one) + _MONTH) for one in _beside(self.every, day))
        return min((*own, *others))


def _beside(days: Sequence[int], day: int) -> Sequence[int]:
    at = bisect_left(days, day)
    return days[max(0, at - 1) : at + 1]


def _day(moment: Moment, year: int) -> int:
    reach = reach_of(moment, year)
    return 0 if reach is None else middle(moment.precision, reach)
