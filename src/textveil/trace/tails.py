"""Tails: how likely a sum of independent two-valued terms is to reach a value, never too low.

A score of somebody whose marks have nothing to do with a leak is such a sum. Both functions return
upper bounds that hold for every sum; the first is close to exact for a few thousand terms.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["TwoValued"]

_CELLS: Final = 1 << 18
"""Most cells of the grid on which sums are counted."""
_FINENESS: Final = 32
"""Cells by terms to the power of 1.5: rounding moves a sum by few percent of its deviation."""
_ROUNDING: Final = 1 + 1e-9
"""More than additions of so many numbers can lose to floating point."""
_WORTHWHILE: Final = 0.01
"""The second bound takes longer; it is tried where the first is below this."""
_LEAST: Final = 1e-300
"""No bound is lower: smaller numbers are not exact."""
_TRIMMED: Final = 16
_NOTHING: Final = 1e-60
"""Every so many terms, cells that together have less than this are cut off on either side."""
_STEPS: Final = 60
_GOLDEN: Final = (5**0.5 - 1) / 2


@dataclass(frozen=True, eq=False, slots=True)
class TwoValued:
    """A sum of independent terms; each has its high value with its chance, else its low one.

    Attributes
    ----------
    high, low, chance : float arrays of one length
        No high value is below its low one; chances lie between 0 and 1.
    """

    high: NDArray[np.float64]
    low: NDArray[np.float64]
    chance: NDArray[np.float64]

    @property
    def mean(self) -> float:
        """The mean of the sum."""
        return float(self.low.sum() + (self.chance * (self.high - self.low)).sum())

    @property
    def deviation(self) -> float:
        """The standard deviation of the sum."""
        spread = (self.high - self.low) ** 2 * self.chance * (1 - self.chance)
        return float(np.sqrt(spread.sum()))

    def reaching(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return, for each value, a bound on the probability that the sum reaches it.

        The smaller of two bounds: counting on a grid, and the one of Chernoff.
        """
        if not len(self.high):
            return np.ones(len(values))
        bounds = self._counted(values)
        for at in np.flatnonzero(bounds < _WORTHWHILE):
            bounds[at] = min(bounds[at], self._chernoff(float(values[at])))
        return np.maximum(bounds, _LEAST)

    def _counted(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Count the sums on a grid; gains are rounded up, so no bound is too low.

        Costs terms times the cells that have a part in the sum.
        """
        gains = self.high - self.low
        step = max(float(gains.sum()) / min(_CELLS, _FINENESS * len(gains) ** 1.5), 1e-12)
        ups = np.ceil(gains / step - 1e-9).astype(np.int64)
        mass, base, cut = np.ones(1), 0, 0.0
        for number, (up, chance) in enumerate(zip(ups.tolist(), self.chance.tolist(), strict=True)):
            moved = np.zeros(len(mass) + up)
            moved[: len(mass)] = mass * (1 - chance)
            moved[up:] += mass * chance
            mass = moved
            if number % _TRIMMED == 0:
                mass, below, above = _trimmed(mass)
                base, cut = base + below, cut + above
        tail = np.append((np.cumsum(mass[::-1])[::-1] + cut) * _ROUNDING, cut)
        # A gain that was rounded as if it lay on the grid lost at most 1e-9 of a cell.
        slack = 1e-9 * (len(gains) + 1) + 1e-6
        cells = np.ceil((values - self.low.sum()) / step - slack) - base
        bounds: NDArray[np.float64] = tail[cells.clip(0, len(tail) - 1).astype(np.int64)]
        return np.minimum(1.0, bounds)

    def _chernoff(self, value: float) -> float:
        """Return the least of exp(-t v) E[exp(t S)] over positive t; each t gives a bound."""
        least, most = 0.0, 1.0
        while most < 64 and self._log_bound(2 * most, value) < self._log_bound(most, value):
            most *= 2
        most *= 2
        for _ in range(_STEPS):
            width = _GOLDEN * (most - least)
            if self._log_bound(most - width, value) < self._log_bound(least + width, value):
                most = least + width
            else:
                least = most - width
        return float(min(1.0, np.exp(self._log_bound(least, value)) * _ROUNDING))

    def _log_bound(self, tilt: float, value: float) -> float:
        gains = tilt * (self.high - self.low)
        with np.errstate(divide="ignore"):
            terms = np.logaddexp(np.log(self.chance) + gains, np.log1p(-self.chance))
        return float(terms.sum() + tilt * (self.low.sum() - value))


def _trimmed(mass: NDArray[np.float64]) -> tuple[NDArray[np.float64], int, float]:
    """Return the cells that matter, how many were cut off below, and how much above.

    What lay below is moved up into the first cell, and the caller adds what lay above to every
    tail: no tail becomes lower.
    """
    below = int(np.searchsorted(np.cumsum(mass), _NOTHING))
    above = len(mass) - int(np.searchsorted(np.cumsum(mass[::-1]), _NOTHING))
    left, right = float(mass[:below].sum()), float(mass[above:].sum())
    kept = mass[below:above].copy()
    kept[0] += left
    return kept, below, right
