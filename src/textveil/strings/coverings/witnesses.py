"""Choose the kept runs that support all the others, and what they support elsewhere.

Of a covering whose runs occur k times inside its own runs, few runs have to stay as they
are: k places for each string, its witnesses. Everything else may be covered anew with any
strings that occur k times inside the witnesses.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.alphabet import BREAK, Codes
from textveil.strings.coverings.covering import Mask, runs
from textveil.strings.suffixes.lcp import Lengths, cap_at_breaks, lcp_array
from textveil.strings.suffixes.subject_repeats import share_windows, spread
from textveil.strings.suffixes.suffix_array import Ranks, suffix_array
from textveil.strings.windows.bitmaps import Bits, empty_bits, is_set, next_clear, set_bits, to_bits


def choose_witnesses(order: Ranks, lcp: Lengths, kept: Mask, k: int) -> Mask:
    """Choose kept runs so that the content of every kept run occurs k times in them.

    The strings come longest first; one that the chosen runs do not hold k times yet gets
    runs of exactly that string, then longer runs. Takes time linear in the number of
    occurrences of the distinct strings, and five bytes a symbol.

    Parameters
    ----------
    order : array of int32 or int64
        The suffix array.
    lcp : array of int32 or int64
        Common prefixes of neighbours in it, none across a `BREAK`.
    kept : array of bool
        A covering whose runs occur k times inside its runs.
    k : int
        How many witnesses each string needs.

    Returns
    -------
    array of bool
        The positions of the chosen runs.
    """
    starts, ends = runs(kept)
    by_length = np.argsort(starts - ends, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size, dtype=order.dtype)
    chosen = np.zeros(kept.size, np.bool_)
    _choose(order, rank, lcp, kept, starts[by_length], ends[by_length], k, chosen)
    return chosen


def supported_lengths(codes: Codes, witnesses: Mask, k: int) -> Lengths:
    """Return the longest string at each free position that k places in witnesses hold.

    Sorts the text together with the witnesses, so it takes the time of a suffix array of
    at most twice the text and of `subjects.longest_shared`.

    Parameters
    ----------
    codes : array of integers
        The text.
    witnesses : array of bool
        The positions of the runs that stay.
    k : int
        How many occurrences inside witnesses a string needs.

    Returns
    -------
    array of int32 or int64
        0 inside and beside every witness, and no string reaches that far.
    """
    size = codes.size
    after = np.zeros(size, np.bool_)
    after[1:] = witnesses[:-1]
    extracted = np.where(witnesses, codes, codes.dtype.type(BREAK))[witnesses | after]
    joint = np.concatenate([codes, np.full(1, BREAK, codes.dtype), extracted])
    order = suffix_array(joint)
    lcp = lcp_array(joint, order)
    owners = _owned(joint, order, size + 1)
    best, longest = np.empty_like(lcp), np.empty_like(lcp)
    share_windows(owners, lcp, k, np.zeros(extracted.size, order.dtype), longest, best)
    spread(order, lcp, best, longest)
    free = np.where(witnesses | after, codes.dtype.type(BREAK), codes)
    free[:-1][witnesses[1:]] = BREAK
    lengths: Lengths = longest[:size].copy()
    cap_at_breaks(free, lengths)
    return lengths


@numba.njit(cache=True, nogil=True)
def _choose(
    order: Ranks,
    rank: Ranks,
    lcp: Lengths,
    kept: Mask,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    k: int,
    chosen: Mask,
) -> None:
    """Go through the distinct strings of the runs, longest first."""
    n = order.size
    stands, stays, done = to_bits(kept), empty_bits(n), empty_bits(n)
    for run in range(starts.size):
        if is_set(done, starts[run]):
            continue
        length = ends[run] - starts[run]
        first = rank[starts[run]]
        last = first + 1
        while lcp[first] >= length:
            first -= 1
        while last < n and lcp[last] >= length:
            last += 1
        places = order[first:last]
        missing = k - _count(places, length, stands, stays, done)
        for exact in (True, False):
            if missing > 0:
                missing = _add(places, length, stands, stays, missing, exact)
    for i in range(n):
        chosen[i] = is_set(stays, i)


@numba.njit(cache=True, nogil=True)
def _count(places: Ranks, length: int, stands: Bits, stays: Bits, done: Bits) -> int:
    """Count the places of a string in chosen runs; mark the runs that are this string."""
    inside = 0
    for place in places:
        if not is_set(stands, place):
            continue
        room = next_clear(stands, place) - place
        if room >= length:
            inside += is_set(stays, place)
            if room == length:
                # Only the starts of runs are ever looked up.
                set_bits(done, place, place + 1)
    return inside


@numba.njit(cache=True, nogil=True)
def _add(places: Ranks, length: int, stands: Bits, stays: Bits, missing: int, exact: bool) -> int:
    """Choose runs that hold the string at one of its places, or that are the string.

    Returns how many places are still missing.
    """
    for place in places:
        if missing <= 0:
            break
        if not is_set(stands, place) or is_set(stays, place):
            continue
        end = next_clear(stands, place)
        if end - place < length:
            continue
        start = place
        while start > 0 and is_set(stands, start - 1):
            start -= 1
        if not exact or end - start == length:
            set_bits(stays, start, end)
            missing -= 1
    return missing


@numba.njit(cache=True, nogil=True)
def _owned(joint: Codes, order: Ranks, begin: int) -> Ranks:
    """Give every suffix from `begin` on its own owner; the others get no owner."""
    owners = np.empty_like(order)
    for r in range(order.size):
        position = order[r]
        owners[r] = position - begin if position >= begin and joint[position] != BREAK else -1
    return owners
