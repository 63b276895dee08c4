"""Undoing rule R1: what a reader spells who takes repeated letters out again.

Paper 3, section 6.1. Where one sensitive window of length k was hidden, its first k - 1 letters
stand before a separator, a letter or nothing, and its last k - 1 letters stand behind. So k - 2
letters repeat: uvXuv or uvuv. Taking the gap and the second copy out spells the window.
"""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.windows.exact_windows import (
    END,
    NOWHERE,
    SEPARATOR,
    Letters,
    Numbers,
    firsts_of,
    ranked,
    times,
    window_numbers,
)

Rows = NDArray[Any]
"""Windows as letters, a row each."""


def undone_repeats(letters: Letters, k: int) -> tuple[Numbers, Numbers]:
    """Return every place where k - 2 letters repeat, and how many letters stand in the gap.

    Parameters
    ----------
    letters
        As `windows.lay_out` writes them.
    k : int
        Length of the hidden windows, from 2 on.

    Returns
    -------
    places : array of int64
        Where the k - 1 letters before the gap start. Those behind it start at ``place + k - 1``
        and what the gap holds; without their last letter they are the last k - 2 before it.
    gaps : array of int64
        0 or 1. A separator is a gap like any other letter.

    Notes
    -----
    Takes the time of `window_numbers`.
    """
    outer, inner = window_numbers(letters, k - 1), window_numbers(letters, k - 2)
    found, sizes = [], []
    for gap in (0, 1):
        room = max(letters.size - 2 * k + 3 - gap, 0)
        behind = slice(k - 1 + gap, k - 1 + gap + room)
        whole = (outer[:room] != NOWHERE) & (outer[behind] != NOWHERE)
        if gap:
            whole &= letters[k - 1 : k - 1 + room] >= SEPARATOR
        # With k = 2 nothing has to repeat: both numbers are NOWHERE.
        places = np.flatnonzero(whole & (inner[1 : room + 1] == inner[behind]))
        found.append(places)
        sizes.append(np.full(places.size, gap))
    return np.concatenate(found), np.concatenate(sizes)


def spelled_repeats(letters: Letters, k: int, places: Numbers, gaps: Numbers) -> Rows:
    """Return the window that undoing spells at each place, in O(places * k) time."""
    rows = np.empty((places.size, k), np.int32)
    for at in range(k - 1):
        rows[:, at] = letters[places + at]
    rows[:, k - 1] = letters[places + 2 * k - 3 + gaps]
    return rows


def undone_separators(letters: Letters, k: int) -> Rows:
    """Return the windows that undoing at separators spells, in O(separators * k * k) time.

    At a separator the longest stretch of at most k - 2 letters that ends before it and is repeated
    behind it is taken out with it. The windows are those across the joint.
    """
    places = np.flatnonzero(letters == SEPARATOR)
    rows = np.empty((places.size * max(k - 1, 0), k), np.int32)
    return rows[: _join(letters, places, k, rows)]


@numba.njit(cache=True, nogil=True)
def _join(letters: Letters, places: Numbers, k: int, rows: Rows) -> int:
    count = 0
    for place in places:
        left, right = 0, 0
        while left < k - 1 and place > left and letters[place - left - 1] > SEPARATOR:
            left += 1
        while right < 2 * k and letters[place + right + 1] > SEPARATOR:
            right += 1
        overlap = min(k - 2, left, right)
        while overlap > 0 and not _repeats(letters, place, overlap):
            overlap -= 1
        for start in range(left - overlap):
            before = left - start
            if before + right - overlap < k:
                break
            for at in range(k):
                gone = 0 if at < before else 1 + overlap
                rows[count, at] = letters[place - before + at + gone]
            count += 1
    return count


@numba.njit(cache=True, nogil=True)
def _repeats(letters: Letters, place: int, length: int) -> bool:
    at = 0
    while at < length and letters[place - length + at] == letters[place + 1 + at]:
        at += 1
    return at == length


def undone_joints(letters: Letters, k: int) -> tuple[Numbers, Numbers]:
    """Return the repeats of `undone_repeats` that are worth undoing.

    Where a text has separators these show the joints, and other repeats are there by chance.
    """
    places, gaps = undone_repeats(letters, k)
    if not (letters == SEPARATOR).any():
        return places, gaps
    shown = (gaps == 1) & (letters[places + k - 1] == SEPARATOR)
    return places[shown], gaps[shown]


def number_rows(letters: Letters, rows: Rows) -> tuple[Numbers, Numbers]:
    """Return numbers for the windows of a text and for further ones, a row each."""
    k = rows.shape[1]
    ended = np.concatenate([rows, np.full((rows.shape[0], 1), END, np.int32)], axis=1)
    numbers = window_numbers(np.concatenate([letters, ended.reshape(-1)]), k)
    return numbers[: letters.size], numbers[letters.size :: k + 1]


def suggested_windows(letters: Letters, k: int) -> Rows:
    """Return the windows that a text should have by what it has of their parts.

    That is f(without its last letter) * f(without its first letter) / f(without both), as in
    `implausible`. Windows for which it is 1 or more are returned, whether they occur or not, if
    both parts occur twice or more. A middle that occurs f times has at most f of them, so there
    are at most n in all.

    Parameters
    ----------
    letters
        As `windows.lay_out` writes them.
    k : int
        From 3 on.
    """
    parts = window_numbers(letters, k - 1)
    places = np.flatnonzero(parts != NOWHERE)
    values, ranks = ranked(parts[places])
    every = np.bincount(ranks, minlength=values.size)
    counts = every[every >= 2]
    first = places[firsts_of(ranks, values.size)][every >= 2]
    middles = window_numbers(letters, k - 2)
    middle_values, middle_ranks = ranked(np.concatenate([middles[first + 1], middles[first]]))
    middle_counts = times(middles[middles != NOWHERE], middle_values)
    heads, tails = middle_ranks[: first.size], middle_ranks[first.size :]
    # By middle, and the most frequent first.
    by_head, by_tail = np.lexsort((-counts, heads)), np.lexsort((-counts, tails))
    borders = np.arange(middle_values.size + 1)
    head_starts = np.searchsorted(heads[by_head], borders)
    tail_starts = np.searchsorted(tails[by_tail], borders)
    left, right = _pairs(counts, by_head, head_starts, by_tail, tail_starts, middle_counts)
    rows = np.empty((left.size, k), np.int32)
    for at in range(k - 1):
        rows[:, at] = letters[first[left] + at]
    rows[:, k - 1] = letters[first[right] + k - 2]
    return rows


@numba.njit(cache=True, nogil=True)
def _pairs(
    counts: Numbers,
    by_head: Numbers,
    head_starts: Numbers,
    by_tail: Numbers,
    tail_starts: Numbers,
    middles: Numbers,
) -> tuple[Numbers, Numbers]:
    """Pair what ends in a middle with what begins with it, if their product is large enough."""
    room = counts.sum()
    left, right = np.empty(room, np.int64), np.empty(room, np.int64)
    size = 0
    for middle in range(middles.size):
        for head in by_head[head_starts[middle] : head_starts[middle + 1]]:
            for tail in by_tail[tail_starts[middle] : tail_starts[middle + 1]]:
                if counts[head] * counts[tail] < middles[middle]:
                    break
                left[size], right[size] = head, tail
                size += 1
    return left[:size], right[:size]
