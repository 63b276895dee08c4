"""All forms of a term with few deletions, as hashes: what terms have in common without comparing.

Equal forms have equal hashes. Code that needs the opposite must compare the forms.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.wildcards.index import Codes

__all__ = ["Hashes", "allowed_runs", "form_count", "spell", "spelled"]

Hashes = NDArray[np.uint64]

_BASE = np.uint64(0x9E3779B97F4A7C55)
_STAR = np.uint64(0xD1B54A32D192ED03)


@numba.njit(cache=True, nogil=True)
def form_count(n: int, most: int, runs: int) -> int:
    """Return how many deletion sets have at most `most` characters in at most `runs` runs."""
    total = 0
    for gone in range(1, min(most, n - 1) + 1):
        # C(gone - 1, r - 1) ways to cut the deleted, C(n - gone + 1, r) places for the runs.
        cut, placed = 1, n - gone + 1
        for r in range(1, min(runs, gone, n - gone + 1) + 1):
            total += cut * placed
            cut = cut * (gone - r) // r
            placed = placed * (n - gone + 1 - r) // (r + 1)
            if total > 1 << 40 or placed > 1 << 40:
                return total
    return total


@numba.njit(cache=True, nogil=True)
def allowed_runs(n: int, most: int, budget: int) -> int:
    """Return how many runs a form may have so that no more than `budget` forms come out."""
    runs = 1
    while runs < most and form_count(n, most, runs + 1) <= budget:
        runs += 1
    return runs


@numba.njit(cache=True, nogil=True, inline="always")
def _mixed(value: np.uint64) -> np.uint64:
    value ^= value >> np.uint64(32)
    value *= np.uint64(0xD6E8FEB86659FD93)
    value ^= value >> np.uint64(32)
    return value


@numba.njit(cache=True, nogil=True, inline="always")
def _symbol(code: int) -> np.uint64:
    return _mixed(np.uint64(code) * _BASE)


@numba.njit(cache=True, nogil=True)
def spell(
    codes: Codes, start: int, n: int, most: int, runs: int, into: Hashes, losses: NDArray[np.uint16]
) -> int:
    """Write the hashes of the forms of a term, and how many characters each deletes.

    Forms delete at least one and at most `most` characters, not all, in at most `runs` runs.
    `into` and `losses` must have room for `form_count` of them. Returns how many.
    """
    return _walk(codes, start, n, min(most, n - 1), runs, into, losses, False, np.uint64(0))


@numba.njit(cache=True, nogil=True)
def spelled(
    codes: Codes, start: int, n: int, most: int, runs: int, wanted: np.uint64
) -> NDArray[np.bool_]:
    """Return the deletions of a form of a term with a wanted hash; there must be one."""
    into = np.zeros(n, np.uint64)
    losses = np.zeros(n, np.uint16)
    _walk(codes, start, n, min(most, n - 1), runs, into, losses, True, wanted)
    return into > 0


@numba.njit(cache=True, nogil=True)
def _walk(
    codes: Codes,
    start: int,
    n: int,
    most: int,
    runs: int,
    into: Hashes,
    losses: NDArray[np.uint16],
    looking: bool,
    wanted: np.uint64,
) -> int:
    """Walk over the deletion sets in order of their positions.

    The hash is a polynomial, so that the kept rest of a term is added in one step. When looking
    for a hash, `into` gets a one for each deleted position instead.
    """
    powers = np.ones(n + 1, np.uint64)
    rest = np.zeros(n + 1, np.uint64)
    symbols = np.empty(n, np.uint64)
    for i in range(n):
        powers[i + 1] = powers[i] * _BASE
        symbols[i] = _symbol(codes[start + i])
    for i in range(n - 1, -1, -1):
        rest[i] = symbols[i] * powers[n - 1 - i] + rest[i + 1]
    count = 0
    # A run of deletions: its begin, its end, the hash before it and the one after it.
    begins = np.zeros(runs + 1, np.int64)
    ends = np.zeros(runs + 1, np.int64)
    before = np.zeros(runs + 1, np.uint64)
    used = np.zeros(runs + 1, np.int64)
    r = 0
    begins[0], ends[0] = 0, 0
    while r >= 0:
        # Grow the run; when it cannot, begin it one later.
        if ends[r] < n and used[r] + ends[r] - begins[r] < most:
            ends[r] += 1
        else:
            if begins[r] + 1 >= n or used[r] >= most:
                r -= 1
                continue
            before[r] = before[r] * _BASE + symbols[begins[r]]
            begins[r] += 1
            ends[r] = begins[r] + 1
        gone = used[r] + ends[r] - begins[r]
        value = before[r] * _BASE + _STAR
        hashed = _mixed(value * powers[n - ends[r]] + rest[ends[r]])
        if looking:
            if hashed == wanted:
                for s in range(r + 1):
                    into[begins[s] : ends[s]] = np.uint64(1)
                return 1
        else:
            into[count], losses[count] = hashed, gone
            count += 1
        if r + 1 < runs and gone < most and ends[r] + 1 < n:
            # One kept character between two runs.
            before[r + 1] = value * _BASE + symbols[ends[r]]
            used[r + 1] = gone
            r += 1
            begins[r], ends[r] = ends[r - 1] + 1, ends[r - 1] + 1
    return count
