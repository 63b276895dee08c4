"""Rounds of a learning project: a model is fitted, measured, and chooses the next batch.

A round depends on the state of the project alone, and on nothing that happened on the way there. So
a round that was lost is made again, and is the same.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from textveil.errors import InputError
from textveil.evaluate.detection.span_counts import Level, count_spans
from textveil.learn.project.advice import f_of
from textveil.learn.project.batch_sizes import ADAPTIVE, FIRST, PastRound, TimeLimit, adaptive_size
from textveil.learn.project.loop_clusters import own_models, shared_out
from textveil.learn.project.loop_costs import spent_on
from textveil.learn.project.loop_settings import RANDOM, LoopSettings
from textveil.learn.project.memory import RoundModels, corpus_for
from textveil.learn.project.project_records import LoopRound, ProjectState, SubmittedSpans
from textveil.learn.project.questions import batch_of, chances_of, priced, score_with
from textveil.learn.project.strategies import RandomOrder
from textveil.learn.training.folds import split
from textveil.learn.training.judgement import Judged, judge
from textveil.models.bundle import load_bundle
from textveil.models.fields.windows import WORD
from textveil.values.contracts import Strategy, is_blind
from textveil.values.document import Document
from textveil.values.figures.chances import DocumentChances
from textveil.values.keys.draw import lot
from textveil.values.runs.watch import Track
from textveil.values.span import Spans

__all__ = ["MadeRound", "RoundMaker", "annotated", "check_pool", "subjects_of", "with_words"]


def with_words(documents: Iterable[Document]) -> list[Document]:
    """Return documents that hold a word, without their annotations."""
    return [
        Document(d.id, d.text, d.subject, d.metadata, language=d.language)
        for d in documents
        if WORD.search(d.text)
    ]


def check_pool(documents: Sequence[Document], settings: LoopSettings) -> None:
    """Raise if there are too few documents to begin with."""
    size = _first_size(settings)
    if len(documents) < size:
        raise InputError(
            f"the first batch has {size:,} documents, and here are {len(documents):,} with words",
            hint="give more documents, or ask for a smaller --batch",
        )
    sides = _sides(documents, settings)
    if settings.audit and not sides.learn:
        raise InputError("no document is left to learn from", hint="ask for a smaller --audit")


def annotated(state: ProjectState, name: str) -> Document:
    """Return a document with what was submitted for it."""
    return _with(state.documents[name], state.annotations[name].spans)


def subjects_of(state: ProjectState) -> dict[str, str]:
    """Return whom each document is about."""
    return {name: document.counted_subject for name, document in state.documents.items()}


def _with(document: Document, spans: Spans) -> Document:
    return Document(
        document.id,
        document.text,
        document.subject,
        document.metadata,
        spans,
        document.language,
    )


def _first_size(settings: LoopSettings) -> int:
    return settings.batch if isinstance(settings.batch, int) else FIRST


class _Sides(NamedTuple):
    """Ids of documents that may be learnt from, and of those that only measure."""

    learn: list[str]
    audit: list[str]


def _sides(documents: Sequence[Document], settings: LoopSettings) -> _Sides:
    names = [document.id for document in documents]
    if not settings.audit:
        return _Sides(names, [])
    rng = Random(f"audit {settings.seed}")  # noqa: S311 - what is measured is no secret
    fold = split(documents, settings.audit, settings.by, rng)
    audit = sorted((names[at] for at in fold.test), key=lambda n: (lot(settings.seed, n), n))
    return _Sides([names[at] for at in sorted(fold.train)], audit)


class _Reader(NamedTuple):
    """A model as a round uses it; without chances nothing is known of any word."""

    judge: Callable[[Sequence[int]], Iterable[Judged]]
    chances: Callable[[int], DocumentChances] | None


class MadeRound(NamedTuple):
    """A round, and what its model says of its batch.

    Attributes
    ----------
    round
        The round.
    guesses
        By id, what its model finds.
    scores
        By id, the strategy's `score` of the document (None if the document was drawn), and how
        `sure` the model is of each of its spans.
    """

    round: LoopRound
    guesses: dict[str, Spans]
    scores: dict[str, dict[str, Any]]


class _Chosen(NamedTuple):
    """Ids to learn from and to measure on, and the scores of those that a strategy chose."""

    learn: list[str]
    audit: list[str]
    scores: dict[str, float]


class RoundMaker:
    """Makes rounds; what documents look like to a model is kept from one round to the next.

    Parameters
    ----------
    strategy
        Chooses the documents.
    """

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._corpus: RoundModels | None = None
        self._known: dict[str, SubmittedSpans] = {}

    def made(self, state: ProjectState, track: Track) -> MadeRound:
        """Return the round after those of a state, and what its model finds in its batch."""
        places = {name: at for at, name in enumerate(state.documents)}
        learnt = state.learnt
        began = perf_counter()
        [reader] = [self._reader(state, places) for _ in track([0], "fit", 1)]
        seconds = round(perf_counter() - began, 3) if learnt else 0.0
        number = len(state.rounds) + 1
        audited = [places[name] for name in state.audited]
        counts = {one.document.id: _counted(one, state) for one in reader.judge(audited)}
        done = LoopRound(number, (), (), len(learnt), seconds, counts)
        size = _size(state, done) if state.rounds else _first_size(state.settings)
        batch, audit, wanted = self._chosen(state, reader, places, size)
        made = LoopRound(number, tuple(batch), tuple(audit), len(learnt), seconds, counts)
        found = list(reader.judge([places[name] for name in made.asked]))
        threshold = state.settings.threshold
        guesses = {one.document.id: one.spans(threshold) for one in found}
        scores = {
            one.document.id: {
                "score": wanted.get(one.document.id),
                "sure": one.sure_of(guesses[one.document.id], threshold),
            }
            for one in found
        }
        return MadeRound(made, guesses, scores)

    def _reader(self, state: ProjectState, places: dict[str, int]) -> _Reader:
        settings = state.settings
        corpus = self._ready(state, places)
        learnt = state.learnt
        if learnt:
            return _fitted(corpus, state, places)
        name = settings.model if settings.adapts else settings.first
        if name == RANDOM:
            return _Reader(lambda some: corpus.judge(some, None), None)
        bundle = load_bundle(settings.first if settings.first != RANDOM else name)
        tagger, told = bundle.tagger(), {"language": bundle.language}
        texts = list(state.documents.values())

        def judged(some: Sequence[int]) -> Iterable[Judged]:
            return (judge(texts[at], tagger, bundle.hints, **told) for at in some)

        def chances(at: int) -> DocumentChances:
            return chances_of(texts[at], tagger, bundle.hints, **told)

        return _Reader(judged, None if settings.first == RANDOM else chances)

    def _ready(self, state: ProjectState, places: dict[str, int]) -> RoundModels:
        if self._corpus is None:
            texts, settings = list(state.documents.values()), state.settings
            self._corpus = corpus_for(settings.model, texts, settings.plan())
        for name, annotation in state.annotations.items():
            if self._known.get(name) != annotation:
                self._corpus.annotate(places[name], annotated(state, name))
                self._known[name] = annotation
        return self._corpus

    def _chosen(
        self, state: ProjectState, reader: _Reader, places: dict[str, int], size: int
    ) -> _Chosen:
        settings = state.settings
        asked = {name for one in state.rounds for name in one.asked}
        sides = _sides(list(state.documents.values()), settings)
        learn = [name for name in sides.learn if name not in asked]
        audit = [name for name in sides.audit if name not in asked]
        drawn = len(sides.audit) - len(audit)
        wanted = int(settings.audit * (len(asked) + size) + 0.5) - drawn
        # The first batch has something to learn from; later ones of one document may only measure.
        most = size if state.rounds else size - 1
        share = max(size - len(learn), min(wanted, most), 0)
        some = audit[:share]
        if size == len(some) or not learn:
            return _Chosen([], some, {})
        batch, scores = self._asked_for(state, reader, places, learn, size - len(some))
        return _Chosen(batch, some, scores)

    def _asked_for(
        self,
        state: ProjectState,
        reader: _Reader,
        places: dict[str, int],
        pool: Sequence[str],
        size: int,
    ) -> tuple[list[str], dict[str, float]]:
        """Return what is to be learnt from next: of each cluster, what its strategy chooses."""
        seed = 1000 * state.settings.seed + len(state.rounds)
        prices = spent_on(state).prices
        strategy = priced(self._strategy, prices.reading, prices.correcting)
        if not state.rounds and state.settings.first == RANDOM:
            strategy = RandomOrder(seed)
        chances = None if is_blind(strategy) else reader.chances
        earlier = [name for one in state.rounds for name in one.batch]
        batch: list[str] = []
        for place, share in shared_out(size, pool, earlier, state.places).items():
            known = (
                _unknown(name) if chances is None else chances(places[name])
                for name in pool
                if state.places[name] == place
            )
            batch += batch_of(strategy, known, share, seed)
        if chances is None:
            return batch, {}
        scores = {name: score_with(strategy, chances(places[name])) for name in batch}
        return batch, {name: round(score, 6) for name, score in scores.items()}


def _fitted(corpus: RoundModels, state: ProjectState, places: dict[str, int]) -> _Reader:
    """Return the model of all documents, or of a cluster where it has enough of them."""
    general = corpus.fit([places[name] for name in state.learnt])
    own = {
        place: corpus.fit([places[name] for name in names])
        for place, names in own_models(state.learnt, state.places).items()
    }
    names = list(state.documents)

    def model_for(at: int) -> Any:
        return own.get(state.places[names[at]]) or general

    def judged(some: Sequence[int]) -> Iterable[Judged]:
        return (one for at in some for one in corpus.judge([at], model_for(at)))

    if general is None:
        return _Reader(judged, None)
    return _Reader(judged, lambda at: corpus.chances(at, model_for(at)))


def _unknown(name: str) -> DocumentChances:
    return DocumentChances(name, (), np.ones((0, 1)))


def _counted(one: Judged, state: ProjectState) -> tuple[int, int, int]:
    """Return the passages of all labels that were found rightly, were found, and are there."""
    counts = [
        count
        for count in count_spans(one.document, one.spans(state.settings.threshold))
        if count.level is Level.STRICT and count.same_label
    ]
    hits = sum(count.hits for count in counts)
    return hits, sum(count.predicted for count in counts), sum(count.gold for count in counts)


def _size(state: ProjectState, last: LoopRound) -> int:
    """Return the size of the next batch, from all models up to the last one."""
    settings = state.settings
    if settings.batch != ADAPTIVE:
        return _first_size(settings)
    subjects = subjects_of(state)
    past: list[PastRound] = []
    documents = 0
    for before, one in zip(state.rounds, [*state.rounds[1:], last], strict=True):
        documents += len(before.asked)
        score: Any = f_of(one.counts, subjects, settings.seed)
        f = None if score is None else score.value
        past.append(PastRound(documents, len(before.asked), f, one.seconds))
    limit = None
    if settings.training_minutes is not None:
        end = min(settings.budget or len(state.documents), len(state.documents))
        limit = TimeLimit(60 * settings.training_minutes, end)
    return adaptive_size(past, limit)
