"""Simulated active learning: strategies compared on documents whose annotations are known."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from textveil.formats.figures import draw_panels
from textveil.formats.outputs import binary_sink, explained, write_json
from textveil.formats.plain_table import counted
from textveil.learn.training import TrainingPlan
from textveil.study.page import Study
from textveil.study.resume import KeptTrials, digest_of
from textveil.study.simulated_charts import simulated_charts
from textveil.study.simulated_curves import (
    SIMULATED,
    SimulatedCurve,
    curves_of,
    equal_scores,
    needed_of,
)
from textveil.study.simulation import (
    SimulatedJob,
    SimulatedRound,
    SimulationSettings,
    Simulator,
    check_sizes,
)
from textveil.study.table import ShownTable, csv_bytes
from textveil.values.document import Document
from textveil.values.watching import Track, untracked

__all__ = ["intervals_of", "simulate", "write_charts"]

_COLUMNS: Final = (
    *("run", "strategy", "batch", "documents", "words", "cost"),
    *("label", "unit", "precision", "recall", "f"),
)
_TIMES: Final = ("run", "strategy", "batch", "documents", "seconds")


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
