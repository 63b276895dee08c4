"""Windows of fixed length as integer keys, and tables that count them.

A window is the number whose digits are its letters: key = key * radix + letter. Where the letters
leave fewer than 2**62 windows the radix is the size of the alphabet and the key is exact. Longer
windows use a large odd radix modulo 2**64, a polynomial hash: equal windows have equal keys, and
different ones practically always different keys. Who needs certainty compares the letters.

A table is either dense (its slots are the keys themselves) or open-addressed: an int64 array of a
power-of-two size, `EMPTY` where nothing is stored. A kernel gets an empty array for a dense table.
"""

from dataclasses import dataclass
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]
"""Keys of windows, or an open-addressed table of them."""

Counts = NDArray[Any]
"""How often each slot's window occurs."""

Integer = int | np.int64
"""A number of Python's or of a kernel's."""

EMPTY: Final = -(2**63) + 1
"""Marks a free slot; no exact key is negative, and a hash that meets it counts as equal to 0."""

DENSE: Final = 2**20
"""A table with at most so many windows is dense, whatever the size of the input."""

_ODD: Final = 0x2545F4914F6CDD1D
_SCATTER: Final = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Coding:
    """How windows of one length become keys.

    Attributes
    ----------
    length
        Letters of a window, from 0 on.
    radix
        Factor from one letter to the next.
    lead
        radix**length modulo 2**64, as a signed number: what a letter weighs as it leaves.
    size
        How many windows there are, 0 where keys are hashes.
    """

    length: int
    radix: int
    lead: int
    size: int

    @classmethod
    def of(cls, letters: int, length: int) -> "Coding":
        """Choose the coding of windows over an alphabet."""
        size = max(letters, 1) ** length
        if size > 2**62:
            return cls(length, _ODD, _signed(pow(_ODD, length, 2**64)), 0)
        return cls(length, max(letters, 1), size, size)

    def is_dense(self, n: int) -> bool:
        """Tell whether a dense table of all windows pays for an input of n letters."""
        return 0 < self.size <= max(DENSE, min(4 * n, 2**26))

    def powers(self) -> Keys:
        """Return what a letter weighs in a window, from the last place to the first."""
        weights = [_signed(pow(self.radix, place, 2**64)) for place in range(self.length)]
        return np.array(weights, np.int64)


def _signed(value: int) -> int:
    return value - 2**64 if value >= 2**63 else value


def window_keys(codes: NDArray[Any], offsets: Keys, coding: Coding) -> Keys:
    """Return the key of every window that lies inside one sequence, in O(n) time.

    Parameters
    ----------
    codes
        All sequences, one after the other; letters from 0 on.
    offsets
        Sequence s is ``codes[offsets[s] : offsets[s + 1]]``.
    coding
        Of windows of at least one letter.

    Returns
    -------
    array of int64
        In the order of their starts.
    """
    lengths = np.maximum(np.diff(offsets) - coding.length + 1, 0)
    keys = np.empty(int(lengths.sum()), np.int64)
    _fill_keys(codes, offsets, coding.length, coding.radix, coding.lead, keys)
    return keys


def window_starts(offsets: Keys, length: int) -> Keys:
    """Return the starts of all windows inside one sequence, in order, in O(n) time."""
    lengths = np.diff(offsets)
    counts = np.maximum(lengths - length + 1, 0)
    before = np.cumsum(counts) - counts
    starts: Keys = np.arange(int(counts.sum())) + np.repeat(offsets[:-1] - before, counts)
    return starts


def count_windows(
    codes: NDArray[Any], offsets: Keys, coding: Coding, table: Keys, enough: int = 0
) -> Counts:
    """Count the windows that a table holds, in O(n) expected time.

    Parameters
    ----------
    codes, offsets, coding
        As for `window_keys`.
    table
        The keys to count, open-addressed; empty to count all windows in a dense table.
    enough : int
        Where counting on makes no difference: a larger count may be given as this one, so that
        counters of one byte do. 0 for exact counts.

    Returns
    -------
    array of uint8, int32, or int64 from 2**31 letters on
        The count of each slot.
    """
    if 0 < enough < 256 and not table.size:
        small = np.zeros(coding.size, np.uint8)
        shape = (coding.length, coding.radix, coding.lead)
        _count_dense(codes, offsets, *shape, np.uint8(enough), small)
        return small
    width = np.int32 if codes.size < 2**31 else np.int64
    counts = np.zeros(table.size if table.size else coding.size, width)
    if table.size:
        _count(codes, offsets, coding.length, coding.radix, coding.lead, table, counts)
    else:
        shape = (coding.length, coding.radix, coding.lead)
        _count_dense(codes, offsets, *shape, counts.dtype.type(np.iinfo(width).max), counts)
    return counts


