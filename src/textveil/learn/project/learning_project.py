"""The loop: a project in which a model asks for the documents that it wants annotated next.

Everything stands in a sealed store. What is submitted is on the disk before a model learns from it,
and each step is one transaction: a process that dies loses nothing that was acknowledged.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textveil.errors import InputError, VaultError
from textveil.learn.model_folder import train_into
from textveil.learn.project.loop_clusters import placed
from textveil.learn.project.loop_rounds import (
    MadeRound,
    RoundMaker,
    annotated,
    check_pool,
    with_words,
)
from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.project.loop_status import LoopStatus, status_of
from textveil.learn.project.open_batch import read_batch, read_settings, round_key
from textveil.learn.project.project_records import (
    ANNOTATION,
    CLUSTERS,
    DOCUMENT,
    EARLIER,
    GUESS,
    ONLY,
    ROUND,
    SCORE,
    SETTINGS,
    SubmittedSpans,
    document_to_json,
    put_record,
    read_state,
    spans_to_json,
)
from textveil.learn.project.submissions import Submission, sorted_out
from textveil.learn.training.gold import Gold
from textveil.lexicon.tables.schemes import scheme as scheme_named
from textveil.models.bundle import Bundle
from textveil.models.style_clusters import StyleClusters
from textveil.values.contracts import Strategy
from textveil.values.document import Corpus, Document
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.runs.watch import Track, untracked

__all__ = ["LearningProject"]

_DONE: Final = "every document was asked for"


class LearningProject:
    """A model that learns from few annotations, because it chooses what is annotated.

    Parameters
    ----------
    store
        An open store, which keeps all of the project: a vault is one.
    strategies
        Gives the strategy that a text and a seed name; that of the command line is
        `textveil.pipeline.evaluation.query_strategies.strategy_named`.

    Notes
    -----
    Guarantee: the same documents, settings and submissions give the same batches and the same bytes
    of the model, however often a process died on the way. See `docs/methods/active-learning.md`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from textveil.learn.project.strategies import LeastConfidence
    >>> from textveil.store.sqlite_vault import SqliteVault
    >>> from textveil.values.keys.secret import Secret
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "notes.project"
    >>> notes = [Document(f"n{i}", f"Seen by Dr. Ruiz on day {i}.") for i in range(12)]
    >>> with SqliteVault(path, Secret(b"0123456789abcdef"), create=True) as store:
    ...     project = LearningProject(store, lambda name, seed: LeastConfidence())
    ...     started = project.start(notes, LoopSettings(batch=5))
    ...     batch = project.next()
    ...     told = project.submit(batch[:2])
    >>> started, len(batch), len(told.taken), len(told.missing)
    (12, 5, 2, 3)
    """

    def __init__(self, store: SealedStore, strategies: Callable[[str, int], Strategy]) -> None:
        self._store = store
        self._strategies = strategies
        self._maker: RoundMaker | None = None

    @staticmethod
    def usable(documents: Iterable[Document], settings: LoopSettings) -> list[Document]:
        """Return the documents that a project can ask for; raise if they are too few.

        Documents without a word are left out, and annotations that documents bring are not used.
        """
        ready = with_words(Corpus(documents))
        check_pool(ready, settings)
        return ready

    def start(
        self,
        documents: Iterable[Document],
        settings: LoopSettings | None = None,
        clusters: StyleClusters | None = None,
    ) -> int:
        """Begin a project with documents that nobody has annotated, and return how many there are.

        Parameters
        ----------
        documents
            To choose from.
        settings
            How the project goes on.
        clusters
            Where clusters lie: then there is a loop in each. None unless given.

        Raises
        ------
        VaultError
            If a project was started in this store before.
        InputError
            If there are too few documents, two have one id, or all lie in one cluster.
        """
        settings = settings or LoopSettings()
        self._strategies(settings.strategy, settings.seed)
        ready = self.usable(documents, settings)
        places = placed(ready, clusters, settings)
        with self._store.step():
            if self._store.fetch(SETTINGS, ONLY) is not None:
                raise VaultError(
                    "a learning project was started here before",
                    hint="go on with `textveil learn next`, or give another file",
                )
            put_record(self._store, SETTINGS, ONLY, settings.to_json())
            if clusters is not None:
                put_record(self._store, CLUSTERS, ONLY, clusters.to_json())
            for number, document in enumerate(ready):
                row = document_to_json(number, document, places[document.id])
                put_record(self._store, DOCUMENT, document.id, row)
        return len(ready)

    def settings(self) -> LoopSettings:
        """Return how the project goes on."""
        return read_settings(self._store)

    def waits_for_model(self) -> bool:
        """Tell whether a batch is complete that no model has learnt from yet."""
        return read_batch(self._store, ()).waiting

    def next(self, track: Track = untracked) -> list[Document]:
        """Return what is to be annotated: the documents of the batch that were not submitted yet.

        They have an id, a text and the spans that the model finds, and nothing else. Asked twice,
        the batch is the same.

        Raises
        ------
        InputError
            If every document was asked for.
        """
        self.learn(track)
        state = read_batch(self._store)
        if not state.open:
            raise InputError(_DONE, hint="make the model with: textveil learn model")
        return [
            Document(name, state.documents[name].text, spans=state.guesses[name])
            for name in state.open
        ]

    def submit(
        self,
        documents: Iterable[Document],
        scheme: str | None = None,
        meanings: Mapping[str, str] | None = None,
    ) -> Submission:
        """Take annotated documents; what is taken is on the disk when this returns.

        Parameters
        ----------
        documents
            Documents of the batch, in any parts. All count as read, changed or not. One that comes
            again with other spans takes the place of the earlier one, which is kept.
        scheme
            Name of the scheme of their labels; ours unless given.
        meanings
            What single labels mean, whatever the scheme.

        Raises
        ------
        InputError
            If no document is of this project, or an annotation cannot be learnt from. Then nothing
            is changed.
        """
        given = Corpus(documents)
        with self._store.step():
            state = read_batch(self._store, [document.id for document in given])
            gold: Gold = state.settings.gold()
            used = scheme_named(scheme or "textveil").mapped(meanings or {})
            known = replace(gold, scheme=used if scheme or meanings else None)
            told, annotations = sorted_out(state, given, known)
            for name, annotation in annotations.items():
                self._keep(state.annotations.get(name), name, annotation)
        return told

    def learn(self, track: Track = untracked) -> bool:
        """Fit a model to what was submitted, if the batch is complete; it chooses the next batch.

        `next` does it where it was not done. Returns whether there was something to do.
        """
        batch = read_batch(self._store, ())
        if batch.open or (batch.last is not None and not batch.last.asked):
            return False
        state = read_state(self._store)
        if self._maker is None:
            settings = state.settings
            self._maker = RoundMaker(self._strategies(settings.strategy, settings.seed))
        self._put(self._maker.made(state, track))
        return True

    def _keep(self, earlier: SubmittedSpans | None, name: str, annotation: SubmittedSpans) -> None:
        if earlier is not None:
            number = 1
            while self._store.fetch(EARLIER, f"{number} {name}") is not None:
                number += 1
            put_record(self._store, EARLIER, f"{number} {name}", earlier.to_json())
        put_record(self._store, ANNOTATION, name, annotation.to_json())

    def status(self) -> LoopStatus:
        """Return where the project stands, what was measured, and whether to go on."""
        return status_of(read_state(self._store))

    def model(
        self,
        target: Path,
        facts: dict[str, Any] | None = None,
        track: Track = untracked,
        *,
        force: bool = False,
    ) -> Bundle:
        """Train a model on everything that was submitted, audited documents left out; save it.

        With a loop in each cluster the model is a routed one: a cluster that gains by it has a
        model of its own.

        Raises
        ------
        InputError
            If too little was submitted to learn from.
        """
        state = read_state(self._store)
        learnt = [annotated(state, name) for name in state.learnt]
        if not learnt:
            raise InputError(
                "nothing was submitted yet that a model could learn from",
                hint="annotate a batch and give it to `textveil learn submit`",
            )
        settings = state.settings
        base = settings.model if settings.adapts else None
        told = {"loop": status_of(state).facts(), **(facts or {})}
        # Documents of one cluster cannot be told from the general ones.
        several = len({state.places[document.id] for document in learnt}) > 1
        return train_into(
            target,
            learnt,
            settings.plan(),
            told,
            track,
            base=base,
            clusters=state.clusters if several else None,
            replace=force,
        )

    def _put(self, made: MadeRound) -> None:
        key = round_key(made.round.number)
        with self._store.step():
            # Who else made the same round at the same time was first.
            if self._store.fetch(ROUND, key) is not None:
                return
            put_record(self._store, ROUND, key, made.round.to_json())
            for name, spans in made.guesses.items():
                put_record(self._store, GUESS, name, spans_to_json(spans))
                put_record(self._store, SCORE, name, made.scores[name])
