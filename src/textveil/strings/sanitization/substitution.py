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

from textveil.strings.sanitization.pattern_automaton import PatternAutomaton
from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts
from textveil.strings.sanitization.substitution_layers import draw_best, least_changes

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
        least_changes(self.codes, self.offsets, *shape, *where, most, found)
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
        draw_best(
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
