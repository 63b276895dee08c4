"""The loop: killed at random points and resumed, and adaptive batches beside fixed sizes."""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.measure import Row
from textveil.evaluate.span_counts import Level
from textveil.evaluate.spans import SpanEvaluation
from textveil.learn.folds import SUBJECT, split
from textveil.learn.gold import Gold
from textveil.learn.loop import LearningProject
from textveil.learn.loop_settings import ADAPTIVE, LoopSettings
from textveil.learn.project_records import read_state
from textveil.learn.remembering import RememberedCorpus
from textveil.pipeline.study.query_strategies import strategy_named
from textveil.store.sqlite_vault import SqliteVault
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.secret import Secret

KEY = Secret(b"a key of more than sixteen bytes")
KILLS, ROUNDS = 20, 4
NOTES, TEST, END, SIZES = 200, 0.25, 90, (10, 30, ADAPTIVE)


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - the corpus is generated
    """Kill a loop in next, submit and retraining; then compare sizes of batches."""
    yield _killed_row()
    yield from _sizes()


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


def _sizes() -> Iterator[Row]:
    """Compare sizes at equal documents, and at the training time of the quickest."""
    notes = _notes(NOTES, 5)
    fold = split(notes, TEST, (SUBJECT,), Random(5))  # noqa: S311 - reproducible, not secret
    pool, tested = ([notes[at] for at in side] for side in fold)
    curves = {size: _curve(size, pool, tested) for size in SIZES}
    least = min(curve[-1][1] for curve in curves.values())
    for size, curve in curves.items():
        documents, seconds, f = curve[-1]
        at_time = max((one for one in curve if one[1] <= least), default=curve[0])
        yield Row(
            "learning_loop",
            f"batches of {size}: {len(curve)} models up to {documents} documents",
            f"F1 of passages {f:.3f} after {seconds:.0f} s of training; "
            f"{at_time[2]:.3f} ({at_time[0]} documents) after {least:.0f} s",
            "",
            "",
            None,
            1,
        )


def _curve(
    size: int | str, pool: list[Document], tested: list[Document]
) -> list[tuple[int, float, float]]:
    """Return documents, seconds of training and F1 on other subjects, model by model."""
    gold = {note.id: note for note in pool}
    settings = LoopSettings(batch=size, families=True, iterations=40)
    corpus = RememberedCorpus([*pool, *tested], settings.plan())
    places = {note.id: at for at, note in enumerate(pool)}
    found: list[tuple[int, float, float]] = []
    with TemporaryDirectory() as name, SqliteVault(Path(name, "p"), KEY, create=True) as store:
        project = LearningProject(store, strategy_named)
        project.start([replace(note, spans=None) for note in pool], settings)
        while not found or found[-1][0] < END:
            project.submit([gold[one.id] for one in project.next()])
            project.learn()
            state = read_state(store)
            seconds = sum(one.seconds for one in state.rounds)
            model = corpus.fit([places[one] for one in state.learnt])
            evaluation = SpanEvaluation()
            for one in corpus.judge(range(len(pool), len(pool) + len(tested)), model):
                evaluation.add(one.document, one.spans(settings.threshold))
            found.append((len(state.annotations), seconds, _f(evaluation)))
    return found


def _f(evaluation: SpanEvaluation) -> float:
    for count in evaluation.counts():
        if count.level is Level.STRICT and count.same_label and not count.label:
            return 2 * count.hits / (count.predicted + count.gold)
    return 0.0
