"""MCSRI: options that would make an implausible window.

Paper 3, section 6.3. A window U of at least 3 letters is implausible in a reference if it occurs
much less often than its two overlapping parts suggest: z(U) < rho with
z(U) = (f(U) - E(U)) / max(sqrt(E(U)), 1) and E(U) = f(U without its last letter) * f(U without its
first letter) / f(U without both), or 0 if the last one does not occur.
"""

from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.sanitization.separators import (
    Mask,
    Options,
    collect_windows,
    options_of,
    window_key,
    windows_of,
)
from textveil.strings.sanitization.total_order import Pieces
from textveil.strings.windows.kmers import Coding, Counts, Keys, count_windows, slot_of

Codes = NDArray[Any]
Positions = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class CountedWindows:
    """The windows of one length that options make, and how often a reference has them."""

    options: Options
    table: Keys
    counts: Counts


def forbid_implausible(
    codes: Codes,
    pieces: Pieces,
    k: int,
    letters: int,
    candidates: Positions,
    reference: tuple[Codes, Positions],
    rho: float,
    allowed: Mask,
) -> Mask:
    """Return the allowed options that make no implausible window.

    Takes O(reference + separators * options * k) time.

    Parameters
    ----------
    codes, pieces, k
        As for `separators.options_of`; k from 3 on.
    letters : int
        Size of the alphabet.
    candidates : array of int64
        The letters that may replace a separator.
    reference
        Codes and offsets of the sequences that say what is plausible.
    rho : float
        Below 0.
    allowed : array of bool
        Of `separators.allowed_options`.
    """
    whole, part, middle = (
        _counted(codes, pieces, k, Coding.of(letters, length), candidates, reference, allowed)
        for length in (k, k - 1, k - 2)
    )
    plausible = allowed.copy()
    _forbid(
        *whole.options.windows(),
        *(whole.table, whole.counts),
        *part.options.windows()[:3],
        *(part.table, part.counts),
        *middle.options.windows()[:3],
        *(middle.table, middle.counts),
        rho,
        plausible,
    )
    return plausible


def _counted(
    codes: Codes,
    pieces: Pieces,
    k: int,
    coding: Coding,
    candidates: Positions,
    reference: tuple[Codes, Positions],
    allowed: Mask,
) -> CountedWindows:
    options = options_of(codes, pieces, k, coding, candidates)
    table = np.zeros(0, np.int64)
    if not coding.is_dense(reference[0].size):
        table = collect_windows(*options.windows(), allowed)
    return CountedWindows(options, table, count_windows(*reference, coding, table))


@numba.njit(cache=True, nogil=True)
def z_score(whole: float, head: float, tail: float, middle: float) -> float:
    """Return the z-score of a window from the counts of it and its parts."""
    expected = head * tail / middle if middle > 0 else 0.0
    score: float = (whole - expected) / max(np.sqrt(expected), 1.0)
    return score


@numba.njit(cache=True, nogil=True)
def _forbid(
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    table: Keys,
    counts: Counts,
    part_base: Keys,
    part_power: Keys,
    part_joint: Keys,
    part_table: Keys,
    part_counts: Counts,
    middle_base: Keys,
    middle_power: Keys,
    middle_joint: Keys,
    middle_table: Keys,
    middle_counts: Counts,
    rho: float,
    allowed: Mask,
) -> None:
    for i in range(base.shape[0]):
        for option in range(allowed.shape[1]):
            if not allowed[i, option]:
                continue
            for w in range(windows_of(option, base, joint, letters)):
                key = window_key(i, option, w, base, power, joint, letters)
                f = counts[slot_of(table, key)]
                key = window_key(i, option, w, part_base, part_power, part_joint, letters)
                head = part_counts[slot_of(part_table, key)]
                key = window_key(i, option, w + 1, part_base, part_power, part_joint, letters)
                tail = part_counts[slot_of(part_table, key)]
                key = window_key(i, option, w + 1, middle_base, middle_power, middle_joint, letters)
                middle = middle_counts[slot_of(middle_table, key)]
                if z_score(f, head, tail, middle) < rho:
                    allowed[i, option] = False
                    break
