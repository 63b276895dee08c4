"""A local search over what separators become, by frequencies that are real.

MCSR charges every candidate ghost for every occurrence, as if it came true (paper 3, section 6.2).
Separators with the same neighbours then all become the same letter, and what was meant to be
avoided happens: frequencies change a lot, and ghosts appear. Starting from that choice, one
separator at a time becomes what is best given all others. Ghosts that exist count first, then the
frequency distortion (section 8: the sum of squared changes), then the weight; every step improves
the three in this order, so the search ends, and it never ends worse than it began.
"""

from typing import Final

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.sanitization.separators import Candidates, Options, window_key, windows_of
from textveil.strings.windows.kmers import Counts, Keys, slot_of

Positions = NDArray[np.int64]
Gains = NDArray[np.int32]

ROUNDS: Final = 2
"""How often the search goes through all separators; further rounds change little."""


def settle(
    options: Options,
    candidates: Candidates,
    chosen: Positions,
    weight: Positions,
    theta: int,
    tau: int,
    distinct: bool = False,
    rounds: int = ROUNDS,
) -> Positions:
    """Improve a choice, one separator at a time.

    Takes O(separators * options * k) time a round.

    Parameters
    ----------
    options, candidates
        Of `separators`.
    chosen : array of int64
        The choice to improve; its weight is at most theta.
    weight : array of int64, separators by options
        `knapsack.FORBIDDEN` where an option is not allowed.
    theta : int
        The most that all chosen options may weigh.
    tau : int
        From 1 on.
    distinct : bool
        Count a ghost once, however often it occurs; otherwise count its occurrences.
    rounds : int
        How often to go through all separators, at most.

    Returns
    -------
    array of int64
        A choice within theta with at most as many ghosts.
    """
    better = chosen.copy()
    gain = np.zeros(candidates.counts.size, np.int32)
    counted = (candidates.table, candidates.counts)
    _descend(*options.windows(), *counted, tau, distinct, gain, weight, theta, rounds, better)
    return better


def assemble(
    options: Options,
    candidates: Candidates,
    weight: Positions,
    theta: int,
    tau: int,
    distinct: bool = False,
) -> Positions:
    """Choose separator by separator what is best given those before it, within theta."""
    chosen = np.zeros(options.left.size, np.int64)
    gain = np.zeros(candidates.counts.size, np.int32)
    counted = (candidates.table, candidates.counts)
    _assemble(*options.windows(), *counted, tau, distinct, gain, weight, theta, chosen)
    return chosen


@numba.njit(cache=True, nogil=True)
def _list_slots(
    i: int,
    option: int,
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    table: Keys,
    slots: Positions,
) -> int:
    """Write the slots of an option's windows and return their number."""
    number = windows_of(option, base, joint, letters)
    for w in range(number):
        slots[w] = slot_of(table, window_key(i, option, w, base, power, joint, letters))
    return number


@numba.njit(cache=True, nogil=True)
def _add(
    slots: Positions, number: int, counts: Counts, tau: int, distinct: bool, gain: Gains
) -> tuple[int, int]:
    """Add windows; return what they add to the ghosts and to the distortion."""
    ghosts, distortion = 0, 0
    for w in range(number):
        slot = slots[w]
        distortion += 2 * gain[slot] + 1
        gain[slot] += 1
        total = counts[slot] + gain[slot]
        if counts[slot] < tau <= total:
            if distinct:
                ghosts += total == tau
            else:
                ghosts += gain[slot] if total == tau else 1
    return ghosts, distortion


@numba.njit(cache=True, nogil=True)
def _take(slots: Positions, number: int, gain: Gains) -> None:
    """Take windows away."""
    for w in range(number):
        gain[slots[w]] -= 1


@numba.njit(cache=True, nogil=True)
def _best_option(
    i: int,
    room: int,
    weight: Positions,
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    table: Keys,
    counts: Counts,
    tau: int,
    distinct: bool,
    gain: Gains,
    slots: Positions,
) -> int:
    """Return the option within the room that adds least; the first of equal ones.

    No option can do better than one that adds no ghost and meets no other separator's windows, but
    for one window less if the separator is deleted, which is not worth the search.
    """
    best, least = -1, (0, 0, np.int64(0))
    for option in range(weight.shape[1]):
        if weight[i, option] > room:
            continue
        number = _list_slots(i, option, base, power, joint, letters, table, slots)
        ghosts, distortion = _add(slots, number, counts, tau, distinct, gain)
        _take(slots, number, gain)
        if ghosts == 0 and distortion <= base.shape[1]:
            return option
        found = (ghosts, distortion, weight[i, option])
        if best < 0 or found < least:
            best, least = option, found
    return best


@numba.njit(cache=True, nogil=True)
def _assemble(
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    table: Keys,
    counts: Counts,
    tau: int,
    distinct: bool,
    gain: Gains,
    weight: Positions,
    theta: int,
    chosen: Positions,
) -> None:
    slots = np.empty(base.shape[1], np.int64)
    room = theta
    for i in range(chosen.size):
        room -= weight[i].min()
    for i in range(chosen.size):
        room += weight[i].min()
        new = _best_option(
            i, room, weight, base, power, joint, letters, table, counts, tau, distinct, gain, slots
        )
        room -= weight[i, new]
        number = _list_slots(i, new, base, power, joint, letters, table, slots)
        _add(slots, number, counts, tau, distinct, gain)
        chosen[i] = new


@numba.njit(cache=True, nogil=True)
def _descend(
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    table: Keys,
    counts: Counts,
    tau: int,
    distinct: bool,
    gain: Gains,
    weight: Positions,
    theta: int,
    rounds: int,
    chosen: Positions,
) -> None:
    mine, slots = np.empty(base.shape[1], np.int64), np.empty(base.shape[1], np.int64)
    room = theta
    for i in range(chosen.size):
        room -= weight[i, chosen[i]]
        number = _list_slots(i, chosen[i], base, power, joint, letters, table, mine)
        _add(mine, number, counts, tau, distinct, gain)
    for _ in range(rounds):
        changed = 0
        for i in range(chosen.size):
            old = chosen[i]
            number = _list_slots(i, old, base, power, joint, letters, table, mine)
            _take(mine, number, gain)
            ghosts, distortion = _add(mine, number, counts, tau, distinct, gain)
            if ghosts == 0 and distortion <= base.shape[1]:
                continue
            _take(mine, number, gain)
            room += weight[i, old]
            new = _best_option(
                i, room, weight, base, power, joint, letters, table, counts, tau, distinct, gain,
                slots,
            )  # fmt: skip
            size = _list_slots(i, new, base, power, joint, letters, table, slots)
            more, spread = _add(slots, size, counts, tau, distinct, gain)
            if (more, spread, weight[i, new]) >= (ghosts, distortion, weight[i, old]):
                _take(slots, size, gain)
                _add(mine, number, counts, tau, distinct, gain)
                new = old
            room -= weight[i, new]
            changed += new != old
            chosen[i] = new
        # A last change in a hundred is not worth another round of all.
        if 100 * changed <= chosen.size:
            break
