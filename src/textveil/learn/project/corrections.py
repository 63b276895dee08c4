"""Corrections: what annotators changed, how long it took, and what reading and correcting cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.values.figures.json_fields import json_fields
from textveil.values.figures.score import Score
from textveil.values.span import Span, Spans

__all__ = [
    "Corrections",
    "Effort",
    "MeasuredCosts",
    "Prices",
    "corrections",
    "measured_costs",
    "prices_of",
]

_FEWEST: Final = 10
"""Documents with times; fewer say nothing on two costs."""
_REPLICATES: Final = 1000


class Corrections(NamedTuple):
    """How many spans were changed; a span counts once.

    Attributes
    ----------
    added, removed
        Spans that meet none of the other side.
    moved
        Spans that meet one of the other side, with other offsets.
    relabelled
        Spans with the same offsets and another label.
    """

    added: int = 0
    removed: int = 0
    moved: int = 0
    relabelled: int = 0

    def plus(self, other: "Corrections") -> "Corrections":
        """Return both together."""
        return Corrections(*(a + b for a, b in zip(self, other, strict=True)))


def corrections(guessed: Spans, submitted: Spans) -> Corrections:
    """Compare what a model found with what a person made of it.

    Examples
    --------
    >>> guessed = Spans([Span(0, 3, "NAME"), Span(9, 12, "CITY"), Span(20, 24, "DATE")])
    >>> submitted = Spans([Span(0, 8, "NAME"), Span(9, 12, "NAME"), Span(30, 34, "DATE")])
    >>> corrections(guessed, submitted)
    Corrections(added=1, removed=1, moved=1, relabelled=1)
    """
    before = {(span.start, span.end): span.label for span in guessed}
    after = {(span.start, span.end): span.label for span in submitted}
    relabelled = sum(before[place] != after[place] for place in before.keys() & after.keys())
    left = [span for span in guessed if (span.start, span.end) not in after]
    right = [span for span in submitted if (span.start, span.end) not in before]
    moved = _meeting(left, right)
    return Corrections(len(right) - moved, len(left) - moved, moved, relabelled)


def _meeting(left: Sequence[Span], right: Sequence[Span]) -> int:
    """Return how many pairs overlap, each span in one pair at most; both sides are in order."""
    pairs = here = there = 0
    while here < len(left) and there < len(right):
        one, other = left[here], right[there]
        if one.start < other.end and other.start < one.end:
            pairs, here, there = pairs + 1, here + 1, there + 1
        elif one.end <= other.start:
            here += 1
        else:
            there += 1
    return pairs


class Effort(NamedTuple):
    """One document that was read: its words, the spans that were changed, and the seconds."""

    words: int
    changed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class MeasuredCosts:
    """What annotating cost, in seconds, with 95 % intervals.

    Attributes
    ----------
    documents
        How many brought their time with them.
    reading
        Of a word that is read.
    correcting
        Of a span that is added, removed, moved or relabelled.
    """

    documents: int
    reading: Score
    correcting: Score

    def to_json(self) -> dict[str, Any]:
        """Return the costs as a JSON object."""
        return json_fields(self)


class Prices(NamedTuple):
    """What strategies such as `roi` go by that were given no costs of their own.

    Attributes
    ----------
    reading, correcting
        Of a word, and of a span, in one unit.
    source
        `given` by the user; `measured` in seconds; or `assumed`, before enough is measured.
    """

    reading: float
    correcting: float
    source: str


def prices_of(costs: tuple[float, float], measured: MeasuredCosts | None, *, given: bool) -> Prices:
    """Return the user's costs if they were given; otherwise those that were measured, if any."""
    if given:
        return Prices(*costs, "given")
    if measured is None or measured.correcting.value <= 0.0:
        return Prices(*costs, "assumed")
    return Prices(measured.reading.value, measured.correcting.value, "measured")


def measured_costs(efforts: Sequence[Effort], seed: int = 0) -> MeasuredCosts | None:
    """Return what a word and a correction cost; None if too few documents tell.

    Least squares: seconds = reading x words + correcting x corrections, neither below 0. Intervals
    come from documents that are drawn again with replacement.

    Examples
    --------
    >>> told = [Effort(100 + n, n % 4, 0.5 * (100 + n) + 6 * (n % 4)) for n in range(12)]
    >>> made = measured_costs(told)
    >>> str(made.reading), str(made.correcting)
    ('0.500', '6.000')
    """
    rows = np.array([one for one in efforts if one.seconds > 0.0], np.float64).reshape(-1, 3)
    if len(rows) < _FEWEST or not rows[:, 1].any():
        return None
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, len(rows), (_REPLICATES, len(rows)))
    values = _fitted(rows)
    # Rounded, so that an interval of no width does not show the last bits.
    samples = np.round([_fitted(rows[some]) for some in drawn], 9)
    low, high = np.quantile(samples, [0.025, 0.975], axis=0)
    reading, correcting = (
        Score(name, value, min(value, float(a)), max(value, float(b)), len(rows))
        for name, value, a, b in zip(
            ("reading", "correcting"), values.round(9).tolist(), low, high, strict=True
        )
    )
    return MeasuredCosts(len(rows), reading, correcting)


def _fitted(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    parts, seconds = rows[:, :2], rows[:, 2]
    found = np.linalg.lstsq(parts, seconds, rcond=None)[0].astype(np.float64)
    if (found >= 0.0).all():
        return found
    # With two costs, the best without a negative one leaves out the one that is.
    kept = int(found.argmax())
    alone = np.zeros(2)
    weight = float(parts[:, kept] @ parts[:, kept])
    alone[kept] = max(0.0, float(parts[:, kept] @ seconds) / weight) if weight else 0.0
    return alone
