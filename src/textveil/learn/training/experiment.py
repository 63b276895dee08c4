"""Experiments: how good a model would be on documents, wording or persons that it has not seen."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from textveil.errors import InvalidValueError
from textveil.evaluate.detection.measures import MEASURES
from textveil.evaluate.detection.span_counts import Level
from textveil.evaluate.detection.spans import SpanEvaluation
from textveil.learn.training.folds import deal_folds
from textveil.learn.training.gold import Gold
from textveil.learn.training.judgement import FLOOR, Judged
from textveil.learn.training.label_scores import Standing, standings
from textveil.learn.training.trained_model import TrainingPlan, judge_fold
from textveil.values.document import Document
from textveil.values.figures.json_fields import json_fields
from textveil.values.runs.watch import Track, untracked

__all__ = ["Experiment", "FoldResult", "cross_validate", "levels_of", "measures_of"]


@dataclass(frozen=True, slots=True)
class FoldResult:
    """One fold.

    Attributes
    ----------
    trained, tested
        How many documents were on each side.
    token, instance
        Precision, recall, F1 and F2 of words, and of passages with exactly the gold offsets; labels
        count.
    """

    trained: int
    tested: int
    token: tuple[float, ...]
    instance: tuple[float, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the fold as a JSON object."""
        return json_fields(self) | {
            "token": _named(self.token),
            "instance": _named(self.instance),
        }


@dataclass(frozen=True, slots=True)
class Experiment:
    """A cross-validation.

    Attributes
    ----------
    plan, threshold
        How it was done.
    documents
        How many there were.
    unused
        How many were tested in no fold, because their keys lie in different folds.
    folds
        Fold by fold.
    standings
        All tested documents together, by label, with bootstrap intervals.
    """

    plan: TrainingPlan
    threshold: float
    documents: int
    unused: int
    folds: tuple[FoldResult, ...]
    standings: tuple[Standing, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the experiment as a JSON object."""
        told = json_fields(self, {"standings"})
        scores = [row.to_json() for row in self.standings]
        return {"experiment": "cross-validation", **told, "scores": scores}


def cross_validate(
    documents: Iterable[Document],
    plan: TrainingPlan | None = None,
    threshold: float = 0.5,
    track: Track = untracked,
    gold: Gold | None = None,
) -> Experiment:
    """Train and test on folds that have no key value of the plan in common.

    Parameters
    ----------
    documents
        Annotated.
    plan
        Its `folds` and `by` say how documents are dealt out; its `recall` is not used.
    threshold
        Words with a lower score are left. It is fixed before anything is seen, so that the scores
        are those of documents that had no say in anything.
    track
        Watches the folds.
    gold
        How annotations are read.
    """
    plan = plan or TrainingPlan()
    check_threshold(threshold)
    ready = (gold or Gold()).all_of(documents)
    rng = Random(plan.seed)  # noqa: S311 - folds are no secret
    folds = deal_folds(ready, plan.folds, plan.by, rng)
    judged: list[Judged] = []
    results = []
    for fold in track(folds, "cross-validate", len(folds)):
        tested = list(judge_fold(ready, fold, plan))
        results.append(FoldResult(len(fold.train), len(tested), *levels_of(tested, threshold)))
        judged += tested
    # In a crossed design a document is tested once at most as well.
    unused = len(ready) - len(judged)
    rows = standings(judged, threshold, plan.seed)
    return Experiment(plan, threshold, len(ready), unused, tuple(results), tuple(rows))


def check_threshold(threshold: float) -> None:
    """Raise unless documents were judged for this threshold."""
    if not FLOOR <= threshold < 1.0:
        raise InvalidValueError(f"a threshold lies between {FLOOR} and 1", where="threshold")


def levels_of(
    judged: Iterable[Judged], threshold: float
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return precision, recall, F1 and F2 of words and of passages, labels compared."""
    evaluation = SpanEvaluation()
    for one in judged:
        evaluation.add(one.document, one.spans(threshold))
    counts = {
        count.level: count for count in evaluation.counts() if count.same_label and not count.label
    }
    token, strict = (
        (counts[level].hits, counts[level].predicted, counts[level].gold)
        for level in (Level.TOKEN, Level.STRICT)
    )
    return measures_of(*token), measures_of(*strict)


def measures_of(hits: int, predicted: int, gold: int) -> tuple[float, ...]:
    """Return precision, recall, F1 and F2; empty cases are as in `evaluate.detection.spans`."""
    if not predicted and not gold:
        return (1.0,) * len(MEASURES)
    return (
        hits / predicted if predicted else 0.0,
        hits / gold if gold else 0.0,
        2 * hits / (gold + predicted),
        5 * hits / (4 * gold + predicted),
    )


def _named(numbers: Iterable[float]) -> dict[str, float]:
    return {name: round(number, 4) for name, number in zip(MEASURES, numbers, strict=True)}
