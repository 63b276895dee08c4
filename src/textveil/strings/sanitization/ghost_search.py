"""The fewest distinct ghosts, exactly: a branch and bound over what separators can become.

Only candidate ghosts matter. Separators that share none are independent unless the budget ties
them together, so each connected group is searched alone.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.strings.sanitization.knapsack import FORBIDDEN

Positions = NDArray[np.int64]

_DEEP: Final = 300
# Larger groups are not searched: the recursion goes as deep as the group is large.

Load = tuple[tuple[int, int], ...]
"""Candidate ghosts of an option, each with how often the option adds it."""


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class GhostProblem:
    """What every option adds to candidate ghosts.

    Attributes
    ----------
    which, option, ghost : array of int64
        One entry for each occurrence: separator, option, and the candidate that it adds.
    short : array of int64
        For each entry, how many occurrences its candidate lacks to become a ghost.
    weight : array of int64, separators by options
        `FORBIDDEN` where an option is not allowed.
    theta
        The most that all chosen options may weigh.
    """

    which: Positions
    option: Positions
    ghost: Positions
    short: Positions
    weight: Positions
    theta: int

    def loads(self) -> list[dict[int, Load]]:
        """Return, for each separator, the load of each allowed option."""
        counts: list[dict[int, dict[int, int]]] = [
            {int(option): {} for option in np.flatnonzero(row < FORBIDDEN)} for row in self.weight
        ]
        listed = zip(self.which.tolist(), self.option.tolist(), self.ghost.tolist(), strict=True)
        for i, option, ghost in listed:
            if option in counts[i]:
                load = counts[i][option]
                load[ghost] = load.get(ghost, 0) + 1
        return [
            {option: tuple(sorted(load.items())) for option, load in each.items()}
            for each in counts
        ]


def improve(problem: GhostProblem, chosen: Positions, effort: int) -> tuple[Positions, bool]:
    """Search for a choice with fewer ghosts.

    Parameters
    ----------
    problem
        The options.
    chosen : array of int64
        A choice within the budget, to start from.
    effort : int
        How many nodes may be visited in all.

    Returns
    -------
    chosen : array of int64
        With at most as many ghosts, within the budget.
    proved : bool
        Whether no choice within the budget has fewer.
    """
    loads = problem.loads()
    short = dict(zip(problem.ghost.tolist(), problem.short.tolist(), strict=True))
    heaviest = np.where(problem.weight < FORBIDDEN, problem.weight, 0).max(axis=1, initial=0)
    tied = int(heaviest.sum()) > problem.theta
    found, proved = chosen.copy(), True
    groups = [list(range(len(loads)))] if tied else _groups(loads)
    for i, each in enumerate(loads):
        harmless = [option for option, load in each.items() if not load]
        if not tied and harmless and found[i] not in harmless:
            found[i] = harmless[0]
    for group in groups:
        part = {i: loads[i] if tied else _undominated(loads[i], int(chosen[i])) for i in group}
        search = _Search(part, short, problem.weight, problem.theta if tied else None, effort)
        best = search.run({i: int(found[i]) for i in group})
        effort -= search.visited
        proved = proved and search.proved
        for i, option in best.items():
            found[i] = option
    return found, proved


def _groups(loads: Sequence[Mapping[int, Load]]) -> list[list[int]]:
    """Return the separators that share candidates, those with a harmless option left out."""
    contested = [i for i, each in enumerate(loads) if all(each.values())]
    parent = {i: i for i in contested}

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    owner: dict[int, int] = {}
    for i in contested:
        for load in loads[i].values():
            for ghost, _ in load:
                parent[root(i)] = root(owner.setdefault(ghost, i))
    groups: dict[int, list[int]] = defaultdict(list)
    for i in contested:
        groups[root(i)].append(i)
    return list(groups.values())


def _undominated(loads: Mapping[int, Load], chosen: int) -> dict[int, Load]:
    """Drop options that add all that another one adds; keep the chosen one."""
    kept: dict[int, Load] = {}
    for option in sorted(loads, key=lambda option: (len(loads[option]), option != chosen, option)):
        here = dict(loads[option])
        beaten = any(
            all(here.get(ghost, 0) >= times for ghost, times in other) for other in kept.values()
        )
        if option == chosen or not beaten:
            kept[option] = loads[option]
    return kept


class _Search:
    """Depth first over the separators of one group."""

    def __init__(
        self,
        loads: Mapping[int, Mapping[int, Load]],
        short: Mapping[int, int],
        weight: Positions,
        theta: int | None,
        effort: int,
    ) -> None:
        self._loads, self._short, self._weight = loads, short, weight
        self._effort, self._theta = effort, theta
        # Those with the fewest options first: they decide the most.
        self._order = sorted(loads, key=lambda i: (len(loads[i]), i))
        self._least = [
            min(int(weight[i, option]) for option in loads[i]) if theta is not None else 0
            for i in self._order
        ]
        self._touched = {
            i: frozenset(ghost for load in each.values() for ghost, _ in load)
            for i, each in loads.items()
        }
        self._gain: dict[int, int] = defaultdict(int)
        self.visited, self.proved = 0, True

    def run(self, start: dict[int, int]) -> dict[int, int]:
        """Return the best choice found, at least as good as the given one."""
        self._best = dict(start)
        self._fewest = sum(self._add(i, start[i]) for i in self._order)
        for i in self._order:
            self._take(i, start[i])
        if len(self._order) > _DEEP:
            self.proved = self._bound(0) >= self._fewest
            return self._best
        room = 0 if self._theta is None else self._theta - sum(self._least)
        self._descend(0, 0, room, {})
        return self._best

    def _add(self, i: int, option: int) -> int:
        made = 0
        for ghost, times in self._loads[i][option]:
            before = self._gain[ghost]
            self._gain[ghost] = before + times
            made += before < self._short[ghost] <= before + times
        return made

    def _take(self, i: int, option: int) -> None:
        for ghost, times in self._loads[i][option]:
            self._gain[ghost] -= times

    def _made(self, i: int, option: int) -> int:
        gain, short = self._gain, self._short
        return sum(gain[g] < short[g] <= gain[g] + t for g, t in self._loads[i][option])

    def _bound(self, depth: int) -> int:
        """Sum the fewest new ghosts of separators that share no candidate with each other."""
        used: set[int] = set()
        total = 0
        for i in self._order[depth:]:
            if used.isdisjoint(self._touched[i]):
                total += min(self._made(i, option) for option in self._loads[i])
                used |= self._touched[i]
        return total

    def _descend(self, depth: int, ghosts: int, room: int, taken: dict[int, int]) -> None:
        if ghosts >= self._fewest or not self.proved:
            return
        if depth == len(self._order):
            self._best, self._fewest = dict(taken), ghosts
            return
        self.visited += 1
        if self.visited > self._effort:
            self.proved = False
            return
        if ghosts + self._bound(depth) >= self._fewest:
            return
        i = self._order[depth]
        for option in sorted(self._loads[i], key=lambda option: (self._made(i, option), option)):
            left = room
            if self._theta is not None:
                left -= int(self._weight[i, option]) - self._least[depth]
                if left < 0:
                    continue
            made = self._add(i, option)
            taken[i] = option
            self._descend(depth + 1, ghosts + made, left, taken)
            self._take(i, option)
            del taken[i]
