"""Charts of a simulation: curves by documents, words read and cost, and documents needed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from textveil.study.chart import Drawing, Line, Panel
from textveil.study.simulated_curves import (
    SIMULATED,
    SimulatedCurve,
    documents_needed,
    needed_of,
)
from textveil.study.table import Row

__all__ = ["simulated_charts"]

_AXES: Final = {
    "documents": "documents annotated",
    "words": "words read",
    "cost": "cost of reading and correcting",
    "seconds": "seconds of all trainings",
}
_UNITS: Final = ("passage", "word")


def simulated_charts(curves: Sequence[SimulatedCurve]) -> Mapping[str, Sequence[Drawing]]:
    """Return the panels of all charts, by their names.

    For each batch size, and each label with its own name in the file's, there is one chart with
    precision, recall and F of passages (left) and words (right), by documents, by words read and by
    cost. One more for each label shows the documents needed for a level, by batch size. Where there
    are several sizes of batches, a chart for each strategy has them beside each other, by documents
    and by the time of all trainings.
    """
    charts: dict[str, list[Drawing]] = {}
    for batch, label in dict.fromkeys((curve.batch, curve.label) for curve in curves):
        mine = [c for c in curves if (c.batch, c.label) == (batch, label)]
        charts[f"batch-{batch}{_suffix(label)}"] = [
            _curve([c for c in mine if c.unit == unit], axis, measure)
            for axis in ("documents", "words", "cost")
            for measure in SIMULATED
            for unit in _UNITS
        ]
    for label in dict.fromkeys(curve.label for curve in curves):
        rows = [c for c in curves if c.label == label]
        charts[f"needed{_suffix(label)}"] = [
            needed_panel([c for c in rows if c.unit == unit], measure)
            for measure in ("recall", "f")
            for unit in _UNITS
        ]
    if len({curve.batch for curve in curves}) > 1:
        charts["sizes"] = list(_sizes_of(curves))
    return charts


def _suffix(label: str) -> str:
    return f"-{label}" if label else ""


def _named(measure: str) -> str:
    return "F1" if measure == "f" else measure


def _curve(curves: Sequence[SimulatedCurve], axis: str, measure: str) -> Panel:
    lines = [c.line(c.strategy, measure, axis) for c in curves]
    told = "mean over runs, 95 % interval" if any(line.band for line in lines) else "one run"
    unit = f" of {curves[0].unit}s" if curves else ""
    return Panel(f"{_named(measure)}{unit}", _AXES[axis], told, lines, (None, 1.01))


def _sizes_of(curves: Sequence[SimulatedCurve]) -> Iterator[Panel]:
    for strategy in dict.fromkeys(curve.strategy for curve in curves):
        mine = [c for c in curves if (c.strategy, c.label, c.unit) == (strategy, "", _UNITS[0])]
        several = any(point["f"][1] is not None for c in mine for point in c.points)
        for axis in ("documents", "seconds") if mine else ():
            lines = [Line(f"batch {c.batch}", c.of("f", axis)) for c in mine]
            told = "mean over runs" if several else "one run"
            yield Panel(f"F1 of passages, {strategy}", _AXES[axis], told, lines)


def needed_panel(curves: Sequence[SimulatedCurve], measure: str) -> Panel:
    """Return documents needed by level, with the strategies that reach it first."""
    rows = [row for row in needed_of(curves) if row["measure"] == measure]
    lines = []
    for batch in dict.fromkeys(row["batch"] for row in rows):
        mine = [row for row in rows if row["batch"] == batch and row["documents"] is not None]
        texts = {at: _first_to_reach(row, curves) for at, row in enumerate(mine)}
        points = [(row["level"], row["documents"]) for row in mine]
        lines.append(Line(f"batch {batch}", points, texts=texts))
    named = _named(measure)
    return Panel(
        f"Documents for a level of {named}, {curves[0].unit}s (lower is better)",
        f"{named}, and the strategies that reach it first",
        "documents of the round",
        lines,
        (0, 1.2 * max((row["documents"] or 1 for row in rows), default=1)),
    )


def _first_to_reach(row: Row, curves: Sequence[SimulatedCurve]) -> str:
    """Return the strategies that reach a level with as few documents as any."""
    mine = {c.strategy: c.of(row["measure"]) for c in curves if c.batch == row["batch"]}
    whole = {name: [(round(x), y) for x, y in points] for name, points in mine.items()}
    found = (
        name
        for name, points in whole.items()
        if documents_needed({name: points}, row["level"]) == row["documents"]
    )
    return "\n".join(found)
