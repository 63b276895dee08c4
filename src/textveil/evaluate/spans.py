"""How well predicted spans agree with gold ones: tokens and instances, with intervals.

Definitions, conventions and limits are on the page `docs/methods/span-evaluation.md`. Token and
instance are the two levels at which the dissertation on scalable de-identification (section 2.1.1)
says that such systems are measured: the individual word and the phrase.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from textveil.errors import DuplicateIdError, InputError, InvalidValueError
from textveil.evaluate.bootstrap import REPLICATES, bootstrap
from textveil.evaluate.span_counts import Level, SpanCount, count_spans
from textveil.values.document import Document
from textveil.values.score import Score
from textveil.values.span import Spans

__all__ = ["MEASURES", "SpanEvaluation", "evaluate_spans", "pair_by_id"]

MEASURES = ("precision", "recall", "F1", "F2")
"""What is reported of each level."""

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

    __slots__ = ("_labels", "_rows", "missing")

    missing: int
    """How many documents had no prediction at all; nothing counts as found in them."""

    def __init__(self, labels: Mapping[str, str | None] | None = None) -> None:
        self._labels = dict(labels or {})
        self._rows: Counter[_Row] = Counter()
        self.missing = 0

    def __repr__(self) -> str:
        return f"SpanEvaluation(documents={self.documents}, missing={self.missing})"

    @property
    def documents(self) -> int:
        """How many documents were counted."""
        return self._rows.total()

    def add(self, document: Document, predicted: Spans | None) -> None:
        """Count one gold document; `predicted` is None where there is no prediction for it.

        Raises
        ------
        InvalidValueError
            If the document was never annotated, or a predicted span ends past its text.
        """
        found = Spans() if predicted is None else predicted
        self._rows[count_spans(document, found, self._labels)] += 1
        self.missing += predicted is None

    def merge(self, other: "SpanEvaluation") -> Self:
        """Take in what another evaluation counted (of other documents), and return self."""
        if self._labels != other._labels:
            raise InvalidValueError("evaluations that rename labels differently cannot be merged")
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
            measure. Label-blind scores are named with "(any label)"; for a single label there is
            only the token recall among them. `count` is the number of things in the denominator.

        Raises
        ------
        InvalidValueError
            If no document was counted: a score of nothing would look like a result.
        """
        if not self._rows:
            raise InvalidValueError("no document was evaluated, so there is nothing to score")
        _, rows, times = self._table()
        value, low, high = bootstrap(rows, times, _measures, rng, level, replicates)
        scores = []
        for number, count in enumerate(self.counts()):
            blind = "" if count.same_label else " (any label)"
            for offset, measure in enumerate(MEASURES):
                if not _reported(count, measure):
                    continue
                at = number * len(MEASURES) + offset
                name = f"{count.level} {measure}{blind}"
                interval = (value[at], low[at], high[at])
                scores.append(_score(name, count, measure, interval))
        return tuple(scores)

    def _table(self) -> tuple[list[_Column], NDArray[np.float64], NDArray[np.int64]]:
        """Return columns, distinct rows (three numbers a column), and how often each occurs."""
        seen = {count.label for row in self._rows for count in row}
        labels = sorted(seen - {""})
        columns = [
            _Column(kind, same, label)
            for kind in Level
            for same in (True, False)
            for label in ["", *(labels if same or kind is Level.TOKEN else ())]
        ]
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
    """Score pairs of a gold document and what was predicted for it.

    See `SpanEvaluation` for the parameters, `pair_by_id` for making pairs of two files.
    """
    evaluation = SpanEvaluation(labels)
    for document, predicted in pairs:
        evaluation.add(document, predicted)
    return evaluation.scores(rng, level, replicates)


def pair_by_id(
    gold: Iterable[Document], predicted: Iterable[Document | tuple[str, Spans]]
) -> Iterator[tuple[Document, Spans | None]]:
    """Pair gold documents with the predicted spans of the same id.

    A prediction is an annotated document, or an id with spans where the text is not at hand. The
    predictions' spans are held in memory, not their texts; gold documents stream through.
    A gold document without prediction is paired with None.

    Raises
    ------
    DuplicateIdError
        If an id occurs twice on either side.
    InputError
        If a prediction belongs to no gold document, or was made on another text: its offsets
        would be compared with those of something else.
    """
    waiting: dict[str, tuple[Spans | None, tuple[int, int] | None]] = {}
    for prediction in predicted:
        name, spans, made_on = _unpacked(prediction)
        if name in waiting:
            raise DuplicateIdError("this id occurs twice in the predictions", where=name)
        waiting[name] = (spans, made_on)
    seen: set[str] = set()
    for document in gold:
        if document.id in seen:
            raise DuplicateIdError("this id occurs twice in the gold documents", where=document.id)
        seen.add(document.id)
        spans, made_on = waiting.pop(document.id, (None, None))
        if made_on is not None and made_on != _fingerprint(document):
            raise InputError(
                "the prediction was made on another text than the gold document's",
                where=document.id,
                hint="predict on the gold texts exactly, line endings included",
            )
        yield document, spans
    if waiting:
        raise InputError(
            f"{len(waiting)} predicted documents are not among the gold ones",
            where=", ".join(sorted(waiting)[:3]),
            hint="compare the ids of both sides",
        )


def _unpacked(
    prediction: Document | tuple[str, Spans],
) -> tuple[str, Spans | None, tuple[int, int] | None]:
    if isinstance(prediction, Document):
        return prediction.id, prediction.spans, _fingerprint(prediction)
    return *prediction, None


def _fingerprint(document: Document) -> tuple[int, int]:
    return len(document.text), hash(document.text)


def _measures(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map sums (samples, 3 a column) to precision, recall, F1 and F2; NaN where undefined."""
    hits, predicted, gold = np.moveaxis(sums.reshape(len(sums), -1, 3), 2, 0)
    measures = [_ratio(hits, predicted), _ratio(hits, gold)]
    # (1 + b^2) P R / (b^2 P + R), with the fractions cleared.
    measures += [_ratio((1 + b2) * hits, b2 * gold + predicted) for b2 in (1, 4)]
    return np.stack(measures, axis=2).reshape(len(sums), -1)


def _ratio(above: NDArray[np.float64], below: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.divide(above, below, out=np.full_like(above, np.nan), where=below > 0)


def _reported(count: SpanCount, measure: str) -> bool:
    """Tell whether a measure means something: label-blind, one label has a gold side only."""
    return count.same_label or not count.label or (measure == "recall" and count.gold > 0)


def _score(
    name: str, count: SpanCount, measure: str, interval: tuple[float, float, float]
) -> Score:
    sizes = {"precision": count.predicted, "recall": count.gold}
    things = sizes.get(measure, count.gold + count.predicted - count.hits)
    if things == 0:
        # Nothing was to be found: right if nothing was predicted, wrong otherwise, and the
        # other way round.
        return Score.exact(name, float(not count.gold and not count.predicted), 0, count.label)
    value, low, high = map(float, interval)
    return Score(name, value, low, high, things, count.label)
