"""Events: kept rows of a table are those of the input, and new ones stand between them.

Sequences are made of rows here, and rows are compared; what is claimed of patterns is checked as
for any other sequences. Nothing is shared with what writes tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.values.keys.draw import Draw
from textveil.values.sequence import Alphabet
from textveil.values.sequences import Sequences
from textveil.values.verdict import Verdict, Witness
from textveil.verify.sequences.coordinates import NEW

__all__ = ["EventPairs", "Events"]

_SHOWN: Final = 10


@dataclass(frozen=True, slots=True, repr=False)
class Events:
    """The rows of an event table.

    Attributes
    ----------
    who, ticks, what
        Person, time and event of each row; times as whole numbers of one unit on both sides.
    header
        The names of all columns, in their order.
    cells
        By column, the cells as they are written: those of who, when and what, and kept ones.
    """

    who: Sequence[str]
    ticks: Sequence[int]
    what: Sequence[str]
    header: tuple[str, ...]
    cells: Mapping[str, Sequence[Any]]

    def rows_of(self, persons: Sequence[str]) -> list[list[int]]:
        """Return the rows of each person in the order of time; of equal times, in the table's."""
        own: dict[str, list[int]] = {person: [] for person in persons}
        for row, person in enumerate(self.who):
            if person in own:
                own[person].append(row)
        return [sorted(rows, key=lambda row: (self.ticks[row], row)) for rows in own.values()]

    def sequences(self, persons: Sequence[str]) -> Sequences:
        """Return the events of each person as letters; sequences are numbered from 1 on."""
        alphabet = Alphabet.of(self.what)
        rows = self.rows_of(persons)
        codes = [alphabet.index[self.what[row]] for own in rows for row in own]
        ends = np.cumsum([len(own) for own in rows], dtype=np.int64)
        ids = tuple(str(number) for number in range(1, len(rows) + 1))
        return Sequences(ids, np.array(codes, np.int32).tobytes(), ends.tobytes(), alphabet)


@dataclass(frozen=True, slots=True, repr=False)
class EventPairs:
    """Input and release of an event table, and which events are kept.

    Attributes
    ----------
    before, after
        Both tables.
    persons
        Everybody in the input, in the order of their first rows.
    origin
        For each released event, person by person, its place among all events of the input.
    kept
        The columns that kept events keep.
    in_place
        Whether a new event has the place, and so the time, of one of the input.
    """

    before: Events
    after: Events
    persons: tuple[str, ...]
    origin: NDArray[np.int64]
    kept: tuple[str, ...]
    in_place: bool = False

    def rows(self, columns: Sequence[str]) -> Verdict:
        """Check that kept events have the cells of their rows, and new ones nothing beside theirs.

        Parameters
        ----------
        columns
            Those of who, when and what.
        """
        shown = tuple(name for name in self.before.header if name in (*columns, *self.kept))
        if self.after.header != shown:
            reason = "the columns are not those that were to be written, in their order"
            return Verdict.of("rows", 0, [Witness("", 0, 0, reason)])
        wrong, pairs = [], []
        for number, at, old, new in self._released():
            place = (str(number + 1), at, at + 1)
            if old is None:
                filled = any(self.after.cells[name][new] not in ("", None) for name in self.kept)
                if filled:
                    wrong.append(Witness(*place, "a new event has cells that only kept ones have"))
                continue
            pairs.append((old, new, place))
            one, other = self.before.cells, self.after.cells
            if any(one[name][old] != other[name][new] for name in shown):
                wrong.append(Witness(*place, "a kept event has other cells than in the input"))
        pairs.sort()
        wrong += (
            Witness(*place, "a kept row stands before one that it followed in the input")
            for (_, before, _), (_, after, place) in pairwise(pairs)
            if after < before
        )
        return Verdict.of("rows", len(self.after.who), wrong[:_SHOWN], len(wrong))

    def times(self) -> Verdict:
        """Check that each new event has a time between those of its kept neighbours.

        It is not before the first, and before the second, unless both are equal. Before the first
        kept event and behind the last it has that one's time; if there is none, that of the first
        event of the person. A new event that has the place of another has the time of that one.
        """
        if self.in_place:
            return self._same_times()
        wrong, checked = [], 0
        for number, first, rows, low, high in self._gaps():
            for at, row in enumerate(rows, first):
                checked += 1
                tick = self.after.ticks[row]
                if not (tick == low if low == high else low <= tick < high):
                    reason = "a new event is not between the times of its neighbours"
                    wrong.append(Witness(str(number + 1), at, at + 1, reason))
        return Verdict.of("times", checked, wrong[:_SHOWN], len(wrong))

    def _same_times(self) -> Verdict:
        """Check that new events have the times of those whose places they have."""
        wrong, checked = [], 0
        for number, mine, theirs, origin in self._people():
            for at, row in enumerate(theirs):
                checked += origin[at] == NEW
                if at >= len(mine) or self.after.ticks[row] != self.before.ticks[mine[at]]:
                    reason = "this event has another time than the one whose place it has"
                    wrong.append(Witness(str(number + 1), at, at + 1, reason))
        return Verdict.of("times", checked, wrong[:_SHOWN], len(wrong))

    def drawn_times_differ(self, draw: Draw, unit: int) -> Iterator[Witness]:
        """Yield where a new event has another time than the one that the key draws.

        Parameters
        ----------
        draw
            By the key.
        unit
            The smallest distance of two times that the column can write.
        """
        ticks = self.before.ticks
        step = gcd(*(after - before for before, after in pairwise(ticks))) or 1
        for number, first, rows, low, high in self._gaps():
            width = step if high - low > step else unit
            room = (high - low - 1) // width
            parts = [(str(number + 1), str(at)) for at in range(first, first + len(rows))]
            drawn = sorted(
                1 + int.from_bytes(draw.digest("sanitize times", *part), "big") % room
                if room > 0
                else 0
                for part in parts
            )
            for at, (row, far) in enumerate(zip(rows, drawn, strict=True), first):
                if self.after.ticks[row] != low + width * far:
                    yield Witness(str(number + 1), at, at + 1, "the key draws another time")
                    break

    def _people(self) -> Iterator[tuple[int, list[int], list[int], list[int]]]:
        """Yield number, rows of input and release, and origins of each person."""
        old, new = self.before.rows_of(self.persons), self.after.rows_of(self.persons)
        begin = start = 0
        for number, (mine, theirs) in enumerate(zip(old, new, strict=True)):
            own = self.origin[start : start + len(theirs)].tolist()
            yield number, mine, theirs, [NEW if at == NEW else at - begin for at in own]
            begin, start = begin + len(mine), start + len(theirs)

    def _released(self) -> Iterator[tuple[int, int, int | None, int]]:
        """Yield person, offset, row of the input (None for a new event) and row of the release."""
        for number, mine, theirs, origin in self._people():
            for at, (row, source) in enumerate(zip(theirs, origin, strict=True)):
                yield number, at, None if source == NEW else mine[source], row

    def _gaps(self) -> Iterator[tuple[int, int, list[int], int, int]]:
        """Yield new events between kept ones: person, first offset, rows, and the two times."""
        ticks = self.before.ticks
        for number, mine, theirs, origin in self._people():
            kept = [at for at, source in enumerate(origin) if source != NEW]
            for left, right in pairwise([-1, *kept, len(theirs)]):
                if right - left == 1:
                    continue
                around = [ticks[mine[origin[at]]] for at in (left, right) if 0 <= at < len(theirs)]
                around = around or [ticks[mine[0]]]
                yield number, left + 1, theirs[left + 1 : right], around[0], around[-1]
