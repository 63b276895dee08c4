"""Where sensitive patterns of length k start.

The patterns are a bitmap over all windows where there are at most 2**26 of them, and a hash table
otherwise. Keys that are hashes are confirmed letter by letter, so the scan is always exact.
"""

from dataclasses import dataclass
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.windows.kmers import Coding, Integer, Keys, slot_of, table_of, window_keys

Codes = NDArray[Any]
"""int32 letters from 0 on, sequences one after the other."""

BITMAP: Final = 2**26
"""The most windows that a bitmap is made for."""


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class SensitiveSet:
    """Sensitive patterns of one length, ready for a scan.

    Attributes
    ----------
    k
        Their length, from 1 on.
    patterns : array of int32, two-dimensional
        Distinct, sorted, a row each.
    coding
        Makes keys of windows of length k.
    bits : array of uint8
        A bit for each window, or empty.
    table : array of int64
        The keys, open-addressed, or empty if there is a bitmap.
    longer : arrays of int32, two-dimensional
        Longer patterns that are not looked for here, one array for each length.
    """

    k: int
    patterns: NDArray[np.int32]
    coding: Coding
    bits: NDArray[np.uint8]
    table: Keys
    longer: tuple[NDArray[np.int32], ...] = ()

    @classmethod
    def of(cls, patterns: Codes, letters: int) -> "SensitiveSet":
        """Prepare patterns (a row each, of one length) over an alphabet of so many letters."""
        distinct = np.unique(np.asarray(patterns, np.int32), axis=0)
        k = distinct.shape[1]
        coding = Coding.of(letters, k)
        flat = np.ascontiguousarray(distinct).reshape(-1)
        keys = window_keys(flat, np.arange(0, flat.size + 1, k, dtype=np.int64), coding)
        if 0 < coding.size <= BITMAP:
            bits = np.zeros(coding.size // 8 + 1, np.uint8)
            np.bitwise_or.at(bits, keys >> 3, (1 << (keys & 7)).astype(np.uint8))
            return cls(k, distinct, coding, bits, np.zeros(0, np.int64))
        return cls(k, distinct, coding, np.zeros(0, np.uint8), table_of(keys))


def sensitive_starts(codes: Codes, offsets: Keys, sensitive: SensitiveSet) -> Keys:
    """Return where sensitive patterns start, in O(n) time.

    Parameters
    ----------
    codes, offsets
        Sequence s is ``codes[offsets[s] : offsets[s + 1]]``; no pattern spans two of them.
    sensitive
        The patterns.

    Returns
    -------
    array of int64
        Rising.
    """
    coding = sensitive.coding
    starts: Keys = _scan(
        codes,
        offsets,
        coding.length,
        coding.radix,
        coding.lead,
        sensitive.bits,
        sensitive.table,
    )
    if coding.size or not starts.size:
        return starts
    return _confirmed(codes, starts, sensitive.patterns)


def _confirmed(codes: Codes, starts: Keys, patterns: NDArray[np.int32]) -> Keys:
    """Keep the starts whose letters equal a pattern, not only its hash."""
    rows = np.lib.stride_tricks.sliding_window_view(codes, patterns.shape[1])[starts]
    # A window is a pattern if it adds no row to the patterns.
    _, which = np.unique(np.concatenate([patterns, rows]), axis=0, return_inverse=True)
    which = which.reshape(-1)
    known = np.zeros(int(which.max()) + 1, np.bool_)
    known[which[: len(patterns)]] = True
    kept: Keys = starts[known[which[len(patterns) :]]]
    return kept


@numba.njit(cache=True, nogil=True, inline="always")
def is_sensitive(key: Integer, bits: NDArray[np.uint8], table: Keys) -> bool:
    """Look a key up in the bitmap; in the table if there is no bitmap."""
    if bits.size:
        found: bool = (bits[key >> 3] >> (key & 7)) & 1 != 0
        return found
    return bool(slot_of(table, key) >= 0)


@numba.njit(cache=True, nogil=True)
def _scan(
    codes: Codes,
    offsets: Keys,
    k: int,
    radix: int,
    lead: int,
    bits: NDArray[np.uint8],
    table: Keys,
) -> Keys:
    """Return all hits; the inner loops stop where they have no room, and go on with more."""
    hits = np.empty(1024, np.int64)
    found = 0
    for s in range(offsets.size - 1):
        at, end = offsets[s], offsets[s + 1]
        while end - at >= k:
            if bits.size:
                at, found = _fill_bits(codes, at, end, k, radix, lead, bits, hits, found)
            else:
                at, found = _fill_table(codes, at, end, k, radix, lead, table, hits, found)
            if found == hits.size:
                larger = np.empty(2 * found, np.int64)
                larger[:found] = hits
                hits = larger
    return hits[:found].copy()


@numba.njit(cache=True, nogil=True)
def _fill_bits(
    codes: Codes,
    start: int,
    end: int,
    k: int,
    radix: int,
    lead: int,
    bits: NDArray[np.uint8],
    hits: Keys,
    found: int,
) -> tuple[int, int]:
    """Note hits until there is no room; return the next start to look at and the hits so far.

    Unsigned keys spare the check for negative indices, half of the time of this loop.
    """
    base, out, low = np.uint32(radix), np.uint32(lead), np.uint32(7)
    key = np.uint32(0)
    for i in range(start, start + k):
        key = np.uint32(key * base + np.uint32(codes[i]))
    for i in range(start + k, end + 1):
        if (bits[key >> np.uint32(3)] >> np.uint8(key & low)) & np.uint8(1):
            hits[found] = i - k
            found += 1
            if found == hits.size:
                return i - k + 1, found
        if i < end:
            gone = np.uint32(np.uint32(codes[i - k]) * out)
            key = np.uint32(np.uint32(key * base) + np.uint32(np.uint32(codes[i]) - gone))
    return end, found


@numba.njit(cache=True, nogil=True)
def _fill_table(
    codes: Codes,
    start: int,
    end: int,
    k: int,
    radix: int,
    lead: int,
    table: Keys,
    hits: Keys,
    found: int,
) -> tuple[int, int]:
    """Do the same with a hash table."""
    key = np.int64(0)
    for i in range(start, start + k):
        key = key * radix + codes[i]
    for i in range(start + k, end + 1):
        if slot_of(table, key) >= 0:
            hits[found] = i - k
            found += 1
            if found == hits.size:
                return i - k + 1, found
        if i < end:
            key = key * radix + codes[i] - codes[i - k] * lead
    return end, found
