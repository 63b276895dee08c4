"""Logistic regression: from features and their squares to a probability, by Newton's method.

It is written here so that a model that was fitted needs no library, and the same pairs always give
the same weights.
"""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ModelError

__all__ = ["Logistic", "fit_logistic"]

_ROUNDS: Final = 50
_ENOUGH: Final = 1e-9
_FURTHEST: Final = 3.0
"""Standard deviations from the mean beyond which a feature says no more."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Logistic:
    """A fitted regression; features are centred and scaled first.

    Attributes
    ----------
    mean, scale
        Of each feature.
    weights
        Of each feature; then, if they count, of the square of each.
    bias
        What is added.
    """

    mean: Numbers = field(repr=False)
    scale: Numbers = field(repr=False)
    weights: Numbers = field(repr=False)
    bias: float

    def logits(self, features: Numbers) -> Numbers:
        """Return the logarithm of the odds of each row."""
        squared = len(self.weights) > len(self.mean)
        return _scaled(features, self.mean, self.scale, squared) @ self.weights + self.bias

    def chances(self, features: Numbers) -> Numbers:
        """Return the probability of each row."""
        return _chances(self.logits(features))

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as JSON."""
        return {
            "mean": self.mean.tolist(),
            "scale": self.scale.tolist(),
            "weights": self.weights.tolist(),
            "bias": self.bias,
        }

    @classmethod
    def from_json(cls, told: Any, count: int) -> "Logistic":
        """Return the regression that `to_json` gave; raise a model error if it is none."""
        try:
            arrays = [np.array(told[name], np.float64) for name in ("mean", "scale", "weights")]
            bias = float(told["bias"])
        except (KeyError, TypeError, ValueError):
            raise ModelError("the weights of the model cannot be read") from None
        sizes = [one.shape for one in arrays]
        fits = sizes in ([(count,)] * 3, [(count,), (count,), (2 * count,)])
        fits = fits and all(np.isfinite(one).all() for one in arrays)
        if not fits or not np.isfinite(bias) or not (arrays[1] > 0).all():
            raise ModelError("the weights of the model do not fit its features")
        return cls(arrays[0], arrays[1], arrays[2], bias)


def fit_logistic(
    features: Numbers, truth: NDArray[Any], penalty: float = 1.0, *, squared: bool = False
) -> Logistic:
    """Return the regression with the greatest likelihood less a penalty on squared weights.

    Parameters
    ----------
    features
        A row a pair.
    truth
        Whether each pair says the same.
    penalty
        Weight of half the sum of the squared weights; the bias is free.
    squared
        Whether the squares of features count too, so that the best value may lie in the middle.

    Examples
    --------
    >>> made = fit_logistic(np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1]))
    >>> bool(made.chances(np.array([[3.0]]))[0] > 0.5)
    True
    """
    wanted = np.asarray(truth, np.float64)
    mean = features.mean(axis=0)
    spread = features.std(axis=0)
    scale = np.where(spread > _ENOUGH, spread, 1.0)
    scaled = _scaled(features, mean, scale, squared)
    rows = np.concatenate([scaled, np.ones((len(features), 1))], axis=1)
    held = np.full(rows.shape[1], penalty)
    held[-1] = 1e-6
    weights = np.zeros(rows.shape[1])
    for _ in range(_ROUNDS):
        chances = _chances(rows @ weights)
        slope = rows.T @ (chances - wanted) + held * weights
        bend = (rows * (chances * (1 - chances))[:, None]).T @ rows + np.diag(held)
        step = np.linalg.solve(bend, slope)
        weights -= step
        if float(np.abs(step).max()) < _ENOUGH:
            break
    return Logistic(mean, scale, weights[:-1], float(weights[-1]))


def _scaled(features: Numbers, mean: Numbers, scale: Numbers, squared: bool) -> Numbers:
    scaled: Numbers = np.clip((features - mean) / scale, -_FURTHEST, _FURTHEST)
    return np.concatenate([scaled, scaled**2], axis=-1) if squared else scaled


def _chances(logits: Numbers) -> Numbers:
    return 1.0 / (1.0 + np.exp(-np.clip(logits, -40.0, 40.0)))
