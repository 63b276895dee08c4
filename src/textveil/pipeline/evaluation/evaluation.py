"""Evaluation: predictions in a file against gold documents in another."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from textveil.errors import UsageError
from textveil.evaluate.detection.confusion import Confusion
from textveil.evaluate.detection.group_scores import GroupEvaluation, GroupReport
from textveil.evaluate.detection.groups import count_groups
from textveil.evaluate.detection.mistakes import Fault, Mistake, find_mistakes
from textveil.evaluate.detection.pairs import pair_by_id
from textveil.evaluate.detection.span_counts import Level, SpanCount, count_spans, gold_of
from textveil.evaluate.detection.spans import SpanEvaluation
from textveil.formats.sources import Source
from textveil.pipeline.evaluation.mistake_excerpts import Excerpts
from textveil.pipeline.evaluation.predictions import Prediction
from textveil.pipeline.evaluation.relabelling import Relabelling, likely_scheme
from textveil.values.document import Document
from textveil.values.figures.score import Score
from textveil.values.label import LABELS
from textveil.values.runs.watch import Track, untracked
from textveil.values.span import Spans

__all__ = ["DocumentResult", "EvaluationResult", "evaluate_files"]


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """What was counted in one document.

    Attributes
    ----------
    id
        Of the document.
    predicted
        Whether there was a prediction for it.
    counts
        As `count_spans` gives them.
    mistakes
        How many there are of each kind.
    """

    id: str
    predicted: bool
    counts: tuple[SpanCount, ...]
    mistakes: Counter[Fault]

    def to_json(self) -> dict[str, Any]:
        """Return the totals of the document as a JSON object."""
        sums: Counter[tuple[str, str]] = Counter()
        entities = {}
        for count in self.counts:
            if count.level is Level.ENTITY and count.label:
                entities[count.label] = {"hidden": count.hits, "all": count.gold}
            elif count.same_label or (count.level is Level.MENTION and not count.label):
                for name in ("hits", "predicted", "gold"):
                    sums[count.level, name] += getattr(count, name)
        three = ("hits", "predicted", "gold")
        return {
            "id": self.id,
            "predicted": self.predicted,
            **{
                level.value: {name: sums[level, name] for name in three}
                for level in (Level.TOKEN, Level.STRICT, Level.RELAXED)
            },
            "mention": {"hidden": sums[Level.MENTION, "hits"], "all": sums[Level.MENTION, "gold"]},
            "entity": entities,
            "mistakes": {fault.value: self.mistakes[fault] for fault in Fault},
        }


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """What an evaluation found.

    Attributes
    ----------
    scores
        As `SpanEvaluation` gives them.
    confusion
        The matrix of tokens.
    documents
        What was counted in each, in the order of the gold documents.
    mistakes
        How many there are, by label and kind.
    groups
        Hidden passages by label, domain, name, case and length of document.
    overlapping
        How many gold spans share a character with another one.
    foreign
        Gold labels that are neither ours nor predicted anywhere, sorted.
    scheme
        The scheme that the gold labels seem to come from, where some are foreign.
    excerpts
        Mistakes in context; they hold source text. None unless they were asked for.
    """

    scores: tuple[Score, ...]
    confusion: Confusion
    documents: tuple[DocumentResult, ...]
    mistakes: Counter[tuple[str, Fault]]
    groups: GroupReport = field(default_factory=GroupReport)
    overlapping: int = 0
    foreign: tuple[str, ...] = ()
    scheme: str | None = None
    excerpts: Excerpts | None = field(default=None, repr=False)

    @property
    def missing(self) -> int:
        """How many documents had no prediction."""
        return sum(not document.predicted for document in self.documents)

    def to_json(self) -> dict[str, Any]:
        """Return everything but excerpts as a JSON object; it holds no source text."""
        labels = sorted({label for label, _ in self.mistakes})
        return {
            "documents": len(self.documents),
            "without_prediction": self.missing,
            "scores": [score.to_json() for score in self.scores],
            "overlapping_gold_spans": self.overlapping,
            "foreign_gold_labels": list(self.foreign),
            "confusion": self.confusion.to_json(),
            "mistakes": {
                label: {fault.value: self.mistakes[label, fault] for fault in Fault}
                for label in labels
            },
            "groups": self.groups.to_json(),
            "by_document": [document.to_json() for document in self.documents],
        }


def evaluate_files(
    predictions: Iterable[Prediction],
    gold: Source,
    rng: np.random.Generator,
    track: Track = untracked,
    *,
    relabelling: Relabelling | None = None,
    every_span: bool = False,
    excerpts: bool = False,
    by: str | None = None,
) -> EvaluationResult:
    """Compare predictions with gold documents.

    Parameters
    ----------
    predictions
        As `read_predictions` gives them.
    gold
        Annotated documents.
    rng
        Source of the resamples.
    track
        Watches the reading.
    relabelling
        How labels become comparable; without it they are compared as they are.
    every_span
        Whether gold spans count that need not be masked.
    excerpts
        Whether to keep mistakes in context. They hold source text, so the user has to ask.
    by
        Field of the metadata that tells a document's domain (default: as `domain_of` says).

    Raises
    ------
    UsageError
        If no document has the field.
    """
    run = _Run(relabelling or Relabelling(), every_span, Excerpts() if excerpts else None, by)
    for document, found in pair_by_id(gold.tracked(track, "evaluate"), predictions):
        run.add(document, found)
    if by is not None and not run.has_domains:
        raise UsageError("no gold document has this field", where=f"--by {by}")
    return run.result(rng)


class _Run:
    """Gathers the counts of an evaluation, document by document."""

    def __init__(
        self,
        relabelling: Relabelling,
        every_span: bool,
        excerpts: Excerpts | None,
        by: str | None,
    ) -> None:
        self._relabelling = relabelling
        self._every_span = every_span
        self._excerpts = excerpts
        self._by = by
        self.has_domains = False
        self._groups = GroupEvaluation()
        self._evaluation = SpanEvaluation(every_span=every_span)
        self._confusion = Confusion(every_span=every_span)
        self._documents: list[DocumentResult] = []
        self._mistakes: Counter[tuple[str, Fault]] = Counter()
        self._labels: tuple[set[str], set[str]] = (set(), set())
        self._overlapping = 0

    def add(self, given: Document, predicted: Spans | None) -> None:
        rules, every = self._relabelling, self._every_span
        spans = None if given.spans is None else rules.gold(given.spans, given.id)
        document = replace(given, spans=spans)
        found = rules.predicted(predicted or Spans(), given.id)
        counts = count_spans(document, found, every_span=every)
        self._evaluation.add_counts(counts, missing=predicted is None)
        self._confusion.add(document, found)
        self._groups.add(count_groups(document, found, by=self._by, every_span=every))
        self.has_domains |= self._by in given.metadata
        mistakes = find_mistakes(document, found, every_span=every)
        faults = Counter(mistake.fault for mistake in mistakes)
        self._documents.append(DocumentResult(given.id, predicted is not None, counts, faults))
        self._note(document, found, mistakes)

    def _note(self, document: Document, found: Spans, mistakes: tuple[Mistake, ...]) -> None:
        gold = gold_of(document, every_span=self._every_span)
        self._mistakes.update((mistake.label, mistake.fault) for mistake in mistakes)
        self._labels[0].update(gold.labels)
        self._labels[1].update(found.labels)
        self._overlapping += _overlapping(gold)
        if self._excerpts is not None:
            for mistake in mistakes:
                self._excerpts.add(document, mistake)

    def result(self, rng: np.random.Generator) -> EvaluationResult:
        gold, predicted = self._labels
        foreign = tuple(sorted(gold - LABELS.keys() - predicted))
        return EvaluationResult(
            scores=self._evaluation.scores(rng),
            confusion=self._confusion,
            documents=tuple(self._documents),
            mistakes=self._mistakes,
            groups=self._groups.scores(rng),
            overlapping=self._overlapping,
            foreign=foreign,
            scheme=likely_scheme(gold) if foreign else None,
            excerpts=self._excerpts,
        )


def _overlapping(spans: Spans) -> int:
    """Return how many spans share a character with another one; equal ones are one."""
    count, reach, waiting = 0, 0, False
    for start, end, _ in sorted({(span.start, span.end, span.label) for span in spans}):
        if start < reach:
            # The one that reached this far is counted with the first that it meets.
            count += 1 + waiting
            waiting = False
        else:
            waiting = True
        reach = max(reach, end)
    return count
