"""Choice of measures: a regularized random forest that needs no labels.

The forest learns to tell real rows from rows whose columns were shuffled (Breiman and Cutler's
unsupervised forest). Only measures that depend on each other tell them apart. The forest is
regularized (Deng and Runger 2012): a measure that no tree has used so far is worth 0.8 of its gain,
so it comes in only if it tells more than those that are there. A tree has two levels, because
deeper ones bring in the twins of what was chosen. See `docs/methods/clusters.md`.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["choose_measures"]

_PENALTY: Final = 0.8
"""What the gain of a measure is worth that was not used before."""
_TREES: Final = 100
_BINS: Final = 32
"""Values of a measure are ranked into this number of equal parts."""
_LEAST: Final = 10
"""Fewest rows on each side of a cut; or one row in 50, if that is more."""
_CHANCE: Final = 40.0
"""Chi-squared that a cut needs. Chance passes it with probability 2.5e-10; a forest tries at most
100 trees * 2 sides * 32 measures * 31 cuts, so chance brings a measure into one in 20,000."""

Codes = NDArray[np.intp]


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
        on another. Time O(trees * rows * columns).
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
        outside = [column for column in range(self.columns) if column not in self.chosen]
        if not outside:
            return
        codes = np.concatenate([real, self.rng.permuted(real, axis=0)])
        is_real = np.arange(len(codes)) < len(real)
        # Shuffling keeps each column's values: at the root no cut can tell anything. So the root
        # is a measure that is not chosen, cut somewhere in its middle half. What the next cut
        # tells is how that measure depends on others: it asks who can stand for it.
        cut = int(self.rng.integers(_BINS // 4, 3 * _BINS // 4))
        left = codes[:, int(self.rng.choice(outside))] <= cut
        for side in (left, ~left):
            if side.sum() >= 2 * self.least:
                self.chosen.update(self._best(codes[side], is_real[side]))

    def _best(self, codes: Codes, is_real: NDArray[np.bool_]) -> list[int]:
        """Return the column of the cut with the highest gain; none if all may be chance."""
        drawn = self.rng.choice(self.columns, int(np.ceil(np.sqrt(self.columns))), replace=False)
        columns = np.array(sorted(self.chosen | set(drawn.tolist())))
        chi = _chi_squared(codes[:, columns], is_real, self.least)
        new = [column not in self.chosen for column in columns.tolist()]
        gains = np.where(chi >= _CHANCE, chi, 0.0).max(axis=1) * np.where(new, _PENALTY, 1.0)
        best = int(gains.argmax())
        return [int(columns[best])] if gains[best] else []


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
