"""Coverings that suppress the provably fewest symbols.

Every method reads the longest repeat at each position (for occurrences or for subjects)
and returns the kept positions. Kept runs, the maximal blocks of kept symbols, are then
repeats. Documents need no care: no repeat contains a `BREAK`, so none is ever kept.

Shown positions are never suppressed. A run may begin and end only beside a position that
can be suppressed, so a maximal stretch of shown positions lies in one run as a whole. A
stretch that no run takes in stands alone; as nobody could shorten it, the minimum length
does not apply to it. Where it is not a repeat itself, no covering can be valid.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.suffixes.lcp import Lengths

Mask = NDArray[np.bool_]
"""One truth value a position."""

Bounds = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Half-open intervals, as their starts and their ends."""


def minimum(longest: Lengths, min_length: int = 1, shown: Mask | None = None) -> Mask:
    """Keep repeats so that the fewest symbols are suppressed.

    Takes O(n) time. Needs one byte a symbol for the result and, with a minimum length
    above 1, four (eight) more.

    Parameters
    ----------
    longest : array of int32 or int64
        The longest repeat at each position, 0 at every `BREAK`.
    min_length : int
        Kept runs are at least this long.
    shown : array of bool, optional
        Positions that are never suppressed; false at every `BREAK`.

    Returns
    -------
    array of bool
        The kept positions; all shown ones are among them.

    Notes
    -----
    Without a minimum length, each run is extended as far as it stays a repeat and cut at
    the latest position that can be suppressed. By induction no covering has its j-th
    suppressed position later, because what a repeat contains is a repeat; so none has
    fewer. With a minimum length that argument fails, and a dynamic programme over the
    suppressed positions decides.
    """
    kept = np.ones(longest.size, np.bool_)
    if min_length > 1:
        hidden = shown if shown is not None else np.zeros(1, np.bool_)
        _cut_by_programme(longest, min_length, hidden, shown is not None, kept)
    elif shown is None:
        _cut_latest(longest, kept)
    else:
        _cut_latest_shown(longest, shown, kept)
    return kept


def runs(kept: Mask) -> Bounds:
    """Return the maximal blocks of true values, in O(n).

    Parameters
    ----------
    kept : array of bool
        One truth value a position, false at every `BREAK`.

    Returns
    -------
    starts, ends : array of int64
        Half-open, from left to right.
    """
    edges = np.flatnonzero(kept[1:] != kept[:-1]) + 1
    if kept.size and kept[0]:
        edges = np.concatenate([[0], edges])
    if edges.size % 2:
        edges = np.concatenate([edges, [kept.size]])
    return edges[0::2], edges[1::2]


@numba.njit(cache=True, nogil=True)
def _cut_latest(longest: Lengths, kept: Mask) -> None:
    """Extend each run as far as it goes, then suppress one symbol."""
    n = longest.size
    cut: int = -1
    while True:
        cut = cut + 1 + longest[cut + 1] if cut + 1 < n else n
        if cut >= n:
            return
        kept[cut] = False


@numba.njit(cache=True, nogil=True)
def _cut_latest_shown(longest: Lengths, shown: Mask, kept: Mask) -> None:
    """Extend each run as far as it goes, then suppress the latest symbol not shown."""
    n = longest.size
    start = 0
    while start < n:
        cut = start + longest[start]
        if cut >= n:
            return
        while cut >= start and shown[cut]:
            cut -= 1
        if cut < start:
            # A rare stretch: it stands alone, up to the next symbol not shown.
            cut = start
            while cut < n and shown[cut]:
                cut += 1
        if cut < n:
            kept[cut] = False
        start = cut + 1


@numba.njit(cache=True, nogil=True)
def _cut_by_programme(
    longest: Lengths, min_length: int, shown: Mask, any_shown: bool, kept: Mask
) -> None:
    """Find the cheapest sequence of cuts whose runs are repeats of the minimum length.

    cost(c), with c suppressed (or the end of the text), is one more than the least of
    cost(c - 1), of cost(s - 1) over the runs [s, c) allowed, and of the cost before a
    stretch of shown positions that ends at c. The s with s + longest[s] >= c and
    s <= c - min_length form a window whose ends only move right, because s + longest[s]
    never falls: a queue of rising costs gives its minimum in O(1) amortised.
    """
    n = longest.size
    never = 2 * n + 2
    previous = np.empty(n + 1, longest.dtype)
    recent = np.full(min_length + 1, never, np.int64)  # recent[c % size] is cost(c - 1)
    recent[0] = 0
    capacity = int(longest.max()) + 2 if n else 2
    queued = np.empty(capacity, np.int64)
    costs = np.empty(capacity, np.int64)
    head, tail = 0, 0
    stretch, before_stretch = -1, never
    for c in range(n + 1):
        s = c - min_length
        if s >= 0:
            while tail > head and queued[head % capacity] + longest[queued[head % capacity]] < c:
                head += 1
            if s + longest[s] >= c:
                cost = recent[s % recent.size]
                while tail > head and costs[(tail - 1) % capacity] > cost:
                    tail -= 1
                queued[tail % capacity], costs[tail % capacity] = s, cost
                tail += 1
        if c < n and any_shown and shown[c]:
            if stretch < 0:
                stretch, before_stretch = c, recent[c % recent.size]
            recent[(c + 1) % recent.size] = never
            continue
        least, origin = recent[c % recent.size], c - 1
        if tail > head and costs[head % capacity] < least:
            least, origin = costs[head % capacity], queued[head % capacity] - 1
        if stretch >= 0 and before_stretch < least:
            least, origin = before_stretch, stretch - 1
        stretch = -1
        previous[c] = origin
        recent[(c + 1) % recent.size] = least + 1
    _suppress_path(previous, kept)


@numba.njit(cache=True, nogil=True)
def _suppress_path(previous: Lengths, kept: Mask) -> None:
    """Suppress the cuts on the cheapest path, from the end of the text to its start."""
    cut: int = previous[-1]
    while cut >= 0:
        kept[cut] = False
        cut = previous[cut]
