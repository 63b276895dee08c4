"""Percentile intervals from resampled documents."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError

__all__ = ["REPLICATES", "bootstrap"]

REPLICATES = 1000
"""How many resamples are drawn unless told otherwise."""

# Resampling weights held at one time: 32 MB of float64.
_BATCH_CELLS = 4_000_000

Statistic = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def bootstrap(
    rows: NDArray[np.float64],
    times: NDArray[np.int64],
    statistic: Statistic,
    rng: np.random.Generator,
    level: float = 0.95,
    replicates: int = REPLICATES,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return statistics of column sums, with intervals from resampling units with replacement.

    Units with equal rows are given once, with how many there are: a resample of n units then is a
    draw from the multinomial distribution over the distinct rows. The result depends on the order
    of the rows, so callers sort them.

    Parameters
    ----------
    rows
        Distinct rows of counts, shape (distinct, columns).
    times
        How many units have each row.
    statistic
        Maps column sums, shape (samples, columns), to values, shape (samples, statistics). A value
        that is not defined is NaN.
    rng
        Source of the resamples.
    level
        Coverage aimed at.
    replicates
        Number of resamples.

    Returns
    -------
    value, low, high
        One entry a statistic. Resamples in which a statistic is not defined are left out of its
        interval. A percentile interval need not hold the value itself; it is widened until it does.
        Time O(replicates * distinct * columns), memory bounded apart from the replicates' values.
    """
    if not 0.0 < level < 1.0 or replicates < 1:
        raise InvalidValueError("the level lies between 0 and 1, with at least one replicate")
    value = statistic((times @ rows)[np.newaxis, :])[0]
    units, shares = int(times.sum()), times / times.sum()
    step = max(1, _BATCH_CELLS // max(1, len(times)))
    drawn = []
    for first in range(0, replicates, step):
        size = min(step, replicates - first)
        weights = rng.multinomial(units, shares, size=size).astype(np.float64)
        drawn.append(statistic(weights @ rows))
    samples = np.concatenate(drawn)
    # Where no resample is defined the interval is the value; NaN alone would make numpy warn.
    empty = np.isnan(samples).all(axis=0)
    samples[:, empty] = np.nan_to_num(value[empty])
    tail = (1.0 - level) / 2.0
    low, high = np.nanquantile(samples, [tail, 1.0 - tail], axis=0)
    return value, np.minimum(low, value), np.maximum(high, value)