def table_of(keys: Keys) -> Keys:
    """Return an open-addressed table that holds these keys."""
    table = np.full(1 << max(4, (2 * keys.size).bit_length()), EMPTY, np.int64)
    for key in keys.tolist():
        insert(table, key)
    return table


@numba.njit(cache=True, nogil=True, inline="always")
def first_slot(key: Integer, size: int) -> Integer:
    """Return where to look for a key first, in a table of a power-of-two size."""
    mixed = np.uint64(key) * _SCATTER
    return np.int64((mixed ^ (mixed >> np.uint64(29))) & np.uint64(size - 1))


@numba.njit(cache=True, nogil=True)
def slot_of(table: Keys, key: Integer) -> Integer:
    """Return the slot of a key; -1 if the table does not hold it. A dense table holds all."""
    if table.size == 0:
        return key
    key = 0 if key == EMPTY else key
    slot = first_slot(key, table.size)
    while table[slot] != key:
        if table[slot] == EMPTY:
            return -1
        slot = (slot + 1) & (table.size - 1)
    return slot


@numba.njit(cache=True, nogil=True)
def insert(table: Keys, key: Integer) -> bool:
    """Store a key in a free slot; tell whether it is new."""
    key = 0 if key == EMPTY else key
    slot = first_slot(key, table.size)
    while table[slot] != EMPTY:
        if table[slot] == key:
            return False
        slot = (slot + 1) & (table.size - 1)
    table[slot] = key
    return True


@numba.njit(cache=True, nogil=True)
def grown(table: Keys) -> Keys:
    """Return a table of twice the size that holds the same keys."""
    larger = np.full(2 * table.size, EMPTY, np.int64)
    for key in table:
        if key != EMPTY:
            insert(larger, key)
    return larger


@numba.njit(cache=True, nogil=True)
def _fill_keys(
    codes: NDArray[Any], offsets: Keys, length: int, radix: int, lead: int, keys: Keys
) -> None:
    at = 0
    for s in range(offsets.size - 1):
        start, end = offsets[s], offsets[s + 1]
        if end - start < length:
            continue
        key = np.int64(0)
        for i in range(start, start + length):
            key = key * radix + codes[i]
        keys[at] = key
        at += 1
        for i in range(start + length, end):
            key = key * radix + codes[i] - codes[i - length] * lead
            keys[at] = key
            at += 1


@numba.njit(cache=True, nogil=True)
def _count(
    codes: NDArray[Any],
    offsets: Keys,
    length: int,
    radix: int,
    lead: int,
    table: Keys,
    counts: Counts,
) -> None:
    for s in range(offsets.size - 1):
        start, end = offsets[s], offsets[s + 1]
        if end - start < length:
            continue
        key = np.int64(0)
        for i in range(start, start + length):
            key = key * radix + codes[i]
        for i in range(start + length, end + 1):
            slot = slot_of(table, key)
            if slot >= 0:
                counts[slot] += 1
            if i < end:
                key = key * radix + codes[i] - codes[i - length] * lead


@numba.njit(cache=True, nogil=True)
def _count_dense(
    codes: NDArray[Any],
    offsets: Keys,
    length: int,
    radix: int,
    lead: int,
    enough: Any,
    counts: Counts,
) -> None:
    """Count all windows up to a limit; unsigned keys spare the check for negative indices."""
    base, out = np.uint32(radix), np.uint32(lead)
    for s in range(offsets.size - 1):
        start, end = offsets[s], offsets[s + 1]
        if end - start < length:
            continue
        key = np.uint32(0)
        for i in range(start, start + length):
            key = np.uint32(key * base + np.uint32(codes[i]))
        for i in range(start + length, end):
            counts[key] += counts[key] < enough
            gone = np.uint32(np.uint32(codes[i - length]) * out)
            key = np.uint32(np.uint32(key * base) + np.uint32(np.uint32(codes[i]) - gone))
        counts[key] += counts[key] < enough
