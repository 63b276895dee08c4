"""The folder of a simulation: finished jobs, and what is made of them when all are finished."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from textveil.errors import OutputError
from textveil.formats.outputs import binary_sink, explained, write_json
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

_PLAN: Final = "plan.json"
_PARTS: Final = "parts"
_COLUMNS: Final = (
    *("run", "strategy", "batch", "documents", "words", "cost"),
    *("label", "unit", "precision", "recall", "f"),
)


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
        `simulation.json` and `curves.csv`; both have the same bytes for every number of processes.
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
    folder = _Folder(out)
    settings = {**asked.to_json(), "plan": plan.to_json(), "documents": len(documents)}
    folder.begin({**settings, "corpus": _digest(documents)})
    every = asked.jobs()
    done = {job: folder.part(at) for at, job in enumerate(every)}
    places = {job: at for at, job in enumerate(every)}
    left = [job for job in every if done[job] is None]
    work = Simulator(tuple(documents), plan, asked)
    for job, rounds in track(side_by_side(work, left, jobs), "simulate", len(left)):
        folder.keep(places[job], rounds)
        done[job] = rounds
    whole = {job: done[job] or [] for job in every}
    made = Simulation(settings, tuple(curves_of(whole)))
    write_json(out / "simulation.json", made.to_json())
    with binary_sink(out / "curves.csv") as sink:
        sink.write(_table(whole.items()).encode())
    return made


def _digest(documents: Iterable[Document]) -> str:
    """Return a hash of everything that a result depends on."""
    digest = sha256()
    for one in documents:
        spans = [(span.start, span.end, span.label) for span in one.spans or ()]
        told = [one.id, one.counted_subject, one.text, spans, one.metadata.to_json()]
        digest.update(json.dumps(told, default=str).encode())
    return digest.hexdigest()


def _table(done: Iterable[tuple[SimulatedJob, Sequence[SimulatedRound]]]) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for job, rounds in done:
        rows.writerows(_rows(job, rounds))
    return text.getvalue()


def _rows(job: SimulatedJob, rounds: Sequence[SimulatedRound]) -> Iterator[tuple[Any, ...]]:
    for one in rounds:
        scores = (f"{score:.4f}" for score in one.measures())
        label = one.label or "all"
        yield *job, one.documents, one.words, f"{one.cost:.4f}", label, one.unit, *scores


class _Folder:
    """Where finished jobs are kept."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._parts = out / _PARTS

    def begin(self, plan: dict[str, Any]) -> None:
        """Make the folder, or see that the same simulation was begun in it."""
        plan_file = self._out / _PLAN
        with explained(str(self._out)):
            if plan_file.is_file():
                if plan_file.read_bytes() != _plain(plan):
                    raise OutputError(
                        "this folder holds another simulation",
                        where=str(self._out),
                        hint="choose a new folder, or give the same corpora and options to go on",
                    )
                return
            if self._out.exists() and (not self._out.is_dir() or any(self._out.iterdir())):
                raise OutputError(
                    "this exists and is no simulation", where=str(self._out), hint="choose another"
                )
            self._parts.mkdir(parents=True)
        with binary_sink(plan_file) as sink:
            sink.write(_plain(plan))

    def keep(self, number: int, rounds: Sequence[SimulatedRound]) -> None:
        """Write a finished job, whole or not at all."""
        with explained(str(self._out)):
            self._parts.mkdir(exist_ok=True)
        write_json(self._parts / f"{number}.json", [list(one) for one in rounds])

    def part(self, number: int) -> list[SimulatedRound] | None:
        """Return a job that was finished earlier; None if it was not."""
        path = self._parts / f"{number}.json"
        if not path.is_file():
            return None
        try:
            return [SimulatedRound(*row) for row in json.loads(path.read_bytes())]
        except (TypeError, ValueError):
            raise OutputError(
                "a finished part of the simulation cannot be read",
                where=str(path),
                hint="remove this file, and it is made again",
            ) from None


def _plain(plan: dict[str, Any]) -> bytes:
    return (json.dumps(plan, indent=2, sort_keys=True) + "\n").encode()
