"""The multiple-choice knapsack: one option of each class, least cost, bounded weight. Exact.

Where the cheapest options fit into the budget, the classes do not touch each other. Otherwise a
dynamic programme runs over what the budget leaves above the least weights. A class takes part with
its frontier only: options that cost less the more they weigh.
"""

from typing import Final

import numba
import numpy as np
from numpy.typing import NDArray

Costs = NDArray[np.float64]
Weights = NDArray[np.int64]
Choices = NDArray[np.int64]
Ties = NDArray[np.int32]

FORBIDDEN: Final = 2**62
"""Weight of an option that must not be chosen."""

_ROOM: Final = 2**27


def least_weights(cost: Costs, weight: Weights) -> Weights:
    """Return the least weight of each class; `FORBIDDEN` or more if it has no option."""
    least: Weights = np.where(np.isinf(cost), FORBIDDEN, weight).min(axis=1)
    return least


def choose(cost: Costs, weight: Weights, budget: int, tie: Ties) -> Choices:
    """Choose one option of each class.

    Takes O(options) time where the cheapest options fit, O(frontiers * slack) otherwise, slack
    being the budget less the least weight of all; memory is bounded by 256 MB of choices, beyond
    which the programme runs twice.

    Parameters
    ----------
    cost : array of float64, classes by options
        Not negative; infinite for a forbidden option.
    weight : array of int64, classes by options
        Not negative; `FORBIDDEN` for a forbidden option.
    budget : int
        The most that all chosen options may weigh.
    tie : array of int32, classes by options
        Between options of equal cost and weight the least one decides, then the first option.

    Returns
    -------
    array of int64
        The chosen option of each class: of least total cost.

    Raises
    ------
    ValueError
        If a class has no option or the budget is below the sum of `least_weights`.
    """
    cheapest = _cheapest(cost, weight, tie)
    if (cheapest < 0).any():
        raise ValueError("a class has no option")
    if int(weight[np.arange(cost.shape[0]), cheapest].sum()) <= budget:
        return cheapest
    least = least_weights(cost, weight)
    slack = budget - int(least.sum())
    if slack < 0:
        raise ValueError("the budget is below the least weight")
    first, option, excess, price = _frontiers(cost, weight, least, tie, slack)
    chosen: Choices = option[_programme(first, excess, price, slack)]
    return chosen


def _programme(first: Choices, excess: Weights, price: Costs, slack: int) -> Choices:
    """Return the chosen entry of each frontier."""
    chosen = first[:-1].copy()
    # A frontier of one entry leaves no choice; its class does not take part.
    free = np.flatnonzero(np.diff(first) > 1)
    if not free.size:
        return chosen
    stride = max(1, _ROOM // (slack + 1))
    stops = np.append(np.arange(0, free.size, stride), free.size)
    # What the best selections of earlier parts cost, for every budget, where each part begins.
    rows = [np.zeros(slack + 1)]
    nothing = np.zeros((0, 0), np.uint16)
    for part in range(stops.size - 2):
        rows.append(rows[-1].copy())
        _advance(first, excess, price, free[stops[part] : stops[part + 1]], rows[-1], nothing)
    left = slack
    for part in range(stops.size - 2, -1, -1):
        classes = free[stops[part] : stops[part + 1]]
        picks = np.zeros((classes.size, slack + 1), np.uint16)
        _advance(first, excess, price, classes, rows.pop(), picks)
        left = _walk_back(first, excess, classes, picks, left, chosen)
    return chosen


@numba.njit(cache=True, nogil=True)
def _cheapest(cost: Costs, weight: Weights, tie: Ties) -> Choices:
    """Return the option of least cost, then weight, then tie; -1 if none is allowed."""
    chosen = np.full(cost.shape[0], -1, np.int64)
    for i in range(cost.shape[0]):
        best = -1
        for o in range(cost.shape[1]):
            if cost[i, o] == np.inf or weight[i, o] >= FORBIDDEN:
                continue
            if best < 0 or (cost[i, o], weight[i, o], tie[i, o]) < (
                cost[i, best],
                weight[i, best],
                tie[i, best],
            ):
                best = o
        chosen[i] = best
    return chosen


@numba.njit(cache=True, nogil=True)
def _lightest_below(
    i: int, ceiling: float, most: int, cost: Costs, weight: Weights, tie: Ties
) -> int:
    """Return the lightest option of class i that costs less than a ceiling, -1 if there is none."""
    best = -1
    for o in range(cost.shape[1]):
        if cost[i, o] >= ceiling or weight[i, o] > most:
            continue
        if best < 0 or (weight[i, o], cost[i, o], tie[i, o]) < (
            weight[i, best],
            cost[i, best],
            tie[i, best],
        ):
            best = o
    return best


@numba.njit(cache=True, nogil=True)
def _frontiers(
    cost: Costs, weight: Weights, least: Weights, tie: Ties, slack: int
) -> tuple[Choices, Choices, Weights, Costs]:
    """List the options of each class that no lighter one undercuts and that fit at all.

    Returns where each class begins in the list, and option, excess weight and cost of the entries.
    """
    first = np.zeros(cost.shape[0] + 1, np.int64)
    for fill in (False, True):
        if fill:
            option, excess = np.empty(first[-1], np.int64), np.empty(first[-1], np.int64)
            price = np.empty(first[-1], np.float64)
        at = 0
        for i in range(cost.shape[0]):
            ceiling = np.inf
            while True:
                o = _lightest_below(i, ceiling, least[i] + slack, cost, weight, tie)
                if o < 0:
                    break
                if fill:
                    option[at], excess[at], price[at] = o, weight[i, o] - least[i], cost[i, o]
                ceiling = cost[i, o]
                at += 1
            first[i + 1] = at
    return first, option, excess, price


@numba.njit(cache=True, nogil=True)
def _advance(
    first: Choices,
    excess: Weights,
    price: Costs,
    classes: Choices,
    row: Costs,
    picks: NDArray[np.uint16],
) -> None:
    """Add classes to the costs for every budget; note the entries picked if there is room."""
    following = np.empty_like(row)
    for c in range(classes.size):
        start, stop = first[classes[c]], first[classes[c] + 1]
        following[:] = row + price[start]
        for entry in range(start + 1, stop):
            more, cost = excess[entry], price[entry]
            if picks.size:
                pick = picks[c]
                number = np.uint16(entry - start)
                for b in range(more, row.size):
                    total = row[b - more] + cost
                    better = total < following[b]
                    following[b] = total if better else following[b]
                    pick[b] = number if better else pick[b]
            else:
                for b in range(more, row.size):
                    following[b] = min(following[b], row[b - more] + cost)
        row[:] = following


@numba.njit(cache=True, nogil=True)
def _walk_back(
    first: Choices,
    excess: Weights,
    classes: Choices,
    picks: NDArray[np.uint16],
    left: int,
    chosen: Choices,
) -> int:
    """Follow the picks from the last class to the first; return the budget that is left."""
    for c in range(classes.size - 1, -1, -1):
        entry = first[classes[c]] + picks[c, left]
        chosen[classes[c]] = entry
        left -= excess[entry]
    return left
