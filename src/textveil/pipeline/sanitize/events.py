"""Event tables as sequences, one for each person in the order of time, and back."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from textveil.certify.sequences.checking import Given
from textveil.certify.sequences.reading import read_given
from textveil.certify.sequences.settings import SequenceSettings
from textveil.errors import InputError, UsageError
from textveil.formats.inputs import lines
from textveil.formats.sources import Source
from textveil.formats.tables.events import EventColumns, EventTable, NewEvent
from textveil.formats.tables.parquet import Parquet
from textveil.formats.tables.text_table import Csv
from textveil.pipeline.sanitize.collection import (
    Pattern,
    SequenceCollection,
    is_there,
    separator_of,
)
from textveil.pipeline.sanitize.coordinates import CoordinateMap
from textveil.transform.sanitization.sanitize import Sanitized
from textveil.values.keys.draw import Draw
from textveil.values.sequence import Alphabet
from textveil.values.sequences import Sequences

__all__ = ["EventCollection"]

_Placed = dict[int, list[NewEvent]]
"""New events by the row that they stand beside."""


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class EventCollection(SequenceCollection):
    """The events of a table as sequences, and the way back.

    Attributes
    ----------
    table
        All rows.
    order
        The rows of each sequence in the order of time; rows of equal times in that of the table.
    """

    letter: ClassVar[str] = "event"

    table: EventTable
    order: tuple[tuple[int, ...], ...]

    @classmethod
    def load_events(
        cls, source: Source, columns: EventColumns, separator: str | None = None
    ) -> "EventCollection":
        """Read a table; every person in it becomes a sequence.

        Sequences are known by numbers, in the order in which persons occur.
        """
        form = source.format
        if not isinstance(form, Csv | Parquet):
            raise UsageError(
                "--who, --when and --what belong to tables: CSV, TSV or Parquet",
                where=str(source.path),
                hint="name the format, for example --format csv",
            )
        separator_of(source, "token", separator)
        table = EventTable.read(source.path, form, columns)
        rows: dict[str, list[int]] = {}
        for row, person in enumerate(table.who):
            rows.setdefault(person, []).append(row)
        order = tuple(
            tuple(sorted(own, key=table.clock.ticks.__getitem__)) for own in rows.values()
        )
        symbols = sorted(set(table.what))
        codes = {symbol: code for code, symbol in enumerate(symbols)}
        letters = np.array([codes[table.what[row]] for own in order for row in own], np.int32)
        ends = np.cumsum([len(own) for own in order], dtype=np.int64)
        ids = tuple(map(str, range(1, len(order) + 1)))
        sequences = Sequences(ids, letters.tobytes(), ends.tobytes(), Alphabet(tuple(symbols)))
        return cls(source, (), sequences, "event", table=table, order=order)

    @property
    def columns(self) -> EventColumns:
        """The columns of the table."""
        return self.table.columns

    @property
    def always_mapped(self) -> bool:
        """Which rows are kept is said by the map."""
        return True

    def patterns(self, path: Path, wildcard: str = "") -> list[Pattern]:
        """Read patterns, one a line: events with white space, or with tabs, between them.

        A line that is an event as a whole is one, whatever it contains.

        Raises
        ------
        InputError
            If there is no pattern, or one has an event that is in none of the rows.
        """
        known = self.sequences.alphabet
        found: list[Pattern] = []
        for _, line in lines(path):
            row = line.removesuffix("\r").strip(" ")
            if row in known:
                found.append((row,))
            elif "\t" in row:
                found.append(tuple(cell.strip() for cell in row.split("\t") if cell.strip()))
            elif row:
                found.append(tuple(row.split()))
        if not found:
            raise InputError("there is no pattern in it", where=str(path))
        for number, pattern in enumerate(found, 1):
            for place, event in enumerate(pattern, 1):
                if event not in known and event != wildcard:
                    raise InputError(
                        "this pattern cannot occur: the event is in none of the rows",
                        where=f"{path}, pattern {number}, event {place}",
                        hint=self._hint(),
                    )
        return found

    def _hint(self) -> str:
        """Say how patterns are written."""
        if any(len(event.split()) > 1 for event in self.sequences.alphabet.symbols):
            return "some events contain blanks: put a tab between the events of a pattern"
        return "check its spelling, capital and small letters; --wildcard stands for any event"

    def notices(self) -> list[str]:
        """Say what is and what is not written of the table."""
        columns, left = self.table.columns, self.table.left_out
        found = [
            f"the column {columns.who} stays as it is: if its values tell who somebody is, give "
            "these persons other names first"
        ]
        if left:
            found.append(
                f"columns that are not written: {', '.join(left)}; --keep-columns "
                f"{','.join(left)} keeps them where events are kept"
            )
        if columns.kept:
            found.append(
                f"rows that come in have nothing in {', '.join(columns.kept)}: a reader can tell "
                "them from kept ones"
            )
        return found

    def given(self, promised: SequenceSettings) -> Given:
        """Return the table, read anew if it can be read twice."""
        return read_given(self.source, promised) if is_there(self.source.path) else self.table

    def coordinates(self, result: Sanitized) -> CoordinateMap:
        """Return where kept events stand: a longest set of them whose offsets rise."""
        origin, stops = result.origin.tolist(), result.offsets.tolist()
        places = [
            start + at for start, stop in pairwise(stops) for at in _rising(origin[start:stop])
        ]
        return CoordinateMap.of(result, np.array(places, np.int64))

    def release(
        self,
        result: Sanitized,
        target: Path,
        kept: NDArray[np.bool_],
        signs: NDArray[np.uint8] | None,  # noqa: ARG002 - events have no qualities
        draw: Draw,
    ) -> None:
        """Write all events, or nothing, as a table like the input.

        Kept events keep their rows. An event that comes in gets a time between those of its kept
        neighbours, drawn from the times that the column can write; where there is none between
        them, the time of the one before. At the ends it gets the time of the first or last kept
        one. So the order by time, ties in the order of the table, is that of the sequence. A method
        that leaves letters in their places leaves times as they are.
        """
        if result.in_place:
            self._release_in_place(result, target, kept)
            return
        origin, stops = result.origin.tolist(), result.offsets.tolist()
        same: set[int] = set()
        before: _Placed = {}
        after: _Placed = {}
        people = zip(self.order, result.results(), pairwise(stops), strict=True)
        for number, (own, letters, (start, stop)) in enumerate(people, 1):
            rows = [own[at] if at >= 0 else -1 for at in origin[start:stop]]
            stays = np.flatnonzero(kept[start:stop]).tolist()
            same.update(rows[at] for at in stays)
            for left, right in pairwise([-1, *stays, len(rows)]):
                if right - left > 1:
                    coming = list(letters)[left + 1 : right]
                    beside = _neighbours(rows, left, right, own)
                    drawn = [
                        int.from_bytes(draw.digest("sanitize times", str(number), str(at)), "big")
                        for at in range(left + 1, right)
                    ]
                    made = self._timed(coming, *beside, drawn)
                    (after if left >= 0 else before)[beside[0]] = made
        self.table.write(self._merged(same, before, after), target)

    def _release_in_place(self, result: Sanitized, target: Path, kept: NDArray[np.bool_]) -> None:
        """Write all events; one that changed has the place and the time of its row."""
        flat = [row for own in self.order for row in own]
        letters = [letter for sequence in result.results() for letter in sequence]
        same = {row for row, stays in zip(flat, kept.tolist(), strict=True) if stays}
        ticks = self.table.clock.ticks
        coming = {
            row: [NewEvent(row, ticks[row], letter)]
            for row, letter in zip(flat, letters, strict=True)
            if row not in same
        }
        self.table.write(self._merged(same, coming, {}), target)

    def _timed(
        self, coming: Sequence[str], row: int, until: int, drawn: Sequence[int]
    ) -> list[NewEvent]:
        """Return events beside a row, with rising times before that of another one."""
        clock = self.table.clock
        begin, end = clock.ticks[row], clock.ticks[until]
        # Full hours stay full hours, unless there is none between the two.
        step = clock.step if end - begin > clock.step else clock.unit
        room = (end - begin - 1) // step
        steps = sorted(1 + number % room if room > 0 else 0 for number in drawn)
        return [
            NewEvent(row, begin + step * far, what) for far, what in zip(steps, coming, strict=True)
        ]

    def _merged(self, kept: set[int], before: _Placed, after: _Placed) -> list[int | NewEvent]:
        """Return the rows in the order of the table, new ones beside their neighbours.

        A table in the order of time stays one: new rows would stand out in it.
        """
        ticks = self.table.clock.ticks
        rows: list[int | NewEvent] = []
        for row in range(len(ticks)):
            rows += before.get(row, ())
            rows += [row] if row in kept else []
            rows += after.get(row, ())
        if all(earlier <= later for earlier, later in pairwise(ticks)):
            rows.sort(key=lambda row: ticks[row] if isinstance(row, int) else row.tick)
        return rows


def _neighbours(rows: Sequence[int], left: int, right: int, own: Sequence[int]) -> tuple[int, int]:
    """Return the rows before and behind letters that come in; at an end, the one there is twice."""
    around = [rows[at] for at in (left, right) if 0 <= at < len(rows)] or [own[0]]
    return around[0], around[-1]


def _rising(origin: Sequence[int]) -> list[int]:
    """Return the places of the longest run of rising origins: the events that are kept.

    An event that was copied or moved is kept once, or not at all; it comes in elsewhere.

    Examples
    --------
    >>> _rising([0, 1, 2, -1, 1, 2, 3])
    [0, 1, 2, 6]
    """
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for at, value in enumerate(origin):
        if value < 0:
            previous.append(-1)
            continue
        length = bisect_left(tails, value)
        previous.append(ends[length - 1] if length else -1)
        if length == len(tails):
            tails.append(value)
            ends.append(at)
        elif value < tails[length]:
            tails[length], ends[length] = value, at
    found: list[int] = []
    at = ends[-1] if ends else -1
    while at >= 0:
        found.append(at)
        at = previous[at]
    return found[::-1]
