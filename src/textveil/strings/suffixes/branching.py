"""The strings at which repeats branch: the inner nodes of the suffix tree, as arrays.

All suffixes that begin with one string are neighbours in the suffix array. A branching
string is the longest one that a whole such interval shares; every other repeated string
is a prefix of one, with the same occurrences.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.suffixes.lcp import Lengths
from textveil.strings.suffixes.suffix_array import Ranks


class Branching(NamedTuple):
    """Branching strings by falling length.

    Attributes
    ----------
    first, last : array of int32 or int64
        The half-open interval of ranks.
    longest, floor : array of int32 or int64
        The lengths for which the interval is exact: floor < length <= longest.
    parent : array of int32 or int64
        The branching string that this one extends, or -1.
    """

    first: Ranks
    last: Ranks
    longest: Lengths
    floor: Lengths
    parent: Ranks


def branching_strings(lcp: Lengths, k: int, min_length: int = 1) -> Branching:
    """Return the branching strings that occur at least k times, in O(n).

    Parameters
    ----------
    lcp : array of int32 or int64
        Common prefixes of neighbours in the suffix array, as `lcp.lcp_array` gives them.
    k : int
        How many occurrences are needed, from 2 on.
    min_length : int
        Shorter strings are left out; no floor is below ``min_length - 1``.

    Returns
    -------
    Branching
        At most n - 1 strings, 20 bytes each with 32-bit ranks. The fields are the columns
        of one table: what is known of a string lies together in memory.
    """
    count = _walk(lcp, k, max(min_length, 1), np.empty((0, 5), lcp.dtype))
    rows = np.empty((count, 5), lcp.dtype)
    if count:
        _walk(lcp, k, max(min_length, 1), rows)
        rows = _by_length(rows)
    return Branching(*rows.T)


@numba.njit(cache=True, nogil=True)
def _by_length(rows: Ranks) -> Ranks:
    """Sort the strings by falling length, equal ones by rank, in linear time."""
    begin = np.zeros(rows[:, 2].max() + 2, np.int64)
    for s in range(rows.shape[0]):
        begin[rows[s, 2]] += 1
    total = 0
    for length in range(begin.size - 1, -1, -1):
        begin[length], total = total, total + begin[length]
    place = np.empty(rows.shape[0], rows.dtype)
    for s in range(rows.shape[0]):
        place[s] = begin[rows[s, 2]]
        begin[rows[s, 2]] += 1
    found = np.empty_like(rows)
    for s in range(rows.shape[0]):
        found[place[s]] = rows[s]
        if rows[s, 4] >= 0:
            found[place[s], 4] = place[rows[s, 4]]
    return found


@numba.njit(cache=True, nogil=True)
def _walk(lcp: Lengths, k: int, min_length: int, rows: Ranks) -> int:
    """Count the strings, and write them if there are rows for them.

    The stack holds the open intervals by rising length (Abouelhoda, Kurtz and Ohlebusch
    2004, section 3), each with the last string closed inside it; `sibling` chains those.
    """
    n = lcp.size
    record = rows.shape[0] > 0
    starts, lengths, inner = np.zeros(n + 2, lcp.dtype), np.zeros(n + 2, lcp.dtype), _none(n)
    sibling = np.empty(rows.shape[0], np.int64)
    depth, count = 1, 0
    for r in range(1, n + 1):
        here = lcp[r] if r < n else 0
        start, chain = r - 1, -1
        while lengths[depth - 1] > here:
            depth -= 1
            start, length = starts[depth], lengths[depth]
            if r - start >= k and length >= min_length:
                if record:
                    floor = max(here, lengths[depth - 1], min_length - 1)
                    _close(rows, sibling, count, (start, r, length, floor), inner[depth])
                    chain = count
                count += 1
            if chain >= 0 and lengths[depth - 1] >= here:
                sibling[chain] = inner[depth - 1]
                inner[depth - 1] = chain
                chain = -1
        if lengths[depth - 1] < here:
            starts[depth], lengths[depth], inner[depth] = start, here, -1
            if chain >= 0:
                sibling[chain] = -1
                inner[depth] = chain
            depth += 1
    return count


@numba.njit(cache=True, nogil=True)
def _none(size: int) -> NDArray[np.int64]:
    """Return an empty chain for each depth of the stack."""
    return np.full(size + 2, -1, np.int64)


@numba.njit(cache=True, nogil=True)
def _close(
    rows: Ranks,
    sibling: NDArray[np.int64],
    number: int,
    interval: tuple[int, int, int, int],
    inside: int,
) -> None:
    """Write one string and make it the parent of those closed inside its interval."""
    start, end, longest, floor = interval
    rows[number, 0], rows[number, 1] = start, end
    rows[number, 2], rows[number, 3] = longest, floor
    rows[number, 4] = -1
    while inside >= 0:
        rows[inside, 4] = number
        inside = sibling[inside]
