"""What the owner of sanitized sequences keeps: patterns, decoys and the coordinate map, as files.

Patterns are kept as they were named, and read here by the rules of the method's page. Whoever has
one of these files knows what was hidden.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.certify.document.certificate_shape import misfit
from textveil.certify.document.layout import DECOYS, IMPLAUSIBLE, MAP, PATTERNS
from textveil.errors import FormatError

__all__ = ["DECOYS", "IMPLAUSIBLE", "MAP", "PATTERNS", "Decoys", "KeptSequences", "read_lines"]

_HEAD: Final = "record\tstart\tend\tto"
_MOST: Final = 1 << 53

Pattern = tuple[str, ...]


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _spelled(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _place(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(map(_count, value))


_SHAPE: Final[dict[str, Any]] = {"draw": _count, "groups": [[[_spelled]]], "places": [_place]}


@dataclass(frozen=True, slots=True, repr=False)
class Decoys:
    """Groups of patterns that look hidden equally often, and where places were made for them.

    Attributes
    ----------
    draw
        The number of the draw that could be hidden, from 1 on.
    groups
        Each a list of patterns.
    places
        Number of the record from 0 on, offset in it, number of the group, and of the pattern in the
        group; in the order in which they stand.
    """

    draw: int
    groups: tuple[tuple[Pattern, ...], ...]
    places: tuple[tuple[int, int, int, int], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the decoys as a JSON object."""
        return {"draw": self.draw, "groups": self.groups, "places": self.places}

    @classmethod
    def of(cls, data: bytes) -> "Decoys":
        """Read decoys from the bytes of their file."""
        try:
            content = json.loads(data)
        except (ValueError, RecursionError):
            raise FormatError("this is not JSON", where=DECOYS) from None
        wrong = misfit(content, _SHAPE)
        if wrong:
            raise FormatError(f"the field {wrong}", where=DECOYS)
        groups = tuple(tuple(tuple(one) for one in group) for group in content["groups"])
        places = tuple((a, b, c, d) for a, b, c, d in content["places"])
        if any(group >= len(groups) or one >= len(groups[group]) for _, _, group, one in places):
            raise FormatError("a place has a pattern that is in no group", where=DECOYS)
        return cls(content["draw"], groups, places)


@dataclass(frozen=True, slots=True, repr=False)
class KeptSequences:
    """The private files of a release of sequences, as bytes by their names."""

    files: Mapping[str, bytes]

    @classmethod
    def read(cls, folder: Path) -> "KeptSequences":
        """Read what a folder has of the private files."""
        names = (PATTERNS, IMPLAUSIBLE, DECOYS, MAP)
        there = {name: folder / name for name in names}
        return cls({name: path.read_bytes() for name, path in there.items() if path.is_file()})

    def lines(self, name: str) -> list[str] | None:
        """Return the lines of a file; None if there is no such file."""
        return read_lines(self.files[name], name) if name in self.files else None

    def decoys(self) -> Decoys | None:
        """Return the decoys; None if their file is missing."""
        return Decoys.of(self.files[DECOYS]) if DECOYS in self.files else None

    def map(self, ids: Sequence[str]) -> NDArray[np.int64] | None:
        """Return the rows of the map with numbers of records; None if its file is missing.

        Raises
        ------
        FormatError
            If it is no such table, or names a record that there is not.
        """
        if MAP not in self.files:
            return None
        head, *rows = read_lines(self.files[MAP], MAP) or [""]
        numbers = {name: number for number, name in enumerate(ids)}
        cells = [row.split("\t") for row in rows if row]
        known = all(len(row) == 4 and row[0] in numbers for row in cells)
        if head != _HEAD or not known:
            raise FormatError("this is not the coordinate map of these records", where=MAP)
        try:
            found = [(numbers[name], int(a), int(b), int(c)) for name, a, b, c in cells]
            rows_found = np.array(found, np.int64).reshape(-1, 4)
        except (ValueError, OverflowError):
            raise FormatError("a row has something that is no number", where=MAP) from None
        if (np.diff(rows_found[:, 0]) < 0).any():
            raise FormatError("the rows are not in the order of the records", where=MAP)
        return rows_found


def read_lines(data: bytes, where: str) -> list[str]:
    """Return the lines of a text file, without their ends."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError("this is not UTF-8", where=where) from None
    return [line.removesuffix("\r") for line in text.split("\n")]


def read_patterns(
    rows: Sequence[str], unit: str, events: Collection[str] | None, fold: str | None = None
) -> list[Pattern]:
    """Read patterns, one a line; empty lines are skipped.

    Parameters
    ----------
    rows
        The lines.
    unit
        `char`: each character is a letter; `token`: what stands between white space is one;
        `event`: a line that is an event as a whole is one, else events stand between tabs or, if
        there is no tab, between white space.
    events
        With `event`: those that occur in the input. Without them a line that may be one event or
        several is read both ways.
    fold
        The wildcard, if all other letters are to be read in upper case; None if not.
    """
    found: list[Pattern] = []
    for row in rows:
        if unit == "char":
            found.append(tuple(row if fold is None else (_upper(x, fold) for x in row)))
        elif unit == "token":
            found.append(tuple(row.split()))
        else:
            found += _events(row.strip(" "), events)
    return [pattern for pattern in found if pattern]


def _events(row: str, known: Collection[str] | None) -> list[Pattern]:
    cut = row.split("\t") if "\t" in row else row.split()
    several = tuple(cell.strip() for cell in cut if cell.strip())
    if known is None:
        return list(dict.fromkeys([(row,), several])) if row else []
    return [(row,)] if row in known else [several]


def _upper(letter: str, wildcard: str) -> str:
    """Return a letter of ASCII in upper case, others and the wildcard as they are."""
    return letter.upper() if letter.isascii() and letter != wildcard else letter
