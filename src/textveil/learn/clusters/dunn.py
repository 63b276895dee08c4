"""Dunn's index: how far clusters lie apart, against how wide they are."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["dunn_indexes"]

_BLOCK: Final = 512
"""Rows whose distances are held at one time."""


def dunn_indexes(
    points: NDArray[np.float64], cuts: Sequence[NDArray[np.intp]]
) -> NDArray[np.float64]:
    """Return Dunn's index of several cuts of one tree.

    The index is the least distance between points of two clusters, divided by the greatest distance
    inside one (Dunn 1974). It is infinite if every cluster is a single place.

    Parameters
    ----------
    points
        Shape (n, d).
    cuts
        The cluster of each point, from the finest cut to the coarsest or in any order; each cut
        joins whole clusters of the finest one.

    Returns
    -------
    array
        One index a cut. All distances are computed once, for the finest cut: time O(n² d), memory
        O(n).
    """
    finest = max(cuts, key=lambda cut: int(cut.max()))
    near, far = _between(points, finest)
    indexes = np.empty(len(cuts))
    for at, cut in enumerate(cuts):
        # A coarser cluster holds whole fine ones, so any point of a fine one tells.
        coarse = np.empty(len(near), np.intp)
        coarse[finest] = cut
        same = coarse[:, np.newaxis] == coarse
        apart = near[~same].min(initial=np.inf)
        width = far[same].max()
        indexes[at] = apart / width if width else np.inf
    return indexes


def _between(
    points: NDArray[np.float64], clusters: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the least and the greatest distance between points of each two clusters."""
    order = np.argsort(clusters, kind="stable")
    points, clusters = points[order], clusters[order]
    starts = np.flatnonzero(np.diff(clusters, prepend=-1))
    near = np.full((len(starts), len(starts)), np.inf)
    far = np.zeros_like(near)
    for first in range(0, len(points), _BLOCK):
        block = points[first : first + _BLOCK]
        squares = sum((block[:, [axis]] - points[:, axis]) ** 2 for axis in range(points.shape[1]))
        distances = np.sqrt(squares)
        owners = clusters[first : first + _BLOCK]
        np.minimum.at(near, owners, np.minimum.reduceat(distances, starts, axis=1))
        np.maximum.at(far, owners, np.maximum.reduceat(distances, starts, axis=1))
    return near, far
