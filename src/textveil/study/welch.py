"""Welch's test: whether two samples with unequal variances have the same mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log
from statistics import fmean, variance
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.values.figures.json_fields import json_fields

__all__ = ["Welch", "t_tail", "welch_test"]

_TINY: Final = 1e-300
_CLOSE: Final = 1e-15
_STEPS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Welch:
    """The result of the test.

    Attributes
    ----------
    means
        Of the two samples.
    t, freedom
        The statistic, and Welch and Satterthwaite's degrees of freedom.
    p
        Two-sided.
    """

    means: tuple[float, float]
    t: float
    freedom: float
    p: float

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        return json_fields(self)


def welch_test(one: Sequence[float], other: Sequence[float]) -> Welch | None:
    """Compare the means of two samples (Welch 1947); None if the test is not defined.

    It needs two numbers on each side, and not all equal on both.

    Examples
    --------
    >>> found = welch_test([1, 2, 3, 4], [2, 4, 6, 8])
    >>> round(found.t, 3), round(found.freedom, 3), round(found.p, 3)
    (-1.732, 4.412, 0.152)
    """
    if len(one) < 2 or len(other) < 2:
        return None
    first, second = variance(one) / len(one), variance(other) / len(other)
    if first + second == 0:
        return None
    t = (fmean(one) - fmean(other)) / (first + second) ** 0.5
    below = first**2 / (len(one) - 1) + second**2 / (len(other) - 1)
    freedom = (first + second) ** 2 / below
    return Welch((fmean(one), fmean(other)), t, freedom, t_tail(t, freedom))


def t_tail(t: float, freedom: float) -> float:
    """Return the probability that Student's t is at least this far from 0, on either side.

    With n degrees of freedom it is the regularized incomplete beta function of n / (n + t²) at
    (n / 2, 1 / 2).

    Examples
    --------
    >>> round(t_tail(2.228, 10), 4), t_tail(0.0, 3)
    (0.05, 1.0)
    """
    if freedom <= 0:
        raise InvalidValueError("degrees of freedom are above 0", where="freedom")
    return _beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def _beta(a: float, b: float, x: float) -> float:
    """Return the regularized incomplete beta function, by its continued fraction."""
    if x in (0.0, 1.0):
        return x
    # The fraction is quick to converge below this place, and the function is symmetric.
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(b, a, 1 - x)
    front = exp(a * log(x) + b * log(1 - x) + lgamma(a + b) - lgamma(a) - lgamma(b)) / a
    return front * _fraction(a, b, x)


def _fraction(a: float, b: float, x: float) -> float:
    """Return 1 / (1 + d1 / (1 + d2 / (1 + …))) of DLMF 8.17.22, by Lentz's method."""
    value, upper, lower = 1.0, 1.0, 0.0
    for step in range(1, _STEPS):
        half = step // 2
        if step % 2:
            part = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        else:
            part = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        lower = 1 / (1 + part * lower or _TINY)
        upper = 1 + part / upper or _TINY
        value *= upper * lower
        if abs(upper * lower - 1) < _CLOSE:
            break
    return 1 / value
