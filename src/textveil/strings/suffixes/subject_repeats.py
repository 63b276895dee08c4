"""Repeats that count people: the longest substring found with k distinct subjects.

The subject-aware twin of `repeats.longest_repeats`: an occurrence counts once for each
subject whose documents contain it (paper 1, section 7.2).
"""

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.alphabet import Codes
from textveil.strings.suffixes.lcp import Lengths, cap_at_breaks, lcp_array
from textveil.strings.suffixes.prefetch import AHEAD, prefetch
from textveil.strings.suffixes.suffix_array import Ranks

_SHIFT = 6


def longest_shared(
    codes: Codes,
    order: Ranks,
    starts: NDArray[np.int64],
    subjects: NDArray[np.int32],
    k: int,
) -> Lengths:
    """Return the longest substring at each position that k distinct subjects have.

    Takes O(n) time; 20 bytes a symbol with 32-bit ranks, the suffix array included.

    Parameters
    ----------
    codes : array of integers
        The text, as `alphabet.encode` gives it.
    order : array of int32 or int64
        Its suffix array.
    starts : array of int64
        Where each document starts, rising.
    subjects : array of int32
        The subject of each document, numbered from 0 without gaps.
    k : int
        How many distinct subjects a substring needs, from 1 on.

    Returns
    -------
    array of int32 or int64
        0 where not even the single symbol is shared by k, and at every `BREAK`.

    Notes
    -----
    For each rank b let a be the largest rank such that [a, b] holds k subjects: the
    suffixes of that window share s(b) = min lcp(a, b] symbols. A suffix outside every
    such window still begins with what it shares with one, so the result at rank r is the
    maximum over b of min(s(b), lcp between r and b): one sweep each way.
    """
    people = int(subjects.max()) + 1 if subjects.size else 0
    if k > people or not codes.size:
        return np.zeros(codes.size, order.dtype)
    lcp = lcp_array(codes, order)
    best = np.empty(order.size, order.dtype)
    owners = np.empty(order.size, np.int32)
    _owners(order, starts, subjects, _coarse(starts, codes.size), owners)
    share_windows(owners, lcp, k, np.zeros(people, order.dtype), np.empty_like(best), best)
    del owners
    longest = np.empty_like(best)
    spread(order, lcp, best, longest)
    cap_at_breaks(codes, longest)
    return longest


def _coarse(starts: NDArray[np.int64], size: int) -> NDArray[np.int32]:
    """Return the document of every 64th position, so that a lookup stays in the cache."""
    marks = np.arange(0, size, 1 << _SHIFT)
    found: NDArray[np.int32] = (np.searchsorted(starts, marks, side="right") - 1).astype(np.int32)
    return found


@numba.njit(cache=True, nogil=True)
def _owners(
    order: Ranks,
    starts: NDArray[np.int64],
    subjects: NDArray[np.int32],
    coarse: NDArray[np.int32],
    owners: NDArray[np.int32],
) -> None:
    """Write the subject of each suffix, in suffix order."""
    n = order.size
    for r in range(n):
        if r + AHEAD < n:
            prefetch(coarse, np.int64(order[r + AHEAD]) >> _SHIFT)
        position = order[r]
        document = coarse[position >> _SHIFT]
        while document + 1 < starts.size and starts[document + 1] <= position:
            document += 1
        owners[r] = subjects[document]


@numba.njit(cache=True, nogil=True)
def share_windows(
    owners: NDArray[np.int32],
    lcp: Lengths,
    k: int,
    held: Ranks,
    suffix: Lengths,
    best: Lengths,
) -> None:
    """Write what the shortest window of k subjects that ends at each rank shares.

    Both ends of the window only move right. Its minimum is that of two parts: suffix
    minima up to `middle`, rebuilt when the left end passes it, and one running minimum.
    Suffixes whose owner is negative count for nobody. `held` comes filled with 0.
    """
    top = np.iinfo(lcp.dtype).max
    distinct, left, middle = 0, 0, 0
    running = top
    for right in range(owners.size):
        owner = owners[right]
        if owner >= 0:
            distinct += held[owner] == 0
            held[owner] += 1
        running = min(running, lcp[right])
        # Drop from the left what is not needed for k subjects.
        while left < right and (distinct > k or owners[left] < 0 or held[owners[left]] > 1):
            if owners[left] >= 0:
                held[owners[left]] -= 1
                distinct -= held[owners[left]] == 0
            left += 1
        if left >= middle:
            # The window is (left, right]: lcp[left] joins left to what was dropped.
            low = top
            for r in range(right, left, -1):
                low = min(low, lcp[r])
                suffix[r] = low
            middle, running = right, top
        if distinct < k:
            best[right] = 0
        else:
            best[right] = min(suffix[left + 1], running) if left < right else top


@numba.njit(cache=True, nogil=True)
def spread(order: Ranks, lcp: Lengths, best: Lengths, longest: Lengths) -> None:
    """Carry every window's value to the ranks that share a prefix with it."""
    n = order.size
    carried = best[0]
    for r in range(1, n):
        carried = max(best[r], min(carried, lcp[r]))
        best[r] = carried
    carried = best[n - 1]
    longest[order[n - 1]] = carried
    for r in range(n - 2, -1, -1):
        if r >= AHEAD:
            prefetch(longest, np.int64(order[r - AHEAD]))
        carried = max(best[r], min(carried, lcp[r + 1]))
        longest[order[r]] = carried
