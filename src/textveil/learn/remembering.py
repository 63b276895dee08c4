"""Remembering: models that are fitted again and again to documents out of one corpus.

CRFsuite cannot go on from old weights, so every round fits anew. What stays between rounds is what
every document looks like to the model: its features, which take longer to make than to use.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, Protocol

import pycrfsuite

from textveil.detect.tagger import hints_for
from textveil.learn.adapting import learner_of, model_to_adapt, with_labels
from textveil.learn.asking import chances_of
from textveil.learn.examples import right_tags
from textveil.learn.judging import FLOOR, Judged, judge, judged_as
from textveil.learn.training import TrainingPlan
from textveil.lexicon.folding import fold
from textveil.lexicon.words import word_book
from textveil.models.bundle import Bundle
from textveil.models.crf import Crf, fit
from textveil.models.crf_tagger import CrfTagger
from textveil.models.features import featurize
from textveil.models.roles import books_of_today
from textveil.models.windows import Window
from textveil.values.chances import DocumentChances
from textveil.values.contracts import Tagger
from textveil.values.document import Document
from textveil.values.view import View

__all__ = ["CRF_ALONE", "AdaptedCorpus", "RememberedCorpus", "RoundModels", "corpus_for"]

CRF_ALONE: Final = "crf"
"""The model that has learnt from the annotated documents alone."""


class RoundModels(Protocol):
    """Documents of a corpus, and the models that are fitted to some of them, round by round."""

    def fit(self, places: Sequence[int]) -> Any:
        """Return a model that has learnt from the documents at these places; None without one."""
        ...

    def judge(self, places: Iterable[int], model: Any) -> Iterable[Judged]:
        """Yield the documents at these places with what a model thinks of them."""
        ...

    def chances(self, at: int, model: Any) -> DocumentChances:
        """Return the probabilities of all words of a document."""
        ...

    def taught(self, documents: Sequence[Document]) -> "RoundModels":
        """Return the same texts with other gold spans; what is known of the texts is kept."""
        ...

    def annotate(self, at: int, document: Document) -> None:
        """Put the document with its annotations in place of the one without."""
        ...


def corpus_for(model: str, documents: Sequence[Document], plan: TrainingPlan) -> RoundModels:
    """Return the corpus for a choice of model: `crf`, or the shipped one that is adapted."""
    if model == CRF_ALONE:
        return RememberedCorpus(documents, plan)
    return AdaptedCorpus(documents, plan, model_to_adapt(model))


class _Remembered(NamedTuple):
    """A text as a random field sees it."""

    view: View
    windows: list[tuple[Window, Any]]


class RememberedCorpus:
    """Annotated documents, and the features of those that were used.

    Parameters
    ----------
    documents
        With disjoint gold spans. One without is never fitted to before `annotate` gives it some.
    plan
        How models are fitted.
    """

    def __init__(self, documents: Sequence[Document], plan: TrainingPlan) -> None:
        self._documents = list(documents)
        self._plan = plan
        self._seen: dict[int, _Remembered] = {}

    def taught(self, documents: Sequence[Document]) -> "RememberedCorpus":
        """Return the same texts with other gold spans; features are made once for both."""
        other = RememberedCorpus(documents, self._plan)
        other._seen = self._seen
        return other

    def fit(self, places: Sequence[int]) -> CrfTagger | None:
        """Return a field that has learnt from the documents at these places; None if they are bare.

        The model is the one that `learn_from` makes of the same documents.
        """
        if not any(self._documents[at].spans for at in places):
            return None
        sequences = (
            (rows, right_tags(self._documents[at], self._at(at).view, window))
            for at in places
            for window, rows in self._at(at).windows
        )
        weights = fit(sequences, self._plan.settings)
        return CrfTagger(Crf(weights), books_of_today(self._plan.language))

    def judge(self, places: Iterable[int], model: CrfTagger | None) -> Iterable[Judged]:
        """Yield the documents at these places with what a field thinks of them."""
        for at in places:
            document = self._documents[at]
            if model is None:
                yield judge(document, None, self._plan.hints, language=self._plan.language)
                continue
            one = self._at(at)
            yield judged_as(document, one.view, model.tag_windows(one.windows, FLOOR))

    def chances(self, at: int, model: CrfTagger) -> DocumentChances:
        """Return the probabilities of all words of a document."""
        one = self._at(at)
        tagged = model.tag_windows(one.windows)
        return DocumentChances.of(self._documents[at].id, one.view.text, tagged)

    def annotate(self, at: int, document: Document) -> None:
        """Put the document with its annotations in place of the one without; features stay."""
        self._documents[at] = document

    def _at(self, at: int) -> _Remembered:
        if at not in self._seen:
            document = self._documents[at]
            view = fold(document.text)
            told = hints_for(self._plan.hints, view.text, language=self._plan.language)
            found = featurize(view.text, told, word_book(self._plan.language))
            windows = [(window, pycrfsuite.ItemSequence(rows)) for window, rows in found]
            self._seen[at] = _Remembered(view, windows)
        return self._seen[at]


class AdaptedCorpus:
    """Annotated documents from which a shipped model learns, anew in every round.

    What `textveil train --from` checks afterwards is not checked here: a model of a round may know
    less about other texts than the shipped one.

    Parameters
    ----------
    documents
        With disjoint gold spans; labels become those of the model, or their family.
    plan
        How models are fitted.
    begun
        The shipped model.
    """

    def __init__(self, documents: Sequence[Document], plan: TrainingPlan, begun: Bundle) -> None:
        self._labels = begun.labels
        self._documents = [with_labels(document, begun.labels) for document in documents]
        self._plan = replace(plan, hints=begun.hints, language=begun.language)
        self._begun = begun
        self._learner = learner_of(begun)

    def taught(self, documents: Sequence[Document]) -> "AdaptedCorpus":
        """Return the same texts with other gold spans."""
        return AdaptedCorpus(documents, self._plan, self._begun)

    def fit(self, places: Sequence[int]) -> Tagger:
        """Return the shipped model with what it learnt from the documents at these places."""
        return self._learner.learn([self._documents[at] for at in places], self._plan)

    def judge(self, places: Iterable[int], model: Tagger | None) -> Iterable[Judged]:
        """Yield the documents at these places with what a model thinks of them."""
        plan = self._plan
        for at in places:
            yield judge(self._documents[at], model, plan.hints, language=plan.language)

    def chances(self, at: int, model: Tagger) -> DocumentChances:
        """Return the probabilities of all words of a document."""
        plan = self._plan
        return chances_of(self._documents[at], model, plan.hints, language=plan.language)

    def annotate(self, at: int, document: Document) -> None:
        """Put the document with its annotations in place of the one without."""
        self._documents[at] = with_labels(document, self._labels)
