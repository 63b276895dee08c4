"""An index over a set of terms, for counting what wildcard forms match.

Every term is framed by a break on both sides. Its grams, the runs of two, three and four codes,
lead to lists of terms by a hash, and so does each code that is not in many terms; two signatures
say in a word or two which letters and which pairs of neighbours a term has. Whatever the index says
is a necessary condition: it never loses a match, and every candidate is checked afterwards.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.suffixes.prefetch import AHEAD, prefetch

__all__ = [
    "BREAK",
    "GRAMS",
    "SCAN_SHARE",
    "TermIndex",
    "bucket_of",
    "build_index",
    "framed",
    "letter_bits",
    "pair_bit",
]

BREAK = 0
"""The code that frames a term; letters have codes from 1 on, the most frequent first."""

GRAMS = (2, 3, 4)
"""Lengths of the runs that have lists."""

SCAN_SHARE = 12
"""Reading a list jumps through the signatures: that costs as much as scanning a dozen in a row."""

_LETTERS = 32
_PAIR_BITS = 128

Codes = NDArray[Any]


class TermIndex(NamedTuple):
    """Terms as codes, and where to find them.

    Term t is ``codes[starts[t] : starts[t + 1]]``. The terms that hold a gram of two codes stand
    in ``list_2[first_2[b] : first_2[b + 1]]``, where b is the gram's bucket; so for three and four.
    The terms that hold code c stand in ``list_1[first_1[c] : first_1[c + 1]]``; that list is empty
    for codes that are in so many terms that nobody would read it.
    """

    codes: Codes
    starts: NDArray[np.int64]
    letters: NDArray[np.uint64]
    pairs: NDArray[np.uint64]
    first_1: NDArray[np.uint32]
    list_1: NDArray[np.uint32]
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
    lists = list(_posted_codes(codes, starts, int(codes.max(initial=0)) + 1))
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
def _posted_codes(
    codes: Codes, starts: NDArray[np.int64], alphabet: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the bounds of the lists of single codes and the lists; a term is once in each."""
    terms = starts.size - 1
    first = np.zeros(alphabet + 1, np.uint32)
    last = np.full(alphabet, terms, np.uint32)
    for t in range(terms):
        for i in range(starts[t], starts[t + 1]):
            c = codes[i]
            first[c + 1] += np.uint32(last[c] != t)
            last[c] = t
    for c in range(alphabet):
        if np.int64(first[c + 1]) * SCAN_SHARE > terms:
            first[c + 1] = 0
        first[c + 1] += first[c]
    listed = np.empty(first[alphabet], np.uint32)
    following = first.copy()
    last[:] = terms
    for t in range(terms):
        for i in range(starts[t], starts[t + 1]):
            c = codes[i]
            if last[c] != t and first[c] != first[c + 1]:
                listed[following[c]] = t
                following[c] += np.uint32(1)
            last[c] = t
    return first, listed


@numba.njit(cache=True, nogil=True)
def _places(codes: Codes, starts: NDArray[np.int64], size: int, buckets: int) -> NDArray[np.uint32]:
    """Return the bucket of each gram of each term."""
    terms = starts.size - 1
    places = np.empty(codes.size + (3 - size) * terms, np.uint32)
    at = 0
    for t in range(terms):
        length = starts[t + 1] - starts[t]
        for place in range(length + 3 - size):
            places[at] = bucket_of(codes, starts[t], length, place, size, buckets - 1)
            at += 1
    return places


@numba.njit(cache=True, nogil=True)
def _posted(
    codes: Codes, starts: NDArray[np.int64], size: int, buckets: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the bounds of the lists and the lists; a term is once in each.

    Buckets lie all over memory, so each is named before it is needed.
    """
    terms = starts.size - 1
    places = _places(codes, starts, size, buckets)
    # The last term of a bucket and its number of terms, side by side.
    tally = np.full(2 * buckets, terms, np.uint32)
    tally[1::2] = 0
    end, at = places.size - 1, 0
    for t in range(terms):
        for _ in range(starts[t + 1] - starts[t] + 3 - size):
            prefetch(tally, 2 * np.int64(places[min(at + AHEAD, end)]))
            b = np.int64(places[at])
            if tally[2 * b] != t:
                tally[2 * b] = t
                tally[2 * b + 1] += np.uint32(1)
            else:
                places[at] = buckets
            at += 1
    first = np.zeros(buckets + 1, np.uint32)
    following = np.empty(buckets + 1, np.uint32)
    for number in range(buckets):
        following[number] = first[number]
        first[number + 1] = first[number] + tally[2 * number + 1]
    listed = np.empty(np.int64(first[buckets]) + 1, np.uint32)
    # Repetitions go where nobody reads: that is quicker than to ask.
    following[buckets] = first[buckets]
    at = 0
    for t in range(terms):
        for _ in range(starts[t + 1] - starts[t] + 3 - size):
            prefetch(following, np.int64(places[min(at + AHEAD, end)]))
            prefetch(listed, np.int64(following[places[min(at + AHEAD // 2, end)]]))
            b = np.int64(places[at])
            listed[following[b]] = t
            following[b] += np.uint32(b < buckets)
            at += 1
    return first, listed[:-1]
