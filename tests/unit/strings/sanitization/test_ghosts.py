"""The exact search for the fewest ghosts, on problems given as such."""

import numpy as np

from textveil.strings.sanitization.ghost_search import GhostProblem, improve
from textveil.strings.sanitization.knapsack import FORBIDDEN


def problem(loads, short, weight=None, theta=10**6):
    """Loads: for each separator, the candidates of each option (None: forbidden)."""
    entries = [
        (i, option, ghost)
        for i, each in enumerate(loads)
        for option, made in enumerate(each)
        for ghost in made or ()
    ]
    which, option, ghost = np.array(entries, np.int64).reshape(-1, 3).T
    ones = [[FORBIDDEN if made is None else 1 for made in each] for each in loads]
    weight = np.array(ones if weight is None else weight, np.int64)
    return GhostProblem(which, option, ghost, np.array([short[g] for g in ghost]), weight, theta)


def test_sharing_a_ghost_is_cheaper():
    given = problem([[[0], [1]], [[0], [2]]], {0: 1, 1: 1, 2: 1})
    chosen, proved = improve(given, np.array([1, 1]), 100)
    assert (chosen.tolist(), proved) == ([0, 0], True)


def test_a_candidate_below_tau_is_no_ghost():
    given = problem([[[0], [1]], [[0], [1]]], {0: 2, 1: 2})
    chosen, proved = improve(given, np.array([0, 0]), 100)
    assert sorted(chosen.tolist()) == [0, 1]
    assert proved


def test_the_budget_ties_separators_together():
    given = problem([[[0], []], [[1], []]], {0: 1, 1: 1}, [[1, 3], [1, 3]], 4)
    chosen, proved = improve(given, np.array([0, 0]), 100)
    assert sorted(chosen.tolist()) == [0, 1]
    assert proved


def test_no_effort_proves_nothing():
    given = problem([[[0], [1]], [[1], [2]], [[2], [0]]], dict.fromkeys(range(3), 1))
    _, proved = improve(given, np.array([0, 0, 0]), 0)
    assert not proved


def test_large_groups_are_bounded_only():
    many = [[[0, i + 1], [0, i + 2]] for i in range(400)]
    given = problem(many, dict.fromkeys(range(500), 1))
    chosen, proved = improve(given, np.zeros(400, np.int64), 100)
    assert chosen.size == 400
    assert not proved
