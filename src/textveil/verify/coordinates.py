"""Coordinates: a map from positions of the input to positions of the release.

A row of the map says that the letters from `start` to `end` of a record (half-open, from 0 on)
stand in the release from `to` on.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.values.sequence import Sequence as Letters
from textveil.values.verdict import Verdict, Witness

__all__ = ["check_coordinates"]

_SHOWN: Final = 10

Row = tuple[int, int, int, int]


def check_coordinates(
    before: Sequence[Letters],
    after: Sequence[Letters],
    rows: Sequence[Row] | NDArray[np.int64],
    *,
    ordered: bool,
) -> tuple[Verdict, ...]:
    """Check that every letter of a map stands where the map says.

    Parameters
    ----------
    before, after
        Input and release: the same sequences, in the same order.
    rows
        Number of the record from 0 on, start, end, to; sorted by record and start.
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
    by_record: dict[int, list[Row]] = {}
    for record, start, end, to in np.asarray(rows, np.int64).reshape(-1, 4).tolist():
        by_record.setdefault(record, []).append((record, start, end, to))
    wrong: list[Witness] = []
    moved: list[Witness] = []
    for record, own in by_record.items():
        name, old, new = before[record].id, before[record], after[record]
        for number, row in enumerate(own):
            _, start, end, to = row
            if _is_wrong(row, own[number - 1] if number else None, old, new):
                reason = "offsets in the input: these letters are not where the map says"
                wrong.append(Witness(name, start, end, reason))
            if number and to < own[number - 1][3]:
                reason = "offsets in the input: these letters were moved"
                moved.append(Witness(name, start, end, reason))
        wrong += _shared(name, own)
    checked = sum(row[2] - row[1] for own in by_record.values() for row in own)
    verdict = Verdict.of("map", checked, wrong[:_SHOWN], len(wrong))
    if not ordered:
        return (verdict,)
    return verdict, Verdict.of("order", checked, moved[:_SHOWN], len(moved))


def _is_wrong(row: Row, last: Row | None, old: Letters, new: Letters) -> bool:
    _, start, end, to = row
    if not (0 <= start < end <= len(old)) or to < 0 or to + end - start > len(new):
        return True
    if last is not None and start < last[2]:
        return True
    here, there = _codes(old)[start:end], _codes(new)[to : to + end - start]
    if old.alphabet.symbols == new.alphabet.symbols[: len(old.alphabet)]:
        return not np.array_equal(here, there)
    names, others = old.alphabet.symbols, new.alphabet.symbols
    pairs = zip(here.tolist(), there.tolist(), strict=True)
    return any(names[one] != others[other] for one, other in pairs)


def _shared(name: str, rows: Sequence[Row]) -> list[Witness]:
    """Return the rows that lead to a letter of the release that another one leads to."""
    placed = sorted((to, to + end - start, start, end) for _, start, end, to in rows)
    reason = "offsets in the input: other letters lead to the same place"
    return [
        Witness(name, start, end, reason)
        for (_, before, _, _), (to, _, start, end) in pairwise(placed)
        if to < before
    ]


def _codes(sequence: Letters) -> NDArray[np.int32]:
    return np.frombuffer(sequence.buffer, np.int32)
