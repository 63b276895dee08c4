"""Judging: the scores of a model on unseen documents, kept for every threshold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.learn.examples import examples
from textveil.lexicon.folding import fold
from textveil.lexicon.languages import ENGLISH
from textveil.models.crf import OUTSIDE, Crf, Judgement
from textveil.models.decoding import passages
from textveil.models.windows import Window
from textveil.values.document import Document
from textveil.values.span import Span, Spans
from textveil.values.view import View

__all__ = ["FLOOR", "Judged", "judge", "words_of"]

FLOOR: Final = 0.01
"""The lowest threshold that can be asked for."""


@dataclass(frozen=True, slots=True, repr=False)
class Judged:
    """One document with the model's judgements of its words.

    Attributes
    ----------
    document
        With its gold spans.
    scores
        Of all its words, in order.
    truth
        Whether each word is part of a gold span.
    """

    document: Document
    scores: NDArray[np.float64]
    truth: NDArray[np.bool_]
    _view: View
    _windows: tuple[tuple[Window, list[Judgement]], ...] = field(default=())

    def spans(self, threshold: float) -> Spans:
        """Return the findings of a detector with this threshold, at least `FLOOR`."""
        return Spans(self._passages(threshold))

    def _passages(self, threshold: float) -> Iterator[Span]:
        last: Span | None = None
        for window, judged in self._windows:
            for passage, continues in passages(window, judged, threshold):
                start, end = self._view.locate(passage.start, passage.end)
                if last is not None and continues and last.label == passage.label:
                    start = last.start
                elif last is not None:
                    yield last
                last = Span(start, end, passage.label)
        if last is not None:
            yield last


def judge(
    document: Document, crf: Crf | None, hints: tuple[str, ...], language: str = ENGLISH
) -> Judged:
    """Ask a model about a document; without a model, nothing is found in it."""
    view = fold(document.text)
    scores: list[float] = []
    truth: list[bool] = []
    kept = []
    for window, rows, tags in examples(document, view, hints, language):
        first, last = window.core
        truth += [tag != OUTSIDE for tag in tags[first:last]]
        if crf is None:
            scores += [0.0] * (last - first)
            continue
        judged = crf.judge(rows, FLOOR)
        scores += [word.score for word in judged[first:last]]
        if any(word.label for word in judged[first:last]):
            kept.append((window, judged))
    return Judged(document, np.array(scores, float), np.array(truth, bool), view, tuple(kept))


def words_of(judged: Sequence[Judged]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return scores and truth of all words of several documents."""
    scores = [np.empty(0), *(one.scores for one in judged)]
    truth = [np.empty(0, bool), *(one.truth for one in judged)]
    return np.concatenate(scores), np.concatenate(truth)
