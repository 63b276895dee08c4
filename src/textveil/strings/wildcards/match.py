"""Which terms a form matches, by looking for its pieces from left to right.

A form is an array of codes in which `STAR` stands for one or more characters. This shares nothing
with the search for forms but the index.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.wildcards.candidates import gram_bounds
from textveil.strings.wildcards.index import Codes, TermIndex, letter_bits

__all__ = ["STAR", "match_counts", "matches", "matching"]

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

    Looks at the terms on the shortest list of a gram that the form shows, and at all terms where
    it shows none that has a list.

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
    size, low, high = _shortest(index, form)
    listed = index.list_2
    if size == 1:
        listed = index.list_1
    elif size == 3:
        listed = index.list_3
    elif size == 4:
        listed = index.list_4
    some = terms if size == 0 else high - low
    found = np.empty(some, np.int64)
    count = 0
    for i in range(some):
        t = i if size == 0 else np.int64(listed[low + i])
        if letters & ~index.letters[t]:
            continue
        if matches(form, index.codes, index.starts[t], index.starts[t + 1]):
            found[count] = t
            count += 1
    return found[:count].copy()


@numba.njit(cache=True, nogil=True)
def _shortest(index: TermIndex, form: Pattern) -> tuple[int, int, int]:
    """Return the length and the list's bounds of the rarest gram of a form; length 0 for none.

    A form that begins or ends with a character shows the break beside it, as a term does.
    """
    best, low, high = 0, 0, 0
    for size in range(1, 5):
        for place in range(form.size + 3 - size):
            shown = True
            for at in range(max(place, 1), min(place + size, form.size + 1)):
                shown &= form[at - 1] != STAR
            if shown:
                begin, end = gram_bounds(index, form, 0, form.size, place, size)
                missing = size == 1 and begin == end
                if not missing and (best == 0 or end - begin < high - low):
                    best, low, high = size, begin, end
    return best, low, high


@numba.njit(cache=True, nogil=True)
def match_counts(index: TermIndex, forms: Pattern, starts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many terms each of several forms matches; form f lies from ``starts[f]`` on."""
    counts = np.empty(starts.size - 1, np.int64)
    for f in range(counts.size):
        form = forms[starts[f] : starts[f + 1]]
        shown = form[form != STAR]
        counts[f] = matching(index, form, np.uint64(letter_bits(shown, 0, shown.size))).size
    return counts
