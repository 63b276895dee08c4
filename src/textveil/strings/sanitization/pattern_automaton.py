"""The automaton of all sensitive patterns: what a text ends with, as far as a pattern begins so.

A state is a prefix of a pattern, the longest one that a text ends with (Aho and Corasick). States
are numbered in the order of the alphabet, a prefix before what it begins. Letters that no pattern
has are one class, 0, and lead back to the empty prefix.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

Codes = NDArray[Any]
"""int32 letters from 0 on."""

__all__ = ["PatternAutomaton"]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class PatternAutomaton:
    """An automaton of patterns of any lengths.

    Attributes
    ----------
    step : array of int32, two-dimensional
        The state that follows a state on each class of letters.
    bad : array of bool
        Whether a pattern ends in a state.
    classes : array of int32
        The class of each letter.
    spelled : array of int32
        The letter of each class; -1 for class 0.
    longest : int
        Letters of the longest pattern.
    """

    step: NDArray[np.int32]
    bad: NDArray[np.bool_]
    classes: NDArray[np.int32]
    spelled: NDArray[np.int32]
    longest: int

    @classmethod
    def of(cls, patterns: Sequence[Codes], letters: int) -> "PatternAutomaton":
        """Build the automaton of patterns over an alphabet of so many letters.

        Time and space are those of all letters of the patterns times the distinct ones.

        Parameters
        ----------
        patterns
            Arrays of patterns, a row each, one array for every length.
        letters
            Size of the alphabet.
        """
        rows = sorted(tuple(row) for some in patterns for row in some.tolist())
        flat = np.array([code for row in rows for code in row], np.int32)
        ends = np.cumsum([len(row) for row in rows], dtype=np.int64)
        used = np.unique(flat)
        classes = np.zeros(letters, np.int32)
        classes[used] = np.arange(1, used.size + 1)
        step = np.full((flat.size + 1, used.size + 1), -1, np.int32)
        bad = np.zeros(flat.size + 1, np.bool_)
        count = _grow(classes[flat], ends, step, bad)
        step, bad = step[:count].copy(), bad[:count].copy()
        _close(step, bad)
        spelled = np.concatenate([[-1], used]).astype(np.int32)
        return cls(step, bad, classes, spelled, max(some.shape[1] for some in patterns))


@numba.njit(cache=True, nogil=True)
def _grow(flat: Codes, ends: Codes, step: Codes, bad: NDArray[np.bool_]) -> int:
    """Write the prefixes of sorted patterns, and return how many there are."""
    count, start = 1, 0
    for end in ends:
        state = 0
        for i in range(start, end):
            if step[state, flat[i]] < 0:
                step[state, flat[i]] = count
                count += 1
            state = step[state, flat[i]]
        bad[state] = True
        start = end
    return count


@numba.njit(cache=True, nogil=True)
def _close(step: Codes, bad: NDArray[np.bool_]) -> None:
    """Lead every letter on: where no prefix goes on, from the longest shorter one that does."""
    fail = np.zeros(bad.size, np.int32)
    queue = np.empty(bad.size, np.int32)
    head, tail = 0, 0
    for c in range(step.shape[1]):
        if step[0, c] < 0:
            step[0, c] = 0
        else:
            queue[tail] = step[0, c]
            tail += 1
    while head < tail:
        state = queue[head]
        head += 1
        bad[state] |= bad[fail[state]]
        for c in range(step.shape[1]):
            after = step[state, c]
            if after < 0:
                step[state, c] = step[fail[state], c]
            else:
                fail[after] = step[fail[state], c]
                queue[tail] = after
                tail += 1
