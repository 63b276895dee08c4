"""Tails of sums: never too low, and close to what enumeration says."""

import numpy as np
import pytest
from tests.oracles import marking as oracle

from textveil.trace.tails import TwoValued


def drawn(seed: int, terms: int) -> TwoValued:
    rng = np.random.default_rng(seed)
    low = rng.normal(-1, 1, terms)
    return TwoValued(low + rng.exponential(2, terms), low, rng.uniform(0.001, 0.999, terms))


@pytest.mark.parametrize("seed", range(12))
def test_bounds_are_no_lower_than_enumeration_and_little_higher(seed: int) -> None:
    total = drawn(seed, 1 + seed)
    most = float(total.high.sum())
    values = np.array([most, most - 0.5, total.mean + total.deviation, total.mean, -1e3, most + 1])

    bounds = total.reaching(values)

    for value, bound in zip(values.tolist(), bounds.tolist(), strict=True):
        args = (total.high.tolist(), total.low.tolist(), total.chance.tolist())
        assert bound >= oracle.reaching(*args, value)
        # Rounding moves the sum by at most one cell of the grid for each term.
        cell = float((total.high - total.low).sum()) / (32 * len(total.high) ** 1.5)
        assert bound <= oracle.reaching(*args, value - 2 * len(total.high) * cell) + 1e-6


def test_the_highest_sum_has_the_product_of_the_chances() -> None:
    total = drawn(3, 60)

    bound = total.reaching(np.array([total.high.sum()]))[0]

    assert bound == pytest.approx(float(np.prod(total.chance)), rel=1e-3)


@pytest.mark.parametrize(("count", "most"), [(400, 5e-7), (3000, 4e-6)])
def test_a_bound_for_many_terms_is_close_to_the_normal_tail(count: int, most: float) -> None:
    total = TwoValued(np.ones(count), -np.ones(count), np.full(count, 0.5))

    (bound,) = total.reaching(np.array([5.0]) * count**0.5)

    assert 2.5e-7 < bound < most


def test_without_terms_nothing_is_unlikely() -> None:
    nothing = np.zeros(0)

    assert TwoValued(nothing, nothing, nothing).reaching(np.zeros(2)).tolist() == [1.0, 1.0]
