"""Fewest distinct ghosts: the question that paper 3 leaves open (section 9).

What a reader of frequent patterns meets is each ghost once, and only if it reaches tau. Local
searches start from the choices of MCSR and from a greedy one; the best of them is improved by an
exact search, or proved best, where the instance is small enough.
"""

from collections.abc import Sequence
from typing import Final

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.sanitization.ghost_search import GhostProblem, improve
from textveil.strings.sanitization.separator_search import assemble, settle
from textveil.strings.sanitization.separators import (
    Candidates,
    Mask,
    Options,
    count_ghosts,
    marked_windows,
    window_key,
)
from textveil.strings.windows.kmers import Keys, slot_of

Positions = NDArray[np.int64]

ROUNDS: Final = 10
"""How often the local search goes through all separators, at most."""

ENTRIES: Final = 200_000
"""The most candidate windows that the exact search looks at."""


def fewest_ghosts(
    options: Options,
    allowed: Mask,
    candidates: Candidates,
    starts: Sequence[Positions],
    weight: Positions,
    theta: int,
    tau: int,
    effort: int,
) -> tuple[Positions, bool]:
    """Find a choice for which few distinct windows become ghosts.

    Parameters
    ----------
    options, allowed, candidates
        Of `separators`.
    starts : sequence of arrays of int64
        Choices to improve, each within theta; the first of equally good ones wins.
    weight : array of int64, separators by options
        `knapsack.FORBIDDEN` where an option is not allowed.
    theta : int
        The most that all chosen options may weigh.
    tau : int
        From 1 on.
    effort : int
        Nodes of the exact search; 0 for none.

    Returns
    -------
    chosen : array of int64
        With at most as many ghosts as any of the given choices.
    proved : bool
        Whether no choice within theta has fewer.
    """
    budget = (weight, theta, tau, True)
    greedy = assemble(options, candidates, *budget)
    tried = [settle(options, candidates, start, *budget, ROUNDS) for start in (*starts, greedy)]
    counted = (candidates.table, candidates.counts, tau)
    numbers = [count_ghosts(options, chosen, *counted) for chosen in tried]
    best = tried[numbers.index(min(numbers))]
    if min(numbers) == 0:
        return best, True
    if effort <= 0:
        return best, False
    listed = marked_windows(options, allowed, candidates)
    if listed[0].size > ENTRIES:
        return best, False
    slots = _slots(*options.windows(), *listed, candidates.table)
    short = tau - candidates.counts[slots].astype(np.int64)
    return improve(GhostProblem(*listed[:2], slots, short, weight, theta), best, effort)


@numba.njit(cache=True, nogil=True)
def _slots(
    base: Keys,
    power: Keys,
    joint: Keys,
    letters: Positions,
    which: Positions,
    option: Positions,
    window: Positions,
    table: Keys,
) -> Positions:
    slots = np.empty(which.size, np.int64)
    for at in range(which.size):
        key = window_key(which[at], option[at], window[at], base, power, joint, letters)
        slots[at] = slot_of(table, key)
    return slots
