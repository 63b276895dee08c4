"""MCSR: the possible replacements of each separator, and their costs.

Paper 3, section 6.2. A separator has k - 1 letters on either side, all from the input. An option
is a letter, or (the last one) nothing; it makes k windows, or k - 1 of them, that contain no other
separator. So which options are forbidden is decided for each separator alone, and only the cost
looks at all of them: a window U is a candidate ghost if f(U) < tau <= f(U) + gain(U), where f
counts the input and gain(U) adds the most that each separator can contribute. Separators leave the
frequency of every pattern that is not sensitive as it was (P2), so f need not be counted again.
"""

from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.sanitization.sensitive import SensitiveSet, is_sensitive
from textveil.strings.sanitization.total_order import SPLIT, Pieces
from textveil.strings.windows.kmers import (
    EMPTY,
    Coding,
    Counts,
    Integer,
    Keys,
    count_windows,
    grown,
    insert,
    slot_of,
)

Codes = NDArray[Any]
Positions = NDArray[np.int64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Options:
    """The windows that every option of every separator makes.

    Attributes
    ----------
    left, right : array of int64
        The letters in front of separator i end before ``codes[left[i]]``; those after it begin at
        ``codes[right[i]]``.
    letters : array of int64
        Letter of each option but the last, which deletes the separator.
    base : array of int64, separators by k
        Keys of the windows around a separator with letter 0 in its place.
    power : array of int64
        What each of them gains as the letter grows by 1.
    joint : array of int64, separators by k - 1
        Keys of the windows where it is deleted.
    """

    left: Positions
    right: Positions
    letters: Positions
    base: Keys
    power: Keys
    joint: Keys

    @property
    def shape(self) -> tuple[int, int]:
        """Separators, and options of each."""
        return self.left.size, self.letters.size + 1

    def windows(self) -> tuple[Keys, Keys, Keys, Positions]:
        """Return what kernels need to enumerate windows."""
        return self.base, self.power, self.joint, self.letters


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Candidates:
    """Which windows may become ghosts.

    Attributes
    ----------
    table
        Slots of the windows: open-addressed, or empty where slots are keys.
    counts : array of uint8, int32 or int64
        How often each occurs in the input; from tau on possibly less, but not below tau.
    marked : array of bool
        Whether it is a candidate ghost.
    """

    table: Keys
    counts: Counts
    marked: Mask


def options_of(codes: Codes, pieces: Pieces, k: int, coding: Coding, letters: Positions) -> Options:
    """List the options of every separator, in O(separators * k) time and space.

    Parameters
    ----------
    codes
        The input.
    pieces
        Of `total_order` or `partial_order`, for patterns of length k.
    k : int
        Length of the patterns.
    coding
        Of the windows to look at: of length k, or shorter ones inside the same 2k - 1 letters.
    letters : array of int64
        Candidates for a replacement.
    """
    split = np.flatnonzero(pieces.link == SPLIT)
    left, right = pieces.end[split - 1], pieces.begin[split]
    length = coding.length
    base = np.empty((left.size, 2 * k - length), np.int64)
    joint = np.empty((left.size, 2 * k - length - 1), np.int64)
    _fill(codes, left, right, k, length, coding.radix, coding.lead, base, joint)
    power = np.zeros(base.shape[1], np.int64)
    weights = coding.powers()
    for window in range(power.size):
        place = window + length - k
        if 0 <= place < length:
            power[window] = weights[place]
    return Options(left, right, letters, base, power, joint)


def allowed_options(options: Options, sensitive: SensitiveSet) -> Mask:
    """Say which options reinstate no sensitive pattern, in O(separators * options * k) time.

    Where keys are hashes an option may be forbidden without need, never allowed wrongly.
    """
    allowed = np.ones(options.shape, np.bool_)
    _forbid(*options.windows(), sensitive.bits, sensitive.table, allowed)
    return allowed


def candidate_ghosts(
    codes: Codes, offsets: Positions, options: Options, allowed: Mask, coding: Coding, tau: int
) -> Candidates:
    """Find the windows that can become ghosts, in O(n + separators * options * k) time.

    Parameters
    ----------
    codes, offsets
        The input.
    options, allowed
        Of `options_of` and `allowed_options`.
    coding
        Of windows of length k.
    tau : int
        From 1 on.
    """
    table = np.zeros(0, np.int64)
    if not coding.is_dense(codes.size):
        table = collect_windows(*options.windows(), allowed)
    counts = count_windows(codes, offsets, coding, table, tau)
    gain = _gains(*options.windows(), allowed, table, counts, tau)
    return Candidates(table, counts, (counts < tau) & (counts + gain >= tau))


def ghost_costs(
    options: Options, allowed: Mask, candidates: Candidates
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return the cost of every option, and a number that decides between equal ones.

    The cost is the number of candidate ghosts among its windows, each occurrence counted: the
    worst case of section 6.2. Among equal options the one with the fewest windows that the input
    does not have is the least conspicuous.

    Returns
    -------
    cost : array of float64
        Infinite where an option is forbidden.
    novel : array of int32
        How many of its windows do not occur in the input.
    """
    cost = np.full(options.shape, np.inf)
    novel = np.zeros(options.shape, np.int32)
    data = (candidates.table, candidates.counts, candidates.marked)
    _price(*options.windows(), allowed, *data, cost, novel)
    return cost, novel


def marked_windows(
    options: Options, allowed: Mask, candidates: Candidates
) -> tuple[Positions, Positions, Positions]:
    """List separator, option and window of every candidate ghost."""
    found: tuple[Positions, Positions, Positions] = _list_marked(
        *options.windows(), allowed, candidates.table, candidates.marked
    )
    return found


def count_ghosts(options: Options, chosen: Positions, table: Keys, counts: Counts, tau: int) -> int:
    """Count the distinct windows below tau in the input that the chosen options lift to tau."""
    number: int = _count_ghosts(*options.windows(), chosen, table, counts, tau)
    return number


@numba.njit(cache=True, nogil=True, inline="always")
def windows_of(option: Integer, base: Keys, joint: Keys, letters: Positions) -> int:
    """Return how many windows an option makes."""
    number: int = base.shape[1] if option < letters.size else joint.shape[1]
    return number


@numba.njit(cache=True, nogil=True, inline="always")
def window_key(
    i: int, option: int, w: int, base: Keys, power: Keys, joint: Keys, letters: Positions
) -> Integer:
    """Return the key of window w that an option of separator i makes."""
    if option < letters.size:
        with_letter: Integer = base[i, w] + letters[option] * power[w]
        return with_letter
    deleted: Integer = joint[i, w]
    return deleted


@numba.njit(cache=True, nogil=True)
def _fill(
    codes: Codes,
    left: Positions,
    right: Positions,
    k: int,
    length: int,
    radix: int,
    lead: int,
    base: Keys,
    joint: Keys,
) -> None:
    around = np.zeros(2 * k - 1, np.int64)
    for i in range(left.size):
        for gap in (1, 0):
            for t in range(k - 1):
                around[t] = codes[left[i] - k + 1 + t]
                around[k - 1 + gap + t] = codes[right[i] + t]
            if gap:
                around[k - 1] = 0
            keys = base if gap else joint
            key = np.int64(0)
            for t in range(2 * k - 2 + gap):
                key = key * radix + around[t]
                if t >= length:
                    key -= around[t - length] * lead
                if t >= length - 1:
                    keys[i, t - length + 1] = key


@numba.njit(cache=True, nogil=True)
def _forbid(
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    bits: NDArray[np.uint8],
    table: Keys,
    allowed: Mask,
) -> None:
    for i in range(base.shape[0]):
        for option in range(allowed.shape[1]):
            for w in range(windows_of(option, base, joint, letters)):
                key = window_key(i, option, w, base, power, joint, letters)
                if is_sensitive(key, bits, table):
                    allowed[i, option] = False
                    break


@numba.njit(cache=True, nogil=True)
def collect_windows(
    base: Keys, power: Keys, joint: Keys, letters: Positions, allowed: Mask
) -> Keys:
    """Return a table of all windows of allowed options."""
    table = np.full(1 << 12, EMPTY, np.int64)
    stored = 0
    for i in range(base.shape[0]):
        for option in range(allowed.shape[1]):
            if not allowed[i, option]:
                continue
            for w in range(windows_of(option, base, joint, letters)):
                key = window_key(i, option, w, base, power, joint, letters)
                if insert(table, key):
                    stored += 1
                    if 2 * stored > table.size:
                        table = grown(table)
    return table


@numba.njit(cache=True, nogil=True)
def _gains(
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    allowed: Mask,
    table: Keys,
    counts: Counts,
    tau: int,
) -> Counts:
    """Sum over separators the most occurrences that one option adds, for every slot below tau."""
    # For each slot: the gain; the separator (from 1 on) and the option that it was last seen with;
    # its occurrences so far in that option, and the most in any option of that separator. They lie
    # together, because every window is a jump in memory.
    state = np.zeros(5 * counts.size, np.int32)
    for i in range(base.shape[0]):
        for option in range(allowed.shape[1]):
            if not allowed[i, option]:
                continue
            for w in range(windows_of(option, base, joint, letters)):
                slot = slot_of(table, window_key(i, option, w, base, power, joint, letters))
                if counts[slot] >= tau:
                    continue
                at = 5 * slot
                if state[at + 1] != i + 1:
                    state[at + 1], state[at + 2], state[at + 4] = i + 1, -1, 0
                if state[at + 2] != option:
                    state[at + 2], state[at + 3] = option, 0
                state[at + 3] += 1
                if state[at + 3] > state[at + 4]:
                    state[at + 4] = state[at + 3]
                    state[at] += 1
    return state[::5].copy()


@numba.njit(cache=True, nogil=True)
def _price(
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    allowed: Mask,
    table: Keys,
    counts: Counts,
    marked: Mask,
    cost: NDArray[np.float64],
    novel: NDArray[np.int32],
) -> None:
    for i in range(base.shape[0]):
        for option in range(allowed.shape[1]):
            if not allowed[i, option]:
                continue
            total, unseen = 0, 0
            for w in range(windows_of(option, base, joint, letters)):
                slot = slot_of(table, window_key(i, option, w, base, power, joint, letters))
                total += marked[slot]
                unseen += counts[slot] == 0
            cost[i, option], novel[i, option] = total, unseen


@numba.njit(cache=True, nogil=True)
def _list_marked(
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    allowed: Mask,
    table: Keys,
    marked: Mask,
) -> tuple[Positions, Positions, Positions]:
    found = [(np.int64(0), np.int64(0), np.int64(0)) for _ in range(0)]
    for i in range(base.shape[0]):
        for option in range(allowed.shape[1]):
            if not allowed[i, option]:
                continue
            for w in range(windows_of(option, base, joint, letters)):
                slot = slot_of(table, window_key(i, option, w, base, power, joint, letters))
                if marked[slot]:
                    found.append((np.int64(i), np.int64(option), np.int64(w)))
    listed = np.empty((3, len(found)), np.int64)
    for at in range(len(found)):
        listed[0, at], listed[1, at], listed[2, at] = found[at]
    return listed[0], listed[1], listed[2]


@numba.njit(cache=True, nogil=True)
def _count_ghosts(
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    chosen: Positions,
    table: Keys,
    counts: Counts,
    tau: int,
) -> int:
    lifted = counts.astype(np.int32)
    ghosts = 0
    for i in range(base.shape[0]):
        for w in range(windows_of(chosen[i], base, joint, letters)):
            slot = slot_of(table, window_key(i, chosen[i], w, base, power, joint, letters))
            lifted[slot] += 1
            ghosts += counts[slot] < tau and lifted[slot] == tau
    return ghosts
