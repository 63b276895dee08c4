"""Subject clock: the dates of one subject, its offset, and what each date must have become."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from textveil.verify.days.clocks import ClockRecords
from textveil.verify.readers.date_years import (
    PERIODS,
    DocumentYears,
    SubjectYears,
    day_in,
    middle_of,
    period_at,
    period_in,
)
from textveil.verify.readers.read_dates import SaidMoment

__all__ = ["DatedPassage", "SubjectClock", "is_placed"]

_REACH: Final = 100
"""Years around the window in which a day without a year is looked for, if there is no key."""


class DatedPassage(NamedTuple):
    """What a passage says, what its document tells about years, and what the release shows.

    `shown` is None for a tag, and empty where the release shows no date. `paired` tells whether it
    is one writing of two years, such as "2014-15".
    """

    moments: tuple[SaidMoment, ...]
    years: DocumentYears
    shown: tuple[SaidMoment, ...] | None
    paired: bool = False


def is_placed(moment: SaidMoment) -> bool:
    """Tell whether a moment is a period of a year; of those without one only months are."""
    return moment.precision in PERIODS and (moment.year is not None or moment.precision == "month")


@dataclass(slots=True, repr=False)
class SubjectClock:
    """The distinct dates of a subject, and its offset once `settle` was called.

    A passage that became a tag may have been one in the first place, so that the transformer did
    not count it among the days of the subject. So `days` has all days, `visible` those that some
    passage shows, and both will do.

    Attributes
    ----------
    name
        The subject; empty for the corpus.
    records
        The offsets that key or vault ask for.
    offset
        By how many days the dates moved; None if there is no such number.
    drawn
        Whether key or vault have an offset for the subject.
    """

    name: str
    records: ClockRecords
    offset: int | None = None
    drawn: bool = True
    _told: set[DatedPassage] = field(default_factory=set)
    _years: SubjectYears = field(default_factory=lambda: SubjectYears(()))
    _days: Sequence[int] = ()
    _visible: Sequence[int] = ()
    _middles: tuple[int, ...] = ()

    def learn(self, told: DatedPassage) -> None:
        """Take in a date that can be read."""
        self._told.add(told)

    def settle(self) -> None:
        """Find the offset, once all documents of the subject were learned."""
        moments = (moment for one in self._told for moment in one.moments)
        self._years = SubjectYears(DocumentYears.of(moments).days)
        days, middles = (set[int](), set[int]()), (set[int](), set[int]())
        for one in self._told:
            for moment, year in self._dated(one):
                for which in (0, 1) if one.shown is not None else (0,):
                    if moment.precision == "day":
                        day = day_in(moment, year)
                        days[which].update([] if day is None else [day])
                    elif is_placed(moment) and (period := period_in(moment, year)):
                        middles[which].add(middle_of(period))
        self._days, self._visible = sorted(days[0]), sorted(days[1])
        self._middles = tuple(max(some) for some in middles[::-1] if some)
        self._find_offset()
        self._told.clear()

    def _dated(self, one: DatedPassage) -> Iterator[tuple[SaidMoment, int]]:
        yield from zip(one.moments, one.years.years(one.moments, self._years), strict=True)

    def _find_offset(self) -> None:
        last = self._visible[-1] if self._visible else 0
        anchors = [day for day in reversed(self._days) if day >= last]
        anchors += () if self._visible else self._middles
        asked = self.records.offsets(self.name, anchors) if anchors else [0]
        self.drawn = asked is None or bool(asked)
        if asked is None:
            asked = self._shown_offsets()
        elif len(asked) > 1:
            asked.sort(key=lambda offset: -self._explained(offset))
        self.offset = asked[0] if asked else None

    def _explained(self, offset: int) -> int:
        """Return how many of the dates moved by so many days."""
        return sum(self.is_right(one, offset) for one in self._told if one.shown is not None)

    def _shown_offsets(self) -> list[int]:
        """Return the offset that the dates show; none if they do not agree on one."""
        told = [one for one in self._told if one.shown is not None]
        found = [offsets for one in told for offsets in self._possible(one) if offsets]
        votes = Counter(offsets[0] for offsets in found if len(offsets) == 1).most_common(2)
        if votes:
            tied = len(votes) > 1 and votes[0][1] == votes[1][1]
            return [] if tied else [votes[0][0]]
        step = 7 if self.records.window.keep_weekday else 1
        tried = [offset for offset in min(found, key=len, default=[0]) if offset % step == 0]
        return [offset for offset in tried if self._explained(offset) == len(told)][:1]

    def _possible(self, one: DatedPassage) -> Iterator[list[int]]:
        """Yield the offsets that could make what is shown of each day and period of a passage."""
        first, last = self.records.window.ends
        shown = (one.shown or ())[: 1 if one.paired else None]
        for (was, year), now in zip(self._dated(one), shown, strict=False):
            if was.precision != now.precision or (was.year is None) != (now.year is None):
                continue
            years = range(first - _REACH, last + _REACH) if now.year is None else [now.year]
            day = day_in(was, year) if was.precision == "day" else None
            if day is not None:
                yield [shown - day for one_year in years for shown in _real_days(now, one_year)]
            elif is_placed(was) and (period := period_in(was, year)):
                chosen = self._chosen(was.precision, period)
                held = [span for one_year in years if (span := period_in(now, one_year))]
                yield [d - c for low, high in held for d in range(low, high + 1) for c in chosen]

    def _chosen(self, kind: str, period: tuple[int, int]) -> set[int]:
        return self.records.chosen(self.name, kind, period, (self._visible, self._days))

    def can_move(self, one: DatedPassage) -> bool:
        """Tell whether a passage has a place in time; if not, it must be a tag."""
        return all(self._moved(moment, year, 0) for moment, year in self._dated(one))

    def is_right(self, one: DatedPassage, offset: int) -> bool:
        """Tell whether a passage shows what an offset makes of it."""
        wanted = [self._moved(moment, year, offset) for moment, year in self._dated(one)]
        shown = one.shown or ()
        if one.paired and len(shown) == 2:
            first, last = (moment.year or 0 for moment in one.moments)
            wanted[1] = {shown[0]._replace(year=(shown[0].year or 0) + last - first)}
        return len(shown) == len(wanted) and all(
            moment in some for moment, some in zip(shown, wanted, strict=True)
        )

    def _moved(self, was: SaidMoment, year: int, offset: int) -> set[SaidMoment]:
        """Return what a moment may have become; nothing if it must be a tag."""
        kind = was.precision
        weekday = None if was.weekday is None else (was.weekday + offset) % 7
        if kind in ("relative", "weekday"):
            return {was._replace(weekday=weekday)}
        if kind == "day":
            day = day_in(was, year)
            if day is None or not 1 <= day + offset <= date.max.toordinal():
                return set()
            new = date.fromordinal(day + offset)
            said = None if was.year is None else new.year
            return {was._replace(year=said, month=new.month, day=new.day, weekday=weekday)}
        period = period_in(was, year) if is_placed(was) else None
        if period is None:
            return set()
        held = (period_at(kind, day + offset) for day in self._chosen(kind, period))
        return {
            was._replace(year=None if was.year is None else new, month=month, part=part)
            for new, month, part in held
        }


def _real_days(moment: SaidMoment, year: int) -> list[int]:
    """Return the day in a year; nothing if that year does not have it."""
    try:
        return [date(year, moment.month or 0, moment.day or 0).toordinal()]
    except ValueError:
        return []
