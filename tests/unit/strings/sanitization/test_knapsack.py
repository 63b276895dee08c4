"""The multiple-choice knapsack: separable, programmed, and in parts."""

import numpy as np
import pytest

from textveil.strings.sanitization import knapsack


def random_instance(classes, options, seed):
    rng = np.random.default_rng(seed)
    cost = rng.integers(0, 9, (classes, options)).astype(float)
    weight = rng.integers(0, 30, (classes, options))
    return cost, weight, int(weight.min(axis=1).sum()) + 20


def test_the_cheapest_fit():
    cost, weight = np.array([[1.0, 0.0, 0.0]]), np.array([[1, 3, 3]])
    tie = np.array([[0, 1, 0]], np.int32)
    assert knapsack.choose(cost, weight, 3, tie).tolist() == [2]
    assert knapsack.choose(cost, weight, 2, tie).tolist() == [0]


def test_parts_give_the_same_choice(monkeypatch):
    cost, weight, budget = random_instance(40, 5, 3)
    tie = np.zeros(cost.shape, np.int32)
    whole = knapsack.choose(cost, weight, budget, tie)
    monkeypatch.setattr(knapsack, "_ROOM", 100)
    parts = knapsack.choose(cost, weight, budget, tie)
    assert whole.tolist() == parts.tolist()
    assert weight[np.arange(40), parts].sum() <= budget


def test_what_cannot_be_chosen():
    tie = np.zeros((1, 1), np.int32)
    with pytest.raises(ValueError, match="no option"):
        knapsack.choose(np.array([[np.inf]]), np.array([[1]]), 9, tie)
    with pytest.raises(ValueError, match="below the least"):
        knapsack.choose(np.array([[0.0]]), np.array([[2]]), 1, tie)
