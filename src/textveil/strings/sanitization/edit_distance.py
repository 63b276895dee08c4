"""ETFS: the sanitized sequence at the least edit distance from its input. Exact.

Paper 3, section 7, without the factor of the alphabet. Let N_1 ... N_m be the non-sensitive
patterns of W in order, and j a number of letters of W. E_i[j] is the least cost of turning the
first j letters into a string that ends with N_i and shows N_1 ... N_i in order, and C_i[j] the
same after a separator has followed. Between N_i and N_{i+1} stands either nothing, where they
overlap by k - 1 letters, or a separator and then any blocks of fewer than k letters, each with a
separator behind it. Such letters are copied from W for nothing, so

    C_i[j] = 1 + min(E_i[j], E_i[j - 1], C_i[j - 1], ..., C_i[j - k]).

From C_i the first k - 1 letters of N_{i+1} are spelt, each a row of Levenshtein's table. Its last
letter is one more row, over the minimum of the row before it and (where they overlap) E_i.

The rows E_i of every s-th pattern are kept, s being about the root of m / k, and the steps between
two of them are computed again when the path is followed back: O(k n m) time, O(n sqrt(k m)) space.

The loops run in pieces of a fraction of a second, so that a caller can show how far they are, and
stop between two of them.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

Codes = NDArray[Any]
Positions = NDArray[np.int64]
Rows = NDArray[np.int32]

_NEVER: Final = 1 << 29
_PIECE: Final = 5_000_000
"""Cells of a piece: at most about a tenth of a second."""


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Edited:
    """One sequence at the least edit distance.

    Attributes
    ----------
    codes : array of int32
        The letters, with the code of the separator.
    origin : array of int64
        Where in the input each letter comes from, -1 for a separator.
    distance : int
        The edit distance from the input.
    """

    codes: Codes
    origin: Positions
    distance: int


def least_edits(codes: Codes, starts: Positions, k: int, separator: int) -> Edited:
    """Return what `edit_steps` does, in one step."""
    steps = edit_steps(codes, starts, k, separator)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            edited: Edited = end.value
            return edited


def edit_cells(letters: int, patterns: int, k: int) -> int:
    """Return about how many cells `edit_steps` computes for so many letters and patterns."""
    return 3 * k * (letters + 1) * patterns // 2


def edit_bytes(letters: int, patterns: int, k: int) -> int:
    """Return about how much memory `edit_steps` takes for so many letters and patterns."""
    stride = _stride(patterns, k)
    return 4 * (letters + 1) * (-(-patterns // stride) + (k + 1) * stride)


def _stride(patterns: int, k: int) -> int:
    return max(1, int(np.sqrt(patterns / (k + 1))))


def edit_steps(
    codes: Codes, starts: Positions, k: int, separator: int
) -> Generator[int, None, Edited]:
    """Hide the patterns that start at given positions with the fewest edits.

    Yields how many cells were computed, many times a second; returns the result. Takes O(k n m)
    time and O(n sqrt(k m)) space for n letters and m non-sensitive patterns.

    Parameters
    ----------
    codes
        One sequence; returned as it is if it is shorter than k.
    starts : array of int64
        Where sensitive patterns start, rising; closed under equality of patterns.
    k : int
        Length of the patterns, from 1 on.
    separator : int
        The code of a separator.
    """
    n = codes.size
    if n < k or not starts.size:
        return Edited(codes.copy(), np.arange(n), 0)
    shown = np.ones(n - k + 1, np.bool_)
    shown[starts] = False
    chain = np.flatnonzero(shown)
    merges = _overlaps(codes, chain, k)
    stride = _stride(chain.size, k)
    marks = np.empty((-(-chain.size // stride), n + 1), np.int32)
    last = np.full(n + 1, _NEVER, np.int32)
    for begin, stop in _pieces(chain.size, k * (n + 1)):
        _forward(codes, chain, merges, k, stride, marks, last, begin, stop)
        yield (stop - begin) * k * (n + 1)
    after = _separated(last, k, chain.size == 0)
    distance, j = _ending(last, after, k, chain.size)
    letters, origin = np.empty(n + distance, np.int32), np.empty(n + distance, np.int64)
    # Pattern, row and column on the path, and how much is written; letters come last first.
    state = np.array([chain.size, 0, j, 0], np.int64)
    out = (k, separator, letters, origin, state)
    _finish(codes, last, after, *out)
    for mark in range(marks.shape[0] - 1, -1, -1):
        first, stop = mark * stride, min((mark + 1) * stride, chain.size)
        width = int(state[2]) + 1
        rows = np.empty((stop - first, k + 1, width), np.int32)
        for piece in _pieces(stop - first, k * width):
            _segment(codes, chain, merges, k, first, marks[mark], rows, *piece)
            yield (piece[1] - piece[0]) * k * width
        _back(codes, chain, merges, first, marks[mark], rows, *out)
    written = int(state[3])
    return Edited(letters[:written][::-1].copy(), origin[:written][::-1].copy(), distance)


def _pieces(patterns: int, cells: int) -> Iterator[tuple[int, int]]:
    """Cut patterns of so many cells each into pieces that take a fraction of a second."""
    size = max(1, _PIECE // cells)
    return ((at, min(at + size, patterns)) for at in range(0, patterns, size))


@numba.njit(cache=True, nogil=True)
def _overlaps(codes: Codes, chain: Positions, k: int) -> NDArray[np.bool_]:
    """Say which patterns begin with the last k - 1 letters of the one before them."""
    merges = np.ones(chain.size, np.bool_)
    for i in range(chain.size):
        for t in range(k - 1):
            if i == 0 or codes[chain[i - 1] + 1 + t] != codes[chain[i] + t]:
                merges[i] = False
                break
    if chain.size:
        merges[0] = False
    return merges


@numba.njit(cache=True, nogil=True)
def _separated(row: Rows, k: int, start: bool) -> Rows:
    """Return the row C over E, or the one in front of all patterns.

    C[j] is at most one more than the least of the k values before it, so whatever follows that
    least value is exactly one more, and a window of k values needs no queue.
    """
    after = np.empty_like(row)
    least, recent = 0, 0
    for j in range(row.size):
        if start:
            after[j] = (j + k - 1) // k
            continue
        value = row[j] + 1
        if j:
            value = min(value, row[j - 1] + 1)
            if j - recent > k:
                least, recent = least + 1, j - 1
            value = min(value, least + 1)
        if j == 0 or value <= least:
            least, recent = value, j
        after[j] = value
    return after


@numba.njit(cache=True, nogil=True)
def _forward(
    codes: Codes,
    chain: Positions,
    merges: NDArray[np.bool_],
    k: int,
    stride: int,
    marks: Rows,
    row: Rows,
    begin: int,
    stop: int,
) -> None:
    """Advance the row E over some patterns; keep every stride-th one."""
    left = np.empty(k + 1, np.int32)
    for i in range(begin, stop):
        if i % stride == 0:
            marks[i // stride] = row
        letters = codes[chain[i] : chain[i] + k]
        _advance(codes, letters, merges[i], i == 0, left, row)


@numba.njit(cache=True, nogil=True)
def _advance(codes: Codes, letters: Codes, merge: bool, start: bool, left: Rows, row: Rows) -> None:
    """Turn E_i into E_{i+1}, all k + 1 rows of a column at a time.

    The rows of a column depend on each other less than the columns of a row do, so the processor
    overlaps them.
    """
    k = letters.size
    one = np.int32(1)
    left[:] = _NEVER
    before, w = np.int32(_NEVER), letters[0]
    least, recent = np.int32(_NEVER), 0
    for j in range(row.size):
        here = row[j]
        if j:
            w = codes[j - 1]
        if start:
            up = np.int32((j + k - 1) // k)
        else:
            if j - recent > k:
                least, recent = least + one, j - 1
            up = min(here, before, least) + one
            if up <= least:
                least, recent = up, j
        diagonal, left[0] = left[0], up
        for t in range(1, k):
            beside = left[t]
            changed = diagonal if letters[t - 1] == w and j else diagonal + one
            up = min(min(beside, up) + one, changed)
            diagonal, left[t] = beside, up
        if merge:
            up, diagonal = min(up, here), min(diagonal, before)
        changed = diagonal if letters[k - 1] == w and j else diagonal + one
        up = min(min(left[k], up) + one, changed)
        left[k], row[j], before = up, up, here


@numba.njit(cache=True, nogil=True)
def _segment(
    codes: Codes,
    chain: Positions,
    merges: NDArray[np.bool_],
    k: int,
    first: int,
    mark: Rows,
    rows: NDArray[np.int32],
    begin: int,
    stop: int,
) -> None:
    """Compute rows between two marks again, up to a column, and keep them; some steps at a time."""
    width = rows.shape[2]
    row = rows[begin - 1, k].copy() if begin else mark[:width].copy()
    for step in range(begin, stop):
        i = first + step
        table = rows[step]
        table[0] = _separated(row, k, i == 0)
        for t in range(1, k + 1):
            letter = codes[chain[i] + t - 1]
            above = table[t - 1].copy()
            if t == k and merges[i]:
                above = np.minimum(above, row)
            table[t, 0] = above[0] + 1
            for j in range(1, width):
                changed = above[j - 1] + (codes[j - 1] != letter)
                table[t, j] = min(min(table[t, j - 1], above[j]) + 1, changed)
        row = table[k].copy()


@numba.njit(cache=True, nogil=True)
def _ending(last: Rows, after: Rows, k: int, patterns: int) -> tuple[int, int]:
    """Return the distance, and the column after which only free letters follow (-1 for none)."""
    n = last.size - 1
    distance, column = (last[n], -1) if patterns else (_NEVER, -1)
    for r in range(min(k, n + 1)):
        if after[n - r] < distance:
            distance, column = after[n - r], n - r
    return distance, column


@numba.njit(cache=True, nogil=True)
def _write(letter: int, source: int, letters: Codes, origin: Positions, state: Positions) -> None:
    letters[state[3]], origin[state[3]] = letter, source
    state[3] += 1


@numba.njit(cache=True, nogil=True)
def _cross(
    codes: Codes,
    before: Rows,
    after: Rows,
    k: int,
    separator: int,
    letters: Codes,
    origin: Positions,
    state: Positions,
) -> None:
    """Write a separator and what the path copies in front of it; go to E_i or stay at C_i."""
    i, j = state[0], state[2]
    value = after[j]
    _write(separator, -1, letters, origin, state)
    if i and j and before[j - 1] + 1 == value:
        state[0], state[1], state[2] = i - 1, k, j - 1
        return
    if i and before[j] + 1 == value:
        state[0], state[1] = i - 1, k
        return
    r = 1
    while after[j - r] + 1 != value:
        r += 1
    for back in range(2, r + 1):
        _write(codes[j - back], j - back, letters, origin, state)
    state[2] = j - r


@numba.njit(cache=True, nogil=True)
def _finish(
    codes: Codes,
    last: Rows,
    after: Rows,
    k: int,
    separator: int,
    letters: Codes,
    origin: Positions,
    state: Positions,
) -> None:
    """Follow the path behind the last pattern."""
    patterns, n = state[0], codes.size
    if state[2] < 0:
        state[0], state[1], state[2] = patterns - 1, k, n
        return
    for j in range(n - 1, state[2] - 1, -1):
        _write(codes[j], j, letters, origin, state)
    while state[0] == patterns and state[1] == 0 and (patterns or state[2]):
        _cross(codes, last, after, k, separator, letters, origin, state)


@numba.njit(cache=True, nogil=True)
def _back(
    codes: Codes,
    chain: Positions,
    merges: NDArray[np.bool_],
    first: int,
    mark: Rows,
    rows: NDArray[np.int32],
    k: int,
    separator: int,
    letters: Codes,
    origin: Positions,
    state: Positions,
) -> None:
    """Follow the path through the patterns between two marks."""
    while state[0] >= first:
        i, t, j = state[0], state[1], state[2]
        before = rows[i - first - 1, k] if i > first else mark
        table = rows[i - first]
        if t == 0:
            if i == 0 and j == 0:
                state[0] = -1
                return
            _cross(codes, before, table[0], k, separator, letters, origin, state)
            continue
        letter, value = codes[chain[i] + t - 1], table[t, j]
        free = t == k and merges[i]
        if j:
            cost = codes[j - 1] != letter
            merged = free and before[j - 1] + cost == value
            if merged or table[t - 1, j - 1] + cost == value:
                _write(letter, chain[i] + t - 1, letters, origin, state)
                state[2] = j - 1
                state[0], state[1] = (i - 1, k) if merged else (i, t - 1)
                continue
            if table[t, j - 1] + 1 == value:
                state[2] = j - 1
                continue
        merged = free and before[j] + 1 == value
        _write(letter, chain[i] + t - 1, letters, origin, state)
        state[0], state[1] = (i - 1, k) if merged else (i, t - 1)
