"""Training: a model from annotated documents, with probabilities and a threshold that are measured.

Every document is judged by a model that was trained without it and without the other documents of
its subject. From these judgements come the calibration, the threshold and the scores on the card;
the model itself is then fitted to all documents.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from textveil.detect.tagging.tagger import HINTS, probe_of
from textveil.errors import InvalidValueError
from textveil.learn.training.card import write_card
from textveil.learn.training.examples import examples
from textveil.learn.training.folds import SUBJECT, Fold, deal_folds, groups_of, split
from textveil.learn.training.gold import Gold
from textveil.learn.training.judgement import FLOOR, Judged, judge, words_of
from textveil.learn.training.label_scores import standings
from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.lexicon.tables.words import word_book
from textveil.models.bundle import Bundle
from textveil.models.calibration import (
    OperatingPoint,
    fit_calibration,
    operating_points,
    point_for,
)
from textveil.models.fields.crf import Crf, Settings, fit, nothing_to_learn
from textveil.models.fields.crf_tagger import CrfTagger
from textveil.models.fields.features import VERSION as FEATURES
from textveil.models.kinds import CRF, WEIGHTS
from textveil.models.roles import books_of_today
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked
from textveil.version import VERSION

__all__ = [
    "TrainingPlan",
    "best_point",
    "finished",
    "folds_of",
    "judge_fold",
    "learn_from",
    "ready_for",
    "train",
]


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How a model is trained and measured.

    Attributes
    ----------
    settings
        How weights are found.
    hints
        Names of the detectors whose findings the model is told.
    folds
        Parts for cross-validation; with 1, one part of size `held_out` is held out instead, which
        is quicker and says less.
    held_out
        The share of documents that is held out where there are no folds.
    by
        What is never on both sides: `document`, `subject`, or keys of the metadata.
    recall
        The share of words to be found on held-out documents, which decides the threshold; without
        it the threshold is the one of the best F2.
    threshold
        Instead of a recall: the threshold itself, 0.01, 0.02, … or 0.99.
    seed
        Decides which documents are held out together.
    language
        Of the documents.
    """

    settings: Settings = field(default_factory=Settings)
    hints: tuple[str, ...] = tuple(HINTS)
    folds: int = 5
    held_out: float = 0.2
    by: tuple[str, ...] = (SUBJECT,)
    recall: float | None = None
    threshold: float | None = None
    seed: int = 0
    language: str = ENGLISH

    def __post_init__(self) -> None:
        language_named(self.language)
        unknown = sorted(set(self.hints) - set(HINTS))
        if unknown:
            raise InvalidValueError(
                f"there is no hint with the name {unknown[0]}", hint=f"known: {', '.join(HINTS)}"
            )
        if self.folds < 1:
            raise InvalidValueError("there is at least one fold", where="folds")
        if self.recall is not None and not 0.0 < self.recall < 1.0:
            raise InvalidValueError("a recall must lie between 0 and 1", where="recall")

    def to_json(self) -> dict[str, Any]:
        """Return the plan as a JSON object."""
        return {
            **self.settings.to_json(),
            "hints": list(self.hints),
            "folds": self.folds,
            **({"held_out": self.held_out} if self.folds == 1 else {}),
            "by": list(self.by),
            "recall": self.recall,
            "threshold": self.threshold,
            "seed": self.seed,
            "language": self.language,
        }


def train(
    documents: Iterable[Document],
    plan: TrainingPlan | None = None,
    gold: Gold | None = None,
    facts: Mapping[str, Any] | None = None,
    track: Track = untracked,
) -> Bundle:
    """Train a model on annotated documents.

    Parameters
    ----------
    documents
        At least two, of different subjects.
    plan
        How.
    gold
        How their annotations are read.
    facts
        What the card shall say beside what is known here: `name`, `licence`, `command`, `data`.
    track
        Watches the work.

    Returns
    -------
    Bundle
        Equal documents in equal order, with an equal plan, give equal bytes.

    Raises
    ------
    InputError
        If annotations cannot be learnt from, or too few documents can be held out.
    InvalidValueError
        If no threshold reaches the recall that is asked for.
    """
    plan = plan or TrainingPlan()
    ready = ready_for(documents, gold)
    folds = folds_of(ready, plan)
    judged = [
        one
        for fold_ in track(folds, "cross-validate", len(folds))
        for one in judge_fold(ready, fold_, plan)
    ]
    [tagger] = [learn_from(corpus, plan) for corpus in track([ready], "fit", 1)]
    if tagger is None:  # pragma: no cover - ruled out above
        raise nothing_to_learn()
    made = Bundle(
        {WEIGHTS: tagger.weights},
        tagger.labels,
        tagger.books,
        CRF,
        plan.language,
        {"features": FEATURES},
        plan.hints,
        probe_of(plan.hints, plan.language),
    )
    return finished(made, ready, judged, plan, {"folds": len(folds), **(facts or {})})


