"""Precision, recall and F from sums of counts, many samples at a time."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["MEASURES", "measures", "with_averages"]

MEASURES = ("precision", "recall", "F1", "F2")
"""What is reported of each level."""

_Numbers = NDArray[np.float64]


def measures(sums: _Numbers) -> _Numbers:
    """Map sums (samples, 3 a column) to precision, recall, F1 and F2; NaN where undefined."""
    return _four(*_three(sums)).reshape(len(sums), -1)


def with_averages(sums: _Numbers, averaged: Iterable[Sequence[int]]) -> _Numbers:
    """Return `measures`, followed by the averages over some groups of columns.

    Parameters
    ----------
    sums
        Shape (samples, 3 a column): hits, predicted, gold.
    averaged
        The columns of each average. A column without gold counts in no average of its sample: it
        has no recall. One with gold for which nothing was predicted has precision 0.
    """
    hits, predicted, gold = _three(sums)
    parts = [measures(sums)]
    for columns in averaged:
        at = list(columns)
        four = np.nan_to_num(_four(hits[:, at], predicted[:, at], gold[:, at]))
        there = gold[:, at] > 0
        total = (four * there[:, :, np.newaxis]).sum(axis=1)
        parts.append(_ratio(total, np.repeat(there.sum(axis=1, keepdims=True), 4, axis=1)))
    return np.concatenate(parts, axis=1)


def _three(sums: _Numbers) -> tuple[_Numbers, _Numbers, _Numbers]:
    hits, predicted, gold = np.moveaxis(sums.reshape(len(sums), -1, 3), 2, 0)
    return hits, predicted, gold


def _four(hits: _Numbers, predicted: _Numbers, gold: _Numbers) -> _Numbers:
    """Return the four measures in a last axis."""
    four = [_ratio(hits, predicted), _ratio(hits, gold)]
    # (1 + b^2) P R / (b^2 P + R), with the fractions cleared.
    four += [_ratio((1 + b2) * hits, b2 * gold + predicted) for b2 in (1, 4)]
    return np.stack(four, axis=2)


def _ratio(above: _Numbers, below: _Numbers) -> _Numbers:
    out: _Numbers = np.full(above.shape, np.nan)
    return np.divide(above, below, out=out, where=below > 0)
