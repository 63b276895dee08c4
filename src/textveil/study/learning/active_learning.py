"""Simulated active learning: strategies compared on documents whose annotations are known."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from textveil.formats.display.figures import draw_panels
from textveil.formats.display.plain_table import counted
from textveil.formats.outputs import binary_sink, explained, write_json
from textveil.learn.training.trained_model import TrainingPlan
from textveil.study.chart import Drawing, Line, Panel
from textveil.study.learning.simulated_curves import (
    SIMULATED,
    SimulatedCurve,
    curves_of,
    documents_needed,
    equal_scores,
    needed_of,
)
from textveil.study.learning.simulation import (
    SimulatedJob,
    SimulatedRound,
    SimulationSettings,
    Simulator,
    check_sizes,
)
from textveil.study.page import Study
from textveil.study.resume import KeptTrials, digest_of
from textveil.study.table import Row, ShownTable, csv_bytes
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked

__all__ = ["intervals_of", "needed_panel", "simulate", "simulated_charts", "write_charts"]

_COLUMNS: Final = (
    *("run", "strategy", "batch", "documents", "words", "cost"),
    *("label", "unit", "precision", "recall", "f"),
)
_TIMES: Final = ("run", "strategy", "batch", "documents", "seconds")
_AXES: Final = {
    "documents": "documents annotated",
    "words": "words read",
    "cost": "cost of reading and correcting",
    "seconds": "seconds of all trainings",
}
_UNITS: Final = ("passage", "word")


def simulate(
    documents: Sequence[Document],
    plan: TrainingPlan,
    asked: SimulationSettings,
    out: Path,
    jobs: int = 1,
    track: Track = untracked,
) -> Study:
    """Simulate active learning into a folder; go on where an earlier call stopped.

    Parameters
    ----------
    documents
        Annotated, with disjoint spans.
    plan
        How models are fitted.
    asked
        What is simulated.
    out
        A new folder, or one in which the very same simulation was stopped. It gets
        `simulation.json` and `curves.csv`, which have the same bytes for every number of processes,
        and `times.csv` with the seconds of training, which do not.
    jobs
        How many processes work side by side.
    track
        Watches the jobs.

    Raises
    ------
    InputError
        If there are too few documents.
    OutputError
        If the folder holds something else.
    """
    check_sizes(documents, plan, asked)
    kept = KeptTrials(out, "simulation", SimulatedRound)
    settings = {**asked.to_json(), "plan": plan.to_json(), "documents": len(documents)}
    kept.begin({**settings, "corpus": digest_of(documents)})
    work = Simulator(tuple(documents), plan, asked)
    done = kept.run(asked.jobs(), work, "simulate", jobs, track)
    curves = curves_of(done)
    numbers = {"experiment": "active learning", **settings}
    numbers |= {"curves": curves, "needed": needed_of(curves)}
    remark = f"{counted(len(documents), 'document')} · {intervals_of(asked.runs, 'run')} · {out}"
    study = Study(numbers, _tables(curves), simulated_charts(curves), [remark])
    write_json(out / "simulation.json", study.to_json())
    for name, table in _files(done).items():
        with binary_sink(out / name) as sink:
            sink.write(table)
    return study


def write_charts(study: Study, folder: Path) -> None:
    """Draw each chart of a study into a folder, as SVG."""
    with explained(str(folder)):
        folder.mkdir(exist_ok=True)
    for name, panels in study.charts.items():
        with binary_sink(folder / f"{name}.svg") as sink:
            sink.write(draw_panels(panels, ".svg"))


def intervals_of(number: int, what: str) -> str:
    """Say how often something was done, and whether that gives intervals."""
    if number > 1:
        return f"{counted(number, what)}, 95 % intervals"
    return f"1 {what}, so no intervals: one does not show how others would differ"


def _tables(curves: Sequence[SimulatedCurve]) -> list[ShownTable]:
    rows = []
    for curve in curves:
        last = curve.points[-1]
        scores = (
            f"{mean:.3f}" if low is None else f"{mean:.3f} ({low:.3f}-{high:.3f})"
            for mean, low, high in (last[name] for name in SIMULATED)
        )
        told = (str(curve.batch), curve.strategy, f"{curve.unit}s", f"{last['documents']:g}")
        rows += [] if curve.label else [(*told, *scores)]
    heads = ("batch", "strategy", "of", "documents", "precision", "recall", "F1")
    equal = [
        (
            str(one["batch"]),
            one["strategy"],
            f"{one['at_documents']:.3f} at {one['documents']:g} "
            f"({counted(one['models'], 'model')})",
            f"{one['at_seconds']:.3f} after {one['seconds']:.1f} s",
        )
        for one in equal_scores(curves)
    ]
    beside = ShownTable(
        ("batch", "strategy", "F1 at equal documents", "F1 at equal training time"), equal
    )
    return [ShownTable(heads, rows), *([beside] if equal else [])]


def _files(done: Mapping[SimulatedJob, Sequence[SimulatedRound]]) -> dict[str, bytes]:
    rows: list[tuple[Any, ...]] = []
    times: dict[tuple[Any, ...], None] = {}
    for job, rounds in done.items():
        for one in rounds:
            told = (*job, one.documents, one.words, f"{one.cost:.4f}", one.label or "all", one.unit)
            rows.append((*told, *(f"{score:.4f}" for score in one.measures()[:3])))
            times[(*job, one.documents, f"{one.seconds:.3f}")] = None
    return {"curves.csv": csv_bytes(_COLUMNS, rows), "times.csv": csv_bytes(_TIMES, list(times))}


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
