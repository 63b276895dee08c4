"""BA: the greedy baseline that paper 3 compares with (section 8)."""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.sanitization.sensitive import SensitiveSet, is_sensitive
from textveil.strings.windows.kmers import Keys

Codes = NDArray[Any]


def replace_greedily(codes: Codes, offsets: Keys, sensitive: SensitiveSet, letters: int) -> Codes:
    """Replace a letter of every sensitive pattern, from left to right.

    The most frequent letter of the pattern (its first occurrence there) becomes the rarest letter
    that the pattern does not have and that makes no sensitive pattern; among equally frequent ones
    the first. Where there is none it becomes a separator. Takes O(n) time and O(letters * k**2) for
    each replacement.

    Parameters
    ----------
    codes, offsets
        Sequence s is ``codes[offsets[s] : offsets[s + 1]]``.
    sensitive
        The patterns.
    letters : int
        Size of the alphabet, and the code of a separator.

    Returns
    -------
    array of int32
        As long as the input. Where keys are hashes, a pattern that only looks sensitive is replaced
        as well.
    """
    shown = np.array(codes, np.int32)
    counts = np.bincount(codes, minlength=letters).astype(np.int64)
    _replace(
        shown, offsets, sensitive.k, sensitive.coding.radix, sensitive.bits, sensitive.table, counts
    )
    return shown


@numba.njit(cache=True, nogil=True)
def _sensitive_at(
    shown: Codes, start: int, k: int, radix: int, bits: NDArray[np.uint8], table: Keys, letters: int
) -> bool:
    key = np.int64(0)
    for i in range(start, start + k):
        if shown[i] == letters:
            return False
        key = key * radix + shown[i]
    return is_sensitive(key, bits, table)


@numba.njit(cache=True, nogil=True)
def _replace(
    shown: Codes,
    offsets: Keys,
    k: int,
    radix: int,
    bits: NDArray[np.uint8],
    table: Keys,
    counts: Keys,
) -> None:
    letters = counts.size
    for s in range(offsets.size - 1):
        first, end = offsets[s], offsets[s + 1]
        for start in range(first, end - k + 1):
            if not _sensitive_at(shown, start, k, radix, bits, table, letters):
                continue
            place = start
            for i in range(start + 1, start + k):
                if counts[shown[i]] > counts[shown[place]]:
                    place = i
            counts[shown[place]] -= 1
            low, high = max(first, place - k + 1), min(place, end - k)
            args = (radix, bits, table)
            shown[place] = _rarest(shown, start, place, low, high, k, *args, counts)
            if shown[place] < letters:
                counts[shown[place]] += 1


@numba.njit(cache=True, nogil=True)
def _rarest(
    shown: Codes,
    start: int,
    place: int,
    low: int,
    high: int,
    k: int,
    radix: int,
    bits: NDArray[np.uint8],
    table: Keys,
    counts: Keys,
) -> int:
    """Return the letter that replaces the one at a place; the windows from low to high see it."""
    letters = counts.size
    old, best = shown[place], letters
    for letter in range(letters):
        if best < letters and counts[letter] >= counts[best]:
            continue
        fits = letter != old
        for i in range(start, start + k):
            fits = fits and shown[i] != letter
        if not fits:
            continue
        shown[place] = letter
        for window in range(low, high + 1):
            if _sensitive_at(shown, window, k, radix, bits, table, letters):
                fits = False
                break
        if fits:
            best = letter
    shown[place] = old
    return best
