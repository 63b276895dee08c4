"""Intervals: the places of a substring in the suffix array, to check other counts.

The suffixes that begin with one string are neighbours in the suffix array; their interval of ranks
says how often the string occurs and with whom. Nothing here is shared with the kernels that search
for repeats: a verifier that trusted their arithmetic would repeat their mistakes. The suffix array
that comes in is one that `suffix_array.is_suffix_array` has proved.

Intervals are half-open: the string occurs ``high - low`` times.
"""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.alphabet import BREAK, Codes
from textveil.strings.suffixes.prefetch import AHEAD, prefetch
from textveil.strings.suffixes.suffix_array import Ranks

__all__ = ["has_owners", "rank_intervals", "suffix_owners"]

Integers = NDArray[Any]
"""int32 or int64."""

NOBODY = -1
"""The owner of a suffix that counts for no one."""


def rank_intervals(
    codes: Codes, order: Ranks, starts: Integers, lengths: Integers
) -> tuple[Ranks, Ranks]:
    """Return the ranks of all suffixes that begin with each of the given substrings.

    Takes O(n) time and O(log length) for each substring, which is O(n) in all for substrings that
    do not overlap; 8 bytes a symbol beyond the result with 32-bit ranks, and at most 8 more where
    long repeats nest deeply (one text of equal symbols).

    Parameters
    ----------
    codes : array of integers
        The text, as `alphabet.encode` gives it.
    order : array of int32 or int64
        Its suffix array, proved to be one.
    starts : array of int32 or int64
        Where each substring starts in the text, all different.
    lengths : array of int32 or int64
        Their lengths, from 1 on; no substring ends past the text.

    Returns
    -------
    low, high : array of int32 or int64
        The half-open interval of ranks of each substring.

    Notes
    -----
    From the rank of the substring itself, the interval reaches as far as neighbours share at least
    its length: on either side to the nearest common prefix that is shorter. Among the ranks passed
    by a sweep, those that can still be the nearest shorter one for some length form a stack of
    strictly rising prefixes. Its j-th entry is at least j, so the one for a length is among the
    first `length` entries, and a binary search there finds it.
    """
    low, high = np.empty(starts.size, order.dtype), np.empty(starts.size, order.dtype)
    if not starts.size:
        return low, high
    rank, shared = np.empty_like(order), np.empty_like(order)
    _invert(order, rank)
    _neighbours(codes, order, rank, shared)
    # From here on the inverse is not needed: its memory takes the question asked at each rank.
    asked = rank
    _ask(rank, starts, low, asked)
    # What neighbours share beyond the longest substring makes no difference, and the stack is
    # shorter without it.
    np.minimum(shared, lengths.max(), out=shared)
    depth = int(shared.max()) + 2
    values, spots = np.empty(depth, order.dtype), np.empty(depth, order.dtype)
    _sweep_up(shared, asked, lengths, values, spots, low)
    _sweep_down(shared, asked, lengths, values, spots, high)
    return low, high


