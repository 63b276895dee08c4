"""Simulation: how good a model becomes if a query strategy chooses what is annotated.

The annotations are known beforehand, so nobody has to annotate: a round takes those of documents
that the strategy chooses, fits a model anew, and tests it on documents of other subjects. In a run,
all strategies begin with the same random documents and are tested on the same ones.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.detection.span_counts import Level
from textveil.evaluate.detection.spans import SpanEvaluation
from textveil.learn.project.batch_sizes import ADAPTIVE, FIRST, PastRound, adaptive_size
from textveil.learn.project.memory import CRF_ALONE, RoundModels, corpus_for
from textveil.learn.project.questions import batch_of, priced, reseeded
from textveil.learn.training.experiment import check_threshold, measures_of
from textveil.learn.training.folds import Fold, split
from textveil.learn.training.judgement import Judged
from textveil.learn.training.trained_model import TrainingPlan
from textveil.models.fields.windows import WORD
from textveil.study.grid import names_of, parse_numbers, settle
from textveil.values.contracts import Strategy, Tagger, is_blind
from textveil.values.document import Document
from textveil.values.figures.chances import DocumentChances
from textveil.values.figures.json_fields import json_fields

__all__ = [
    "UNITS",
    "SimulatedJob",
    "SimulatedRound",
    "SimulationSettings",
    "Simulator",
    "check_sizes",
    "fold_of",
    "folds_of_runs",
]

UNITS = {Level.STRICT: "passage", Level.TOKEN: "word"}
"""What is counted: passages with exactly the gold offsets, and words."""

Growth = Callable[[Sequence[PastRound]], int]
"""From the rounds so far, how many documents the next batch has; 0 ends the run."""


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """What is simulated.

    Attributes
    ----------
    strategies
        By the names that the results give them.
    batches
        Sizes of batches; `adaptive` is one that follows the curve. A text such as `1,5,adaptive`
        will do.
    start
        Random documents of the first round.
    rounds
        How many models are fitted, the first included, if `documents` says nothing else. Adaptive
        batches go on up to the documents of the largest fixed size, or of batches of ten.
    documents
        How many documents all sizes of batches go up to.
    runs
        How often everything is done with other documents.
    test
        Share of the documents that is held out.
    threshold
        Words with a lower score are left.
    reading, correcting
        What annotating costs, in any one unit: reading a word, and correcting one that the model
        missed or marked by mistake.
    model
        `crf`: a random field from the annotated documents alone. Otherwise the shipped model of
        this name, adapted in every round.
    """

    strategies: tuple[tuple[str, Strategy], ...]
    batches: tuple[int | str, ...] = (10,)
    start: int = 10
    rounds: int = 10
    documents: int | None = None
    runs: int = 3
    test: float = 0.2
    threshold: float = 0.5
    reading: float = 0.1
    correcting: float = 1.0
    model: str = CRF_ALONE

    def __post_init__(self) -> None:
        check_threshold(self.threshold)
        settle(self, batches=_sizes_of(self.batches))
        least = {"start": self.start, "rounds": self.rounds, "runs": self.runs}
        for name, number in (*least.items(), *(("batch", size) for size in self._fixed)):
            if number < 1:
                raise InvalidValueError("this is at least 1", where=name)
        if {*self.batches} - {*self._fixed, ADAPTIVE}:
            raise InvalidValueError(f"a size is a number from 1 on, or {ADAPTIVE}", where="batch")
        if self.documents is not None and self.documents < self.start:
            raise InvalidValueError("this is at least as many as at the start", where="documents")
        if not (self.reading >= 0 and self.correcting >= 0):
            raise InvalidValueError("costs are numbers from 0 on", where="cost")
        if not self.strategies or not self.batches:
            raise InvalidValueError("there is at least one strategy and one size of batches")

    def jobs(self) -> list["SimulatedJob"]:
        """Return everything that is to be done, in the order of the results."""
        return [
            SimulatedJob(run, strategy, batch)
            for batch in self.batches
            for strategy, _ in self.strategies
            for run in range(1, self.runs + 1)
        ]

    @property
    def last(self) -> int:
        """Documents of the largest last round."""
        if self.documents is not None:
            return self.documents
        return self.start + (self.rounds - 1) * max(self._fixed, default=FIRST)

    @property
    def _fixed(self) -> list[int]:
        return [size for size in self.batches if isinstance(size, int)]

    def growth(self, batch: int | str) -> Growth:
        """Return how batches of a size follow each other."""

        def size(past: Sequence[PastRound]) -> int:
            if isinstance(batch, int) and self.documents is None:
                return batch if len(past) < self.rounds else 0
            wanted = batch if isinstance(batch, int) else adaptive_size(past)
            return min(wanted, self.last - past[-1].documents)

        return size

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON object."""
        return {
            **json_fields(self, {"strategies", "documents", "reading", "correcting"}),
            "strategies": {name: repr(strategy) for name, strategy in self.strategies},
            "documents_at_the_end": self.documents,
            "costs": {"reading": self.reading, "correcting": self.correcting},
        }


