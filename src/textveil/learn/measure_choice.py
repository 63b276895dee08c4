"""Choice of measures: a regularized random forest that needs no labels.

The forest learns to tell real rows from rows whose columns were shuffled (Breiman and Cutler's
unsupervised forest). Only measures that depend on each other tell them apart. The forest is
regularized (Deng and Runger 2012): a measure that no tree has used so far is worth 0.8 of its gain,
so it comes in only if it tells more than those that are there. See `docs/methods/clusters.md`.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["choose_measures"]

_PENALTY: Final = 0.8
"""What the gain of a measure is worth that was not used before."""
_TREES: Final = 100
_DEPTH: Final = 6
_BINS: Final = 32
"""Values of a measure are ranked into this number of equal parts."""
_LEAST: Final = 10
"""Fewest rows on each side of a cut; or one row in 50, if that is more."""
_CHANCE: Final = 15.14
"""Chi-squared with one degree of freedom that chance passes once in 10,000 times."""

Codes = NDArray[np.intp]
Rows = NDArray[np.intp]


def choose_measures(values: NDArray[np.float64], rng: np.random.Generator) -> list[int]:
    """Return the columns that a regularized forest uses, in order.

    Parameters
    ----------
    values
        A row a document, a column a measure, without `nan`.
    rng
        Decides about shuffles and candidates.

    Returns
    -------
    list of int
        All columns if the forest uses fewer than two: there are too few rows, or no measure depends
        on another. Time O(trees * depth * rows * columns).
    """
    codes = np.stack([_ranked(column) for column in values.T], axis=1)
    forest = _Forest(rng, codes.shape[1], max(_LEAST, len(codes) // 50))
    for _ in range(_TREES):
        forest.grow(codes)
    return sorted(forest.chosen) if len(forest.chosen) > 1 else list(range(codes.shape[1]))


def _ranked(column: NDArray[np.float64]) -> Codes:
    edges = np.quantile(column, np.arange(1, _BINS) / _BINS)
    ranked: Codes = np.searchsorted(edges, column, side="right")
    return ranked


@dataclass(slots=True)
class _Forest:
    """Trees that are grown one after the other, and the columns that they have used."""

    rng: np.random.Generator
    columns: int
    least: int
    chosen: set[int] = field(default_factory=set)

    def grow(self, real: Codes) -> None:
        """Grow a tree on real rows and on as many shuffled ones."""
        codes = np.concatenate([real, self.rng.permuted(real, axis=0)])
        is_real = np.arange(len(codes)) < len(real)
        # Shuffling keeps each column's values: at the root no cut can tell anything. So the root
        # is cut at a random place, and a column is not chosen for that.
        column = int(self.rng.integers(self.columns))
        cut = int(self.rng.integers(_BINS - 1))
        left = codes[:, column] <= cut
        for side in (left, ~left):
            self._divide(codes, is_real, np.flatnonzero(side), 1)

    def _divide(self, codes: Codes, is_real: NDArray[np.bool_], rows: Rows, depth: int) -> None:
        if depth >= _DEPTH or len(rows) < 2 * self.least:
            return
        found = self._best(codes[rows], is_real[rows])
        if found is None:
            return
        column, cut = found
        self.chosen.add(column)
        left = codes[rows, column] <= cut
        self._divide(codes, is_real, rows[left], depth + 1)
        self._divide(codes, is_real, rows[~left], depth + 1)

    def _best(self, codes: Codes, is_real: NDArray[np.bool_]) -> tuple[int, int] | None:
        """Return the column and cut with the highest gain; None if none is more than chance."""
        drawn = self.rng.choice(self.columns, int(np.ceil(np.sqrt(self.columns))), replace=False)
        columns = np.array(sorted(self.chosen | set(drawn.tolist())))
        chi = _chi_squared(codes[:, columns], is_real, self.least)
        new = [column not in self.chosen for column in columns.tolist()]
        worth = np.where(chi >= _CHANCE, chi, 0.0) * np.where(new, _PENALTY, 1.0)[:, np.newaxis]
        best = int(worth.argmax())
        if worth.flat[best] <= 0.0:
            return None
        return int(columns[best // worth.shape[1]]), best % worth.shape[1]


def _chi_squared(codes: Codes, is_real: NDArray[np.bool_], least: int) -> NDArray[np.float64]:
    """Return chi-squared of each column and cut; inside a node it is Gini's gain times a constant.

    Cuts with fewer than `least` rows on a side have 0.
    """
    rows, columns = codes.shape
    places = (codes + _BINS * np.arange(columns)).ravel()
    both = np.bincount(places, minlength=_BINS * columns).reshape(columns, _BINS)
    of_real = np.bincount(
        places, np.repeat(is_real, columns).astype(np.float64), minlength=_BINS * columns
    ).reshape(columns, _BINS)
    left = both.cumsum(axis=1)[:, :-1].astype(np.float64)
    real_left = of_real.cumsum(axis=1)[:, :-1]
    right, share = rows - left, float(is_real.mean())
    allowed = (left >= least) & (right >= least)
    if share in (0.0, 1.0):
        return np.zeros(left.shape)
    off = real_left - left * share
    below = np.where(allowed, left * right * share * (1 - share), 1.0)
    chi: NDArray[np.float64] = np.where(allowed, rows * off * off / below, 0.0)
    return chi
