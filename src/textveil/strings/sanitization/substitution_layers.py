"""Layers of fewest substitutions: for each letter the states, fewest changes and ways to them.

A layer has the states of the automaton that a best result may be in after a letter, with the fewest
changes up to there and the number of texts that have so few. Letters from right to left are drawn
by these numbers. Of a long stretch every 512th layer is held, and others are computed again.
"""

from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

__all__ = ["draw_best", "least_changes"]

Codes = NDArray[Any]
Numbers = NDArray[np.int64]

_KEPT: Final = 512
"""Layers that are held at once; others are computed again."""
_MANY: Final = 2.0**500
"""Larger counts are divided by it, which changes none of their ratios."""


@numba.njit(cache=True, nogil=True)
def _advance(
    step: Codes,
    bad: NDArray[np.bool_],
    letter: int,
    allowed: NDArray[np.bool_],
    others: int,
    limit: int,
    slot: Codes,
    states: Codes,
    costs: Codes,
    counts: NDArray[np.float64],
    begin: int,
    middle: int,
    free: bool,
) -> int:
    """Write the layer after the one from `begin` to `middle` behind it; return where it ends."""
    end = middle
    for at in range(begin, middle):
        # A letter that no pattern has never needs to change.
        only = not free or letter == 0 or costs[at] >= limit
        for other in range(letter if only else 0, letter + 1 if only else step.shape[1]):
            cost, count = costs[at], counts[at]
            if other != letter:
                cost += 1
                # Class 0 stands for all letters that no pattern has.
                count *= allowed[other] if other else others
            state = step[states[at], other]
            if bad[state] or cost > limit or count == 0:
                continue
            place = slot[state]
            if place < 0:
                slot[state] = end
                states[end], costs[end], counts[end] = state, cost, count
                end += 1
            elif cost < costs[place]:
                costs[place], counts[place] = cost, count
            elif cost == costs[place]:
                counts[place] += count
    for at in range(middle, end):
        slot[states[at]] = -1
    if end > middle and counts[middle:end].max() > _MANY:
        counts[middle:end] /= _MANY
    return end


@numba.njit(cache=True, nogil=True)
def _state_before(
    codes: Codes, offsets: Numbers, step: Codes, classes: Codes, low: int, reach: int
) -> int:
    """Return the state in which the letters before a place leave the automaton."""
    first = offsets[np.searchsorted(offsets, low, side="right") - 1]
    state = 0
    for i in range(max(first, low - reach), low):
        state = step[state, classes[codes[i]]]
    return state


@numba.njit(cache=True, nogil=True)
def _roomy(array: Codes, size: int) -> Codes:
    """Return an array with at least so many places that begins with the same numbers."""
    if array.size >= size:
        return array
    larger = np.empty(max(size, 2 * array.size), array.dtype)
    larger[: array.size] = array
    return larger


@numba.njit(cache=True, nogil=True)
def least_changes(
    codes: Codes,
    offsets: Numbers,
    step: Codes,
    bad: NDArray[np.bool_],
    classes: Codes,
    allowed: NDArray[np.bool_],
    others: int,
    picks: Numbers,
    reach: int,
    low: Numbers,
    high: Numbers,
    stop: Numbers,
    most: Numbers,
    least: Numbers,
) -> None:
    """Write the fewest changes of each stretch; -1 if there is no way.

    `most` has a number of changes that suffices, or -1: then more and more are tried.
    """
    slot = np.full(bad.size, -1, np.int64)
    states, costs = np.empty(2 * bad.size, np.int32), np.empty(2 * bad.size, np.int32)
    counts = np.empty(2 * bad.size, np.float64)
    tables = (step, bad, allowed, others, slot, states, costs, counts)
    for j in range(low.size):
        begin = _state_before(codes, offsets, step, classes, low[j], reach)
        span, spare = high[j] - low[j], 1
        bound = np.searchsorted(picks, high[j]) - np.searchsorted(picks, low[j])
        budget = most[j] if most[j] >= 0 else bound
        where = (codes, classes, picks, low[j], high[j], stop[j], begin)
        least[j] = _fewest(*where, budget, bound, tables)
        while least[j] < 0 and budget < span:
            budget, spare = min(budget + spare, span), 2 * spare
            least[j] = _fewest(*where, budget, bound, tables)


