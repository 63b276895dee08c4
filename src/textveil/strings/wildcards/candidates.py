"""Which terms can share a form with a term that deletes at most D characters.

D deletions leave one of D + 1 runs of the term that do not overlap as it is. The terms that hold
one of them are therefore all there are; which runs to take is a shortest path over the lengths of
their lists. Where the lists are long, a scan of all letter signatures is quicker.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.suffixes.prefetch import AHEAD, prefetch
from textveil.strings.wildcards.bit_sets import popcount
from textveil.strings.wildcards.index import (
    SCAN_SHARE,
    Codes,
    TermIndex,
    bucket_of,
    framed,
    letter_bits,
    pair_bit,
)

__all__ = ["candidates", "gram_bounds"]

Terms = NDArray[np.uint32]
_FAR = 1 << 56
"""Longer than any list, and not too long to be added up."""


@numba.njit(cache=True, nogil=True)
def candidates(index: TermIndex, codes: Codes, start: int, length: int, most: int) -> Terms:
    """Return the terms that may share a form with this one that deletes at most `most` characters.

    A superset without duplicates. Of its letters at most D are missing, and of its pairs of
    neighbours at most D that begin at even places and D that begin at odd ones: a deletion meets
    one of each.
    """
    terms = index.starts.size - 1
    letters = np.uint64(letter_bits(codes, start, length))
    pairs = _alternating(codes, start, length)
    lows, highs, sizes, total = _runs(index, codes, start, length, most + 1)
    if total < 0 or total * SCAN_SHARE > terms:
        return _scanned(index, letters, pairs, most)
    found = np.empty(total, np.uint32)
    count = 0
    for run in range(most + 1):
        listed = index.list_2
        if sizes[run] == 1:
            listed = index.list_1
        elif sizes[run] == 3:
            listed = index.list_3
        elif sizes[run] == 4:
            listed = index.list_4
        here = listed[lows[run] : highs[run]]
        count = _with_letters(index, here, letters, most, found, count)
    return _different(terms, found[: _with_pairs(index, found[:count], pairs, most)])


@numba.njit(cache=True, nogil=True)
def _with_letters(
    index: TermIndex, listed: Terms, letters: np.uint64, most: int, found: Terms, count: int
) -> int:
    """Append the terms of a list that have the letters; return how many there are then."""
    for i in range(listed.size):
        prefetch(index.letters, np.int64(listed[min(i + AHEAD, listed.size - 1)]))
        # Written in any case, counted only if it fits: there is no branch to mispredict.
        found[count] = listed[i]
        count += int(popcount(letters & ~index.letters[listed[i]]) <= most)
    return count


@numba.njit(cache=True, nogil=True)
def _with_pairs(index: TermIndex, found: Terms, pairs: NDArray[np.uint64], most: int) -> int:
    """Move the terms that have the pairs of neighbours to the front; return how many."""
    kept = 0
    for i in range(found.size):
        prefetch(index.pairs, 2 * np.int64(found[min(i + AHEAD, found.size - 1)]))
        t = found[i]
        found[kept] = t
        kept += int(_has_pairs(index, t, pairs, most))
    return kept


@numba.njit(cache=True, nogil=True)
def _different(terms: int, found: Terms) -> Terms:
    """Return each term once."""
    seen = np.zeros(terms // 64 + 1, np.uint64)
    count = 0
    for t in found:
        word, bit = t >> np.uint32(6), np.uint64(1) << np.uint64(t & np.uint32(63))
        found[count] = t
        count += int(not seen[word] & bit)
        seen[word] |= bit
    return found[:count]


@numba.njit(cache=True, nogil=True)
def _alternating(codes: Codes, start: int, length: int) -> NDArray[np.uint64]:
    """Return the signatures of the pairs at even places and of those at odd ones."""
    pairs = np.zeros(4, np.uint64)
    for place in range(length + 1):
        word, bit = pair_bit(codes, start, length, place)
        pairs[2 * (place & 1) + word] |= bit
    return pairs


@numba.njit(cache=True, nogil=True, inline="always")
def _has_pairs(index: TermIndex, t: int, pairs: NDArray[np.uint64], most: int) -> bool:
    low, high = ~index.pairs[2 * t], ~index.pairs[2 * t + 1]
    even = popcount(pairs[0] & low) + popcount(pairs[1] & high)
    odd = popcount(pairs[2] & low) + popcount(pairs[3] & high)
    return bool(max(even, odd) <= most)


@numba.njit(cache=True, nogil=True)
def _scanned(index: TermIndex, letters: np.uint64, pairs: NDArray[np.uint64], most: int) -> Terms:
    """Filter all terms by their signatures."""
    terms = index.starts.size - 1
    found = np.empty(terms, np.uint32)
    count = 0
    for t in range(terms):
        found[count] = t
        count += int(popcount(letters & ~index.letters[t]) <= most)
    return found[: _with_pairs(index, found[:count], pairs, most)]


@numba.njit(cache=True, nogil=True)
def gram_bounds(
    index: TermIndex, codes: Codes, start: int, length: int, place: int, size: int
) -> tuple[int, int]:
    """Return where the list of a gram begins and ends; of a single code it may be empty."""
    if size == 1:
        code = framed(codes, start, length, place)
        return int(index.first_1[code]), int(index.first_1[code + 1])
    first = index.first_2
    if size == 3:
        first = index.first_3
    elif size == 4:
        first = index.first_4
    b = bucket_of(codes, start, length, place, size, first.size - 2)
    return int(first[b]), int(first[b + 1])


@numba.njit(cache=True, nogil=True)
def _all_bounds(index: TermIndex, codes: Codes, start: int, length: int) -> NDArray[np.int64]:
    """Return the bounds of the lists of all grams, by place and size."""
    places = length + 2
    bounds = np.zeros((places, 4, 2), np.int64)
    for place in range(places):
        for size in range(1, min(4, places - place) + 1):
            low, high = gram_bounds(index, codes, start, length, place, size)
            if low == high:
                # No list, of a break or of a code that is too common.
                high = low + _FAR
            bounds[place, size - 1, 0], bounds[place, size - 1, 1] = low, high
    return bounds


@numba.njit(cache=True, nogil=True)
def _runs(
    index: TermIndex, codes: Codes, start: int, length: int, number: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int]:
    """Choose runs that do not overlap and whose lists are shortest together.

    Returns the bounds of their lists, their lengths, and the sum, or -1 where so many runs do
    not fit.
    """
    places = length + 2
    bounds = _all_bounds(index, codes, start, length)
    cost = np.full((number + 1, places + 1), _FAR, np.int64)
    taken = np.zeros((number + 1, places + 1), np.int64)
    cost[0, :] = 0
    for j in range(1, number + 1):
        for end in range(1, places + 1):
            cost[j, end] = cost[j, end - 1]
            for size in range(1, min(4, end) + 1):
                place = end - size
                here = bounds[place, size - 1, 1] - bounds[place, size - 1, 0]
                if cost[j - 1, place] + here < cost[j, end]:
                    cost[j, end] = cost[j - 1, place] + here
                    taken[j, end] = size
    lows = np.zeros(number, np.int64)
    highs = np.zeros(number, np.int64)
    sizes = np.zeros(number, np.int64)
    if cost[number, places] >= _FAR:
        return lows, highs, sizes, -1
    end = places
    for j in range(number, 0, -1):
        while taken[j, end] == 0:
            end -= 1
        size = taken[j, end]
        end -= size
        lows[j - 1], highs[j - 1] = bounds[end, size - 1, 0], bounds[end, size - 1, 1]
        sizes[j - 1] = size
    return lows, highs, sizes, cost[number, places]
