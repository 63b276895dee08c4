"""A written date: its meaning, its form, and other dates in the same form."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from textveil.errors import InvalidValueError
from textveil.lexicon.dates.date_fields import (
    NO_HABITS,
    Habits,
    Slot,
    century_of,
    fill,
    month_named,
)
from textveil.lexicon.dates.holidays import holiday
from textveil.lexicon.dates.written_date_moments import Choose, Moment, middle, move

__all__ = ["WrittenDate", "day_moment", "hinted_years"]


@dataclass(frozen=True, slots=True, repr=False)
class WrittenDate:
    """A date as it is written.

    Attributes
    ----------
    text
        The writing.
    form
        Name of the form; `joined` for several dates with something between them, `framed` for one
        with a word before it or a mark after it, `folded` for one with odd characters.
    moments
        What is said, in order: one moment, or several for periods and lists.
    impossible
        Whether the calendar has no such day, or none that is known. Such a date cannot be shifted.
    day_first
        Whether a date in numbers was read with the day first.
    ambiguous
        Whether numbers could be read the other way too. Of a year in two digits `short_year` tells.
    parts, joints
        The single dates of a joined one, or of a pair of days, and what stands between them.
    slots
        Where the fields stand.
    short_holiday
        Whether it is a holiday with a year of two digits.
    language
        Whose words it has, and those that are written out.

    Examples
    --------
    >>> from textveil.lexicon.dates.written_dates import parse
    >>> visit = parse("Tuesday, 3 May 2016")
    >>> visit.shifted(30)
    'Thursday, 2 June 2016'
    >>> parse("May 30-31, 2016").shifted(1)
    'May 31, 2016-June 1, 2016'
    >>> parse("Q3 2015").shifted(100)
    'Q4 2015'
    """

    text: str
    form: str
    moments: tuple[Moment, ...]
    impossible: bool = False
    day_first: bool = False
    ambiguous: bool = False
    parts: tuple["WrittenDate", ...] = ()
    joints: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    short_holiday: bool = False
    language: str = "en"

    def __repr__(self) -> str:
        return f"WrittenDate(form={self.form!r}, length={len(self.text)})"

    @property
    def precision(self) -> str:
        """How precise the first moment is."""
        return self.moments[0].precision

    @property
    def year(self) -> int | None:
        """The year, where it is said."""
        return self.moments[0].year

    @property
    def month(self) -> int | None:
        """The month, where it is said."""
        return self.moments[0].month

    @property
    def day(self) -> int | None:
        """The day of the month, where it is said."""
        return self.moments[0].day

    @property
    def short_year(self) -> bool:
        """Whether a year is written with two digits, so that its century is a guess."""
        short = any(slot.kind in "yew" for slot in self.slots) or self.short_holiday
        return short or any(part.short_year for part in self.parts)

    @property
    def habits(self) -> Iterator[tuple[str, str]]:
        """The habits of writing that this date shows, each with its style."""
        for slot in self.slots:
            if slot.habit and slot.shown:
                yield slot.habit, slot.style
        for part in self.parts if not self.slots else ():
            yield from part.habits

    def shifted(
        self,
        days: int,
        year_hint: int | None = None,
        choose: Choose = middle,
        habits: Habits = NO_HABITS,
    ) -> str:
        """Return the date some days later, written as this one is.

        Parameters
        ----------
        days
            How far; may be negative. A period becomes the one that holds its chosen day after the
            move (`written_date_moments.move`).
        year_hint
            The year of a day or month that comes without one; 2001 unless given, or the last
            leap year before for 29 February.
        choose
            Tells which day of a period counts; the middle unless given.
        habits
            How other dates are written, for what this one does not show.

        Raises
        ------
        InvalidValueError
            If the date is impossible, or the calendar ends before the result.
        """
        if self.impossible:
            raise InvalidValueError("the calendar has no such day", hint="ask `impossible` first")
        try:
            return self._shifted(_Move(days, choose, habits), year_hint)
        except (OverflowError, ValueError):
            raise InvalidValueError("the calendar ends before this shift does") from None

    def in_year(self, year: int | None) -> "WrittenDate":
        """Return the same date; a holiday without a year gets its day in the year given."""
        if self.form != "holiday" or self.year is not None or year is None:
            return self
        day = holiday(self.text, year, self.language)
        return self if day is None else replace(self, moments=(day_moment(day, said=False),))

    def _shifted(self, by: "_Move", year_hint: int | None) -> str:
        hints = hinted_years(self.moments, year_hint)
        if self.form == "framed":
            return self.parts[0]._shifted(by, year_hint).join(self.joints)
        if self.form == "folded":
            written = self.parts[0]._shifted(by, year_hint)
            return self.text if written == self.parts[0].text else written
        if self.form == "joined":
            ends = [p._shifted(by, h) for p, h in zip(self.parts, hints, strict=True)]
            return "".join(_interleave(ends, self.joints))
        if self.form == "holiday":
            return self._spelt(by.days, year_hint) if by.days else self.text
        new = tuple(
            move(m, by.days, h, by.choose) for m, h in zip(self.moments, hints, strict=True)
        )
        if len(new) == 2 and not self.parts:
            # "2014-15" keeps its length, wherever in the calendar it comes to lie.
            length = (self.moments[1].year or 0) - (self.moments[0].year or 0)
            new = new[0], new[0]._replace(year=(new[0].year or 0) + length)
        if self.parts and new[0][:3] != new[1][:3]:
            # The two days no longer share a month: each is written out.
            ends = [part._shifted(by, hints[0]) for part in self.parts]
            return self.joints[0].join(ends)
        return fill(self.text, self.slots, self.moments, new, self.language, by.habits)

    def _spelt(self, days: int, year_hint: int | None) -> str:
        """Write out the day of a moved holiday, which is no longer a holiday."""
        moment = move(self.in_year(year_hint).moments[0], days, year_hint)
        month = month_named(moment.month or 1, self.language)
        month = month.upper() if self.text.isupper() else month
        bare = f"{moment.day} {month}" if self.day_first else f"{month} {moment.day}"
        if moment.year is None:
            return bare
        if self.short_holiday and moment.year % 100 + century_of(moment.year % 100) == moment.year:
            return f"{bare} '{moment.year % 100:02}"
        return f"{bare}{'' if self.day_first else ','} {moment.year}"


class _Move(NamedTuple):
    """How far dates go, which day of a period counts, and how others are written."""

    days: int
    choose: Choose
    habits: Habits


def hinted_years(moments: tuple[Moment, ...], hint: int | None) -> tuple[int | None, ...]:
    """Return, for each moment, the year to assume where it says none.

    "30 Dec - 2 Jan 2015" begins in 2014: a day or month without a year lies in the year of the next
    one that has it, or the year before where it would come later; else in the year of the last one,
    or the year after where it would come earlier.
    """
    known = [at for at, m in enumerate(moments) if m.year is not None]
    years: list[int | None] = []
    for at, moment in enumerate(moments):
        if moment.year is not None or moment.month is None or not (known or at):
            years.append(hint)
            continue
        later = [other for other in known if other > at]
        earlier = [other for other in known if other < at]
        if later:
            year = moments[later[0]].year or 0
            years.append(year - (_season_key(moment) > _season_key(moments[later[0]])))
        elif earlier:
            year = moments[earlier[-1]].year or 0
            years.append(year + (_season_key(moment) < _season_key(moments[earlier[-1]])))
        else:
            before = years[at - 1]
            turned = _season_key(moment) < _season_key(moments[at - 1])
            years.append(None if before is None else before + turned)
    return tuple(years)


def _season_key(moment: Moment) -> tuple[int, int]:
    return (moment.month or 0, moment.day or 0)


def day_moment(day: date, said: bool) -> Moment:
    """Return the moment of a day; `said` tells whether its year is written."""
    return Moment("day", day.year if said else None, day.month, day.day)


def _interleave(pieces: list[str], joints: tuple[str, ...]) -> Iterator[str]:
    for piece, joint in zip(pieces, (*joints, ""), strict=True):
        yield piece
        yield joint