def _sizes_of(given: str | Sequence[int | str]) -> tuple[int | str, ...]:
    if not isinstance(given, str):
        return tuple(given)
    named = names_of(given)
    numbers = ",".join(one for one in named if one != ADAPTIVE)
    fixed = parse_numbers(numbers, "--batch", least=1) if numbers else ()
    return (*fixed, *([ADAPTIVE] if ADAPTIVE in named else []))


class SimulatedJob(NamedTuple):
    """One strategy with one size of batches, in one run."""

    run: int
    strategy: str
    batch: int | str


class SimulatedRound(NamedTuple):
    """What a round counted for one label and unit.

    Attributes
    ----------
    documents, words, cost
        What was annotated up to this round, and what it cost.
    label
        Empty for all labels together.
    unit
        `passage` or `word`.
    hits, predicted, gold
        On the test documents, with labels compared.
    seconds
        Of the processor, for all trainings up to this round.
    """

    documents: int
    words: int
    cost: float
    label: str
    unit: str
    hits: int
    predicted: int
    gold: int
    seconds: float = 0.0

    def measures(self) -> tuple[float, ...]:
        """Return precision, recall, F1, F2; 1 where there was nothing to find and nothing found."""
        return measures_of(self.hits, self.predicted, self.gold)


def check_sizes(
    documents: Sequence[Document], plan: TrainingPlan, asked: SimulationSettings
) -> None:
    """Raise an error if a run needs more documents than there are, or would measure nothing."""
    fewest = min(len(fold.train) for fold in folds_of_runs(documents, plan, asked))
    if asked.last > fewest:
        raise InputError(
            f"{fewest:,} documents are left for training, and the last round needs {asked.last:,}",
            hint="give more documents, or ask for fewer at the start, in a batch, or of rounds",
        )


def folds_of_runs(
    documents: Sequence[Document], plan: TrainingPlan, asked: SimulationSettings
) -> list[Fold]:
    """Return what is tested in each run; raise an error if nothing could be measured there."""
    empty = [document.id for document in documents if not WORD.search(document.text)]
    if empty:
        more = f" and {len(empty) - 1:,} more" if len(empty) > 1 else ""
        raise InputError(
            "the document has no word", where=f"document {empty[0]}{more}", hint="leave it out"
        )
    folds = [fold_of(documents, plan, asked, run) for run in range(1, asked.runs + 1)]
    if not all(any(documents[at].spans for at in fold.test) for fold in folds):
        raise InputError(
            "the documents that are held out have no annotated span, so nothing can be measured",
            hint="annotate the documents, give more of them, or hold out more",
        )
    return folds


def fold_of(
    documents: Sequence[Document], plan: TrainingPlan, asked: SimulationSettings, run: int
) -> Fold:
    """Return what is tested in a run, and the others in a random order."""
    rng = Random(f"{plan.seed}/{run - 1}")  # noqa: S311 - folds are no secret
    return split(documents, asked.test, plan.by, rng)


