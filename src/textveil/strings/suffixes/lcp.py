"""Longest common prefixes of suffixes that stand near each other in the suffix array.

Karkkainen, Manzini and Puglisi's phi method (CPM 2009), for any distance in the suffix
array. Let p(i) be the longest common prefix of suffix i and the suffix `gap` ranks after
it. If p(i) = h > 0, then suffix i + 1 and at least `gap` suffixes after it share h - 1
symbols, because dropping a common first symbol keeps their order; so p(i + 1) >= h - 1.
Going through the text from left to right, the comparisons therefore advance at most 2n
symbols, for every gap. With gap = k - 1 this is the generalized LCP array of paper 1,
section 5.1, without any minimum over windows.
"""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.alphabet import Codes
from textveil.strings.suffixes.prefetch import AHEAD, prefetch
from textveil.strings.suffixes.suffix_array import Ranks

Lengths = NDArray[Any]
"""Lengths of substrings, one a position, in the width of the suffix array."""


def common_prefixes(codes: Codes, order: Ranks, gap: int = 1) -> Lengths:
    """Return, in text order, the common prefix of each suffix with the one `gap` ranks on.

    Takes O(n) time whatever the gap; needs nothing beyond the result.

    Parameters
    ----------
    codes : array of integers
        The text.
    order : array of int32 or int64
        Its suffix array.
    gap : int
        How many ranks lie between the two suffixes, from 1 on.

    Returns
    -------
    array of int32 or int64
        Entry i belongs to suffix i; 0 if no suffix stands `gap` ranks after it.
        A `BREAK` compares as any symbol.
    """
    shared = np.empty(order.size, order.dtype)
    _partners(order, min(gap, order.size), shared)
    _compare(codes, shared)
    return shared


def lcp_array(codes: Codes, order: Ranks, *, within_breaks: bool = False) -> Lengths:
    """Return the common prefix of each suffix with the one before it, in suffix order.

    Takes O(n) time and the memory of two results.

    Parameters
    ----------
    codes : array of integers
        The text.
    order : array of int32 or int64
        Its suffix array.
    within_breaks : bool
        Count only what comes before the first `BREAK`.

    Returns
    -------
    array of int32 or int64
        Entry r is the common prefix of the suffixes of rank r - 1 and r; entry 0 is 0.
    """
    shared = common_prefixes(codes, order)
    if within_breaks:
        cap_at_breaks(codes, shared)
    ranked = np.zeros(order.size, order.dtype)
    gather(shared, order[:-1], ranked[1:])
    return ranked


def is_lcp_array(codes: Codes, order: Ranks, lengths: Lengths) -> bool:
    """Prove or refute that lengths are those of `lcp_array` within breaks, in O(n).

    Parameters
    ----------
    codes : array of integers
        The text.
    order : array of int32 or int64
        Its suffix array, which was proved.
    lengths : array of int32 or int64
        The claimed result.

    Notes
    -----
    For verifiers. It goes through the text by the inverse of the suffix array (Kasai and others,
    CPM 2001), stops at breaks, and shares no step with `lcp_array`.
    """
    if lengths.size != order.size:
        return False
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size, dtype=order.dtype)
    return bool(_holds(codes, order, rank, lengths))


def cap_at_breaks(codes: Codes, lengths: Lengths) -> None:
    """Shorten every length in place so that it ends before the next `BREAK`; O(n).

    Parameters
    ----------
    codes : array of integers
        The text.
    lengths : array of int32 or int64
        Lengths of substrings, in text order.
    """
    _cap(codes, lengths)


@numba.njit(cache=True, nogil=True)
def _partners(order: Ranks, gap: int, partner: Ranks) -> None:
    """Write for each suffix the one `gap` ranks after it, or -1."""
    later = order[gap:]
    for r in range(later.size):
        partner[order[r]] = later[r]
    for r in range(later.size, order.size):
        partner[order[r]] = -1


@numba.njit(cache=True, nogil=True)
def _compare(codes: Codes, partner: Ranks) -> None:
    """Overwrite each partner by the length of the common prefix with it."""
    n = partner.size
    length = 0
    for i in range(n):
        if i + AHEAD < n:
            prefetch(codes, np.int64(partner[i + AHEAD]) + length)
        j: int = partner[i]
        if j < 0:
            length = 0
        else:
            room = n - max(i, j)
            while length < room and codes[i + length] == codes[j + length]:
                length += 1
        partner[i] = length
        length = max(length - 1, 0)


@numba.njit(cache=True, nogil=True)
def _holds(codes: Codes, order: Ranks, rank: Ranks, lengths: Lengths) -> bool:
    """Compare each claimed length with what two neighbours share before a break."""
    n, shared = order.size, 0
    for at in range(n):
        if rank[at] == 0:
            shared = 0
        else:
            other: int = order[rank[at] - 1]
            while max(at, other) + shared < n:
                if codes[at + shared] == 0 or codes[at + shared] != codes[other + shared]:
                    break
                shared += 1
        if lengths[rank[at]] != shared:
            return False
        shared = max(shared - 1, 0)
    return True


@numba.njit(cache=True, nogil=True)
def gather(values: NDArray[Any], places: Ranks, found: NDArray[Any]) -> None:
    """Write ``values[places]`` to `found`, looking ahead."""
    soon = places[min(AHEAD, places.size) :]
    for r in range(soon.size):
        prefetch(values, np.int64(soon[r]))
        found[r] = values[places[r]]
    for r in range(soon.size, places.size):
        found[r] = values[places[r]]


@numba.njit(cache=True, nogil=True)
def _cap(codes: Codes, lengths: Lengths) -> None:
    """Go from right to left with the distance to the next break."""
    room = 0
    for i in range(codes.size - 1, -1, -1):
        room = 0 if codes[i] == 0 else room + 1
        lengths[i] = min(lengths[i], room)
