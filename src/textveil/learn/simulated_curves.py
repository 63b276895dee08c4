"""Curves of a simulation: means over runs with intervals, and documents needed for a level."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

import numpy as np

from textveil.evaluate.span_counts import Level
from textveil.learn.needed import documents_needed, interpolated
from textveil.learn.simulation import UNITS, SimulatedJob, SimulatedRound

__all__ = [
    "LEVELS",
    "SIMULATED",
    "EqualScores",
    "MeanScore",
    "SimulatedCurve",
    "SimulatedPoint",
    "curves_of",
    "equal_scores",
    "interval",
    "needed_of",
]

SIMULATED: Final = ("precision", "recall", "f")
"""What is measured in each round."""

LEVELS: Final = (0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
"""Scores for which the documents needed are told."""

# Student's t for 95 %, two-sided, by degrees of freedom from 1 on.
_T: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
_NORMAL: Final = 1.960

MeanScore = tuple[float, float | None, float | None]
"""A mean with the ends of its 95 % interval; None where there is one value alone."""

Done = Mapping[SimulatedJob, Sequence[SimulatedRound]]


@dataclass(frozen=True, slots=True)
class SimulatedPoint:
    """One round, as the mean over the runs.

    Attributes
    ----------
    documents, words, cost
        What was annotated up to this round.
    scores
        Precision, recall and F1: each the mean with its 95 % interval, if there are several runs.
    seconds
        Of the processor, for all trainings up to this round. They depend on the machine, so the
        JSON object does not have them.
    """

    documents: float
    words: float
    cost: float
    scores: tuple[MeanScore, ...]
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the point as a JSON object."""
        return {
            "documents": round(self.documents, 2),
            "words": round(self.words, 2),
            "cost": round(self.cost, 4),
            **{
                name: [None if number is None else round(number, 4) for number in three]
                for name, three in zip(SIMULATED, self.scores, strict=True)
            },
        }


@dataclass(frozen=True, slots=True)
class SimulatedCurve:
    """The rounds of one strategy, batch size, label and unit; an empty label stands for all."""

    strategy: str
    batch: int | str
    label: str
    unit: str
    points: tuple[SimulatedPoint, ...]

    def of(self, measure: str, axis: str = "documents") -> list[tuple[float, float]]:
        """Return the mean curve of a measure by documents, words, cost or seconds."""
        at = SIMULATED.index(measure)
        return [(getattr(point, axis), point.scores[at][0]) for point in self.points]

    def to_json(self) -> dict[str, Any]:
        """Return the curve as a JSON object."""
        return {
            "strategy": self.strategy,
            "batch": self.batch,
            "label": self.label or "all",
            "unit": self.unit,
            "points": [point.to_json() for point in self.points],
        }


def curves_of(done: Done) -> list[SimulatedCurve]:
    """Return the curves of all strategies, batch sizes, labels and units, in the order of the jobs.

    A label has a curve if the test documents of a run have it; runs without it do not count. Where
    runs have rounds with different documents, as with adaptive batches, they are read at those of
    the first run, on straight lines between rounds.
    """
    grouped: dict[tuple[str, int | str, str, str], list[list[SimulatedRound]]] = {}
    for job, rounds in done.items():
        mine: dict[tuple[str, str], list[SimulatedRound]] = {}
        for one in rounds:
            if one.gold or not one.label:
                mine.setdefault((one.label, one.unit), []).append(one)
        for (label, unit), rows in sorted(mine.items()):
            grouped.setdefault((job.strategy, job.batch, label, unit), []).append(rows)
    return [
        SimulatedCurve(*key, tuple(_point(rows) for rows in zip(*_aligned(runs), strict=True)))
        for key, runs in grouped.items()
    ]


class _Measured(NamedTuple):
    """What a run has at a number of documents."""

    documents: float
    words: float
    cost: float
    seconds: float
    precision: float
    recall: float
    f: float


def _aligned(runs: Sequence[Sequence[SimulatedRound]]) -> list[list[_Measured]]:
    """Return runs with points at the same documents."""
    known = [
        [_Measured(r.documents, r.words, r.cost, r.seconds, *r.measures()) for r in rounds]
        for rounds in runs
    ]
    if len({tuple(one.documents for one in points) for points in known}) == 1:
        return known
    last = min(points[-1].documents for points in known)
    grid = [one.documents for one in known[0] if one.documents < last] + [last]
    return [_read_at(grid, points) for points in known]


