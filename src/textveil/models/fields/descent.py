"""Descent: the least value of a smooth function plus a penalty on the size of its arguments.

L-BFGS, and where weights are to become 0 its orthant-wise form (Andrew and Gao, 2007), with the
constants and the stopping rules of CRFsuite.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["least"]

Vector = NDArray[np.float64]

_MEMORY: Final = 6
_TRIALS: Final = 20
_ENOUGH: Final = 1e-4
"""The share of the expected gain with which a step is taken."""
_FLAT: Final = 1e-5
"""A gradient, by the length of the arguments, that counts as 0."""
_PERIOD, _GAIN = 10, 1e-5
"""So many iterations must gain this share of the value."""


class _Change(NamedTuple):
    """A step, how the gradient changed over it, and the product of both."""

    step: Vector
    bend: Vector
    both: float


def least(
    function: Callable[[Vector], tuple[float, Vector]], size: int, penalty: float, rounds: int
) -> Vector:
    """Return arguments near the least value of a function plus a penalty.

    Parameters
    ----------
    function
        Returns its value and its gradient.
    size
        How many arguments it has; the search begins with zeros.
    penalty
        Coefficient of the sum of absolute values.
    rounds
        Most iterations.
    """
    at = np.zeros(size)
    value, gradient = function(at)
    slope = _slope(at, gradient, penalty)
    way, length = -slope, 1.0 / max(_norm(slope), _FLAT)
    changes: list[_Change] = []
    values: list[float] = []
    for _ in range(rounds):
        found = _step(function, (at, value), slope, way * length, penalty)
        if found is None:
            break
        new, value, new_gradient = found
        step, bend = new - at, new_gradient - gradient
        at, gradient = new, new_gradient
        slope = _slope(at, gradient, penalty)
        values.append(value)
        if _norm(slope) <= _FLAT * max(1.0, _norm(at)) or _gains_little(values):
            break
        both = _dot(step, bend)
        if both > 0:
            changes = [*changes[1 - _MEMORY :], _Change(step, bend, both)]
        way, length = _way(slope, changes, penalty), 1.0
    return at


def _step(
    function: Callable[[Vector], tuple[float, Vector]],
    here: tuple[Vector, float],
    slope: Vector,
    way: Vector,
    penalty: float,
) -> tuple[Vector, float, Vector] | None:
    """Return the first place on the way, halved again and again, that is lower; None without one.

    No argument changes its sign in one step: there the penalty has an edge.
    """
    at, value = here
    side = np.where(at != 0, np.sign(at), -np.sign(slope))
    for _ in range(_TRIALS):
        new = at + way
        if penalty:
            new[new * side <= 0] = 0.0
        smooth, gradient = function(new)
        reached = smooth + penalty * float(np.abs(new).sum())
        if reached <= value + _ENOUGH * _dot(new - at, slope):
            return new, reached, gradient
        way = 0.5 * way
    return None


def _slope(at: Vector, gradient: Vector, penalty: float) -> Vector:
    """Return the gradient with the penalty; 0 where an argument is best left at 0."""
    if not penalty:
        return gradient
    still = np.sign(gradient) * np.maximum(np.abs(gradient) - penalty, 0.0)
    return np.where(at != 0, gradient + penalty * np.sign(at), still)


def _way(slope: Vector, changes: list[_Change], penalty: float) -> Vector:
    """Return the direction of the next step, from how the gradient changed over the last ones."""
    way = -slope
    shares = []
    for step, bend, both in reversed(changes):
        share = _dot(step, way) / both
        shares.append(share)
        way -= share * bend
    if changes:
        way *= changes[-1].both / _dot(changes[-1].bend, changes[-1].bend)
    for (step, bend, both), share in zip(changes, reversed(shares), strict=True):
        way += (share - _dot(bend, way) / both) * step
    if penalty:
        way[way * slope >= 0] = 0.0
    return way


def _gains_little(values: list[float]) -> bool:
    return len(values) > _PERIOD and values[-1 - _PERIOD] - values[-1] < _GAIN * values[-1]


def _dot(one: Vector, other: Vector) -> float:
    # A product of vectors by BLAS depends on how many threads it has.
    return float(np.einsum("i,i->", one, other))


def _norm(one: Vector) -> float:
    return float(np.sqrt(_dot(one, one)))
