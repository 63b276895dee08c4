"""Sizes of adaptive batches: small while the curve is steep, larger as it flattens."""

from collections.abc import Sequence
from math import ceil
from typing import Final, NamedTuple

__all__ = ["ADAPTIVE", "FIRST", "PastRound", "TimeLimit", "adaptive_size"]

ADAPTIVE: Final = "adaptive"
"""Batches that are small while the curve is steep, and larger as it flattens."""

FIRST: Final = 10
"""Documents of the first two batches, before a slope is known."""

_LEAST: Final = 5
_STEP: Final = 0.01
"""Gain of F1 after which a new model is worth its training."""


class PastRound(NamedTuple):
    """A model of the past: documents annotated up to it, its batch, F1, and seconds of training."""

    documents: int
    batch: int
    f: float | None
    seconds: float


class TimeLimit(NamedTuple):
    """What all trainings may take, and how many documents are annotated at the end."""

    seconds: float
    documents: int


def adaptive_size(past: Sequence[PastRound], limit: TimeLimit | None = None) -> int:
    """Return how many documents the next batch has.

    So many that F1 should grow by a point, if it goes on growing as over the last two rounds; at
    least half and at most twice as many as in the last batch. With a limit, never so few that the
    rounds to come would take longer than the time that is left.

    Examples
    --------
    >>> steep = [PastRound(10, 10, 0.50, 1.0), PastRound(20, 10, 0.60, 2.0)]
    >>> adaptive_size(steep)
    5
    >>> flat = [PastRound(100, 20, 0.900, 5.0), PastRound(120, 20, 0.901, 6.0)]
    >>> adaptive_size(flat), adaptive_size(flat, TimeLimit(200.0, 1000))
    (40, 176)
    """
    size = _by_slope(past)
    return size if limit is None else max(size, _by_time(past, limit))


def _by_slope(past: Sequence[PastRound]) -> int:
    known = [one for one in past if one.f is not None][-3:]
    last = past[-1].batch if past else FIRST
    if len(known) < 2:
        return last
    documents = known[-1].documents - known[0].documents
    slope = ((known[-1].f or 0.0) - (known[0].f or 0.0)) / max(1, documents)
    wanted = ceil(_STEP / slope) if slope > 0 else 2 * last
    return max(_LEAST, ceil(last / 2), min(wanted, 2 * last))


def _by_time(past: Sequence[PastRound], limit: TimeLimit) -> int:
    """Return the smallest batch with which the rounds to come keep the limit."""
    if not past:
        return 0
    used = sum(one.seconds for one in past)
    now, ahead = past[-1].documents, limit.documents - past[-1].documents
    if ahead <= 0 or not used:
        return 0
    if used >= limit.seconds:
        return ahead
    # A training takes time in proportion to its documents: k more batches of equal size take that
    # of k now + ahead (k + 1) / 2 documents.
    affordable = (limit.seconds - used) / used * sum(one.documents for one in past)
    rounds = int((affordable - ahead / 2) / (now + ahead / 2))
    return ceil(ahead / max(1, rounds))