def suffix_owners(
    codes: Codes, order: Ranks, starts: NDArray[np.int64], subjects: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Return the owner of each suffix, in suffix order; O(n) time, 8 bytes a symbol.

    Parameters
    ----------
    codes : array of integers
        The text, as `alphabet.encode` gives it.
    order : array of int32 or int64
        Its suffix array, proved to be one.
    starts : array of int64
        Where each document starts; rising from 0, one `BREAK` before each but the first.
    subjects : array of int32
        The subject of each document, from 0 on.

    Returns
    -------
    array of int32
        -1 for suffixes that begin with a `BREAK`.
    """
    owned = np.repeat(subjects, np.diff(starts, append=codes.size))
    owned[codes == BREAK] = NOBODY
    owners = np.empty(order.size, np.int32)
    _look_up(owned, order, owners)
    return owners


def has_owners(owners: NDArray[np.int32], low: Ranks, high: Ranks, k: int) -> NDArray[np.bool_]:
    """Tell for each interval of ranks whether it has k distinct owners.

    Takes O(n) time for all intervals together, whatever k is; 4 bytes a symbol with 32-bit ranks.

    Parameters
    ----------
    owners : array of int32
        The owner of each suffix, in suffix order; negative for nobody.
    low, high : array of int32 or int64
        Half-open intervals of ranks, none of them empty.
    k : int
        How many distinct owners are needed, from 1 on.

    Returns
    -------
    array of bool
        One answer an interval.

    Notes
    -----
    Let a(b) be the largest rank such that k owners stand in [a(b), b]. As a(b) never falls, two
    pointers find it for every b; the interval [low, high) holds k owners if and only if
    a(high - 1) >= low.
    """
    people = int(owners.max(initial=NOBODY)) + 1
    if not low.size or people < k:
        return np.zeros(low.size, np.bool_)
    nearest = np.empty(owners.size, low.dtype)
    _nearest_windows(owners, k, np.zeros(people, low.dtype), nearest)
    found: NDArray[np.bool_] = nearest[high - 1] >= low
    return found


@numba.njit(cache=True, nogil=True)
def _invert(order: Ranks, rank: Ranks) -> None:
    """Write the rank of each suffix, in text order."""
    n = order.size
    for r in range(n):
        if r + AHEAD < n:
            prefetch(rank, np.int64(order[r + AHEAD]))
        rank[order[r]] = r


@numba.njit(cache=True, nogil=True)
def _neighbours(codes: Codes, order: Ranks, rank: Ranks, shared: Ranks) -> None:
    """Write how many symbols each suffix shares with the one before it, in suffix order.

    Kasai and others, CPM 2001: from one suffix to the next in the text the number falls by one at
    most, so all comparisons together take 2n steps.
    """
    n = order.size
    length = 0
    for i in range(n):
        # Two looks ahead: for the neighbour's position, then for its symbols.
        if i + 2 * AHEAD < n:
            prefetch(order, np.int64(rank[i + 2 * AHEAD]) - 1)
        if i + AHEAD < n and rank[i + AHEAD] > 0:
            prefetch(codes, np.int64(order[rank[i + AHEAD] - 1]) + length)
            prefetch(shared, np.int64(rank[i + AHEAD]))
        r: int = rank[i]
        if r == 0:
            length = 0
        else:
            j: int = order[r - 1]
            room = n - max(i, j)
            while length < room and codes[i + length] == codes[j + length]:
                length += 1
        shared[r] = length
        length = max(length - 1, 0)


@numba.njit(cache=True, nogil=True)
def _ask(rank: Ranks, starts: Integers, places: Ranks, asked: Ranks) -> None:
    """Write the number of the question at each rank, or -1; `asked` may be `rank` itself."""
    for question in range(starts.size):
        places[question] = rank[starts[question]]
    asked[:] = -1
    for question in range(starts.size):
        asked[places[question]] = question


@numba.njit(cache=True, nogil=True)
def _sweep_up(
    shared: Ranks, asked: Ranks, lengths: Integers, values: Ranks, spots: Ranks, low: Ranks
) -> None:
    """Find the last rank up to each question's own that shares less than its length."""
    depth = 0
    for r in range(shared.size):
        # shared[0] is 0: the stack always has an answer.
        depth = _push(values, spots, depth, shared[r], r)
        question = asked[r]
        if question >= 0:
            low[question] = spots[_last_below(values, depth, lengths[question])]


@numba.njit(cache=True, nogil=True)
def _sweep_down(
    shared: Ranks, asked: Ranks, lengths: Integers, values: Ranks, spots: Ranks, high: Ranks
) -> None:
    """Find the first rank after each question's own that shares less than its length."""
    n = shared.size
    depth = _push(values, spots, 0, 0, n)
    for r in range(n - 1, -1, -1):
        question = asked[r]
        if question >= 0:
            high[question] = spots[_last_below(values, depth, lengths[question])]
        depth = _push(values, spots, depth, shared[r], r)


@numba.njit(cache=True, nogil=True)
def _push(values: Ranks, spots: Ranks, depth: int, value: int, spot: int) -> int:
    """Put a value on the stack in place of all that are not below it; return the new depth."""
    while depth > 0 and values[depth - 1] >= value:
        depth -= 1
    values[depth] = value
    spots[depth] = spot
    return depth + 1


@numba.njit(cache=True, nogil=True)
def _last_below(values: Ranks, depth: int, length: int) -> int:
    """Return the last of the strictly rising values that is below `length`; the first one is."""
    first, last = 0, min(depth, length)
    while last - first > 1:
        middle = (first + last) // 2
        if values[middle] < length:
            first = middle
        else:
            last = middle
    return first


@numba.njit(cache=True, nogil=True)
def _look_up(owned: NDArray[np.int32], order: Ranks, owners: NDArray[np.int32]) -> None:
    """Write ``owned[order]``, looking ahead."""
    n = order.size
    for r in range(n):
        if r + AHEAD < n:
            prefetch(owned, np.int64(order[r + AHEAD]))
        owners[r] = owned[order[r]]


@numba.njit(cache=True, nogil=True)
def _nearest_windows(owners: NDArray[np.int32], k: int, held: Ranks, nearest: Ranks) -> None:
    """Write the start of the shortest window with k owners that ends at each rank, or -1.

    `held` comes filled with 0, one entry an owner.
    """
    left, distinct = 0, 0
    for right in range(owners.size):
        owner = owners[right]
        if owner >= 0:
            distinct += held[owner] == 0
            held[owner] += 1
        while distinct >= k:
            # Leave the window at the left as long as k owners remain without it.
            leaving = owners[left]
            if leaving >= 0:
                if held[leaving] == 1 and distinct == k:
                    break
                held[leaving] -= 1
                distinct -= held[leaving] == 0
            left += 1
        nearest[right] = left if distinct >= k else -1
