"""Which terms a form matches, by looking for its pieces from left to right.

A form is an array of codes in which `STAR` stands for one or more characters. This shares nothing
with the search for forms but the index.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.wildcard_index import Codes, TermIndex

__all__ = ["STAR", "matches", "matching"]

STAR = 0
"""Stands in a form where characters are deleted; no letter has this code."""

Pattern = NDArray[np.uint32]


@numba.njit(cache=True, nogil=True)
def _here(form: Pattern, low: int, high: int, codes: Codes, at: int, end: int) -> bool:
    """Say whether a piece of a form stands at a place that leaves room for it."""
    if at + high - low > end:
        return False
    for i in range(high - low):  # noqa: SIM110 - compiled
        if codes[at + i] != form[low + i]:
            return False
    return True


@numba.njit(cache=True, nogil=True)
def matches(form: Pattern, codes: Codes, start: int, end: int) -> bool:
    """Say whether a form matches ``codes[start:end]`` as a whole.

    The leftmost place for each piece leaves the most room for the pieces after it, so there is
    nothing to try again. The last piece stands at the end or nowhere.
    """
    n = form.size
    low, place = 0, start
    while True:
        high = low
        while high < n and form[high] != STAR:
            high += 1
        if low == 0:
            if not _here(form, 0, high, codes, place, end):
                return False
        elif high == n:
            least = place
            place = end - (high - low)
            return place >= least and _here(form, low, high, codes, place, end)
        else:
            while place < end and not _here(form, low, high, codes, place, end):
                place += 1
            if place >= end:
                return False
        place += high - low
        if high == n:
            return bool(place == end)
        # The star takes one character at least.
        place += 1
        low = high + 1


@numba.njit(cache=True, nogil=True)
def matching(index: TermIndex, form: Pattern, letters: np.uint64) -> NDArray[np.int64]:
    """Return the terms that a form matches, in order.

    Parameters
    ----------
    index
        The terms.
    form
        Codes and `STAR`; no two stars stand together.
    letters
        The letter signature of the form's characters, which each match has all of.
    """
    terms = index.starts.size - 1
    found = np.empty(terms, np.int64)
    count = 0
    for t in range(terms):
        if letters & ~index.letters[t]:
            continue
        if matches(form, index.codes, index.starts[t], index.starts[t + 1]):
            found[count] = t
            count += 1
    return found[:count].copy()
