"""Windows of fixed length as exact numbers: equal windows, and no others, have equal numbers.

For verifiers and measures, which count windows and must not be wrong about a single one. The keys
of `kmers`, which the algorithms use, may be hashes; nothing is shared with them.
"""

from typing import Final

import numba
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Letters = NDArray[np.int32]
Flags = NDArray[np.bool_]

END: Final = 0
"""The letter behind each sequence."""

SEPARATOR: Final = 1
"""The letter between blocks; letters proper are the numbers above it."""

NOWHERE: Final = -1
"""The number of a window that holds a separator or leaves its sequence."""

_ROOM: Final = 1 << 62
_SMALL: Final = 1 << 22
_DIGIT: Final = 11


def lay_out(codes: Letters, ends: Numbers, names: Letters) -> Letters:
    """Write sequences one after the other, each with `END` behind it, in O(n) time.

    Parameters
    ----------
    codes
        All sequences, one after the other.
    ends
        Where each one ends in them.
    names
        The letter that each code becomes: `SEPARATOR` or more.
    """
    letters = np.empty(codes.size + ends.size, np.int32)
    _lay_out(codes, ends, names, letters)
    return letters


def window_numbers(letters: Letters, length: int) -> Numbers:
    """Return one number for the window that starts at each letter, or `NOWHERE`.

    Two windows have the same number if and only if they are equal. Takes O(n) time where the
    windows fit 62 bits; otherwise O(n length), and O(n) more for each time that these are full.
    """
    result = np.full(letters.size, NOWHERE, np.int64)
    # Signs that are not letters are in no window and take no digit.
    base = max(int(letters.max(initial=0)) - SEPARATOR, 1)
    if length < 1 or length > letters.size:
        return result
    if base**length <= _ROOM:
        _number(letters, length, base, base ** (length - 1), result)
        return result
    size = letters.size - length + 1
    digits = np.maximum(letters.astype(np.int64) - SEPARATOR - 1, 0)
    packed, bound = digits[:size], base
    for at in range(1, length):
        if bound > _ROOM // base:
            # The bits are full: go on with the ranks of what was packed.
            values, packed = ranked(packed)
            bound = values.size
        packed = packed * base + digits[at : at + size]
        bound *= base
    marks = np.concatenate([[0], np.cumsum(letters <= SEPARATOR)])
    inside = marks[length:] == marks[:size]
    result[:size][inside] = packed[inside]
    return result


def ranked(numbers: Numbers) -> tuple[Numbers, Numbers]:
    """Return the distinct numbers, rising, and the rank of each among them.

    Takes O(n) time, and one pass for every eleven bits where the numbers are much larger than
    there are of them. Numbers are not negative.
    """
    top = int(numbers.max(initial=0)) + 1
    if _is_dense(top, numbers.size):
        seen = np.zeros(top, np.bool_)
        seen[numbers] = True
        values = np.flatnonzero(seen)
        places = np.empty(top, np.int64)
        places[values] = np.arange(values.size)
        return values, places[numbers]
    if numbers.size >= 2**31:
        values, ranks = np.unique(numbers, return_inverse=True)
        return values, ranks.astype(np.int64)
    values, ranks = np.empty_like(numbers), np.empty_like(numbers)
    return values[: _rank(numbers, top, values, ranks)].copy(), ranks


def _is_dense(top: int, size: int) -> bool:
    """Tell whether a table of all numbers below a top pays for so many of them."""
    return top <= max(_SMALL, 4 * size)


def firsts_of(ranks: Numbers, distinct: int) -> Numbers:
    """Return where each rank occurs first."""
    firsts = np.empty(distinct, np.int64)
    firsts[ranks[::-1]] = np.arange(ranks.size - 1, -1, -1)
    return firsts


def times(found: Numbers, asked: Numbers) -> Numbers:
    """Return how often each asked number was found, in the time of `ranked`.

    `NOWHERE` is never found.
    """
    known = asked != NOWHERE
    top = int(max(found.max(initial=0), asked.max(initial=0))) + 1
    if _is_dense(top, found.size + asked.size):
        count = np.bincount(found, minlength=top)
        shown: Numbers = np.where(known, count[asked], 0)
        return shown
    values, ranks = ranked(np.concatenate([found, asked[known]]))
    count = np.bincount(ranks[: found.size], minlength=values.size)
    sparse = np.zeros(asked.size, np.int64)
    sparse[known] = count[ranks[found.size :]]
    return sparse


def among(numbers: Numbers, wanted: Numbers) -> Flags:
    """Tell which numbers are wanted, in O(n log of how many are) time."""
    kept = np.sort(wanted)
    if not kept.size:
        return np.zeros(numbers.size, np.bool_)
    at = np.minimum(np.searchsorted(kept, numbers), kept.size - 1)
    found: Flags = kept[at] == numbers
    return found


@numba.njit(cache=True, nogil=True)
def differing(letters: Letters, starts: Numbers, others: Numbers) -> Flags:
    """Tell which laid-out sequences are not, letter by letter, those that start elsewhere.

    Takes O(n) time; `starts` and `others` are equally many.
    """
    found = np.zeros(starts.size, np.bool_)
    for s in range(starts.size):
        here, there = starts[s], others[s]
        while letters[here] == letters[there] and letters[here] != END:
            here += 1
            there += 1
        found[s] = letters[here] != letters[there]
    return found


@numba.njit(cache=True, nogil=True)
def _lay_out(codes: Letters, ends: Numbers, names: Letters, letters: Letters) -> None:
    start, at = 0, 0
    for end in ends:
        for place in range(start, end):
            letters[at] = names[codes[place]]
            at += 1
        letters[at] = END
        at += 1
        start = end


@numba.njit(cache=True, nogil=True)
def _number(letters: Letters, length: int, base: int, lead: int, result: Numbers) -> None:
    """Pack each window; lead is base**(length - 1), what its first letter weighs."""
    key, run, least = np.int64(0), 0, SEPARATOR + 1
    for at in range(letters.size):
        letter = np.int64(letters[at])
        if letter < least:
            key, run = np.int64(0), 0
            continue
        if run >= length:
            key -= (np.int64(letters[at - length]) - least) * lead
        key = key * base + letter - least
        run += 1
        if run >= length:
            result[at - length + 1] = key


@numba.njit(cache=True, nogil=True)
def _rank(numbers: Numbers, top: int, values: Numbers, ranks: Numbers) -> int:
    """Sort numbers with their places by radix, from the last digit on, and number them."""
    size, radix = numbers.size, 1 << _DIGIT
    keys, other_keys = numbers.copy(), np.empty(size, np.int64)
    order, other = np.arange(size).astype(np.int32), np.empty(size, np.int32)
    shift = 0
    while top >> shift:
        starts = np.zeros(radix + 1, np.int64)
        for at in range(size):
            starts[((keys[at] >> shift) & (radix - 1)) + 1] += 1
        for digit in range(radix):
            starts[digit + 1] += starts[digit]
        for at in range(size):
            digit = (keys[at] >> shift) & (radix - 1)
            other_keys[starts[digit]] = keys[at]
            other[starts[digit]] = order[at]
            starts[digit] += 1
        keys, other_keys, order, other = other_keys, keys, other, order
        shift += _DIGIT
    count = 0
    for at in range(size):
        if at == 0 or keys[at] != values[count - 1]:
            values[count] = keys[at]
            count += 1
        ranks[order[at]] = count - 1
    return count