def ready_for(documents: Iterable[Document], gold: Gold | None = None) -> list[Document]:
    """Return documents that can be learnt from; raise if nothing is annotated."""
    ready = (gold or Gold()).all_of(documents)
    if not any(document.spans for document in ready):
        raise nothing_to_learn()
    return ready


def finished(
    made: Bundle,
    ready: Sequence[Document],
    judged: Sequence[Judged],
    plan: TrainingPlan,
    facts: Mapping[str, Any],
) -> Bundle:
    """Return a model with threshold, calibration and card, from judgements on unseen documents."""
    scores, truth = words_of(judged)
    points = operating_points(scores, truth)
    chosen = _chosen(points, plan)
    known = {
        "textveil": VERSION,
        "kind": made.kind,
        "plan": {**plan.to_json(), "folds": facts.get("folds", plan.folds)},
        "documents": len(ready),
        "characters": sum(map(len, ready)),
        "subjects": len({document.counted_subject for document in ready}),
        "spans": dict(sorted(Counter(s.label for d in ready for s in d.spans or ()).items())),
        "held_out_documents": len(judged),
        "scores": [row.to_json() for row in standings(judged, chosen.threshold, plan.seed)],
        **{key: value for key, value in facts.items() if key != "folds"},
    }
    return replace(
        made,
        threshold=chosen.threshold,
        calibration=fit_calibration(scores, truth),
        points=points,
        facts=known,
        card=write_card(known, chosen, points),
        prices=(),
    )


def learn_from(documents: Sequence[Document], plan: TrainingPlan) -> CrfTagger | None:
    """Fit weights to documents with disjoint gold spans; None if there is nothing to learn."""
    if not any(document.spans for document in documents):
        return None
    weights = fit(_sequences(documents, plan), plan.settings)
    return CrfTagger(Crf(weights), books_of_today(plan.language))


def judge_fold(documents: Sequence[Document], fold_: Fold, plan: TrainingPlan) -> Iterator[Judged]:
    """Yield the test documents of a fold, judged by a model that has learnt from the others."""
    tagger = learn_from([documents[at] for at in fold_.train], plan)
    for at in fold_.test:
        yield judge(documents[at], tagger, plan.hints, language=plan.language)


def best_point(points: Sequence[OperatingPoint]) -> OperatingPoint:
    """Return the point of the best F2 of words; of equal ones, that nearest to a half.

    A small corpus is easily found whole at any threshold, and says nothing on the extreme ones.
    """
    return max(points, key=lambda point: (_f2(point), -abs(point.threshold - 0.5)))


def _f2(point: OperatingPoint) -> float:
    below = 4 * point.precision + point.recall
    return 5 * point.precision * point.recall / below if below else 0.0


def _chosen(points: Sequence[OperatingPoint], plan: TrainingPlan) -> OperatingPoint:
    wanted, recall = plan.threshold, plan.recall
    if wanted is not None:
        return min(points, key=lambda point: abs(point.threshold - wanted))
    if recall is None:
        return best_point(points)
    point = point_for(points, recall)
    if point is None:
        best = max(point.recall for point in points)
        raise InvalidValueError(
            f"no threshold from {FLOOR} on reaches it: at most {best:.3f} of words are found",
            where="recall",
            hint="ask for less, or annotate more documents",
        )
    return point


def folds_of(documents: Sequence[Document], plan: TrainingPlan) -> list[Fold]:
    """Return which documents are held out together, and which are learnt from then."""
    rng = Random(plan.seed)  # noqa: S311 - folds are no secret
    groups = len(groups_of(documents, plan.by))
    if plan.folds == 1 or groups < 2:
        return [split(documents, plan.held_out, plan.by, rng)]
    # A handful of documents is left out one by one.
    count = plan.folds if len(plan.by) > 1 else min(plan.folds, groups)
    return deal_folds(documents, count, plan.by, rng)


def _sequences(
    documents: Iterable[Document], plan: TrainingPlan
) -> Iterator[tuple[list[list[str]], list[str]]]:
    book = word_book(plan.language)
    for document in documents:
        view = fold(document.text)
        for _, rows, tags in examples(
            document, view, plan.hints, book=book, language=plan.language
        ):
            yield rows, tags
