"""Fewest substitutions: no pattern is left, the length stays, and all best results are as likely.

Dynamic programming over the automaton of the patterns, only where it matters. Let L be the length
of the longest pattern. Occurrences that lie closer than L letters form a region. Disjoint
occurrences give a lower bound for a region; a result that changes letters of the region alone gives
an upper one. Where the two are equal, all best results change letters of the region alone. Where
they differ by E, regions that lie within (E + E' + 1)(L - 1) letters of each other become one, and
letters up to E(L - 1) around may change. The method's page proves that nothing better is missed.

Counts of best results are float64: exact up to 2**53, relative errors of 2**-53 a sum beyond.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

from textveil.strings.pattern_automaton import PatternAutomaton
from textveil.strings.sensitive import SensitiveSet, sensitive_starts

__all__ = ["NoSubstitutionError", "Substituted", "fewest_substitutions"]

Codes = NDArray[Any]
Numbers = NDArray[np.int64]
Lots = Callable[[int, int], NDArray[np.uint64]]
"""The lots of one block of a sequence: its number from 0 on, and that of the block."""

BLOCK: Final = 64
"""Places of a sequence whose lots are drawn together."""

_NONE: Final = -1
_BATCH: Final = 2**18
"""Letters whose lots are held at once."""
_KEPT: Final = 512
"""Layers that are held at once; others are computed again."""
_MANY: Final = 2.0**500


class NoSubstitutionError(Exception):
    """No letters can be changed so that no pattern is left; `sequence` is the number of one."""

    def __init__(self, sequence: int) -> None:
        super().__init__()
        self.sequence = sequence


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Substituted:
    """The result of the fewest substitutions.

    Attributes
    ----------
    codes : array of int32
        As long as the input.
    changed : int
        How many letters differ.
    regions : int
        How many regions were solved, each by itself.
    """

    codes: NDArray[np.int32]
    changed: int
    regions: int


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class _Regions:
    """Stretches in which letters may change, from left to right.

    Attributes
    ----------
    low, high
        The letters that may change; from `high` to `stop` they only follow.
    stop
        Where the state no longer depends on the stretch, or where the sequence ends.
    owner
        The sequence.
    least
        How many letters change; `_NONE` if no change of these letters does it.
    """

    low: Numbers
    high: Numbers
    stop: Numbers
    owner: Numbers
    least: Numbers


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class _Problem:
    """Sequences, patterns and what may come in."""

    codes: Codes
    offsets: Numbers
    automaton: PatternAutomaton
    allowed: NDArray[np.bool_]
    others: NDArray[np.int32]
    picks: Numbers
    """Starts of a largest set of disjoint occurrences, rising."""

    @property
    def reach(self) -> int:
        """How far one letter is felt."""
        return self.automaton.longest - 1

    def bound(self, low: Numbers, high: Numbers) -> Numbers:
        """Return how many letters must change at least in each stretch."""
        found: Numbers = np.searchsorted(self.picks, high) - np.searchsorted(self.picks, low)
        return found

    def stops(self, high: Numbers, owner: Numbers) -> Numbers:
        """Return where each stretch is no longer felt."""
        found: Numbers = np.minimum(high + self.reach, self.offsets[owner + 1])
        return found

    def least(self, low: Numbers, high: Numbers, owner: Numbers, most: Numbers) -> Numbers:
        """Return the fewest changes of each stretch, or `_NONE`.

        Parameters
        ----------
        low, high, owner
            As for `_Regions`.
        most
            A number of changes that is known to suffice, or `_NONE`.
        """
        found = np.empty(low.size, np.int64)
        auto = self.automaton
        shape = (auto.step, auto.bad, auto.classes, self.allowed, self.others.size)
        where = (self.picks, self.reach, low, high, self.stops(high, owner))
        _least(self.codes, self.offsets, *shape, *where, most, found)
        return found


def fewest_substitutions(
    codes: Codes,
    offsets: Numbers,
    patterns: Sequence[Codes],
    letters: int,
    incoming: Codes,
    lots: Lots,
) -> Substituted:
    """Change the fewest letters so that no pattern occurs; each best result is equally likely.

    Takes O(n) time for each length of patterns, and O(states times letters) for a letter of a
    region; 4 bytes a letter for the result, and 8 for each letter of the regions of a batch.

    Parameters
    ----------
    codes, offsets
        Sequence s is ``codes[offsets[s] : offsets[s + 1]]``.
    patterns
        Arrays of patterns, a row each, one array for every length.
    letters
        Size of the alphabet.
    incoming
        Codes that a letter may change to, rising.
    lots
        What chance says: the lot of a place decides what the letter there becomes, as the method's
        page defines.

    Raises
    ------
    NoSubstitutionError
        If there is no result.
    """
    starts, ends = _occurrences(codes, offsets, patterns, letters)
    shown = np.array(codes, np.int32)
    if not starts.size:
        return Substituted(shown, 0, 0)
    automaton = PatternAutomaton.of(patterns, letters)
    known = automaton.classes[incoming]
    allowed = np.zeros(automaton.spelled.size, np.bool_)
    allowed[known] = True
    others = np.asarray(incoming, np.int32)[known == 0]
    picks = starts[_disjoint(starts, ends)]
    problem = _Problem(codes, offsets, automaton, allowed, others, picks)
    regions = _settled(problem, *_clusters(problem, starts, ends))
    for part, held in _batches(problem, regions, lots):
        auto = problem.automaton
        _draw(
            *(codes, offsets, auto.step, auto.bad, auto.classes, auto.spelled, allowed, others),
            *(picks, problem.reach, part.low, part.high, part.stop, part.least, held, shown),
        )
    return Substituted(shown, int(regions.least.sum()), regions.low.size)


def _occurrences(
    codes: Codes, offsets: Numbers, patterns: Sequence[Codes], letters: int
) -> tuple[Numbers, Numbers]:
    """Return where patterns start and end, sorted by their starts."""
    found = [
        (sensitive_starts(codes, offsets, SensitiveSet.of(rows, letters)), rows.shape[1])
        for rows in patterns
    ]
    starts = np.concatenate([some for some, _ in found])
    ends = np.concatenate([some + length for some, length in found])
    if len(found) == 1:
        return starts, ends
    order = np.argsort(starts, kind="stable")
    return starts[order], ends[order]


def _clusters(
    problem: _Problem, starts: Numbers, ends: Numbers
) -> tuple[Numbers, Numbers, Numbers]:
    """Return the ends of the stretches that occurrences make, and their sequences."""
    owner = np.searchsorted(problem.offsets, starts, side="right") - 1
    far = np.maximum.accumulate(ends)
    apart = (starts[1:] - far[:-1] >= problem.reach) | (owner[1:] != owner[:-1])
    first = np.flatnonzero(np.concatenate([[True], apart]))
    last = np.concatenate([first[1:], [starts.size]]) - 1
    return starts[first], far[last], owner[first]


def _settled(problem: _Problem, low: Numbers, high: Numbers, owner: Numbers) -> _Regions:
    """Return regions that hold all best results, each with its least number of changes."""
    least = problem.least(low, high, owner, np.full(low.size, _NONE))
    bound = problem.bound(low, high)
    if (least != bound).any():
        low, high, owner, excess, least = _joined(problem, low, high, owner, least - bound, least)
        room = np.maximum(excess, 0) * problem.reach
        low = np.maximum(low - room, problem.offsets[owner])
        high = np.minimum(high + room, problem.offsets[owner + 1])
        some = excess != 0
        least[some] = problem.least(low[some], high[some], owner[some], least[some])
        lost = least == _NONE
        if lost.any():
            raise NoSubstitutionError(int(owner[lost][0]))
    return _Regions(low, high, problem.stops(high, owner), owner, least)


def _joined(
    problem: _Problem,
    low: Numbers,
    high: Numbers,
    owner: Numbers,
    excess: Numbers,
    least: Numbers,
) -> Iterator[Numbers]:
    """Return regions that no longer depend on each other; a sequence without a way is one."""
    rows: list[tuple[int, int, int, int, int]] = []
    hopeless = np.unique(owner[least == _NONE])
    kept = ~np.isin(owner, hopeless)
    columns = (low, high, owner, excess, least)
    for row in zip(*(column[kept].tolist() for column in columns), strict=True):
        rows.append(row)
        _merge(rows, problem.reach)
    bounds = problem.offsets.tolist()
    rows += [(bounds[one], bounds[one + 1], one, _NONE, _NONE) for one in hopeless.tolist()]
    return iter(np.array(sorted(rows), np.int64).T.copy())


def _merge(rows: list[tuple[int, int, int, int, int]], reach: int) -> None:
    """Join the last regions while letters outside of them could lead from one to the other."""
    while len(rows) > 1:
        (low, high, owner, excess, most), (start, end, other, more, cost) = rows[-2:]
        if owner != other or start - high + 1 > (excess + more + 1) * reach:
            return
        rows[-2:] = [(low, max(high, end), owner, excess + more, most + cost)]


def _batches(
    problem: _Problem, regions: _Regions, lots: Lots
) -> Iterator[tuple[_Regions, NDArray[np.uint64]]]:
    """Yield regions with the lots of their places, and of the place behind each."""
    sizes = np.cumsum(regions.stop - regions.low + 1)
    edges = np.flatnonzero(np.diff(sizes // _BATCH, prepend=-1)).tolist()
    for first, last in pairwise([*edges, sizes.size]):
        own = slice(first, last)
        part = _Regions(
            regions.low[own],
            regions.high[own],
            regions.stop[own],
            regions.owner[own],
            regions.least[own],
        )
        yield part, _lots_of(problem, part, lots)


def _lots_of(problem: _Problem, part: _Regions, lots: Lots) -> NDArray[np.uint64]:
    held = np.empty(int((part.stop - part.low + 1).sum()), np.uint64)
    at = 0
    begins = problem.offsets[part.owner]
    each = zip(part.owner, part.low - begins, part.stop - begins, strict=True)
    block, known = (-1, -1), np.zeros(0, np.uint64)
    for owner, low, stop in each:
        place = int(low)
        while place <= stop:
            if block != (owner, place // BLOCK):
                block = (int(owner), place // BLOCK)
                known = lots(*block)
            end = min((block[1] + 1) * BLOCK, int(stop) + 1)
            held[at : at + end - place] = known[place % BLOCK :][: end - place]
            at += end - place
            place = end
    return held


@numba.njit(cache=True, nogil=True)
def _disjoint(starts: Numbers, ends: Numbers) -> Numbers:
    """Return which occurrences, sorted by their starts, make a largest set of disjoint ones."""
    chosen = np.empty(starts.size, np.int64)
    count = 0
    limit = np.int64(2**62)
    for j in range(starts.size - 1, -1, -1):
        if ends[j] <= limit:
            chosen[count] = j
            count += 1
            limit = starts[j]
    return chosen[:count][::-1].copy()


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
def _least(
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
    return costs[:size].min()


@numba.njit(cache=True, nogil=True)
def _draw(
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
    left = np.searchsorted(picks, high) - pick
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
        limit = budget - max(left, 0)
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
    return states[best]


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
    states, costs, counts = layers
    order = np.argsort(states[begin:end])
    goal, sofar = np.inf, 0.0
    found = (-1, 0, 0)
    for _ in range(2):
        sofar = 0.0
        for rank in order:
            at = begin + rank
            if costs[at] == cost and step[states[at], letter] == state:
                sofar += counts[at]
                found = (at, letter, 0)
            elif free and costs[at] + 1 == cost:
                for other in range(1, step.shape[1]):
                    if other != letter and allowed[other] and step[states[at], other] == state:
                        sofar += counts[at]
                        found = (at, other, 0)
                        if sofar > goal:
                            return found
                if others and state == 0:
                    which = min(max((goal - sofar) / counts[at], 0.0), others - 1.0)
                    sofar += counts[at] * others
                    found = (at, 0, int(which))
            if sofar > goal:
                return found
        goal = (lot >> np.uint64(11)) * 2.0**-53 * sofar
    return found
