"""Curves of a simulation: means over runs with intervals, and documents needed for a level."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

import numpy as np

from textveil.evaluate.detection.span_counts import Level
from textveil.study.chart import Line
from textveil.study.learning.simulation import UNITS, SimulatedJob, SimulatedRound
from textveil.study.table import Row

__all__ = [
    "LEVELS",
    "SIMULATED",
    "MeanScore",
    "SimulatedCurve",
    "curves_of",
    "documents_needed",
    "equal_scores",
    "interpolated",
    "interval",
    "needed_of",
]

SIMULATED: Final = ("precision", "recall", "f")
"""What is measured in each round."""

LEVELS: Final = (0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
"""Scores for which the documents needed are told."""

_AXES: Final = ("documents", "words", "cost", "seconds")
"""What was annotated up to a round, and the processor's seconds for all trainings up to it."""

_DIGITS: Final = {"documents": 2, "words": 2, "cost": 4}
"""How numbers are rounded in JSON, which does not have the seconds: they depend on the machine."""

# Student's t for 95 %, two-sided, by degrees of freedom from 1 on.
_T: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
_NORMAL: Final = 1.960

MeanScore = tuple[float, float | None, float | None]
"""A mean with the ends of its 95 % interval; None where there is one value alone."""

Numbers = tuple[float, ...]


class SimulatedCurve(NamedTuple):
    """The rounds of one strategy, batch size, label and unit; an empty label stands for all.

    A point has documents, words, cost and seconds up to its round, and precision, recall, f and f2:
    each the mean over the runs with its 95 % interval, if there are several runs.
    """

    strategy: str
    batch: int | str
    label: str
    unit: str
    points: tuple[Row, ...]

    def of(self, measure: str, axis: str = "documents") -> list[tuple[float, float]]:
        """Return the mean curve of a measure by documents, words, cost or seconds."""
        return [(point[axis], point[measure][0]) for point in self.points]

    def line(self, name: str, measure: str, axis: str = "documents") -> Line:
        """Return the mean curve as a line of a chart, with its intervals."""
        band = [point[measure][1:] for point in self.points if point[measure][1] is not None]
        return Line(name, self.of(measure, axis), band=band)

    def to_json(self) -> dict[str, Any]:
        """Return the curve as a JSON object."""
        points = [
            {axis: round(point[axis], digits) for axis, digits in _DIGITS.items()}
            | {name: [_rounded(number, 4) for number in point[name]] for name in SIMULATED}
            for point in self.points
        ]
        return {**self._asdict(), "label": self.label or "all", "points": points}


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)


def curves_of(done: Mapping[SimulatedJob, Sequence[SimulatedRound]]) -> list[SimulatedCurve]:
    """Return the curves of all strategies, batch sizes, labels and units, in the order of the jobs.

    A label has a curve if the test documents of a run have it; runs without it do not count. Where
    runs have rounds with different documents, as with adaptive batches, they are read at those of
    the first run, on straight lines between rounds.
    """
    grouped: dict[tuple[str, int | str, str, str], list[list[Numbers]]] = {}
    for job, rounds in done.items():
        mine: dict[tuple[str, str], list[Numbers]] = {}
        for one in rounds:
            if one.gold or not one.label:
                numbers = (one.documents, one.words, one.cost, one.seconds, *one.measures())
                mine.setdefault((one.label, one.unit), []).append(numbers)
        for (label, unit), rows in sorted(mine.items()):
            grouped.setdefault((job.strategy, job.batch, label, unit), []).append(rows)
    return [
        SimulatedCurve(*key, tuple(_point(rows) for rows in zip(*_aligned(runs), strict=True)))
        for key, runs in grouped.items()
    ]


def _aligned(runs: list[list[Numbers]]) -> list[list[Numbers]]:
    """Return runs with points at the same documents."""
    if len({tuple(row[0] for row in rows) for rows in runs}) == 1:
        return runs
    last = min(rows[-1][0] for rows in runs)
    grid = [row[0] for row in runs[0] if row[0] < last] + [last]
    return [_read_at(grid, rows) for rows in runs]


def _read_at(grid: Sequence[float], rows: Sequence[Numbers]) -> list[Numbers]:
    columns = list(zip(*rows, strict=True))
    read = (np.interp(grid, columns[0], column).tolist() for column in columns)
    return list(zip(*read, strict=True))


def _point(rows: Sequence[Numbers]) -> Row:
    columns = list(zip(*rows, strict=True))
    means = {axis: fmean(column) for axis, column in zip(_AXES, columns, strict=False)}
    scores = zip((*SIMULATED, "f2"), columns[len(_AXES) :], strict=True)
    return {**means, **{name: interval(column) for name, column in scores}}


def equal_scores(curves: Sequence[SimulatedCurve]) -> Iterator[Row]:
    """Compare sizes of batches at equal documents and at equal time; needs two sizes.

    A row has the documents and seconds as far as all sizes of its strategy go, F1 of passages there
    (`at_documents`, `at_seconds`), and how many models were trained up to these documents.
    """
    every = [one for one in curves if not one.label and one.unit == UNITS[Level.STRICT]]
    for strategy in dict.fromkeys(one.strategy for one in every):
        mine = [one for one in every if one.strategy == strategy]
        ends = {axis: min(c.points[-1][axis] for c in mine) for axis in ("documents", "seconds")}
        for curve in mine if len(mine) > 1 else ():
            yield {
                "strategy": strategy,
                "batch": curve.batch,
                **ends,
                "models": sum(point["documents"] <= ends["documents"] for point in curve.points),
                **{f"at_{axis}": _f_at(curve, axis, end) for axis, end in ends.items()},
            }


def _f_at(curve: SimulatedCurve, axis: str, place: float) -> float:
    xs, ys = zip(*curve.of("f", axis), strict=True)
    return float(np.interp(place, xs, ys))


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


def needed_of(curves: Sequence[SimulatedCurve]) -> list[Row]:
    """Return the documents needed for each level: by any strategy, and by each, interpolated."""
    rows: list[Row] = []
    for batch, label, unit in dict.fromkeys((c.batch, c.label, c.unit) for c in curves):
        mine = [c for c in curves if (c.batch, c.label, c.unit) == (batch, label, unit)]
        told = {"batch": batch, "label": label or "all", "unit": unit}
        for measure in ("recall", "f"):
            whole = {c.strategy: [(round(x), y) for x, y in c.of(measure)] for c in mine}
            for level in LEVELS:
                each = {c.strategy: interpolated(c.of(measure), level) for c in mine}
                needed = {
                    "documents": documents_needed(whole, level),
                    "interpolated": {name: _rounded(at, 1) for name, at in each.items()},
                }
                rows.append({**told, "measure": measure, "level": level, **needed})
    return rows


def documents_needed(curves: Mapping[str, Sequence[tuple[int, float]]], level: float) -> int | None:
    """Return the documents of the first round in which any strategy reaches a level.

    It is what Figures 31, 32 and 34 of paper 4 show.

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
