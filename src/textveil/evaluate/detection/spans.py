"""How well predicted spans agree with gold ones: tokens, instances, mentions and entities.

Definitions, conventions and limits are on the page `docs/methods/span-evaluation.md`. Token and
instance are the two levels at which the dissertation on scalable de-identification (section 2.1.1)
says that such systems are measured: the individual word and the phrase. Mentions and entities are
those of the Text Anonymization Benchmark.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.evaluate.bootstrap import REPLICATES, bootstrap
from textveil.evaluate.detection.measures import MEASURES, with_averages
from textveil.evaluate.detection.span_counts import Level, SpanCount, count_spans
from textveil.values.document import Document
from textveil.values.figures.score import Score
from textveil.values.span import Spans

__all__ = ["MEASURES", "SpanEvaluation", "evaluate_spans"]

_Row = tuple[SpanCount, ...]


class _Column(NamedTuple):
    """A sum of counts that is reported as one group of scores."""

    level: Level
    same_label: bool
    label: str


class SpanEvaluation:
    """Counts documents one by one and scores them all.

    Only counts are kept, and equal documents (by their counts) are kept once with a number, so the
    memory grows with how different the documents are, not with their texts. Evaluations of parts
    of a corpus can be merged in any order, with equal results to the last bit.

    Parameters
    ----------
    labels
        New names for labels, on both sides; a label mapped to None is left out, one that is not
        mentioned stays.
    every_span
        Whether gold spans count that need not be masked: those with an attribute `must_mask` that
        is false, or an `identifier_type` of NO_MASK.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> note = Document("n", "Ana Ruiz", spans=Spans([Span(0, 8, "NAME")]))
    >>> evaluation = SpanEvaluation()
    >>> evaluation.add(note, Spans([Span(0, 3, "NAME")]))
    >>> scores = evaluation.scores(np.random.default_rng(7))
    >>> scores[0].name, str(scores[0]), scores[1].name, str(scores[1])
    ('token precision', '1.000', 'token recall', '0.500')
    """

    __slots__ = ("_every_span", "_labels", "_rows", "missing")

    missing: int
    """How many documents had no prediction at all; nothing counts as found in them."""

    def __init__(
        self, labels: Mapping[str, str | None] | None = None, *, every_span: bool = False
    ) -> None:
        self._labels = dict(labels or {})
        self._every_span = every_span
        self._rows: Counter[_Row] = Counter()
        self.missing = 0

    def __repr__(self) -> str:
        return f"SpanEvaluation(documents={self.documents}, missing={self.missing})"

    @property
    def documents(self) -> int:
        """How many documents were counted."""
        return self._rows.total()

    def add(self, document: Document, predicted: Spans | None) -> None:
        """Count one gold document; `predicted` is None if there is no prediction for it.

        Raises
        ------
        InvalidValueError
            If the document was never annotated, or a predicted span ends past its text.
        """
        found = Spans() if predicted is None else predicted
        counts = count_spans(document, found, self._labels, every_span=self._every_span)
        self.add_counts(counts, missing=predicted is None)

    def add_counts(self, counts: tuple[SpanCount, ...], *, missing: bool = False) -> None:
        """Add the counts of `count_spans` for one document, with labels renamed."""
        self._rows[counts] += 1
        self.missing += missing

    def merge(self, other: "SpanEvaluation") -> Self:
        """Add the counts of another evaluation (of other documents), and return self."""
        if self._labels != other._labels:
            raise InvalidValueError("evaluations that rename labels differently cannot be merged")
        if self._every_span != other._every_span:
            raise InvalidValueError("evaluations that count other gold spans cannot be merged")
        self._rows.update(other._rows)
        self.missing += other.missing
        return self

    def counts(self) -> tuple[SpanCount, ...]:
        """Return the counts summed over all documents, in the order of the scores."""
        columns, rows, times = self._table()
        sums = (times @ rows).reshape(len(columns), 3)
        return tuple(
            SpanCount(*column, *(int(number) for number in three))
            for column, three in zip(columns, sums, strict=True)
        )

    def scores(
        self, rng: np.random.Generator, level: float = 0.95, replicates: int = REPLICATES
    ) -> tuple[Score, ...]:
        """Return precision, recall, F1 and F2 with document-bootstrap percentile intervals.

        Parameters
        ----------
        rng
            Source of the resamples.
        level
            Coverage aimed at.
        replicates
            Number of resamples.

        Returns
        -------
        tuple of Score
            By level, then label-aware before label-blind, then all labels before each label, then
            measure. Scores over all labels are micro averages; those named with "(macro)" are means
            over the labels that occur in the gold spans. Label-blind scores are named with "(any
            label)"; for a single label there is only the token recall among them. Mentions and
            entities have a recall only, and `group` says DIRECT or QUASI for entities. `count` is
            the number of things in the denominator; for a mean, that of labels.

        Raises
        ------
        InvalidValueError
            If no document was counted: a score of nothing would look like a result.
        """
        if not self._rows:
            raise InvalidValueError("no document was evaluated, so there is nothing to score")
        columns, rows, times = self._table()
        counts = self.counts()
        averaged = {
            kind: [
                at for at, c in enumerate(columns) if c.level is kind and c.same_label and c.label
            ]
            for kind in Level
            if kind.has_labels
        }
        statistic = partial(with_averages, averaged=averaged.values())
        found = np.stack(bootstrap(rows, times, statistic, rng, level, replicates), axis=1)
        intervals = found.reshape(-1, len(MEASURES), 3)
        means = dict(zip(averaged, intervals[len(counts) :], strict=True))
        scores: list[Score] = []
        for count, four in zip(counts, intervals, strict=False):
            scores += _scores(count, four)
            if count.same_label and not count.label:
                part = [counts[at] for at in averaged[count.level]]
                scores += _averages(count.level, part, means[count.level])
        return tuple(scores)

    def _table(self) -> tuple[list[_Column], NDArray[np.float64], NDArray[np.int64]]:
        """Return columns, distinct rows (three numbers a column), and how often each occurs."""
        columns = _columns({(count.level, count.label) for row in self._rows for count in row})
        place = {column: number for number, column in enumerate(columns)}
        # Sorted, so that neither the order of documents nor that of merges shows in the intervals.
        ordered = sorted(self._rows)
        rows = np.zeros((len(ordered), len(columns), 3))
        for number, row in enumerate(ordered):
            for count in row:
                three = (count.hits, count.predicted, count.gold)
                rows[number, place[_Column(count.level, count.same_label, count.label)]] += three
                if count.same_label:
                    rows[number, place[_Column(count.level, True, "")]] += three
        times = np.array([self._rows[row] for row in ordered], dtype=np.int64)
        return columns, rows.reshape(len(ordered), -1), times


def evaluate_spans(
    pairs: Iterable[tuple[Document, Spans | None]],
    rng: np.random.Generator,
    labels: Mapping[str, str | None] | None = None,
    level: float = 0.95,
    replicates: int = REPLICATES,
) -> tuple[Score, ...]:
    """Score pairs of a gold document and its prediction.

    See `SpanEvaluation` for the parameters, `pair_by_id` for making pairs of two files.
    """
    evaluation = SpanEvaluation(labels)
    for document, predicted in pairs:
        evaluation.add(document, predicted)
    return evaluation.scores(rng, level, replicates)


def _columns(seen: set[tuple[Level, str]]) -> list[_Column]:
    """Return what is reported: totals where there is a precision, else what was seen."""
    labels = sorted({label for level, label in seen if level.has_labels} - {""})
    columns = []
    for kind in Level:
        if kind.has_labels:
            columns += [_Column(kind, True, label) for label in ["", *labels]]
            blind = labels if kind is Level.TOKEN else ()
            columns += [_Column(kind, False, label) for label in ["", *blind]]
        elif kind.has_predictions:
            columns.append(_Column(kind, False, ""))
        else:
            groups = sorted(label for level, label in seen if level is kind)
            columns += [_Column(kind, False, label) for label in groups]
    return columns


def _scores(count: SpanCount, four: NDArray[np.float64]) -> list[Score]:
    blind = " (any label)" if count.level.has_labels and not count.same_label else ""
    return [
        _score(f"{count.level} {measure}{blind}", count, measure, interval)
        for measure, interval in zip(MEASURES, four, strict=True)
        if _reported(count, measure)
    ]


def _reported(count: SpanCount, measure: str) -> bool:
    """Tell whether a measure means something: some counts have a gold side only."""
    if count.same_label or (count.level.has_predictions and not count.label):
        return True
    return measure == "recall" and count.gold > 0


def _score(name: str, count: SpanCount, measure: str, interval: NDArray[np.float64]) -> Score:
    sizes = {"precision": count.predicted, "recall": count.gold}
    things = sizes.get(measure, count.gold + count.predicted - count.hits)
    if things == 0:
        # Nothing was to be found: right if nothing was predicted, wrong otherwise, and the
        # other way round.
        return Score.exact(name, float(not count.gold and not count.predicted), 0, count.label)
    value, low, high = map(float, interval)
    return Score(name, value, low, high, things, count.label)


def _averages(level: Level, counts: list[SpanCount], four: NDArray[np.float64]) -> list[Score]:
    labels = sum(count.gold > 0 for count in counts)
    names = [f"{level} {measure} (macro)" for measure in MEASURES]
    if not labels:
        return [Score.exact(name, float(not counts)) for name in names]
    return [
        Score(name, float(value), float(low), float(high), labels)
        for name, (value, low, high) in zip(names, four, strict=True)
    ]
