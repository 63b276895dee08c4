"""The coordinate map: where each letter of the input stands in the release."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from textveil.errors import CannotCarryError
from textveil.transform.sanitize import Sanitized

__all__ = ["CoordinateMap"]

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
    """

    ids: tuple[str, ...]
    rows: NDArray[np.int64]
    kept: NDArray[np.bool_]

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
        return cls(result.sequences.ids, rows, kept)

    def to_bytes(self) -> bytes:
        """Return the map as a table with tabs and a header.

        Raises
        ------
        CannotCarryError
            If an id would break the table.
        """
        for name in self.ids:
            if len(f"x{name}x".splitlines()) > 1 or "\t" in name:
                raise CannotCarryError(
                    "the map has no place for an id with a tab or a line break", where=ascii(name)
                )
        rows = (
            f"{self.ids[record]}\t{start}\t{end}\t{to}\n"
            for record, start, end, to in self.rows.tolist()
        )
        return "".join((_HEAD, *rows)).encode("utf-8", "surrogatepass")
