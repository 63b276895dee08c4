"""How a term aligns with another one that deletes characters: the gap automaton.

Term t matches the form of term q that deletes the set D if and only if the characters of q outside
D stand in t in the same order, and between two of them (and at both ends) something is deleted in
q exactly where t has something in between. Reading q from the left, the automaton knows the places
of t that may be reached: *closed* ones right behind a kept character, and *open* ones in a gap
that has taken at least one character of t, of which every place above the first is one too.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.wildcards.bit_sets import (
    Sets,
    Width,
    above,
    below,
    popcount,
    shift_down,
    shift_up,
)
from textveil.strings.wildcards.index import Codes, TermIndex

__all__ = ["common", "completions", "fewest_deletions", "occurrences", "places_of"]


@numba.njit(cache=True, nogil=True)
def occurrences(
    width: Width, index: TermIndex, t: int, slots: NDArray[np.int16], number: int, into: Sets
) -> None:
    """Write where a term has each letter of q; `slots` numbers these, others have `number`."""
    words = len(width)
    for i in range((number + 1) * words):
        into[i] = np.uint64(0)
    start = index.starts[t]
    for place in range(index.starts[t + 1] - start):
        slot = slots[index.codes[start + place]]
        into[slot * words + (place >> 6)] |= np.uint64(1) << np.uint64(place & 63)


@numba.njit(cache=True, nogil=True)
def places_of(codes: Codes, alphabet: int) -> Sets:
    """Return for each code where q has it: what `common` needs. For q of up to 64 characters."""
    places = np.zeros(alphabet, np.uint64)
    for i in range(codes.size):
        places[codes[i]] |= np.uint64(1) << np.uint64(i)
    return places


@numba.njit(cache=True, nogil=True, inline="always")
def common(places: Sets, codes: Codes, start: int, end: int) -> int:
    """Return the length of the longest common subsequence of q and a term.

    A row of the table of common subsequences as one word: each zero is a character found.
    """
    row = ~np.uint64(0)
    # Unsigned, because a signed index might count from the end, which would be checked.
    for i in range(np.uint64(start), np.uint64(end)):
        hit = row & places[codes[i]]
        row = (row + hit) | (row - hit)
    return int(popcount(~row))


@numba.njit(cache=True, nogil=True)
def fewest_deletions(
    width: Width,
    letters: NDArray[np.int64],
    occurring: Sets,
    length: int,
    most: int,
    work: Sets,
) -> int:
    """Return how many deletions q needs for a form that a term matches, or most + 1.

    Parameters
    ----------
    letters
        The letters of q, as rows of `occurring`.
    length
        Number of characters of the term.
    work
        Room for 2 (most + 1) sets.
    """
    words = len(width)
    opened = (most + 1) * words
    for i in range(2 * opened):
        work[i] = np.uint64(0)
    work[0] = np.uint64(1)
    for i in range(letters.size):
        letter = letters[i]
        # Downwards: a deletion leads here from e - 1 as it was before this letter.
        for e in range(min(most, i + 1), -1, -1):
            closed, gap = e * words, opened + e * words
            for w in range(words):
                work[closed + w] |= work[gap + w]
            shift_up(width, work, closed, occurring, letter * words, work, closed)
            if e == 0:
                continue
            above(width, work, closed - words, work, gap)
            for w in range(words):
                work[gap + w] |= work[gap - words + w]
    word, bit = length >> 6, np.uint64(1) << np.uint64(length & 63)
    for e in range(most + 1):
        if (work[e * words + word] | work[opened + e * words + word]) & bit:
            return e
    return most + 1


@numba.njit(cache=True, nogil=True)
def completions(
    width: Width,
    letters: NDArray[np.int64],
    occurring: Sets,
    lengths: NDArray[np.int64],
    most: int,
    lowest: int,
) -> Sets:
    """Return from which places each of several terms can be completed.

    Set ``(((i - lowest) * (most + 1) + r) * 2 + gap) * terms + t`` has the places of term t from
    which the letters of q from i on align with r deletions or fewer: closed places, or open ones
    if `gap`. Sets that no search with `most` deletions in all can reach are left empty, and there
    are none for i below `lowest`.
    """
    words, terms, n = len(width), lengths.size, letters.size
    step = terms * words
    row = 2 * (most + 1) * step
    sets = np.zeros((n + 1 - lowest) * row, np.uint64)
    span = occurring.size // max(terms, 1)
    gaps = np.empty(words, np.uint64)
    for t in range(terms):
        word, bit = lengths[t] >> 6, np.uint64(1) << np.uint64(lengths[t] & 63)
        for r in range(most + 1):
            here = (n - lowest) * row + 2 * r * step + t * words + word
            sets[here] = bit
            sets[here + step] = bit
    for i in range(n - 1, lowest - 1, -1):
        for r in range(max(0, most - i), most + 1):
            for t in range(terms):
                here = (i - lowest) * row + 2 * r * step + t * words
                seen = t * span + letters[i] * words
                shift_down(width, sets, here + row, occurring, seen, sets, here)
                if r == 0:
                    for w in range(words):
                        sets[here + step + w] = sets[here + w]
                    continue
                after = here + row - step
                below(width, sets, after, gaps, 0)
                for w in range(words):
                    sets[here + step + w] = sets[here + w] | sets[after + w]
                    sets[here + w] |= gaps[w]
    return sets
