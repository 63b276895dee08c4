"""Remembering: models that are fitted again and again to documents out of one corpus.

Every round fits anew. What stays between rounds is what every document looks like to the model: its
features, which take long to make. They are kept as numbers, for a field that is fitted in memory.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from textveil.detect.tagging.tagger import hints_for
from textveil.learn.project.questions import chances_of
from textveil.learn.training.adapted_model import learner_of, model_to_adapt, with_labels
from textveil.learn.training.examples import right_tags
from textveil.learn.training.judgement import Judged, judge, judged_as
from textveil.learn.training.trained_model import TrainingPlan
from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.words import word_book
from textveil.models.bundle import Bundle
from textveil.models.fields.features import featurize
from textveil.models.fields.field_kernels import FieldWords
from textveil.models.fields.random_field import Field, fit_field
from textveil.models.fields.windows import Window
from textveil.values.contracts import Tagger
from textveil.values.document import Document
from textveil.values.figures.chances import DocumentChances
from textveil.values.tagging import TaggedWords
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
    """A text as a random field sees it.

    Attributes
    ----------
    view
        The text, folded.
    windows
        Its windows.
    words
        The words of all windows.
    judged
        Places of the words that are judged where they stand; the others are context.
    fresh
        Of these, whether each is the first of what is read together.
    """

    view: View
    windows: list[Window]
    words: FieldWords
    judged: NDArray[np.intp]
    fresh: NDArray[np.bool_]


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
        self._numbers: dict[str, int] = {}

    def taught(self, documents: Sequence[Document]) -> "RememberedCorpus":
        """Return the same texts with other gold spans; features are made once for both."""
        other = RememberedCorpus(documents, self._plan)
        other._seen, other._numbers = self._seen, self._numbers
        return other

    def fit(self, places: Sequence[int]) -> Field | None:
        """Return a field that has learnt from the documents at these places; None if they are bare.

        Its probabilities are those of the model that `learn_from` makes of the same documents.
        """
        if not any(self._documents[at].spans for at in places):
            return None
        some = [(self._documents[at], self._at(at)) for at in places]
        tags = [
            tag
            for document, one in some
            for window in one.windows
            for tag in right_tags(document, one.view, window)
        ]
        words = _joined([one.words for _, one in some])
        return fit_field(words, tags, len(self._numbers), self._plan.settings)

    def judge(self, places: Iterable[int], model: Field | None) -> Iterable[Judged]:
        """Yield the documents at these places with what a field thinks of them."""
        for at in places:
            document = self._documents[at]
            if model is None:
                yield judge(document, None, self._plan.hints, language=self._plan.language)
                continue
            yield judged_as(document, self._at(at).view, self._tagged(at, model))

    def chances(self, at: int, model: Field) -> DocumentChances:
        """Return the probabilities of all words of a document."""
        text = self._at(at).view.text
        return DocumentChances.of(self._documents[at].id, text, self._tagged(at, model))

    def annotate(self, at: int, document: Document) -> None:
        """Put the document with its annotations in place of the one without; features stay."""
        self._documents[at] = document

    def _tagged(self, at: int, model: Field) -> TaggedWords:
        one = self._at(at)
        chances, begins = (every[one.judged] for every in model.judge(one.words))
        # What stands before a window is another line: no passage goes on from there.
        begins[one.fresh] = 1.0
        cores = [(window, slice(*window.core)) for window in one.windows]
        starts = [start for window, core in cores for start in window.starts[core]]
        ends = [end for window, core in cores for end in window.ends[core]]
        return TaggedWords(starts, ends, model.labels, chances, begins)

    def _at(self, at: int) -> _Remembered:
        if at not in self._seen:
            view = fold(self._documents[at].text)
            told = hints_for(self._plan.hints, view.text, language=self._plan.language)
            found = list(featurize(view.text, told, word_book(self._plan.language)))
            self._seen[at] = self._remembered(view, found)
        return self._seen[at]

    def _remembered(self, view: View, found: list[tuple[Window, list[list[str]]]]) -> _Remembered:
        numbers = self._numbers
        rows = [row for _, rows in found for row in rows]
        features = [numbers.setdefault(name, len(numbers)) for row in rows for name in row]
        firsts = _ends(len(rows) for _, rows in found)
        words = FieldWords(_ends(map(len, rows)), np.array(features, np.uint32), firsts)
        cores = [
            np.arange(*window.core) + int(first)
            for (window, _), first in zip(found, firsts, strict=False)
        ]
        judged = np.concatenate([np.zeros(0, np.intp), *cores])
        windows = [window for window, _ in found]
        return _Remembered(view, windows, words, judged, np.isin(judged, firsts))


def _joined(parts: Sequence[FieldWords]) -> FieldWords:
    """Return the words of several texts, one after the other."""
    rows = _ends(length for one in parts for length in np.diff(one.rows))
    windows = _ends(length for one in parts for length in np.diff(one.windows))
    return FieldWords(rows, np.concatenate([one.features for one in parts]), windows)


def _ends(lengths: Iterable[int]) -> NDArray[np.uint32]:
    """Return where parts of these lengths begin, and where the last ends."""
    return np.concatenate([[0], np.cumsum(np.fromiter(lengths, np.int64))]).astype(np.uint32)


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
