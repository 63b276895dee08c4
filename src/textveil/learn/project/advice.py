"""Stopping: what the audited documents say about a model, and whether more annotations pay.

Audited documents are drawn at random and never learnt from. A unit is a subject: documents of one
person are not independent of each other. Intervals aim at a coverage of 95 %; they come from units
that are drawn again with replacement. Where all units are alike that gives an interval of no width,
so no interval is narrower than passages that do not depend on each other allow (Wilson's).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.evaluate.bootstrap import bootstrap
from textveil.learn.project.loop_settings import LoopSettings
from textveil.values.figures.json_fields import json_fields
from textveil.values.figures.score import Score

__all__ = ["FEWEST", "FLAT", "OVER_ROUNDS", "Advice", "AuditCounts", "advise", "f_of", "gain_of"]

AuditCounts = Mapping[str, tuple[int, int, int]]
"""By audited document: passages that were found rightly, that were found, and that are there."""

FEWEST: Final = 10
"""Units; an interval from fewer is too easily too narrow to stop by."""

OVER_ROUNDS: Final = 3
"""Rounds over which a gain is measured."""

FLAT: Final = 0.01
"""A curve is flat if the gain over these rounds is surely below this."""

_Z: Final = 1.959964
"""Of a 95 % interval."""

_F, _GAIN = "F1 of passages", "gain of F1"


def f_of(counts: AuditCounts, subjects: Mapping[str, str], seed: int) -> Score | None:
    """Return F1 of passages on the audited documents; None if they have no passages."""
    return _measured(_F, _summed([counts], subjects), seed)


def gain_of(
    before: AuditCounts, after: AuditCounts, subjects: Mapping[str, str], seed: int
) -> Score | None:
    """Return how much better a later model is, on the documents that both were measured on."""
    both = sorted(before.keys() & after.keys())
    parts = [{name: one[name] for name in both} for one in (after, before)]
    return _measured(_GAIN, _summed(parts, subjects), seed)


def _summed(parts: Sequence[AuditCounts], subjects: Mapping[str, str]) -> NDArray[np.float64]:
    """Return a row of counts for each subject, sorted."""
    rows: dict[str, NDArray[np.float64]] = {}
    for name in parts[0]:
        row = np.array([number for part in parts for number in part[name]], np.float64)
        rows[subjects[name]] = rows.get(subjects[name], np.zeros(len(row))) + row
    return np.array(sorted(map(tuple, rows.values())), np.float64)


def _measured(name: str, rows: NDArray[np.float64], seed: int) -> Score | None:
    if not len(rows) or not rows[:, 2].any():
        return None

    def statistic(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        total = _f(sums[:, :3])
        return (total if sums.shape[1] == 3 else total - _f(sums[:, 3:]))[:, np.newaxis]

    times = np.ones(len(rows), np.int64)
    found = bootstrap(rows, times, statistic, np.random.default_rng(seed))
    value, low, high = (float(one[0]) for one in found)
    if np.isnan(value):
        return None
    below, above = _least(name, value, rows.sum(axis=0))
    low, high = round(min(low, below), 9), round(max(high, above), 9)
    return Score(name, round(value, 9), low, high, len(rows))


def _least(name: str, value: float, sums: NDArray[np.float64]) -> tuple[float, float]:
    """Return the ends of Wilson's interval for passages that do not depend on each other."""
    if name == _F:
        return _wilson(value, float(sums[1] + sums[2]) / 2)
    # Of a difference that no passage shows, the share of passages that might.
    unseen = _wilson(0.0, float(sums[2]))[1]
    return value - unseen, value + unseen


def _wilson(share: float, count: float) -> tuple[float, float]:
    squared = _Z * _Z / count
    centre = (share + squared / 2) / (1 + squared)
    half = sqrt(share * (1 - share) * squared + squared * squared / 4) / (1 + squared)
    return max(0.0, centre - half), min(1.0, centre + half)


def _f(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    below = sums[:, 1] + sums[:, 2]
    made: NDArray[np.float64] = np.full(len(sums), np.nan)
    np.divide(2 * sums[:, 0], below, out=made, where=below > 0)
    return made


@dataclass(frozen=True, slots=True)
class Advice:
    """Whether to go on.

    Attributes
    ----------
    stop
        Whether there is a reason to stop.
    reasons
        Those that there are; otherwise what is still missing.
    """

    stop: bool
    reasons: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the advice as a JSON object."""
        return json_fields(self)


def advise(
    settings: LoopSettings,
    *,
    documents: int,
    left: int,
    cost: float,
    f: Score | None,
    gain: Score | None,
) -> Advice:
    """Advise on a project.

    Parameters
    ----------
    settings
        Its budget and target.
    documents, left
        How many are annotated, and how many were never asked for.
    cost
        Of reading and correcting so far.
    f, gain
        What the audit says of the last model, and of the last rounds.
    """
    reasons = []
    if not left:
        reasons.append("every document was asked for")
    if settings.budget is not None and documents >= settings.budget:
        reasons.append(f"the budget of {settings.budget:,} documents is spent")
    if settings.cost_budget is not None and cost >= settings.cost_budget:
        reasons.append(f"the budget of {settings.cost_budget:g} is spent")
    enough = f is not None and f.count >= FEWEST
    if f is not None and enough and settings.target is not None and f.low >= settings.target:
        reasons.append(f"the target is reached: F1 is {f}, and {settings.target:g} was asked for")
    if gain is not None and gain.count >= FEWEST and gain.high < FLAT:
        reasons.append(f"the curve is flat: {OVER_ROUNDS} rounds brought at most {gain.high:.3f}")
    if reasons:
        return Advice(stop=True, reasons=tuple(reasons))
    if settings.audit and not enough:
        known = 0 if f is None else f.count
        few = f"{known} of {FEWEST} subjects are audited that a measurement needs"
        return Advice(stop=False, reasons=(few,))
    return Advice(stop=False, reasons=())
