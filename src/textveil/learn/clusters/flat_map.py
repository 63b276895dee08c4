"""The flat map: points of many dimensions on their first two principal components."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["flat_places"]


def flat_places(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return two coordinates of each point; shape (points, 2)."""
    centred = points - points.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    # The sign of a direction is arbitrary: its largest part points up.
    signs = [1.0 if part[np.abs(part).argmax()] > 0 else -1.0 for part in directions[:2]]
    flat = np.zeros((len(centred), 2))
    for axis, sign in enumerate(signs):
        flat[:, axis] = sign * centred @ directions[axis]
    return flat
