"""The folder of a simulation: finished jobs, and what is made of them when all are finished."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from textveil.formats.outputs import binary_sink, write_json
from textveil.learn.kept_jobs import KeptJobs, digest_of
from textveil.learn.simulated_curves import SimulatedCurve, curves_of, needed_of
from textveil.learn.simulation import (
    SimulatedJob,
    SimulatedRound,
    SimulationSettings,
    Simulator,
    check_sizes,
)
from textveil.learn.training import TrainingPlan
from textveil.values.document import Document
from textveil.values.watching import Track, untracked
from textveil.values.working import side_by_side

__all__ = ["Simulation", "simulate"]

_COLUMNS: Final = (
    *("run", "strategy", "batch", "documents", "words", "cost"),
    *("label", "unit", "precision", "recall", "f"),
)
_TIMES: Final = ("run", "strategy", "batch", "documents", "seconds")


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a simulation found.

    Attributes
    ----------
    settings
        What was simulated, and how.
    curves
        Means over runs.
    """

    settings: dict[str, Any]
    curves: tuple[SimulatedCurve, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the simulation as a JSON object."""
        return {
            "experiment": "active learning",
            **self.settings,
            "curves": [curve.to_json() for curve in self.curves],
            "needed": needed_of(self.curves),
        }


def simulate(
    documents: Sequence[Document],
    plan: TrainingPlan,
    asked: SimulationSettings,
    out: Path,
    jobs: int = 1,
    track: Track = untracked,
) -> Simulation:
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
    folder = KeptJobs(out, "simulation")
    settings = {**asked.to_json(), "plan": plan.to_json(), "documents": len(documents)}
    folder.begin({**settings, "corpus": digest_of(documents)})
    every = asked.jobs()
    kept = ((job, folder.part(at, SimulatedRound)) for at, job in enumerate(every))
    done = {job: rounds for job, rounds in kept if rounds is not None}
    places = {job: at for at, job in enumerate(every)}
    left = [job for job in every if job not in done]
    work = Simulator(tuple(documents), plan, asked)
    for job, rounds in track(side_by_side(work, left, jobs), "simulate", len(left)):
        folder.keep(places[job], rounds)
        done[job] = rounds
    whole = {job: done[job] for job in every}
    made = Simulation(settings, tuple(curves_of(whole)))
    write_json(out / "simulation.json", made.to_json())
    with binary_sink(out / "curves.csv") as sink:
        sink.write(_table(_COLUMNS, (row for one in whole.items() for row in _rows(*one))))
    with binary_sink(out / "times.csv") as sink:
        sink.write(_table(_TIMES, (row for one in whole.items() for row in _times(*one))))
    return made


def _table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows(rows)
    return text.getvalue().encode()


def _times(job: SimulatedJob, rounds: Sequence[SimulatedRound]) -> Iterator[tuple[Any, ...]]:
    for documents, seconds in dict.fromkeys((one.documents, one.seconds) for one in rounds):
        yield *job, documents, f"{seconds:.3f}"


def _rows(job: SimulatedJob, rounds: Sequence[SimulatedRound]) -> Iterator[tuple[Any, ...]]:
    for one in rounds:
        scores = (f"{score:.4f}" for score in one.measures())
        label = one.label or "all"
        yield *job, one.documents, one.words, f"{one.cost:.4f}", label, one.unit, *scores
