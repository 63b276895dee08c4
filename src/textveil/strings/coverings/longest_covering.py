"""Coverings that place the longest repeats first: paper 1's way, and a better one.

Both read the longest repeat at each position, as `covering` does, and keep fewer symbols
than `covering.minimum`. Shown positions are treated as there.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.coverings.covering import Mask
from textveil.strings.suffixes.lcp import Lengths
from textveil.strings.suffixes.repeats import maximal_repeats


def longest_first(longest: Lengths, min_length: int = 1, shown: Mask | None = None) -> Mask:
    """Keep the longest repeats first, each trimmed against what is kept already.

    Of equal lengths the leftmost comes first; a trimmed repeat waits for its new length.
    Takes O(n log n) time for the order of ties, else O(n), and 40 bytes a maximal repeat.

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
        The kept positions.

    Notes
    -----
    Whatever is kept is at least as long as the candidate at hand, so it can overlap the
    candidate on each side once at most: no candidate waits more than twice.
    """
    starts, ends = _candidates(longest, shown)
    owner = np.full(longest.size, -1, longest.dtype)
    _place_longest(starts, ends, max(min_length, 1), owner)
    return _with_shown(owner >= 0, shown)


def paper(longest: Lengths, min_length: int = 1, shown: Mask | None = None) -> Mask:
    """Keep maximal repeats by Algorithms 2 and 3 of paper 1: what touches is dropped.

    The repeats of the minimum length and above come longest first, of equal lengths the
    leftmost first (the paper leaves ties open). One that overlaps a kept repeat or stands
    directly beside one is dropped whole. Takes O(n log n) time.

    Parameters
    ----------
    longest : array of int32 or int64
        The longest repeat at each position, 0 at every `BREAK`.
    min_length : int
        Shorter repeats are left out.
    shown : array of bool, optional
        Positions that are never suppressed; false at every `BREAK`.

    Returns
    -------
    array of bool
        The kept positions.
    """
    starts, ends = _candidates(longest, shown)
    lengths = ends - starts
    chosen = np.flatnonzero(lengths >= max(min_length, 1))
    ranked = chosen[np.argsort(-lengths[chosen], kind="stable")]
    kept = np.zeros(longest.size, np.bool_)
    _place_untouched(starts, ends, ranked, kept)
    return _with_shown(kept, shown)


def _candidates(
    longest: Lengths, shown: Mask | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the maximal repeats, cut so that they begin and end beside what may go."""
    starts, ends = maximal_repeats(longest)
    if shown is not None:
        _retreat(shown, starts, ends)
    return starts, ends


def _with_shown(kept: Mask, shown: Mask | None) -> Mask:
    """Add the shown stretches that no run has taken in."""
    return kept if shown is None else kept | shown


@numba.njit(cache=True, nogil=True)
def _retreat(shown: Mask, starts: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
    """Move each end inwards until no shown position stands directly outside."""
    for c in range(starts.size):
        while ends[c] > starts[c] and ends[c] < shown.size and shown[ends[c]]:
            ends[c] -= 1
        while starts[c] < ends[c] and starts[c] > 0 and shown[starts[c] - 1]:
            starts[c] += 1


@numba.njit(cache=True, nogil=True)
def _place_longest(
    starts: NDArray[np.int64], ends: NDArray[np.int64], min_length: int, owner: Lengths
) -> None:
    """Keep candidates by falling length; `owner` receives the number of the one kept.

    Candidates are numbered from left to right, and trimming never changes their order.
    """
    size = starts.size
    top = np.int64(0)
    for c in range(size):
        top = max(top, ends[c] - starts[c])
    first = np.full(top + 1, -1, np.int64)
    following = np.empty(size, np.int64)
    for c in range(size - 1, -1, -1):
        following[c] = first[ends[c] - starts[c]]
        first[ends[c] - starts[c]] = c
    waiting = np.empty(size, np.int64)
    for length in range(top, min_length - 1, -1):
        count = 0
        c = first[length]
        while c >= 0:
            waiting[count] = c
            count += 1
            c = following[c]
        waiting[:count].sort()
        for c in waiting[:count]:
            _trim(starts, ends, c, owner)
            left = ends[c] - starts[c]
            if left == length:
                owner[starts[c] : ends[c]] = c
            elif left >= min_length:
                following[c] = first[left]
                first[left] = c


@numba.njit(cache=True, nogil=True)
def _trim(starts: NDArray[np.int64], ends: NDArray[np.int64], c: int, owner: Lengths) -> None:
    """Shorten a candidate so that one symbol separates it from every kept run."""
    start, end = starts[c], ends[c]
    while start < end:
        if owner[start] >= 0:
            start = ends[owner[start]] + 1
        elif start > 0 and owner[start - 1] >= 0:
            start += 1
        else:
            break
    while start < end:
        if owner[end - 1] >= 0:
            end = starts[owner[end - 1]] - 1
        elif end < owner.size and owner[end] >= 0:
            end -= 1
        else:
            break
    starts[c], ends[c] = start, max(start, end)


@numba.njit(cache=True, nogil=True)
def _place_untouched(
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    ranked: NDArray[np.int64],
    kept: Mask,
) -> None:
    """Keep each repeat that touches no kept one (Algorithm 2, line 7).

    The listing looks only at the two symbols beside the repeat. That is enough: a kept
    repeat is at least as long and neither contains the other, so one that overlaps this
    one covers a symbol beside it.
    """
    n = kept.size
    for c in ranked:
        start, end = starts[c], ends[c]
        if (start == 0 or not kept[start - 1]) and (end == n or not kept[end]):
            kept[start:end] = True
