"""Bitmaps over text positions: eight positions a byte, so that millions fit the cache.

All functions are compiled and called from other kernels. A bitmap has one spare word at
its end, so that a search may look one bit beyond the last position.
"""

import numba
import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint64]
"""Position p is bit p % 64 of word p // 64."""


@numba.njit(cache=True, nogil=True)
def empty_bits(size: int) -> Bits:
    """Return a bitmap of `size` positions and at least one more, all clear."""
    return np.zeros(size // 64 + 2, np.uint64)


@numba.njit(cache=True, nogil=True)
def to_bits(mask: NDArray[np.bool_]) -> Bits:
    """Return a bitmap of the true positions."""
    bits = np.zeros(mask.size // 64 + 2, np.uint64)
    for position in range(mask.size):
        bits[position >> 6] |= np.uint64(mask[position]) << np.uint64(position & 63)
    return bits


@numba.njit(cache=True, nogil=True)
def is_set(bits: Bits, position: int) -> bool:
    """Say whether a bit is set."""
    return bool((bits[position >> 6] >> np.uint64(position & 63)) & np.uint64(1))


@numba.njit(cache=True, nogil=True)
def set_bits(bits: Bits, start: int, end: int) -> None:
    """Set the bits of the half-open range."""
    for position in range(start, end):
        bits[position >> 6] |= np.uint64(1) << np.uint64(position & 63)


@numba.njit(cache=True, nogil=True)
def lowest(word: np.uint64) -> int:
    """Return the number of the lowest set bit of a word that is not 0."""
    word &= ~word + np.uint64(1)
    number = 0
    if word & np.uint64(0xFFFFFFFF00000000):
        number += 32
    if word & np.uint64(0xFFFF0000FFFF0000):
        number += 16
    if word & np.uint64(0xFF00FF00FF00FF00):
        number += 8
    if word & np.uint64(0xF0F0F0F0F0F0F0F0):
        number += 4
    if word & np.uint64(0xCCCCCCCCCCCCCCCC):
        number += 2
    if word & np.uint64(0xAAAAAAAAAAAAAAAA):
        number += 1
    return number


@numba.njit(cache=True, nogil=True)
def next_set(bits: Bits, position: int) -> int:
    """Return the first set bit from a position on; there must be one."""
    at = position >> 6
    word = bits[at] >> np.uint64(position & 63)
    if word != 0:
        return position + lowest(word)
    at += 1
    while bits[at] == 0:
        at += 1
    return (at << 6) + lowest(bits[at])


@numba.njit(cache=True, nogil=True)
def next_clear(bits: Bits, position: int) -> int:
    """Return the first clear bit from a position on; the spare word has one."""
    at = position >> 6
    word = ~bits[at] >> np.uint64(position & 63)
    if word != 0:
        return position + lowest(word)
    at += 1
    while ~bits[at] == 0:
        at += 1
    return (at << 6) + lowest(~bits[at])
