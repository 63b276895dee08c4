"""Judging: the scores of a tagger on unseen documents, kept for every threshold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.detect.tagging.tagger import hints_for
from textveil.learn.training.examples import original_places
from textveil.lexicon.tables.folding import fold
from textveil.models.decoding import passages
from textveil.models.fields.windows import WORD
from textveil.values.contracts import Tagger
from textveil.values.document import Document
from textveil.values.span import Span, Spans
from textveil.values.tagging import TaggedWords
from textveil.values.view import View

__all__ = ["FLOOR", "Judged", "judge", "judged_as", "words_of"]

FLOOR: Final = 0.01
"""The lowest threshold that can be asked for."""


@dataclass(frozen=True, slots=True, repr=False)
class Judged:
    """One document with the judgement of a tagger about its words.

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
    _tagged: TaggedWords | None = None

    def spans(self, threshold: float) -> Spans:
        """Return the findings of a detector with this threshold, at least `FLOOR`."""
        found = (replace(span, score=1.0) for span in self._passages(threshold))
        return Spans(found).partition()

    def sure_of(self, spans: Spans, threshold: float) -> list[float]:
        """Return how sure the tagger is of each of the spans that it found: between 0 and 1."""
        known = {(span.start, span.label): span.score for span in self._passages(threshold)}
        return [round(known.get((span.start, span.label), threshold), 4) for span in spans]

    def _passages(self, threshold: float) -> Iterator[Span]:
        for passage in passages(self._tagged, threshold) if self._tagged is not None else ():
            place = self._view.locate(passage.start, passage.end)
            yield Span(*place, passage.label, min(1.0, max(0.0, float(passage.score))))


def judge(
    document: Document, tagger: Tagger | None, hints: tuple[str, ...], *, language: str
) -> Judged:
    """Ask a tagger about a document; without one, nothing is found in it."""
    view = fold(document.text)
    if tagger is None:
        found = [match.span() for match in WORD.finditer(view.text)]
        places = original_places(view, [a for a, _ in found], [b for _, b in found])
        return Judged(document, np.zeros(len(found)), _truth(document, *places), view)
    told = hints_for(hints, view.text, language=language)
    [tagged] = tagger.tag([view.text], [told], FLOOR)
    return judged_as(document, view, tagged)


def judged_as(document: Document, view: View, tagged: TaggedWords) -> Judged:
    """Return a document with what a tagger said of its folded text."""
    truth = _truth(document, *original_places(view, tagged.starts, tagged.ends))
    return Judged(document, tagged.scores.astype(float), truth, view, tagged)


def _truth(document: Document, starts: Sequence[int], ends: Sequence[int]) -> NDArray[np.bool_]:
    """Tell of each word whether it is part of a gold span."""
    truth = np.zeros(len(starts), bool)
    for span in document.spans or ():
        # Words are disjoint and in order, and so are their ends.
        low = int(np.searchsorted(ends, span.start, "right"))
        high = int(np.searchsorted(starts, span.end, "left"))
        truth[low:high] = True
    return truth


def words_of(judged: Sequence[Judged]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return scores and truth of all words of several documents."""
    scores = [np.empty(0), *(one.scores for one in judged)]
    truth = [np.empty(0, bool), *(one.truth for one in judged)]
    return np.concatenate(scores), np.concatenate(truth)
