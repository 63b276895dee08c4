"""TFS: the shortest sequences without sensitive patterns that keep order and frequency.

Paper 3, section 4. What is released is a list of slices of the input, O(n) in all however long
the result is: maximal stretches of non-sensitive patterns, joined where the last k - 1 letters of
one are the first k - 1 of the next (rule R2), with a separator between them otherwise (rule R1).
"""

from dataclasses import dataclass
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

Codes = NDArray[Any]
"""int32 letters from 0 on, sequences one after the other."""

Positions = NDArray[np.int64]

FIRST: Final = 0
"""Link of a piece that begins its sequence."""

MERGED: Final = 1
"""Link of a piece that goes on where the one before it ends."""

SPLIT: Final = 2
"""Link of a piece with a separator in front."""


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Pieces:
    """Sequences as slices of the input.

    Attributes
    ----------
    begin, end : array of int64
        Piece p is ``codes[begin[p] : end[p]]``. The k - 1 letters in front of `begin` (for a
        `MERGED` piece) and the last k - 1 letters in front of `end` are those that the result
        shows there, too.
    link : array of int8
        How a piece follows the one before it: `FIRST`, `MERGED` or `SPLIT`.
    first : array of int64
        Sequence s has the pieces ``first[s]`` up to, not including, ``first[s + 1]``.
    """

    begin: Positions
    end: Positions
    link: NDArray[np.int8]
    first: Positions

    @property
    def separators(self) -> int:
        """How many separators stand between pieces."""
        return int(np.count_nonzero(self.link == SPLIT))

    @property
    def length(self) -> int:
        """Letters of the result, separators included."""
        return int((self.end - self.begin).sum()) + self.separators

    def offsets(self) -> Positions:
        """Return where each sequence starts in the result, and the length of all."""
        grown = (self.end - self.begin) + (self.link == SPLIT)
        total = np.concatenate([[0], np.cumsum(grown)])
        found: Positions = total[self.first]
        return found


def total_order(codes: Codes, offsets: Positions, starts: Positions, k: int) -> Pieces:
    """Hide the patterns that start at given positions, in O(n) time and O(n) space.

    Parameters
    ----------
    codes, offsets
        Sequence s is ``codes[offsets[s] : offsets[s + 1]]``. Those shorter than k stay as they are.
    starts : array of int64
        Where sensitive patterns start, rising; closed under equality of patterns.
    k : int
        Length of the patterns, from 1 on.

    Returns
    -------
    Pieces
        The shortest sequences with C1, P1 and P2 (Theorem 3.1).
    """
    room = starts.size + offsets.size
    begin, end = np.empty(room, np.int64), np.empty(room, np.int64)
    link = np.empty(room, np.int8)
    first = np.empty(offsets.size, np.int64)
    count = _cut(codes, offsets, starts, k, begin, end, link, first)
    return Pieces(begin[:count], end[:count], link[:count], first)


def render(codes: Codes, pieces: Pieces, separators: Codes) -> Codes:
    """Write the result out, in O(result) time.

    Parameters
    ----------
    codes
        The input.
    pieces
        Slices of it.
    separators : array of int32
        What stands in place of each separator, in order; -1 for nothing.

    Returns
    -------
    array of int32
        The sequences, one after the other.
    """
    dropped = int(np.count_nonzero(separators < 0))
    shown = np.empty(pieces.length - dropped, codes.dtype)
    _copy(codes, pieces.begin, pieces.end, pieces.link, separators, shown)
    return shown


def origins(pieces: Pieces, separators: Codes) -> Positions:
    """Return where in the input each letter of `render` comes from, -1 for a separator's place."""
    dropped = int(np.count_nonzero(separators < 0))
    shown = np.empty(pieces.length - dropped, np.int64)
    _trace(pieces.begin, pieces.end, pieces.link, separators, shown)
    return shown


@numba.njit(cache=True, nogil=True)
def _same(codes: Codes, left: int, right: int, length: int) -> bool:
    i = 0
    while i < length and codes[left + i] == codes[right + i]:
        i += 1
    return i == length


@numba.njit(cache=True, nogil=True)
def _cut(
    codes: Codes,
    offsets: Positions,
    starts: Positions,
    k: int,
    begin: Positions,
    end: Positions,
    link: NDArray[np.int8],
    first: Positions,
) -> int:
    """Write the pieces of all sequences and return their number."""
    count, h = 0, 0
    for s in range(offsets.size - 1):
        first[s] = count
        a, last = offsets[s], offsets[s + 1] - k
        if last < a:
            if offsets[s + 1] > a:
                begin[count], end[count], link[count] = a, offsets[s + 1], FIRST
                count += 1
            continue
        while a <= last:
            if h < starts.size and starts[h] == a:
                a += 1
                h += 1
                continue
            stop = min(starts[h], last + 1) if h < starts.size else last + 1
            begin[count], link[count] = a, FIRST
            if count > first[s]:
                merges = _same(codes, end[count - 1] - k + 1, a, k - 1)
                link[count] = MERGED if merges else SPLIT
                begin[count] = a + k - 1 if merges else a
            end[count] = stop + k - 1
            count += 1
            a = stop
    first[offsets.size - 1] = count
    return count


@numba.njit(cache=True, nogil=True)
def _copy(
    codes: Codes,
    begin: Positions,
    end: Positions,
    link: NDArray[np.int8],
    separators: Codes,
    shown: Codes,
) -> None:
    at, used = 0, 0
    for p in range(begin.size):
        if link[p] == SPLIT:
            if separators[used] >= 0:
                shown[at] = separators[used]
                at += 1
            used += 1
        length = end[p] - begin[p]
        shown[at : at + length] = codes[begin[p] : end[p]]
        at += length


@numba.njit(cache=True, nogil=True)
def _trace(
    begin: Positions,
    end: Positions,
    link: NDArray[np.int8],
    separators: Codes,
    shown: Positions,
) -> None:
    at, used = 0, 0
    for p in range(begin.size):
        if link[p] == SPLIT:
            if separators[used] >= 0:
                shown[at] = -1
                at += 1
            used += 1
        for i in range(begin[p], end[p]):
            shown[at] = i
            at += 1
