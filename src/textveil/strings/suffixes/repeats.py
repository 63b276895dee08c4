"""Repeats: the longest substring at each position that occurs at least k times.

The property is hereditary: what a k-repeat contains is a k-repeat. So one length a
position says everything, and from one position to the next it falls by one at most.
"""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.alphabet import Codes
from textveil.strings.suffixes.lcp import Lengths, cap_at_breaks, common_prefixes
from textveil.strings.suffixes.prefetch import AHEAD, prefetch
from textveil.strings.suffixes.suffix_array import Ranks

_BLOCK = 4096


def longest_repeats(codes: Codes, order: Ranks, k: int) -> Lengths:
    """Return the length of the longest k-repeat that starts at each position.

    Takes O(n) time nearly independent of k (the windows cost a vectorised log k) and 24
    bytes a unit of k beyond the result. Occurrences may overlap; none contains a `BREAK`.

    Parameters
    ----------
    codes : array of integers
        The text, as `alphabet.encode` gives it.
    order : array of int32 or int64
        Its suffix array.
    k : int
        How many occurrences a repeat needs, from 1 on.

    Returns
    -------
    array of int32 or int64
        0 where not even the single symbol occurs k times, and at every `BREAK`.

    Notes
    -----
    The suffixes that begin with one string are neighbours in the suffix array, so the
    longest k-repeat at a suffix is the best of the k windows of k neighbours around it;
    `common_prefixes` with a gap of k - 1 is the value of each window.
    """
    if k > codes.size:
        return np.zeros(codes.size, order.dtype)
    longest = common_prefixes(codes, order, k - 1) if k > 1 else _to_the_end(order)
    if k > 1:
        _window_maxima(order, longest, k, max(_BLOCK, k))
    cap_at_breaks(codes, longest)
    return longest


def maximal_repeats(longest: Lengths) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the repeats that no longer repeat contains, from left to right, in O(n).

    These are the generalized maximum repeats of paper 1, section 5.1.

    Parameters
    ----------
    longest : array of int32 or int64
        The longest repeat at each position.

    Returns
    -------
    starts, ends : array of int64
        Half-open; starts and ends both rise.
    """
    # The end i + longest[i] never falls from i to i + 1, and a repeat that ends where
    # the one before it ends lies inside that.
    starts = np.flatnonzero((longest > 0) & _fresh(longest))
    return starts, starts + longest[starts]


def _to_the_end(order: Ranks) -> Lengths:
    """Return the lengths of all suffixes: everything is a 1-repeat."""
    return np.arange(order.size, 0, -1, dtype=order.dtype)


@numba.njit(cache=True, nogil=True)
def _fresh(longest: Lengths) -> NDArray[np.bool_]:
    """Say where the repeat ends later than the one that starts a position earlier."""
    fresh = np.ones(longest.size, np.bool_)
    for i in range(1, longest.size):
        fresh[i] = longest[i] >= longest[i - 1]
    return fresh


@numba.njit(cache=True, nogil=True)
def _window_maxima(order: Ranks, values: Lengths, k: int, block: int) -> None:
    """Replace each value by the maximum over the k ranks that end with its own, in place.

    Goes through the ranks in blocks: the scattered values of a block are fetched into a
    buffer, and written back while their cache lines are still near.
    """
    n = order.size
    carry = k - 1
    fetched = np.zeros(block + carry, values.dtype)
    work = np.empty_like(fetched)
    spare = np.empty_like(fetched)
    for begin in range(0, n, block):
        ranks = order[begin : min(begin + block, n)]
        size = ranks.size
        _fetch(values, order[begin:], fetched[carry : carry + size])
        width = size + carry
        work[:width] = fetched[:width]
        best = _sliding_maximum(work[:width], spare[:width], k)[carry:]
        for t in range(size):
            values[ranks[t]] = best[t]
        for t in range(carry):
            fetched[t] = fetched[t + size]


@numba.njit(cache=True, nogil=True)
def _fetch(values: Lengths, ranks: Ranks, found: Lengths) -> None:
    """Write the values of the next ranks to `found`, looking ahead beyond them."""
    soon = ranks[min(AHEAD, ranks.size) :]
    sure = min(soon.size, found.size)
    for t in range(sure):
        prefetch(values, np.int64(soon[t]))
        found[t] = values[ranks[t]]
    for t in range(sure, found.size):
        found[t] = values[ranks[t]]


@numba.njit(cache=True, nogil=True)
def _sliding_maximum(values: Lengths, spare: Lengths, width: int) -> NDArray[Any]:
    """Return the maximum of `width` entries up to each entry; both arrays are used up.

    Doubles the window until one more overlapping step completes it. Every step is a
    plain loop over two slices, which the compiler turns into vector instructions.
    """
    reach = 1
    while reach < width:
        step = min(reach, width - reach)
        early, late, out = values[: values.size - step], values[step:], spare[step:]
        spare[:step] = values[:step]
        for t in range(out.size):
            out[t] = max(early[t], late[t])
        values, spare = spare, values
        reach += step
    return values