@numba.njit(cache=True, nogil=True)
def _fewest(
    codes: Codes,
    classes: Codes,
    picks: Numbers,
    low: int,
    high: int,
    stop: int,
    begin: int,
    budget: int,
    left: int,
    tables: Any,
) -> int:
    """Return the fewest changes of a stretch; -1 if a budget does not suffice."""
    step, bad, allowed, others, slot, states, costs, counts = tables
    states[0], costs[0], counts[0] = begin, 0, 1.0
    size, pick = 1, np.searchsorted(picks, low)
    for i in range(low, stop):
        if pick < picks.size and picks[pick] == i and i < high:
            left -= 1
            pick += 1
        more = (slot, states, costs, counts, 0, size, i < high)
        end = _advance(step, bad, classes[codes[i]], allowed, others, budget - left, *more)
        for at in range(size, end):
            states[at - size], costs[at - size] = states[at], costs[at]
            counts[at - size] = counts[at]
        size = end - size
        if not size:
            return -1
    return int(costs[:size].min())


@numba.njit(cache=True, nogil=True)
def draw_best(
    codes: Codes,
    offsets: Numbers,
    step: Codes,
    bad: NDArray[np.bool_],
    classes: Codes,
    spelled: Codes,
    allowed: NDArray[np.bool_],
    others: Codes,
    picks: Numbers,
    reach: int,
    low: Numbers,
    high: Numbers,
    stop: Numbers,
    least: Numbers,
    lots: NDArray[np.uint64],
    shown: Codes,
) -> None:
    """Write one of the best results of each stretch, drawn from its end to its beginning."""
    slot = np.full(bad.size, -1, np.int64)
    layers = (np.empty(1024, np.int32), np.empty(1024, np.int32), np.empty(1024, np.float64))
    saved = (np.empty(1024, np.int32), np.empty(1024, np.int32), np.empty(1024, np.float64))
    edges = np.zeros(_KEPT + 2, np.int64)
    ends = np.zeros(16, np.int64)
    first = 0
    for j in range(low.size):
        begin = _state_before(codes, offsets, step, classes, low[j], reach)
        blocks = max(1, (stop[j] - low[j] + _KEPT - 1) // _KEPT)
        ends = _roomy(ends, blocks + 1)
        saved = _with_room(saved, bad.size)
        saved[0][0], saved[1][0], saved[2][0] = begin, 0, 1.0
        ends[0], ends[1] = 0, 1
        fixed = (codes, classes, picks, high[j], stop[j], least[j], step, bad, allowed, others.size)
        for b in range(blocks - 1):
            start = low[j] + b * _KEPT
            layers, count = _block(*fixed, slot, start, layers, saved, ends[b], ends[b + 1], edges)
            held = edges[count + 1] - edges[count]
            saved = _with_room(saved, ends[b + 1] + held)
            _copy_layer(layers, edges[count], saved, ends[b + 1], held)
            ends[b + 2] = ends[b + 1] + held
        state, cost = -1, least[j]
        for b in range(blocks - 1, -1, -1):
            start = low[j] + b * _KEPT
            layers, count = _block(*fixed, slot, start, layers, saved, ends[b], ends[b + 1], edges)
            if state < 0:
                lot = lots[first + stop[j] - low[j]]
                state = _last_state(layers, edges[count], edges[count + 1], cost, lot)
            for i in range(start + count - 1, start - 1, -1):
                at = i - start
                letter = classes[codes[i]]
                moves = (step, letter, allowed, others.size, i < high[j] and letter > 0)
                chosen, kind, which = _chosen(
                    *moves, layers, edges[at], edges[at + 1], state, cost, lots[first + i - low[j]]
                )
                if kind == 0 and letter > 0:
                    shown[i] = others[which]
                elif kind != letter:
                    shown[i] = spelled[kind]
                state, cost = layers[0][chosen], layers[1][chosen]
        first += stop[j] - low[j] + 1


@numba.njit(cache=True, nogil=True)
def _with_room(layers: Any, size: int) -> Any:
    """Return arrays of states, costs and counts with at least so many places."""
    return _roomy(layers[0], size), _roomy(layers[1], size), _roomy(layers[2], size)


@numba.njit(cache=True, nogil=True)
def _copy_layer(source: Any, start: int, target: Any, place: int, size: int) -> None:
    for part in range(size):
        target[0][place + part] = source[0][start + part]
        target[1][place + part] = source[1][start + part]
        target[2][place + part] = source[2][start + part]


@numba.njit(cache=True, nogil=True)
def _block(
    codes: Codes,
    classes: Codes,
    picks: Numbers,
    high: int,
    stop: int,
    budget: int,
    step: Codes,
    bad: NDArray[np.bool_],
    allowed: NDArray[np.bool_],
    others: int,
    slot: Codes,
    start: int,
    layers: Any,
    saved: Any,
    first: int,
    last: int,
    edges: Numbers,
) -> tuple[Any, int]:
    """Write the layers of a block, from the saved one before it; return how many letters it has."""
    layers = _with_room(layers, last - first)
    _copy_layer(saved, first, layers, 0, last - first)
    edges[0], edges[1] = 0, last - first
    count = min(_KEPT, stop - start)
    pick = np.searchsorted(picks, start)
    left = max(int(np.searchsorted(picks, high)) - int(pick), 0)
    for at in range(count):
        i = start + at
        if i < high and pick < picks.size and picks[pick] == i:
            left -= 1
            pick += 1
        # A layer has at most one place a state, and a step leads to as many letters at most.
        held = edges[at + 1] - edges[at]
        layers = _with_room(layers, edges[at + 1] + min(bad.size, held * step.shape[1] + 1))
        states, costs, counts = layers
        more = (slot, states, costs, counts, edges[at], edges[at + 1], i < high)
        limit = budget - left
        edges[at + 2] = _advance(step, bad, classes[codes[i]], allowed, others, limit, *more)
    return layers, count


@numba.njit(cache=True, nogil=True)
def _last_state(layers: Any, begin: int, end: int, cost: int, lot: np.uint64) -> int:
    """Draw the state in which a best result ends."""
    states, costs, counts = layers
    order = np.argsort(states[begin:end])
    total, best = 0.0, -1
    for at in order:
        total += counts[begin + at] if costs[begin + at] == cost else 0.0
    goal, sofar = (lot >> np.uint64(11)) * 2.0**-53 * total, 0.0
    for at in order:
        if costs[begin + at] == cost and (best < 0 or sofar <= goal):
            best = begin + at
            sofar += counts[best]
    return int(states[best])


@numba.njit(cache=True, nogil=True)
def _chosen(
    step: Codes,
    letter: int,
    allowed: NDArray[np.bool_],
    others: int,
    free: bool,
    layers: Any,
    begin: int,
    end: int,
    state: int,
    cost: int,
    lot: np.uint64,
) -> tuple[int, int, int]:
    """Draw the way on which a best result comes to a state: place in the layer, class, which one.

    Ways are ordered by the states they come from, then by letters, those of no pattern last.
    """
    fixed = (step, letter, allowed, others, free, layers, begin, state, cost)
    total, ways, found = _reached(*fixed, np.arange(end - begin), np.inf)
    if ways > 1:
        goal = (lot >> np.uint64(11)) * 2.0**-53 * total
        _, _, found = _reached(*fixed, np.argsort(layers[0][begin:end]), goal)
    return found


@numba.njit(cache=True, nogil=True)
def _reached(
    step: Codes,
    letter: int,
    allowed: NDArray[np.bool_],
    others: int,
    free: bool,
    layers: Any,
    begin: int,
    state: int,
    cost: int,
    order: Numbers,
    goal: float,
) -> tuple[float, int, tuple[int, int, int]]:
    """Go through ways to a state until their counts exceed a goal; return sum, number and last."""
    states, costs, counts = layers
    sofar, ways, found = 0.0, 0, (-1, 0, 0)
    for rank in order:
        at = begin + rank
        if costs[at] == cost and step[states[at], letter] == state:
            sofar, ways, found = sofar + counts[at], ways + 1, (at, letter, 0)
        elif free and costs[at] + 1 == cost:
            for other in range(1, step.shape[1]):
                if other != letter and allowed[other] and step[states[at], other] == state:
                    sofar, ways, found = sofar + counts[at], ways + 1, (at, other, 0)
                    if sofar > goal:
                        return sofar, ways, found
            if others and state == 0:
                which = min(max((goal - sofar) / counts[at], 0.0), others - 1.0)
                sofar, ways = sofar + counts[at] * others, ways + others
                found = (at, 0, int(which))
        if sofar > goal:
            break
    return sofar, ways, found
