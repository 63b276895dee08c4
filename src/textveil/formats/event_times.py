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
_UNITS: Final = {"%H": 3600 * _NANO, "%M": 60 * _NANO, "%S": _NANO, "%f": 1000}
"""The units of patterns; others have days."""
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
        A pattern of `strptime`; empty for ISO moments and for numbers.
    digits
        Digits behind the point, the most that a cell has.
    seconds, dated
        Whether a moment is written with seconds; whether it is no more than a day.
    """

    ticks: tuple[int, ...]
    step: int
    form: str = ""
    number: bool = False
    digits: int = 0
    seconds: bool = False
    dated: bool = False

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
            return cls(tuple(ticks), _step(ticks), form=form)
        if cells and _NUMBER.fullmatch(cells[0]):
            return cls._numbers(cells)
        return cls._moments(cells)

    @classmethod
    def _numbers(cls, cells: Sequence[str]) -> "Clock":
        found = [_matched(_NUMBER, cell, row) for row, cell in enumerate(cells)]
        digits = max(len(match[3] or "") for match in found)
        ticks = [int(f"{m[1]}{m[2]}{(m[3] or '').ljust(digits, '0')}") for m in found]
        return cls(tuple(ticks), _step(ticks), number=True, digits=digits)

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
            digits=max(len(match[5] or "") for match in found),
            seconds=any(match[4] for match in found),
            dated=not any(match[2] for match in found),
        )

    @property
    def unit(self) -> int:
        """The smallest distance of two times that the column can write."""
        if self.number:
            return 1
        if self.form:
            written = [ticks for mark, ticks in _UNITS.items() if mark in self.form]
            return min(written, default=_DAY)
        if self.dated:
            return _DAY
        return _NANO // 10**self.digits if self.seconds else 60 * _NANO

    def text(self, tick: int, like: str) -> str:
        """Write a time as the column does; a moment has the time zone of the cell `like`."""
        if self.number:
            return _decimal(tick, self.digits)
        seconds, fraction = divmod(tick, _NANO)
        moment = _START + timedelta(seconds=seconds)
        if self.form:
            return (moment + timedelta(microseconds=fraction // 1000)).strftime(self.form)
        match = _matched(_MOMENT, like, 0)
        if self.dated:
            return moment.date().isoformat()
        moment = moment.astimezone(_zone(match[6]))
        text = moment.strftime(f"%Y-%m-%d{match[2] or ' '}%H:%M")
        if self.seconds:
            text += moment.strftime(":%S")
        if self.digits:
            text += f".{fraction:09}"[: self.digits + 1]
        return text + (match[6] or "")


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


def _decimal(tick: int, digits: int) -> str:
    if not digits:
        return str(tick)
    whole, part = divmod(abs(tick), 10**digits)
    return f"{'-' if tick < 0 else ''}{whole}.{part:0{digits}}"
