"""An index over a set of terms, for counting what wildcard forms match.

Every term is framed by a break on both sides. Its grams, the runs of two, three and four codes,
lead to lists of terms by a hash; two signatures say in a word or two which letters and which
pairs of neighbours a term has. Whatever the index says is a necessary condition: it never loses a
match, and every candidate is checked afterwards.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

__all__ = ["BREAK", "GRAMS", "TermIndex", "bucket_of", "build_index", "letter_bits", "pair_bit"]

BREAK = 0
"""The code that frames a term; letters have codes from 1 on, the most frequent first."""

GRAMS = (2, 3, 4)
"""Lengths of the runs that have lists."""

_LETTERS = 32
_PAIR_BITS = 128

Codes = NDArray[Any]


class TermIndex(NamedTuple):
    """Terms as codes, and where to find them.

    Term t is ``codes[starts[t] : starts[t + 1]]``. The terms that hold a gram of two codes stand
    in ``list_2[first_2[b] : first_2[b + 1]]``, where b is the gram's bucket; so for three and four.
    """

    codes: Codes
    starts: NDArray[np.int64]
    letters: NDArray[np.uint64]
    pairs: NDArray[np.uint64]
    first_2: NDArray[np.uint32]
    list_2: NDArray[np.uint32]
    first_3: NDArray[np.uint32]
    list_3: NDArray[np.uint32]
    first_4: NDArray[np.uint32]
    list_4: NDArray[np.uint32]


@numba.njit(cache=True, nogil=True, inline="always")
def framed(codes: Codes, start: int, length: int, place: int) -> int:
    """Return the code at a place of a framed term: 0 and length + 1 hold breaks."""
    if place == 0 or place == length + 1:
        return BREAK
    return int(codes[start + place - 1])


@numba.njit(cache=True, nogil=True, inline="always")
def bucket_of(codes: Codes, start: int, length: int, place: int, size: int, mask: int) -> int:
    """Return the bucket of the gram at a place of a framed term."""
    value = np.uint64(0)
    for offset in range(size):
        value = (value + np.uint64(framed(codes, start, length, place + offset) + 1)) * np.uint64(
            0x9E3779B97F4A7C15
        )
        value ^= value >> np.uint64(29)
    return int((value >> np.uint64(7)) & np.uint64(mask))


@numba.njit(cache=True, nogil=True)
def letter_bits(codes: Codes, start: int, length: int) -> int:
    """Return which classes of letters a term has (lower half), and which twice (upper half).

    The letters of two terms that differ in b of these bits need b deletions: a class that is
    missing costs all its letters, and a letter that is there once instead of twice costs one.
    """
    seen = np.uint64(0)
    for i in range(length):
        code = codes[start + i]
        bit = np.uint64(1) << np.uint64(code % _LETTERS)
        if not seen & bit:
            seen |= bit
            continue
        if seen & (bit << np.uint64(_LETTERS)):
            continue
        for j in range(i):
            if codes[start + j] == code:
                seen |= bit << np.uint64(_LETTERS)
                break
    return seen  # type: ignore[return-value]  # a machine word in compiled code


@numba.njit(cache=True, nogil=True, inline="always")
def pair_bit(codes: Codes, start: int, length: int, place: int) -> tuple[int, np.uint64]:
    """Return the word and the bit of the pair of neighbours at a place of a framed term."""
    number = bucket_of(codes, start, length, place, 2, _PAIR_BITS - 1)
    return number >> 6, np.uint64(1) << np.uint64(number & 63)


def build_index(codes: Codes, starts: NDArray[np.int64]) -> TermIndex:
    """Index terms, in time linear in their total length.

    Parameters
    ----------
    codes : array of uint16 or uint32
        The terms, one after another; no code is `BREAK`.
    starts : array of int64
        Where each begins, and where the last ends.

    Returns
    -------
    TermIndex
        About 200 bytes a term of ten letters.
    """
    letters, pairs = _signatures(codes, starts)
    lists: list[NDArray[np.uint32]] = []
    for size in GRAMS:
        grams = codes.size + (3 - size) * (starts.size - 1)
        # About eight places of a text a bucket; a bucket of strangers costs a filter each.
        buckets = 1 << max(4, int(grams // 8).bit_length())
        lists.extend(_posted(codes, starts, size, buckets))
    return TermIndex(codes, starts, letters, pairs, *lists)


@numba.njit(cache=True, nogil=True)
def _signatures(
    codes: Codes, starts: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    terms = starts.size - 1
    letters = np.empty(terms, np.uint64)
    pairs = np.zeros(2 * terms, np.uint64)
    for t in range(terms):
        length = starts[t + 1] - starts[t]
        letters[t] = letter_bits(codes, starts[t], length)
        for place in range(length + 1):
            word, bit = pair_bit(codes, starts[t], length, place)
            pairs[2 * t + word] |= bit
    return letters, pairs


@numba.njit(cache=True, nogil=True)
def _posted(
    codes: Codes, starts: NDArray[np.int64], size: int, buckets: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the bounds of the lists and the lists; a term is once in each."""
    terms = starts.size - 1
    first = np.zeros(buckets + 1, np.uint32)
    last = np.full(buckets, terms, np.uint32)
    # Where each gram of each term goes, so that it is hashed once; `buckets` for a repetition.
    places = np.empty(codes.size + 2 * terms, np.uint32)
    at = 0
    for t in range(terms):
        length = starts[t + 1] - starts[t]
        for place in range(length + 3 - size):
            b = bucket_of(codes, starts[t], length, place, size, buckets - 1)
            places[at] = b if last[b] != t else buckets
            at += 1
            if last[b] != t:
                last[b] = t
                first[b + 1] += np.uint32(1)
    for b in range(buckets):
        first[b + 1] += first[b]
    listed = np.empty(first[buckets], np.uint32)
    following = first.copy()
    at = 0
    for t in range(terms):
        for _ in range(starts[t + 1] - starts[t] + 3 - size):
            b = places[at]
            at += 1
            if b < buckets:
                listed[following[b]] = t
                following[b] += np.uint32(1)
    return first, listed
