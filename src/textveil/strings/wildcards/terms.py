"""Terms as codes: frequent characters get small codes, and back."""

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.wildcards.search import LONGEST

__all__ = ["LONGEST", "decode_term", "encode_terms", "lines_with", "point_counts", "points_of"]

_POINTS = 0x110000
_SPACE, _BREAK = 0x20, 0x0A

Codes = NDArray[Any]
Alphabet = NDArray[np.uint32]


def encode_terms(terms: Sequence[str]) -> tuple[Codes, NDArray[np.int64], Alphabet]:
    """Return terms as codes from 1 on, where each begins, and the code points of the codes.

    Code c stands for ``alphabet[c - 1]``; the order of the alphabet is by frequency.
    """
    points = points_of("".join(terms))
    starts = np.zeros(len(terms) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, terms), np.int64, len(terms)), out=starts[1:])
    counts = point_counts(points)
    used = np.flatnonzero(counts)
    alphabet = used[np.argsort(-counts[used], kind="stable")].astype(np.uint32)
    kind = np.uint16 if alphabet.size < 1 << 16 else np.uint32
    table = np.zeros(counts.size, kind)
    table[alphabet] = np.arange(1, alphabet.size + 1)
    return _coded(points, table), starts, alphabet


def points_of(text: str) -> NDArray[np.uint32]:
    """Return the code points of a text."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


@numba.njit(cache=True, nogil=True)
def _coded(points: NDArray[np.uint32], table: Codes) -> Codes:
    codes = np.empty(points.size, table.dtype)
    for i in range(points.size):
        codes[i] = table[points[i]]
    return codes


@numba.njit(cache=True, nogil=True)
def point_counts(points: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Return how often each code point occurs."""
    counts = np.zeros(_POINTS, np.int64)
    for i in range(points.size):
        counts[points[i]] += 1
    return counts


@numba.njit(cache=True, nogil=True)
def lines_with(points: NDArray[np.uint32], marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the lines that hold a marked code point, or a space beside another one or at an end.

    The text begins and ends with a line break; its first line has the number 0.
    """
    found = np.empty(16, np.int64)
    line, count = -1, 0
    before = points[0]
    for point in points:
        blank = before in (_SPACE, _BREAK)
        spaced = (point == _SPACE and blank) or (point == _BREAK and before == _SPACE)
        if (marked[point] or spaced) and (count == 0 or found[count - 1] != line):
            if count == found.size:
                found = np.concatenate((found, found))
            found[count] = line
            count += 1
        # The break behind a line belongs to it.
        line += int(point == _BREAK)
        before = point
    return found[:count]


def decode_term(codes: Codes, alphabet: Alphabet) -> str:
    """Return a term as text."""
    points: NDArray[np.uint32] = alphabet[codes - 1]
    return points.tobytes().decode("utf-32-le", "surrogatepass")
