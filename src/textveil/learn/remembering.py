"""Remembering: models that are fitted again and again to documents out of one corpus.

CRFsuite cannot go on from old weights, so every round fits anew. What stays between rounds is what
every document looks like to the model: its features, which take longer to make than to use.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import pycrfsuite

from textveil.learn.examples import examples
from textveil.learn.judging import FLOOR, Judged, judge, judged_as
from textveil.learn.training import TrainingPlan
from textveil.lexicon.folding import fold
from textveil.lexicon.words import word_book
from textveil.models.crf import Crf, fit
from textveil.models.crf_tagger import CrfTagger
from textveil.models.roles import books_of_today
from textveil.models.windows import Window
from textveil.values.chances import DocumentChances
from textveil.values.document import Document
from textveil.values.view import View

__all__ = ["RememberedCorpus"]


class _Remembered(NamedTuple):
    """A document as a random field sees it."""

    view: View
    windows: list[tuple[Window, Any]]
    tags: list[list[str]]


class RememberedCorpus:
    """Annotated documents, and the features of those that were used.

    Parameters
    ----------
    documents
        With disjoint gold spans.
    plan
        How models are fitted.
    """

    def __init__(self, documents: Sequence[Document], plan: TrainingPlan) -> None:
        self._documents = documents
        self._plan = plan
        self._seen: dict[int, _Remembered] = {}

    def fit(self, places: Sequence[int]) -> CrfTagger | None:
        """Return a field that has learnt from the documents at these places; None if they are bare.

        The model is the one that `learn_from` makes of the same documents.
        """
        if not any(self._documents[at].spans for at in places):
            return None
        seen = (self._at(at) for at in places)
        sequences = (
            (rows, tags)
            for one in seen
            for (_, rows), tags in zip(one.windows, one.tags, strict=True)
        )
        weights = fit(sequences, self._plan.settings)
        return CrfTagger(Crf(weights), books_of_today(self._plan.language))

    def judge(self, places: Iterable[int], tagger: CrfTagger | None) -> Iterable[Judged]:
        """Yield the documents at these places with what a field thinks of them."""
        for at in places:
            document = self._documents[at]
            if tagger is None:
                yield judge(document, None, self._plan.hints, language=self._plan.language)
                continue
            one = self._at(at)
            yield judged_as(document, one.view, tagger.tag_windows(one.windows, FLOOR))

    def chances(self, at: int, tagger: CrfTagger) -> DocumentChances:
        """Return the probabilities of all words of a document."""
        one = self._at(at)
        tagged = tagger.tag_windows(one.windows)
        return DocumentChances.of(self._documents[at].id, one.view.text, tagged)

    def _at(self, at: int) -> _Remembered:
        if at not in self._seen:
            document = self._documents[at]
            view = fold(document.text)
            book = word_book(self._plan.language)
            made = list(
                examples(document, view, self._plan.hints, book=book, language=self._plan.language)
            )
            windows = [(one.window, pycrfsuite.ItemSequence(one.rows)) for one in made]
            self._seen[at] = _Remembered(view, windows, [one.tags for one in made])
        return self._seen[at]
