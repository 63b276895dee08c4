"""Curves of a simulation: means over runs with intervals, and documents needed for a level."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from textveil.learn.curve import interval
from textveil.learn.needed import documents_needed, interpolated
from textveil.learn.simulation import SimulatedJob, SimulatedRound

__all__ = ["LEVELS", "SIMULATED", "SimulatedCurve", "SimulatedPoint", "curves_of", "needed_of"]

SIMULATED: Final = ("precision", "recall", "f")
"""What is measured in each round."""

LEVELS: Final = (0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
"""Scores for which the documents needed are told."""

Done = Mapping[SimulatedJob, Sequence[SimulatedRound]]


@dataclass(frozen=True, slots=True)
class SimulatedPoint:
    """One round, as the mean over the runs.

    Attributes
    ----------
    documents, words, cost
        What was annotated up to this round.
    scores
        Precision, recall and F1: each the mean with its 95 % interval.
    """

    documents: float
    words: float
    cost: float
    scores: tuple[tuple[float, float, float], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the point as a JSON object."""
        return {
            "documents": round(self.documents, 2),
            "words": round(self.words, 2),
            "cost": round(self.cost, 4),
            **{
                name: [round(number, 4) for number in three]
                for name, three in zip(SIMULATED, self.scores, strict=True)
            },
        }


@dataclass(frozen=True, slots=True)
class SimulatedCurve:
    """The rounds of one strategy, batch size, label and unit; an empty label stands for all."""

    strategy: str
    batch: int
    label: str
    unit: str
    points: tuple[SimulatedPoint, ...]

    def of(self, measure: str, axis: str = "documents") -> list[tuple[float, float]]:
        """Return the mean curve of a measure by documents, words or cost."""
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

    A label has a curve if the test documents of a run have it; runs without it do not count.
    """
    grouped: dict[tuple[str, int, str, str], list[list[SimulatedRound]]] = {}
    for job, rounds in done.items():
        mine: dict[tuple[str, str], list[SimulatedRound]] = {}
        for one in rounds:
            if one.gold or not one.label:
                mine.setdefault((one.label, one.unit), []).append(one)
        for (label, unit), rows in sorted(mine.items()):
            grouped.setdefault((job.strategy, job.batch, label, unit), []).append(rows)
    return [
        SimulatedCurve(*key, tuple(_point(rows) for rows in zip(*runs, strict=True)))
        for key, runs in grouped.items()
    ]


def _point(rows: Iterable[SimulatedRound]) -> SimulatedPoint:
    runs = list(rows)
    measured = zip(*(row.measures() for row in runs), strict=True)
    return SimulatedPoint(
        fmean(row.documents for row in runs),
        fmean(row.words for row in runs),
        fmean(row.cost for row in runs),
        tuple(interval(values) for values in measured),
    )


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
