"""Sums of two-valued terms, one outcome after the other."""

from collections.abc import Sequence
from itertools import product


def reaching(
    high: Sequence[float], low: Sequence[float], chance: Sequence[float], value: float
) -> float:
    """The probability that the sum is at least the value."""
    total = 0.0
    for outcome in product((True, False), repeat=len(high)):
        score, weight = 0.0, 1.0
        for at, is_high in enumerate(outcome):
            score += high[at] if is_high else low[at]
            weight *= chance[at] if is_high else 1 - chance[at]
        if score >= value:
            total += weight
    return min(total, 1.0)
