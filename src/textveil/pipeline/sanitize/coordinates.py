"""The coordinate map: where each letter of the input stands in the release."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from textveil.errors import CannotCarryError
from textveil.transform.sanitization.sanitize import Sanitized

__all__ = ["CHAIN", "CoordinateMap"]

CHAIN = ".chain"
"""How the name of a chain file ends."""

_HEAD = "record\tstart\tend\tto\n"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class CoordinateMap:
    """Runs of kept letters.

    A letter is kept if it stands in the release. Methods repeat letters where they hide a pattern;
    then the first place counts, and the repeated letters have come in.

    Attributes
    ----------
    ids
        Of the records.
    rows
        Number of the record, start, end, to: its letters from `start` to `end`, half-open and
        counted from 0 on, stand in the release of that record from `to` on. Sorted by record and
        start; no two rows that follow each other could be one.
    kept
        For each letter of the release, whether it is in the map.
    sizes
        Letters of each record before and after.
    in_place
        Whether all letters stand where they stood, whether they changed or not.
    """

    ids: tuple[str, ...]
    rows: NDArray[np.int64]
    kept: NDArray[np.bool_]
    sizes: NDArray[np.int64]
    in_place: bool = False

    @classmethod
    def of(cls, result: Sanitized, places: NDArray[np.int64] | None = None) -> "CoordinateMap":
        """Return the map of a result.

        Parameters
        ----------
        result
            What becomes of the sequences.
        places
            Which letters of the release are kept, no letter of the input twice; the first ones
            unless given.
        """
        sources = np.concatenate([[0], np.frombuffer(result.sequences.ends, np.int64)])
        owners = np.repeat(np.arange(len(result.sequences)), np.diff(result.offsets))
        if places is None:
            places = np.flatnonzero(result.origin >= 0)
        letters, first = np.unique(
            result.origin[places] + sources[owners[places]], return_index=True
        )
        places = places[first]
        kept = np.zeros(result.codes.size, np.bool_)
        kept[places] = True
        owners = owners[places]
        goes_on = (np.diff(letters) == 1) & (np.diff(places) == 1) & (np.diff(owners) == 0)
        begins = np.concatenate([[True], ~goes_on])[: letters.size]
        ends = np.concatenate([~goes_on, [True]])[: letters.size]
        owner = owners[begins]
        rows = np.stack(
            [
                owner,
                letters[begins] - sources[owner],
                letters[ends] + 1 - sources[owner],
                places[begins] - result.offsets[owner],
            ],
            axis=1,
        )
        sizes = np.stack([np.diff(sources), np.diff(result.offsets)], axis=1)
        return cls(result.sequences.ids, rows, kept, sizes, result.in_place)

    def to_bytes(self) -> bytes:
        """Return the map as a table with tabs and a header.

        Raises
        ------
        CannotCarryError
            If an id would break the table.
        """
        self._check_ids("a tab or a line break", lambda name: "\t" in name)
        rows = (
            f"{self.ids[record]}\t{start}\t{end}\t{to}\n"
            for record, start, end, to in self.rows.tolist()
        )
        return "".join((_HEAD, *rows)).encode("utf-8", "surrogatepass")

    def to_chain(self) -> bytes:
        """Return the map as a chain file, which leads from the input to the release.

        A record has one chain; several where letters were moved. If all letters stand where they
        stood, a chain is the whole record.

        Raises
        ------
        CannotCarryError
            If an id would break the file.
        """
        self._check_ids("white space", lambda name: name.split() != [name])
        whole = [(at, 0, int(size), 0) for at, (size, _) in enumerate(self.sizes) if size]
        chains: list[list[list[int]]] = []
        for row in whole if self.in_place else self.rows.tolist():
            goes_on = bool(chains) and _follows(chains[-1][-1], row)
            chains[-1].append(list(row)) if goes_on else chains.append([list(row)])
        return "".join(map(self._chain, chains, range(1, len(chains) + 1))).encode()

    def _chain(self, rows: list[list[int]], number: int) -> str:
        """Write one chain: its header, then blocks, each with the gaps behind it."""
        record, first, _, to = rows[0]
        last = rows[-1]
        name, (before, after) = self.ids[record], self.sizes[record].tolist()
        score = sum(end - start for _, start, end, _ in rows)
        told = (
            f"chain {score} {name} {before} + {first} {last[2]} "
            f"{name} {after} + {to} {last[3] + last[2] - last[1]} {number}\n"
        )
        for one, other in pairwise(rows):
            size = one[2] - one[1]
            told += f"{size} {other[1] - one[2]} {other[3] - one[3] - size}\n"
        return f"{told}{last[2] - last[1]}\n\n"

    def _check_ids(self, what: str, breaks: Callable[[str], bool]) -> None:
        for name in self.ids:
            if len(f"x{name}x".splitlines()) > 1 or breaks(name):
                raise CannotCarryError(
                    f"the map has no place for an id with {what}", where=ascii(name)
                )


def _follows(one: list[int], other: Sequence[int]) -> bool:
    """Tell whether a row lies behind another in its record, and in the release."""
    behind = other[3] >= one[3] + one[2] - one[1]
    return one[0] == other[0] and one[2] <= other[1] and behind
