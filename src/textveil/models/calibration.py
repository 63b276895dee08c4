"""Calibration: turns scores into probabilities, and chooses a threshold.

Both are read off held-out words: words of documents that the model was not trained on.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.models.caution import OperatingPoint, point_for

__all__ = [
    "SURE",
    "Calibration",
    "OperatingPoint",
    "fit_calibration",
    "operating_points",
    "point_for",
]

SURE: Final = 0.9
"""Below this calibrated score a passage is unsure.

It was chosen on posts, synthetic sentences and clinical notes together (`benchmarks/doubt.py`): of
the passages with scores of 0.8 to 0.9 two in five are wrong. A fake in their place would be
believed."""
_KNOTS = 64


@dataclass(frozen=True, slots=True)
class Calibration:
    """A rising function from scores to probabilities, linear between its knots.

    Examples
    --------
    >>> Calibration(((0.0, 0.0), (0.5, 0.8), (1.0, 1.0)))(0.25)
    0.4
    >>> Calibration()(0.25)
    0.25
    """

    knots: tuple[tuple[float, float], ...] = ()

    def __post_init__(self) -> None:
        xs, ys = ([knot[side] for knot in self.knots] for side in (0, 1))
        if xs != sorted(set(xs)) or ys != sorted(ys) or any(not 0 <= v <= 1 for v in xs + ys):
            raise InvalidValueError("a calibration rises, between 0 and 1")

    def __call__(self, score: float) -> float:
        """Return the probability that belongs to a score."""
        knots = self.knots
        if not knots:
            return score
        at = bisect_left(knots, (score,))
        if at == 0:
            return knots[0][1]
        if at == len(knots):
            return knots[-1][1]
        (x0, y0), (x1, y1) = knots[at - 1], knots[at]
        return y0 + (y1 - y0) * (score - x0) / (x1 - x0)


def fit_calibration(scores: NDArray[np.float64], truth: NDArray[np.bool_]) -> Calibration:
    """Return the rising function nearest to the truth in squares, thinned to a few knots.

    Notes
    -----
    Isotonic regression by pooling adjacent violators: blocks of scores in order, merged while a
    block's mean lies below that of the one before. Knots stand at the blocks' mean scores.
    """
    if not len(scores):
        return Calibration()
    # Equal scores are one block from the start: their order among themselves means nothing.
    values, place = np.unique(scores, return_inverse=True)
    sizes = np.bincount(place).astype(np.float64)
    hits = np.bincount(place, weights=truth)
    blocks: list[list[float]] = []
    for chunk in np.array_split(np.arange(len(values)), min(len(values), 2000)):
        weighed = float((values[chunk] * sizes[chunk]).sum())
        blocks.append([float(sizes[chunk].sum()), weighed, float(hits[chunk].sum())])
        while len(blocks) > 1 and _mean(blocks[-2], 2) >= _mean(blocks[-1], 2):
            last = blocks.pop()
            blocks[-1] = [a + b for a, b in zip(blocks[-1], last, strict=True)]
    chosen = np.unique(np.linspace(0, len(blocks) - 1, _KNOTS).astype(int))
    knots: dict[float, float] = {}
    for block in (blocks[number] for number in chosen):
        knots[round(_mean(block, 1), 6)] = round(_mean(block, 2), 6)
    return Calibration(tuple(sorted(knots.items())))


def _mean(block: Sequence[float], what: int) -> float:
    return block[what] / block[0]


def operating_points(
    scores: NDArray[np.float64], truth: NDArray[np.bool_]
) -> tuple[OperatingPoint, ...]:
    """Return recall and precision of words at thresholds 0.01, 0.02, …, 0.99."""
    total = max(1, int(truth.sum()))
    points = []
    for step in range(1, 100):
        threshold = step / 100
        taken = scores >= threshold
        right = int((taken & truth).sum())
        precision = right / max(1, int(taken.sum()))
        points.append(OperatingPoint(round(threshold, 4), right / total, precision))
    return tuple(points)
