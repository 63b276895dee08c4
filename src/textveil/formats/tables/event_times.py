"""Times of events: the cells of a column as whole numbers of one unit, and new cells like them.

A column holds whole or decimal numbers (`12`, `3.50`), days (`2024-03-31`, `20240331`), moments
(`2024-03-31 08:15`, `2024-03-31T08:15:30.250+01:00`), or what a pattern of `strptime` reads.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from math import gcd
from typing import Final

from textveil.formats.tables.time_spelling import TimeSpelling, fraction

__all__ = ["Clock", "UnreadTimeError"]

_NUMBER: Final = re.compile(r"([+-]?)([0-9]+)(?:\.([0-9]+))?")
_COMPACT: Final = re.compile(r"[0-9]{8}")
_MOMENT: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:([T ])([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_COMPACT_DAY: Final = "%Y%m%d"
_NANO: Final = 10**9
_DAY: Final = 86_400 * _NANO
_UNITS: Final = {"%H": 3600 * _NANO, "%I": 3600 * _NANO, "%M": 60 * _NANO, "%S": _NANO}
"""The units of patterns without fractions; others have days."""
_START: Final = datetime(1970, 1, 1, tzinfo=UTC)


class UnreadTimeError(ValueError):
    """A cell holds no time. It says which one, never what stands in it."""

    def __init__(self, row: int) -> None:
        super().__init__(row)
        self.row = row


@dataclass(frozen=True, slots=True)
class Clock:
    """How the times of a column are written.

    Attributes
    ----------
    ticks
        The time of each cell as a whole number; later times are larger.
    step
        All times lie a multiple of it apart. A column of days has days, one of moments at full
        minutes has full minutes.
    form
        A pattern of `strptime` as the column spells it; None for ISO moments and for numbers.
    number
        Whether times are numbers.
    places
        How many digits cells have behind the point, rising.
    width, plus
        The fewest digits of numbers before the point; whether those above zero have a sign.
    spans
        How much moments hold: `day`, `minute`, `second`, those that occur.
    """

    ticks: tuple[int, ...]
    step: int
    form: TimeSpelling | None = None
    number: bool = False
    places: tuple[int, ...] = (0,)
    width: int = 1
    plus: bool = False
    spans: frozenset[str] = frozenset()

    @classmethod
    def of(cls, cells: Sequence[str], form: str = "") -> "Clock":
        """Read a column.

        Parameters
        ----------
        cells
            Its cells; the way of writing that most of them ask for is the first one that fits all.
        form
            A pattern of `strptime`, for times that are written in another way.

        Raises
        ------
        UnreadTimeError
            With the number of the first cell, from 0 on, that is not written like the first one.

        Examples
        --------
        >>> clock = Clock.of(["2024-03-01", "2024-03-08"])
        >>> clock.text(clock.ticks[0] + 2 * clock.step, "2024-03-01")
        '2024-03-15'
        """
        if not form and cells and all(map(_is_compact_day, cells)):
            form = _COMPACT_DAY
        if form:
            ticks = [_by_form(cell, form, row) for row, cell in enumerate(cells)]
            return cls(tuple(ticks), _step(ticks), form=TimeSpelling.of(form, cells))
        if cells and _NUMBER.fullmatch(cells[0]):
            return cls._numbers(cells)
        return cls._moments(cells)

    @classmethod
    def _numbers(cls, cells: Sequence[str]) -> "Clock":
        found = [_matched(_NUMBER, cell, row) for row, cell in enumerate(cells)]
        places = sorted({len(match[3] or "") for match in found})
        digits = places[-1]
        padded = [len(match[2]) for match in found if match[2][0] == "0"]
        above = {match[1] for match in found} - {"-"}
        ticks = [int(f"{m[1]}{m[2]}{(m[3] or '').ljust(digits, '0')}") for m in found]
        return cls(
            tuple(ticks),
            _step(ticks),
            number=True,
            places=tuple(places),
            width=min(padded, default=1),
            plus=above == {"+"},
        )

    @classmethod
    def _moments(cls, cells: Sequence[str]) -> "Clock":
        found = [_matched(_MOMENT, cell, row) for row, cell in enumerate(cells)]
        ticks = [_nanoseconds(match, row) for row, match in enumerate(found)]
        zoned = [match[6] is not None for match in found]
        if any(zoned) and not all(zoned):
            raise UnreadTimeError(zoned.index(not zoned[0]))
        return cls(
            tuple(ticks),
            _step(ticks),
            places=tuple(sorted({len(m[5] or "") for m in found if m[4]})) or (0,),
            spans=frozenset(
                "second" if match[4] else "minute" if match[2] else "day" for match in found
            ),
        )

    @property
    def unit(self) -> int:
        """The smallest distance of two times that the column can write."""
        if self.number:
            return 1
        if self.form is not None:
            if "%f" in self.form.form:
                return int(_NANO // 10 ** self.form.places[-1])
            written = [ticks for mark, ticks in _UNITS.items() if mark in self.form.form]
            return min(written, default=_DAY)
        if self.spans == {"day"}:
            return _DAY
        return _NANO // 10 ** self.places[-1] if "second" in self.spans else 60 * _NANO

    def text(self, tick: int, like: str) -> str:
        """Write a time as the column does; a moment has the time zone of the cell `like`.

        Where cells have several lengths, it has the shortest one of them that says it all.
        """
        if self.number:
            return self._decimal(tick)
        seconds, part = divmod(tick, _NANO)
        moment = _START + timedelta(seconds=seconds)
        if self.form is not None:
            zone = datetime.strptime(like, self.form.form).tzinfo or UTC
            moment += timedelta(microseconds=part // 1000)
            return self.form.text(moment.astimezone(zone), like)
        match = _matched(_MOMENT, like, 0)
        moment = moment.astimezone(_zone(match[6]))
        if "day" in self.spans and (self.spans == {"day"} or tick % _DAY == 0):
            return moment.date().isoformat()
        text = moment.strftime(f"%Y-%m-%d{match[2] or ' '}%H:%M")
        if "second" in self.spans and ("minute" not in self.spans or tick % (60 * _NANO)):
            shown = fraction(part, 9, self.places)
            text += moment.strftime(":%S") + (f".{shown}" if shown else "")
        return text + (match[6] or "")

    def _decimal(self, tick: int) -> str:
        digits = self.places[-1]
        whole, part = divmod(abs(tick), 10**digits)
        shown = fraction(part, digits, self.places)
        sign = "-" if tick < 0 else "+" if self.plus else ""
        return f"{sign}{whole:0{self.width}}" + (f".{shown}" if shown else "")


def _matched(pattern: re.Pattern[str], cell: str, row: int) -> re.Match[str]:
    match = pattern.fullmatch(cell)
    if match is None:
        raise UnreadTimeError(row)
    return match


def _is_compact_day(cell: str) -> bool:
    """Tell whether eight digits are a day such as 20240331, and not just a number."""
    if not _COMPACT.fullmatch(cell) or not "1800" < cell[:4] < "2200":
        return False
    try:
        datetime.strptime(cell, _COMPACT_DAY)
    except ValueError:
        return False
    return True


def _by_form(cell: str, form: str, row: int) -> int:
    try:
        moment = datetime.strptime(cell, form)
    except ValueError:
        raise UnreadTimeError(row) from None
    return _since_start(moment if moment.tzinfo else moment.replace(tzinfo=UTC))


def _nanoseconds(match: re.Match[str], row: int) -> int:
    try:
        day = datetime.fromisoformat(f"{match[1]}T{match[3] or '00:00'}:{match[4] or '00'}")
        zone = _zone(match[6])
    except ValueError:
        raise UnreadTimeError(row) from None
    return _since_start(day.replace(tzinfo=zone)) + int((match[5] or "").ljust(9, "0"))


def _zone(text: str | None) -> timezone:
    if text is None or text == "Z":
        return UTC
    hours, minutes = int(text[1:3]), int(text[-2:])
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if text[0] == "-" else offset)


def _since_start(moment: datetime) -> int:
    passed = moment - _START
    return (passed.days * 86_400 + passed.seconds) * _NANO + passed.microseconds * 1000


def _step(ticks: Sequence[int]) -> int:
    """Return the largest number of which all distances are multiples."""
    return gcd(*(later - earlier for earlier, later in pairwise(ticks))) or 1
