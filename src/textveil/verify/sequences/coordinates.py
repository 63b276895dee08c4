"""Coordinates: a map from positions of the input to positions of the release.

A row of the map says that the letters from `start` to `end` of a record (half-open, from 0 on)
stand in the release from `to` on. They are the *kept* letters; all others came in.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.values.sequence import Sequence as Letters
from textveil.values.sequences import Sequences
from textveil.values.verdict import Verdict, Witness

__all__ = ["NEW", "Kept", "check_coordinates", "kept_letters", "map_verdicts"]

_SHOWN: Final = 10

NEW: Final = -1
"""The origin of a letter that came in."""

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Row = tuple[int, int, int, int]


class Kept(NamedTuple):
    """What a map says of each letter.

    Attributes
    ----------
    origin
        For each letter of the release its place among all letters of the input, or `NEW`.
    wrong, moved
        Which rows do not hold, and which stand before the row before them.
    """

    origin: Numbers
    wrong: Flags
    moved: Flags


def kept_letters(before: Sequences, after: Sequences, rows: Numbers) -> Kept:
    """Read a map: which letter of the input each letter of the release is.

    A row is wrong if it leaves its record, if letters differ, or if a letter of either side is in
    an earlier row too.

    Parameters
    ----------
    before, after
        Input and release: the same sequences, in the same order.
    rows
        Number of the record from 0 on, start, end, to; sorted by record and start.
    """
    record, start, end, to = rows.T
    known = (record >= 0) & (record < len(before))
    owner = np.where(known, record, 0)
    old, new = _starts(before), _starts(after)
    room, space = np.diff(old)[owner], np.diff(new)[owner]
    wrong = ~known | (start < 0) | (start >= end) | (end > room) | (to < 0)
    wrong |= to + end - start > space
    same = np.append(False, record[1:] == record[:-1])[: record.size]
    wrong |= same & (start < np.append(0, end[:-1])[: end.size])
    moved: Flags = same & (to < np.append(0, to[:-1])[: to.size])
    sizes = np.where(wrong, 0, end - start)
    here = _spread(old[owner] + start, sizes)
    there = _spread(new[owner] + to, sizes)
    of_row = np.repeat(np.arange(record.size), sizes)
    bad = _codes(before)[here] != _renamed(after, before)[there]
    # Of rows that lead to one letter, all but the first are wrong.
    if (np.diff(there) <= 0).any():
        order = np.argsort(there, kind="stable")
        again = np.append(False, np.diff(there[order]) == 0)[: order.size]
        bad[order[again]] = True
    wrong[of_row[bad]] = True
    good = ~wrong[of_row]
    origin = np.full(len(after.codes), NEW, np.int64)
    origin[there[good]] = here[good]
    return Kept(origin, wrong, moved)


def check_coordinates(
    before: Sequence[Letters],
    after: Sequence[Letters],
    rows: Sequence[Row] | Numbers,
    *,
    ordered: bool,
) -> tuple[Verdict, ...]:
    """Check that every letter of a map stands where the map says.

    Parameters
    ----------
    before, after
        Input and release: the same sequences, in the same order.
    rows
        As for `kept_letters`.
    ordered
        Whether the letters must stand in the order of the input.

    Returns
    -------
    tuple of Verdict
        `map`: the letters are equal, and no letter of either side is in two rows. `order`, if
        asked for: they stand in the order of the input.

    Examples
    --------
    >>> old, new = [Letters.of("r", "GATTACA")], [Letters.of("r", "GATCTACA")]
    >>> check_coordinates(old, new, [(0, 0, 3, 0), (0, 3, 7, 4)], ordered=True)
    (Verdict(claim='map', status=holds, checked=7, failures=0), Verdict(...))
    """
    listed = np.asarray(rows, np.int64).reshape(-1, 4)
    old = Sequences.of(before)
    found = kept_letters(old, Sequences.of(after), listed)
    return map_verdicts(old, listed, found, ordered=ordered)


def map_verdicts(
    before: Sequences, rows: Numbers, found: Kept, *, ordered: bool
) -> tuple[Verdict, ...]:
    """Return the verdicts about a map that was read."""
    checked = int((rows[:, 2] - rows[:, 1]).sum())
    judged = [("map", found.wrong, "these letters are not where the map says")]
    if ordered:
        judged.append(("order", found.moved, "these letters were moved"))
    verdicts = []
    for claim, bad, reason in judged:
        witnesses = [
            Witness(
                before.ids[record] if 0 <= record < len(before) else "?",
                *(start, end, f"offsets in the input: {reason}"),
            )
            for record, start, end, _ in rows[bad][:_SHOWN].tolist()
        ]
        verdicts.append(Verdict.of(claim, checked, witnesses, int(bad.sum())))
    return tuple(verdicts)


def _starts(sequences: Sequences) -> Numbers:
    """Return where each sequence starts, and where the last one ends."""
    return np.concatenate([[0], np.frombuffer(sequences.ends, np.int64)])


def _spread(starts: Numbers, sizes: Numbers) -> Numbers:
    """Return all places of stretches, one after the other."""
    before = np.cumsum(sizes) - sizes
    places: Numbers = np.arange(int(sizes.sum())) + np.repeat(starts - before, sizes)
    return places


def _codes(sequences: Sequences) -> NDArray[np.int32]:
    return np.frombuffer(sequences.buffer, np.int32)


def _renamed(sequences: Sequences, other: Sequences) -> NDArray[np.int32]:
    """Return letters by the names that another alphabet has for them; -1 where it has none."""
    index = other.alphabet.index
    names = np.array([index.get(one, -1) for one in sequences.alphabet.symbols] or [-1], np.int32)
    return names[_codes(sequences)]
