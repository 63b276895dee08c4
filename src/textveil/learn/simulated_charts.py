"""Charts of a simulation: curves by documents, words read and cost, and documents needed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from textveil.formats.figures import LOOKS, draw_panels, whole_numbers
from textveil.learn.needed import documents_needed
from textveil.learn.simulated_curves import LEVELS, SIMULATED, SimulatedCurve, needed_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["charts_of"]

_AXES: Final = {
    "documents": "documents annotated",
    "words": "words read",
    "cost": "cost of reading and correcting",
}
_SIZES: Final = {"documents": _AXES["documents"], "seconds": "seconds of all trainings"}
_COUNTED: Final = ("documents", "words")
_UNITS: Final = ("passage", "word")
_ALONE: Final = "one run"


def charts_of(curves: Sequence[SimulatedCurve], kind: str) -> Iterator[tuple[str, bytes]]:
    """Yield names and bytes of all charts, as `.png` or `.svg`.

    For each batch size, and each label with its own name in the file's, there is one chart with
    precision, recall and F of passages (left) and words (right), by documents, by words read and by
    cost. One more for each label shows the documents needed for a level, by batch size. Where there
    are several sizes of batches, a chart for each strategy has them beside each other, by documents
    and by the time of all trainings.
    """
    for batch, label in dict.fromkeys((curve.batch, curve.label) for curve in curves):
        mine = [c for c in curves if (c.batch, c.label) == (batch, label)]
        panels = [
            partial(_curve, curves=[c for c in mine if c.unit == unit], axis=axis, measure=measure)
            for axis in _AXES
            for measure in SIMULATED
            for unit in _UNITS
        ]
        yield f"batch-{batch}{_suffix(label)}{kind}", draw_panels(panels, kind)
    for label in dict.fromkeys(curve.label for curve in curves):
        rows = [c for c in curves if c.label == label]
        needed = [
            partial(_needed, curves=[c for c in rows if c.unit == unit], measure=measure)
            for measure in ("recall", "f")
            for unit in _UNITS
        ]
        yield f"needed{_suffix(label)}{kind}", draw_panels(needed, kind)
    if len({curve.batch for curve in curves}) > 1:
        yield f"sizes{kind}", draw_panels(list(_sizes_of(curves)), kind)


def _sizes_of(curves: Sequence[SimulatedCurve]) -> Iterator[Callable[["Axes"], None]]:
    for strategy in dict.fromkeys(curve.strategy for curve in curves):
        mine = [c for c in curves if (c.strategy, c.label, c.unit) == (strategy, "", _UNITS[0])]
        for axis in _SIZES if mine else ():
            yield partial(_by_size, curves=mine, axis=axis)


def _by_size(axes: "Axes", *, curves: Sequence[SimulatedCurve], axis: str) -> None:
    for (colour, marker), curve in zip(LOOKS, curves, strict=False):
        xs, ys = zip(*curve.of("f", axis), strict=True)
        axes.plot(xs, ys, color=colour, marker=marker, label=f"batch {curve.batch}")
    axes.set_title(f"F1 of passages, {curves[0].strategy}")
    axes.set_xlabel(_SIZES[axis])
    if axis in _COUNTED:
        whole_numbers(axes.xaxis)
    axes.set_ylabel("mean over runs" if _has_intervals(curves) else _ALONE)
    axes.legend(frameon=False, loc="lower right")


def _suffix(label: str) -> str:
    return f"-{label}" if label else ""


def _curve(axes: "Axes", *, curves: Sequence[SimulatedCurve], axis: str, measure: str) -> None:
    at = SIMULATED.index(measure)
    for number, curve in enumerate(curves):
        colour, marker = LOOKS[number % len(LOOKS)]
        xs = [getattr(point, axis) for point in curve.points]
        three = [point.scores[at] for point in curve.points]
        style = "-" if number < len(LOOKS) else "--"
        means = [mean for mean, _, _ in three]
        axes.plot(xs, means, color=colour, marker=marker, linestyle=style, label=curve.strategy)
        band = [
            (x, low, high) for x, (_, low, high) in zip(xs, three, strict=True) if low is not None
        ]
        if band:
            places, lows, highs = zip(*band, strict=True)
            axes.fill_between(places, lows, highs, color=colour, alpha=0.1, linewidth=0)
    axes.set_title(f"{_named(measure)} of {curves[0].unit}s" if curves else _named(measure))
    axes.set_xlabel(_AXES[axis])
    if axis in _COUNTED:
        whole_numbers(axes.xaxis)
    axes.set_ylabel("mean over runs, 95 % interval" if _has_intervals(curves) else _ALONE)
    axes.legend(frameon=False, loc="lower right")


def _has_intervals(curves: Sequence[SimulatedCurve]) -> bool:
    """Return whether there were several runs: one alone has no interval."""
    return any(low is not None for c in curves for p in c.points for _, low, _ in p.scores)


def _needed(axes: "Axes", *, curves: Sequence[SimulatedCurve], measure: str) -> None:
    rows = [row for row in needed_of(curves) if row["measure"] == measure]
    known = [row for row in rows if row["documents"] is not None]
    for number, batch in enumerate(dict.fromkeys(row["batch"] for row in rows)):
        colour, marker = LOOKS[number % len(LOOKS)]
        mine = [row for row in known if row["batch"] == batch]
        levels = [row["level"] for row in mine]
        documents = [row["documents"] for row in mine]
        axes.plot(levels, documents, color=colour, marker=marker, label=f"batch {batch}")
        for row in mine:
            axes.annotate(
                _first_to_reach(row, curves),
                (row["level"], row["documents"]),
                # The line rises to the right.
                xytext=(-4, 4),
                textcoords="offset points",
                ha="right",
                fontsize=7,
                color=colour,
            )
    title = f"Documents for a level of {_named(measure)}, {curves[0].unit}s (lower is better)"
    axes.set_title(title, pad=22)
    axes.set_xticks(LEVELS)
    axes.set_xlim(LEVELS[0] - 0.05, LEVELS[-1] + 0.02)
    axes.set_ylim(0, 1.2 * max((row["documents"] for row in known), default=1))
    axes.set_xlabel(f"{_named(measure)}, and the strategies that reach it first")
    axes.set_ylabel("documents of the round")
    whole_numbers(axes.yaxis)
    # Above the points, which may stand anywhere.
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0)


def _first_to_reach(row: Mapping[str, Any], curves: Sequence[SimulatedCurve]) -> str:
    """Return the strategies that reach a level with as few documents as any."""
    mine = {c.strategy: c.of(row["measure"]) for c in curves if c.batch == row["batch"]}
    whole = {name: [(round(x), y) for x, y in points] for name, points in mine.items()}
    found = (
        name
        for name, points in whole.items()
        if documents_needed({name: points}, row["level"]) == row["documents"]
    )
    return "\n".join(found)


def _named(measure: str) -> str:
    return "F1" if measure == "f" else measure