@dataclass(frozen=True, slots=True)
class Simulator:
    """Does one job; can be sent to another process.

    Attributes
    ----------
    documents
        With disjoint gold spans.
    plan
        How models are fitted; its keys are never on both sides.
    asked
        What is simulated.
    """

    documents: tuple[Document, ...] = field(repr=False)
    plan: TrainingPlan
    asked: SimulationSettings

    def __call__(self, job: SimulatedJob) -> list[SimulatedRound]:
        """Return the counts of all rounds of a job."""
        strategy = dict(self.asked.strategies)[job.strategy]
        rounds = self.rounds(job.run, strategy, self.asked.growth(job.batch))
        return [row for rows in rounds for row in rows]

    def rounds(
        self, run: int, strategy: Strategy, growth: Growth
    ) -> Iterator[list[SimulatedRound]]:
        """Yield what each round of a run counts; it ends where there is nothing left to choose.

        Parameters
        ----------
        run
            From 1 on; decides what is tested and what the first round learns from.
        strategy
            Chooses the documents.
        growth
            Says how many documents a round adds.
        """
        corpus = corpus_for(self.asked.model, self.documents, self.plan)
        # Runs with one seed would draw alike, and look more certain than they are.
        seed = 1000 * self.plan.seed + run
        chooser = priced(reseeded(strategy, seed), self.asked.reading, self.asked.correcting)
        fold = fold_of(self.documents, self.plan, self.asked, run)
        chosen, pool = fold.train[: self.asked.start], fold.train[self.asked.start :]
        annotated: list[int] = []
        past: list[PastRound] = []
        tagger, words, cost, seconds = None, 0, 0.0, 0.0
        while chosen:
            more_words, more_cost = self._effort(corpus.judge(chosen, tagger))
            words, cost = words + more_words, round(cost + more_cost, 6)
            annotated = [*annotated, *chosen]
            began = process_time()
            tagger = corpus.fit(annotated)
            took = process_time() - began
            seconds = round(seconds + took, 3)
            counts = self._counts(corpus.judge(fold.test, tagger))
            rows = [
                SimulatedRound(len(annotated), words, cost, label, unit, *three, seconds)
                for label, unit, three in counts
            ]
            yield rows
            # The held-out documents stand for those that a loop audits.
            past.append(PastRound(len(annotated), len(chosen), rows[0].measures()[2], took))
            size = min(growth(past), len(pool))
            chosen = self._chosen(corpus, pool, tagger, chooser, size, seed) if size > 0 else []
            taken = set(chosen)
            pool = [at for at in pool if at not in taken]

    def _chosen(
        self,
        corpus: RoundModels,
        pool: Sequence[int],
        tagger: Tagger | None,
        strategy: Strategy,
        size: int,
        seed: int,
    ) -> list[int]:
        places = {self.documents[at].id: at for at in pool}
        # A strategy that looks at nothing needs no model, and without a model nothing is known.
        blind = tagger is None or is_blind(strategy)
        known = (
            _unknown(name) if tagger is None or blind else corpus.chances(at, tagger)
            for name, at in places.items()
        )
        return [places[name] for name in batch_of(strategy, known, size, seed)]

    def _effort(self, judged: Iterable[Judged]) -> tuple[int, float]:
        """Return the words that a person reads, and what reading and correcting them costs."""
        words, cost = 0, 0.0
        for one in judged:
            wrong = int(((one.scores >= self.asked.threshold) != one.truth).sum())
            words += len(one.truth)
            cost += self.asked.reading * len(one.truth) + self.asked.correcting * wrong
        return words, cost

    def _counts(self, judged: Iterable[Judged]) -> Iterator[tuple[str, str, tuple[int, int, int]]]:
        evaluation = SpanEvaluation()
        for one in judged:
            evaluation.add(one.document, one.spans(self.asked.threshold))
        found = {
            (count.label, count.level): (count.hits, count.predicted, count.gold)
            for count in evaluation.counts()
            if count.same_label and count.level in UNITS
        }
        labels = sorted({label for label, _ in found} | {""})
        for label in labels:
            for level, unit in UNITS.items():
                yield label, unit, found.get((label, level), (0, 0, 0))


def _unknown(name: str) -> DocumentChances:
    return DocumentChances(name, (), np.ones((0, 1)))
