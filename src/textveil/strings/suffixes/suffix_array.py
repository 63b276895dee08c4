"""Suffix arrays of integer codes, and a linear-time proof that an array is one.

`pydivsufsort` sorts the suffixes of bytes. Codes that do not fit a byte are written in a
prefix code of whole bytes first: the frequent codes take one byte, the others two to
four, in the order of the codes. Codewords compare as their codes do and none is a
prefix of another, so the sorted byte suffixes that begin at a codeword are the sorted
suffixes of the codes. Japanese text takes about 1.2 bytes a character that way, not two.
"""

from typing import Any

import numba
import numpy as np
import pydivsufsort
from numpy.typing import NDArray

from textveil.strings.alphabet import Codes

Ranks = NDArray[Any]
"""int32 where the text has fewer than 2**31 symbols, else int64."""


def suffix_array(codes: Codes) -> Ranks:
    """Return the starts of all suffixes in lexicographic order.

    Takes O(n log n) time in the worst case and linear time in practice. Beyond the
    result, bytes need nothing; wider codes need one to four bytes for the prefix code
    and 4 to 16 for its suffix array.

    Parameters
    ----------
    codes : array of uint8, uint16 or int32
        Codes from 0 on. A suffix that is a prefix of another comes before it.

    Returns
    -------
    array of int32 or int64
        A permutation of ``range(codes.size)``; int64 from 2**31 symbols on.
    """
    if not codes.size:
        return np.zeros(0, np.int32)
    if codes.dtype == np.uint8:
        order: Ranks = pydivsufsort.divsufsort(_plain(codes))
        return order
    counts = np.zeros(int(codes.max()) + 1, np.int64)
    _tally_codes(codes, counts)
    leads, size = _lead_bytes(counts)
    written = np.empty(size, np.uint8)
    begins = np.zeros(size // 64 + 1, np.uint64)
    _write(codes, _bounds(leads), leads, written, begins)
    order = pydivsufsort.divsufsort(written)
    del written
    before = np.zeros(begins.size, order.dtype)
    _select(order, begins, before)
    # A copy, because the rest of the longer array would stay in memory with a view.
    return order[: codes.size].astype(np.int32 if codes.size < 1 << 31 else np.int64)


def is_suffix_array(codes: Codes, order: Ranks) -> bool:
    """Prove or refute that an array is the suffix array of the codes, in O(n).

    Parameters
    ----------
    codes : array of integers
        The text.
    order : array of int32 or int64
        The claimed suffix array.

    Returns
    -------
    bool
        True only for the one true suffix array.

    Notes
    -----
    An array is the suffix array if and only if it is a permutation, its first symbols
    do not fall, and where two neighbours share their first symbol the suffixes that
    follow it stand in the same order (Burkhardt and Kärkkäinen 2003, theorem 2). Needs
    as much memory as `order` for the inverse.
    """
    if order.ndim != 1 or order.size != codes.size:
        return False
    if not order.size:
        return True
    if order.min() < 0 or order.max() >= order.size:
        return False
    rank = np.full(order.size + 1, -1, order.dtype)
    return bool(_ordered(codes, order, rank))


def _plain(codes: Codes) -> Codes | bytes:
    """Return the codes in memory that the library takes: writable arrays, or bytes."""
    if codes.flags.writeable and codes.flags.c_contiguous:
        return codes
    owner: object = codes.base
    if isinstance(owner, bytes) and len(owner) == codes.size:
        return owner
    return codes.copy()


def _lead_bytes(counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Choose the codewords that make the encoded text shortest.

    Returns how many of the 256 first bytes begin a codeword of one, two, three and four
    bytes, and the size of the text so encoded. All splits are compared.
    """
    two, three = (grid.ravel() for grid in np.mgrid[0:257, 0:257])
    # Four-byte words take what the shorter ones leave.
    short = counts.size - 256 - 255 * two - 65535 * three
    four = np.maximum(0, -(-short // ((1 << 24) - 1)))
    leads = np.stack([256 - two - three - four, two, three, four])
    leads = leads[:, leads[0] >= 0]
    before = np.concatenate([[0], np.cumsum(counts)])
    longer = before[-1] - before[np.minimum(_bounds(leads)[:3], counts.size)]
    sizes = before[-1] + longer.sum(axis=0)
    best = int(sizes.argmin())
    return leads[:, best].astype(np.int64), int(sizes[best])


def _bounds(leads: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first code beyond each codeword length."""
    widths = np.array([0, 8, 16, 24]).reshape(-1, *[1] * (leads.ndim - 1))
    bounds: NDArray[np.int64] = np.cumsum(leads << widths, axis=0)
    return bounds


@numba.njit(cache=True, nogil=True)
def _tally_codes(codes: Codes, counts: NDArray[np.int64]) -> None:
    """Count the codes."""
    for code in codes:
        counts[code] += 1


@numba.njit(cache=True, nogil=True)
def _write(
    codes: Codes,
    bounds: NDArray[np.int64],
    leads: NDArray[np.int64],
    written: NDArray[np.uint8],
    begins: NDArray[np.uint64],
) -> None:
    """Write every code as its codeword and set a bit where each begins."""
    at = 0
    for code in codes:
        begins[at >> 6] |= np.uint64(1) << np.uint64(at & 63)
        width = 0
        while code >= bounds[width]:
            width += 1
        first = leads[:width].sum()
        offset = np.int64(code) - (bounds[width - 1] if width else 0)
        written[at] = first + (offset >> (8 * width))
        for byte in range(1, width + 1):
            written[at + byte] = (offset >> (8 * (width - byte))) & 255
        at += width + 1


@numba.njit(cache=True, nogil=True)
def _ones(word: np.uint64) -> np.int64:
    """Count the set bits of a word (the multiply-and-add method)."""
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + ((word >> np.uint64(2)) & pairs)
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@numba.njit(cache=True, nogil=True)
def _select(order: Ranks, begins: NDArray[np.uint64], before: Ranks) -> None:
    """Keep the byte suffixes that begin a codeword, as symbol positions, in place."""
    total = 0
    for word in range(begins.size):
        before[word] = total
        total += int(_ones(begins[word]))
    kept = 0
    one = np.uint64(1)
    for r in range(order.size):
        at = order[r]
        bit = one << np.uint64(at & 63)
        word = begins[at >> 6]
        if word & bit:
            order[kept] = before[at >> 6] + _ones(word & (bit - one))
            kept += 1


@numba.njit(cache=True, nogil=True)
def _ordered(codes: Codes, order: Ranks, rank: Ranks) -> bool:
    """Check the three conditions of `is_suffix_array`; `rank` comes filled with -1."""
    n = order.size
    for r in range(n):
        if rank[order[r]] >= 0:
            return False
        rank[order[r]] = r
    for r in range(1, n):
        left, right = order[r - 1], order[r]
        if codes[left] > codes[right]:
            return False
        # rank[n] is -1: the empty suffix comes first.
        if codes[left] == codes[right] and rank[left + 1] >= rank[right + 1]:
            return False
    return True