def _read_at(grid: Sequence[float], points: Sequence[_Measured]) -> list[_Measured]:
    places = [one.documents for one in points]
    columns = (np.interp(grid, places, column).tolist() for column in zip(*points, strict=True))
    return [_Measured(*row) for row in zip(*columns, strict=True)]


def _point(runs: Sequence[_Measured]) -> SimulatedPoint:
    scores = ([one.precision for one in runs], [one.recall for one in runs], [r.f for r in runs])
    return SimulatedPoint(
        fmean(one.documents for one in runs),
        fmean(one.words for one in runs),
        fmean(one.cost for one in runs),
        tuple(interval(values) for values in scores),
        fmean(one.seconds for one in runs),
    )


class EqualScores(NamedTuple):
    """F1 of passages with different sizes of batches, where all have the same behind them.

    Attributes
    ----------
    strategy, batch
        What is compared.
    documents, seconds
        As far as all sizes of the strategy go: annotated documents, and seconds of training.
    models
        How many were trained up to these documents.
    at_documents, at_seconds
        F1 there, on straight lines between rounds.
    """

    strategy: str
    batch: int | str
    documents: float
    seconds: float
    models: int
    at_documents: float
    at_seconds: float


def equal_scores(curves: Sequence[SimulatedCurve]) -> list[EqualScores]:
    """Compare sizes of batches at equal documents and at equal time; needs two sizes."""
    rows = []
    every = [one for one in curves if not one.label and one.unit == UNITS[Level.STRICT]]
    for strategy in dict.fromkeys(one.strategy for one in every):
        mine = [one for one in every if one.strategy == strategy]
        documents, seconds = (_shortest(mine, axis) for axis in ("documents", "seconds"))
        for curve in mine if len(mine) > 1 else ():
            models = sum(point.documents <= documents for point in curve.points)
            at_documents = _f_at(curve, "documents", documents)
            at_seconds = _f_at(curve, "seconds", seconds)
            rows.append(
                EqualScores(
                    strategy, curve.batch, documents, seconds, models, at_documents, at_seconds
                )
            )
    return rows


def _shortest(curves: Sequence[SimulatedCurve], axis: str) -> float:
    return min(one.of("f", axis)[-1][0] for one in curves)


def _f_at(curve: SimulatedCurve, axis: str, place: float) -> float:
    known = curve.of("f", axis)
    return float(np.interp(place, [x for x, _ in known], [f for _, f in known]))


def interval(values: Sequence[float]) -> MeanScore:
    """Return mean and 95 % interval of a mean, by Student's t, within 0 and 1.

    One value does not say how others would differ from it, so it has no interval.

    Examples
    --------
    >>> [round(number, 3) for number in interval([0.7, 0.8, 0.9])]
    [0.8, 0.552, 1.0]
    """
    mean = fmean(values)
    if len(values) < 2:
        return mean, None, None
    freedom = len(values) - 1
    factor = _T[freedom - 1] if freedom <= len(_T) else _NORMAL
    half = factor * stdev(values) / sqrt(len(values))
    return mean, max(0.0, mean - half), min(1.0, mean + half)


def needed_of(curves: Sequence[SimulatedCurve]) -> list[dict[str, Any]]:
    """Return the documents needed for each level: by any strategy, and by each, interpolated."""
    rows = []
    for batch, label, unit in dict.fromkeys((c.batch, c.label, c.unit) for c in curves):
        mine = [c for c in curves if (c.batch, c.label, c.unit) == (batch, label, unit)]
        for measure in ("recall", "f"):
            whole = {c.strategy: [(round(x), y) for x, y in c.of(measure)] for c in mine}
            for level in LEVELS:
                each = {c.strategy: interpolated(c.of(measure), level) for c in mine}
                rows.append(
                    {
                        "batch": batch,
                        "label": label or "all",
                        "unit": unit,
                        "measure": measure,
                        "level": level,
                        "documents": documents_needed(whole, level),
                        "interpolated": {
                            name: None if at is None else round(at, 1) for name, at in each.items()
                        },
                    }
                )
    return rows
