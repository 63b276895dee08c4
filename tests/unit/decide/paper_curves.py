"""Curves with the end points that paper 4 states in 2.3.2."""

import numpy as np

from textveil.decide.curves import Point

ALPHA, GAMMA = (10, 50, 200), (10, 40)


def measured(repeats: int = 3, noise: float = 0.0) -> list[Point]:
    """Return curves with the shapes of Figures 5 and 6."""
    rng = np.random.default_rng(7)
    points = []
    for repeat in range(repeats):
        for alpha, precision, recall, seen in zip(
            ALPHA, (0.70, 0.80, 0.86), (0.49, 0.68, 0.80), (0.72, 0.55, 0.38), strict=True
        ):
            shift = float(rng.normal(0, noise)) if noise else 0.0
            points.append(Point("publisher", "", repeat, alpha, 0, precision, recall))
            points += [
                Point("attacker", "fake", repeat, alpha, gamma, seen + gamma / 400 + shift, 0.98)
                for gamma in GAMMA
            ]
    return points
