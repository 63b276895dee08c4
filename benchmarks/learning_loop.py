"""The loop of `textveil learn`, killed at random points and resumed."""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.measure import Row
from textveil.learn.project.learning_project import LearningProject
from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.project.project_records import read_state
from textveil.learn.training.gold import Gold
from textveil.pipeline.evaluation.query_strategies import strategy_named
from textveil.store.sqlite_vault import SqliteVault
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret

KEY = Secret(b"a key of more than sixteen bytes")
KILLS, ROUNDS = 20, 4


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - the corpus is generated
    """Kill a loop in next, submit and retraining."""
    yield _killed_row()


def _notes(count: int, seed: int) -> list[Document]:
    rng = Random(seed)  # noqa: S311 - reproducible, not secret
    made = generate("hospital", count, rng=rng, subjects=count // 2)
    return Gold(families=True, overlaps="longest").all_of(made)


def _killed_row() -> Row:
    notes = _notes(60, 3)
    with TemporaryDirectory() as name:
        folder = Path(name)
        smooth, rough = _Loop(folder / "smooth", notes), _Loop(folder / "rough", notes)
        times = [_timed(step) for step in smooth.steps()]
        rng = Random(20)  # noqa: S311 - reproducible, not secret
        kills = 0
        for number, (step, seconds) in enumerate(zip(rough.steps(), times, strict=True)):
            # More than needed: a step that ends before its kill counts for none.
            for _ in range(3):
                if number and kills < KILLS:
                    kills += _killed(step, seconds * rng.uniform(0.05, 0.95))
            _done(step)
        lost = rough.lost()
        equal = smooth.model() == rough.model()
    return Row(
        "learning_loop",
        f"{kills} kills at random points of next, submit and retraining, {ROUNDS} rounds",
        f"{lost} acknowledged annotations lost; models {'equal' if equal else 'differ'}",
        f"{kills} kills",
        "none lost, equal bytes",
        kills >= KILLS and not lost and equal,
        1,
    )


class _Loop:
    """A project whose steps are done in processes of their own."""

    def __init__(self, path: Path, notes: list[Document]) -> None:
        self._path, self._notes = path, {note.id: note for note in notes}
        self._told = path.with_suffix(".told")

    def steps(self) -> Iterator[Callable[[], None]]:
        """Yield what is done, in order."""
        yield self._start
        for _ in range(ROUNDS):
            yield self._next
            yield self._submit
            yield self._learn

    def _open(self) -> SqliteVault:
        return SqliteVault(self._path, KEY, create=True)

    def _start(self) -> None:
        with self._open() as store:
            settings = LoopSettings(families=True, iterations=30)
            LearningProject(store, strategy_named).start(self._notes.values(), settings)

    def _next(self) -> None:
        with self._open() as store:
            LearningProject(store, strategy_named).next()

    def _submit(self) -> None:
        with self._open() as store:
            project = LearningProject(store, strategy_named)
            for name in project.status().open:
                project.submit([self._notes[name]])
                with self._told.open("a") as file:
                    file.write(json.dumps(name) + "\n")

    def _learn(self) -> None:
        with self._open() as store:
            LearningProject(store, strategy_named).learn()

    def lost(self) -> int:
        """Return how many annotations were acknowledged and are not there."""
        told = {json.loads(line) for line in self._told.read_text().splitlines()}
        with self._open() as store:
            kept = read_state(store).annotations
        return sum(name not in kept or kept[name].spans != self._notes[name].spans for name in told)

    def model(self) -> dict[str, bytes]:
        """Return the files of the model."""
        folder = self._path.with_suffix(".model")
        with self._open() as store:
            LearningProject(store, strategy_named).model(folder)
        return {path.name: path.read_bytes() for path in folder.iterdir()}


def _begun(step: Callable[[], None]) -> int:
    process = os.fork()
    if not process:
        try:
            step()
            os._exit(0)
        finally:
            os._exit(1)
    return process


def _done(step: Callable[[], None]) -> None:
    if os.waitpid(_begun(step), 0)[1]:
        raise RuntimeError("a step failed")


def _timed(step: Callable[[], None]) -> float:
    began = time.perf_counter()
    _done(step)
    return time.perf_counter() - began


def _killed(step: Callable[[], None], after: float) -> bool:
    process = _begun(step)
    time.sleep(after)
    os.kill(process, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(process, 0)[1])
