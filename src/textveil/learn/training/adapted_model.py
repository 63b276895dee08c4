"""Adapting: a shipped model that has learnt from a few annotated documents, and forgot nothing.

A random field is trained anew and told the judgement of the shipped one. A neural model keeps its
layers; what is learnt is added to the weights that turn its last hidden states into tags. Both
learn from generated documents too, and are measured on others of these, the *check set*: a model
that is worse there by more than `WORST` than the shipped one is not made.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from textveil.detect.tagging.tagger import hints_for
from textveil.errors import ModelError
from textveil.learn.training.examples import examples, original_places
from textveil.learn.training.judgement import judge
from textveil.learn.training.trained_model import TrainingPlan, finished, folds_of, ready_for
from textveil.lexicon.tables.folding import fold
from textveil.models.bundle import Bundle, load_bundle
from textveil.models.fields.crf import Crf, fit, tags_of
from textveil.models.fields.crf_tagger import CrfTagger
from textveil.models.kinds import BASE, HEAD, NEURAL, ROUTED, WEIGHTS
from textveil.models.networks.neural import NeuralTagger, with_tags
from textveil.synth.corpus import generate
from textveil.values.contracts import Tagger
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.runs.watch import Track, untracked
from textveil.values.span import Span, Spans

__all__ = ["WORST", "adapt", "check_set", "learner_of", "model_to_adapt", "score_of", "with_labels"]

WORST: Final = 0.01
"""F of words that an adapted model may lose on the check set."""

_CHECKED: Final = (("hospital", 40), ("everyday", 150), ("letters", 20), ("email", 30))
_CHECK_SEED, _REPLAY_SEED = 20011, 20012
_REPLAYS: Final = (1, 3, 8)
"""How many generated documents a random field learns from for each that is checked."""
_STEPS: Final = 300
_RATE: Final = 0.02
_DAMPING: Final = 2e-4
_SHARES: Final = (1.0, 0.5, 0.25, 0.1)
"""Of what was learnt; if even the last is too much, nothing of it is taken."""


def check_set(seed: int = _CHECK_SEED, times: int = 1, *, language: str) -> list[Document]:
    """Return generated documents with families for labels; the same for the same seed."""
    found = []
    for kind, count in _CHECKED:
        rng = Random(f"{seed} {kind}")  # noqa: S311 - reproducible, not secret
        made = generate(kind, times * count, rng=rng, language=language)
        found += [replace(document, id=f"{kind}-{document.id}") for document in made]
    return found


def adapt(
    documents: Iterable[Document],
    base: str,
    plan: TrainingPlan,
    facts: Mapping[str, Any] | None = None,
    track: Track = untracked,
) -> Bundle:
    """Return a shipped model that has learnt from annotated documents.

    Parameters
    ----------
    documents
        At least two, of different subjects.
    base
        The model to begin with: its name, or its folder.
    plan
        How it is measured. The threshold is that of the model to begin with, unless the plan says
        another or a recall.
    facts
        What the card shall say beside what is known here.
    track
        Watches the work.

    Raises
    ------
    ModelError
        If the model would be worse on the check set by more than `WORST`, or the one to begin with
        was itself made from another.
    """
    begun = model_to_adapt(base)
    given = ready_for(documents)
    # What the model does not know it learns, behind what it knows.
    own = {span.label for one in given for span in one.spans or ()} - set(begun.labels)
    labels = (*begun.labels, *sorted(own))
    plan = replace(plan, hints=begun.hints, language=begun.language)
    if plan.threshold is None and plan.recall is None:
        # Policies that use the one model can use the other.
        plan = replace(plan, threshold=begun.threshold)
    ready = [with_labels(document, labels) for document in given]
    learner = learner_of(begun, labels)
    checked = [with_labels(d, labels) for d in check_set(language=begun.language)]
    judged = []
    folds = folds_of(ready, plan)
    for one in track(folds, "cross-validate", len(folds)):
        tagger = learner.learn([ready[at] for at in one.train], plan)
        judged += [judge(ready[at], tagger, plan.hints, language=plan.language) for at in one.test]
    before = score_of(begun.tagger(), checked, begun)
    [made] = [learner.within(ready, plan, checked, before) for _ in track([0], "fit", 1)]
    after = score_of(made.tagger(), checked, begun)
    check = {"documents": len(checked), "before": round(before, 4), "after": round(after, 4)}
    told = {"from": base, "check_set": check}
    return finished(made, ready, judged, plan, {**told, **(facts or {})})


def model_to_adapt(base: str) -> Bundle:
    """Return a model by its name or folder; raise if it was itself made from another."""
    begun = load_bundle(base)
    if begun.kind == ROUTED:
        raise ModelError(
            "a model with clusters cannot be adapted",
            where=base,
            hint="train it again with --clusters and the documents of both times",
        )
    if {HEAD, BASE} & begun.parts.keys():
        raise ModelError(
            "this model was adapted already",
            where=base,
            hint="adapt the one that it grew from, with the documents of both times",
        )
    return begun


def learner_of(begun: Bundle, labels: Sequence[str] = ()) -> "_Neural | _Field":
    """Return what learns from documents on top of a model, with its method `learn`.

    `labels` are those of the model with further ones behind them; its own unless given.
    """
    every = tuple(labels) or begun.labels
    return _Neural(begun, every) if begun.kind == NEURAL else _Field(begun, every)


def score_of(tagger: Tagger, documents: Sequence[Document], bundle: Bundle) -> float:
    """Return F1 of words, whatever their label, at the threshold of the model."""
    right = taken = gold = 0
    for document in documents:
        one = judge(document, tagger, bundle.hints, language=bundle.language)
        found = one.scores >= bundle.threshold
        right += int((found & one.truth).sum())
        taken += int(found.sum())
        gold += int(one.truth.sum())
    return 2 * right / max(1, taken + gold)


def with_labels(document: Document, labels: Sequence[str]) -> Document:
    """Return a document with labels that the model knows: its own, or their family."""
    spans = []
    for span in (document.spans or Spans()).partition():
        family = family_of(span.label)
        label = span.label if span.label in labels else family if family in labels else "OTHER-ID"
        if label in labels:
            spans.append(Span(span.start, span.end, label))
    return replace(document, spans=Spans(spans))


class _Field:
    """Learns a random field that is told the judgement of another."""

    def __init__(self, begun: Bundle, labels: tuple[str, ...]) -> None:
        self._begun, self._labels = begun, labels
        self._base = cast("CrfTagger", begun.tagger())

    def learn(self, documents: Sequence[Document], plan: TrainingPlan, times: int = 1) -> CrfTagger:
        """Return a field that has learnt from documents, and from generated ones."""
        replayed = check_set(_REPLAY_SEED, times, language=plan.language)
        every = [*documents, *(with_labels(d, self._labels) for d in replayed)]
        weights = fit(self._sequences(every, plan), plan.settings)
        return CrfTagger(Crf(weights), self._begun.books, self._base)

    def _sequences(
        self, documents: Iterable[Document], plan: TrainingPlan
    ) -> Iterator[tuple[list[list[str]], list[str]]]:
        for document in documents:
            for _, rows, tags in examples(
                document,
                fold(document.text),
                plan.hints,
                book=self._begun.books.words,
                language=plan.language,
                base=self._base,
            ):
                yield rows, tags

    def within(
        self,
        documents: Sequence[Document],
        plan: TrainingPlan,
        checked: Sequence[Document],
        before: float,
    ) -> Bundle:
        """Return the first field that is good enough on the check set, with more and more of it."""
        for times in _REPLAYS:
            tagger = self.learn(documents, plan, times)
            if score_of(tagger, checked, self._begun) >= before - WORST:
                parts = {WEIGHTS: tagger.weights, BASE: self._begun.parts[WEIGHTS]}
                return replace(self._begun, parts=parts, labels=tagger.labels)
        raise ModelError(
            "the model would forget what the shipped one knows",
            hint="annotate more documents, or train one without --from",
        )


class _Neural:
    """Learns what is added to the last step of a neural model."""

    def __init__(self, begun: Bundle, labels: tuple[str, ...]) -> None:
        self._begun, self._labels = begun, labels
        self._tagger = cast("NeuralTagger", begun.tagger())
        self._replay: _Learnt | None = None

    def learn(self, documents: Sequence[Document], plan: TrainingPlan) -> Tagger:
        """Return the model with what it learnt from documents and from generated ones."""
        return self._with(self._head(documents, plan)).tagger()

    def within(
        self,
        documents: Sequence[Document],
        plan: TrainingPlan,
        checked: Sequence[Document],
        before: float,
    ) -> Bundle:
        """Return the model with as much of what was learnt as the check set allows."""
        head = self._head(documents, plan)
        for share in _SHARES:
            made = self._with(head * np.float32(share))
            if score_of(made.tagger(), checked, self._begun) >= before - WORST:
                return made
        return self._with(head * np.float32(0.0))

    def _with(self, head: NDArray[np.float32]) -> Bundle:
        parts = {**self._begun.parts, HEAD: head.astype("<f4").tobytes()}
        return replace(self._begun, parts=parts, labels=self._labels)

    def _head(self, documents: Sequence[Document], plan: TrainingPlan) -> NDArray[np.float32]:
        if self._replay is None:
            replayed = check_set(_REPLAY_SEED, language=plan.language)
            self._replay = self._states([with_labels(d, self._labels) for d in replayed], plan)
        own = self._states(documents, plan)
        return _fitted(own, self._replay)

    def _states(self, documents: Iterable[Document], plan: TrainingPlan) -> "_Learnt":
        """Return what is known of all words."""
        numbers = {"O": 0}
        for at, label in enumerate(self._labels):
            numbers |= {f"B-{label}": 1 + 2 * at, f"I-{label}": 2 + 2 * at}
        states, logits, tags = [], [], []
        for document in documents:
            view = fold(document.text)
            hints = hints_for(plan.hints, view.text, language=plan.language)
            found = self._tagger.states(view.text, hints)
            starts, ends = original_places(view, found.starts, found.ends)
            spans = [(s.start, s.end, s.label) for s in document.spans or ()]
            states.append(found.states)
            logits.append(with_tags(found.logits, self._tagger.tags, 1 + 2 * len(self._labels)))
            tags += [numbers[tag] for tag in tags_of(starts, ends, spans)]
        return _Learnt(np.concatenate(states), np.concatenate(logits), np.array(tags, np.intp))


class _Learnt(NamedTuple):
    """Hidden states and logits of words, and the number of the right tag of each."""

    states: NDArray[np.float32]
    logits: NDArray[np.float32]
    right: NDArray[np.intp]


def _fitted(*parts: _Learnt) -> NDArray[np.float32]:
    """Return what is to be added to a head, by Adam on all words at once; parts weigh alike."""
    width, tags = parts[0].states.shape[1], parts[0].logits.shape[1]
    head = np.zeros((width + 1, tags), np.float32)
    first, second = np.zeros_like(head), np.zeros_like(head)
    for step in range(1, _STEPS + 1):
        slope = _DAMPING * head
        for states, logits, right in parts:
            made = logits + states @ head[:-1] + head[-1]
            made -= made.max(axis=1, keepdims=True)
            shares = np.exp(made)
            shares /= shares.sum(axis=1, keepdims=True)
            shares[np.arange(len(right)), right] -= 1.0
            shares /= len(right) * len(parts)
            slope[:-1] += states.T @ shares
            slope[-1] += shares.sum(axis=0)
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        near = first / (1 - 0.9**step)
        spread = np.sqrt(second / (1 - 0.999**step)) + 1e-8
        head -= np.float32(_RATE * (1 - step / (_STEPS + 1))) * near / spread
    return head
