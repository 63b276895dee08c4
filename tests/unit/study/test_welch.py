"""Welch's test: the dissertation's Table 8, and Student's t against its integral."""

from math import gamma, pi, sqrt

import numpy as np
import pytest

from textveil.errors import InvalidValueError
from textveil.study.welch import t_tail, welch_test

CLUSTERS = (
    *(0.921, 0.851, 0.944, 0.872, 0.915, 0.878, 0.922),
    *(0.896, 0.906, 0.889, 0.96, 0.977, 0.99),
)
RANDOM = (
    *(0.891, 0.886, 0.896, 0.892, 0.888, 0.869, 0.902),
    *(0.903, 0.89, 0.858, 0.88, 0.836, 0.869),
)


def test_table_8_has_the_printed_means_and_t_and_twice_the_printed_p():
    found = welch_test(CLUSTERS, RANDOM)
    assert found.means == pytest.approx((0.917, 0.8815), abs=5e-4)
    assert found.t == pytest.approx(2.79, abs=5e-3)
    assert found.p == pytest.approx(0.013, abs=5e-4)
    assert found.p / 2 == pytest.approx(0.006, abs=5e-4)


def integrated(t, freedom):
    """Return the tail by adding up the density."""
    places = np.linspace(0, t, 20_001)
    density = (1 + places**2 / freedom) ** (-(freedom + 1) / 2)
    density *= gamma((freedom + 1) / 2) / (sqrt(freedom * pi) * gamma(freedom / 2))
    middle = density[1:-1].sum() + (density[0] + density[-1]) / 2
    return 1 - 2 * middle * t / 20_000


@pytest.mark.parametrize("freedom", [1, 2.5, 7, 17.3, 120])
@pytest.mark.parametrize("t", [0.01, 0.5, 1.0, 2.79, 6.0])
def test_the_tail_is_what_the_density_leaves(t, freedom):
    assert t_tail(t, freedom) == pytest.approx(integrated(t, freedom), abs=1e-7)
    assert t_tail(-t, freedom) == t_tail(t, freedom)


def test_samples_without_a_test_have_none():
    assert welch_test([1.0], [1.0, 2.0]) is None
    assert welch_test([1.0, 1.0], [2.0, 2.0]) is None
    with pytest.raises(InvalidValueError):
        t_tail(1.0, 0)
