"""The strings at which repeats branch: the inner nodes of the suffix tree, as arrays.

All suffixes that begin with one string are neighbours in the suffix array. A branching
string is the longest one that a whole such interval shares; every other repeated string
is a prefix of one, with the same occurrences.
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.lcp import Lengths


class Branching(NamedTuple):
    """Branching strings in an order in which each comes before the one it extends.

    Attributes
    ----------
    first, last : array of int64
        The half-open interval of ranks.
    longest, floor : array of int64
        The lengths for which the interval is exact: floor < length <= longest.
    parent : array of int64
        The branching string that this one extends, or -1.
    """

    first: NDArray[np.int64]
    last: NDArray[np.int64]
    longest: NDArray[np.int64]
    floor: NDArray[np.int64]
    parent: NDArray[np.int64]


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
        At most n - 1 strings, 40 bytes each.
    """
    table = np.empty((5, _walk(lcp, k, max(min_length, 1), np.empty((5, 0), np.int64))), np.int64)
    _walk(lcp, k, max(min_length, 1), table)
    return Branching(*table)


@numba.njit(cache=True, nogil=True)
def _walk(lcp: Lengths, k: int, min_length: int, table: NDArray[np.int64]) -> int:
    """Count the strings, and write them where the table has room for them.

    The stack holds the open intervals by rising length (Abouelhoda, Kurtz and Ohlebusch
    2004, section 3), each with the last string closed inside it; `sibling` chains those.
    """
    n = lcp.size
    record = table.shape[1] > 0
    starts, lengths, inner = np.zeros(n + 2, lcp.dtype), np.zeros(n + 2, lcp.dtype), _none(n)
    sibling = np.empty(table.shape[1], np.int64)
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
                    _close(table, sibling, count, (start, r, length, floor), inner[depth])
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
    table: NDArray[np.int64],
    sibling: NDArray[np.int64],
    number: int,
    interval: tuple[int, int, int, int],
    inside: int,
) -> None:
    """Write one string and make it the parent of those closed inside its interval."""
    start, end, longest, floor = interval
    table[0, number], table[1, number] = start, end
    table[2, number], table[3, number] = longest, floor
    table[4, number] = -1
    while inside >= 0:
        table[4, inside] = number
        inside = sibling[inside]
