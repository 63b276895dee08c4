"""How many documents are needed for a level: what Figures 31, 32 and 34 of paper 4 show."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

__all__ = ["documents_needed", "interpolated"]


def documents_needed(curves: Mapping[str, Sequence[tuple[int, float]]], level: float) -> int | None:
    """Return the documents of the first round in which any strategy reaches a level.

    Parameters
    ----------
    curves
        For each strategy, documents and score of its rounds. The first round does not count: it has
        the random documents with which all strategies start.
    level
        The score to reach.

    Examples
    --------
    >>> documents_needed({"lcub:0.6": [(10, 0.81), (20, 0.78), (30, 0.84)]}, 0.8)
    30
    """
    reached = (
        documents for points in curves.values() for documents, score in points[1:] if score >= level
    )
    return min(reached, default=None)


def interpolated(points: Iterable[tuple[float, float]], level: float) -> float | None:
    """Return where a curve first reaches a level, on straight lines between its points.

    Examples
    --------
    >>> interpolated([(10, 0.5), (20, 0.7), (30, 0.8)], 0.6)
    15.0
    """
    known = list(points)
    if known and known[0][1] >= level:
        return float(known[0][0])
    for (x0, y0), (x1, y1) in pairwise(known):
        if y1 >= level > y0:
            return x0 + (x1 - x0) * (level - y0) / (y1 - y0)
    return None
