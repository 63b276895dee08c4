"""The open batch: the part of a project that a submission needs, however large the project is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textveil.errors import VaultError
from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.project.project_records import (
    ANNOTATION,
    DOCUMENT,
    GUESS,
    ONLY,
    ROUND,
    SETTINGS,
    LoopRound,
    SubmittedSpans,
    damage,
    numbered,
    read_records,
    spans_from_json,
)
from textveil.values.document import Document
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.span import Spans

__all__ = ["OpenBatch", "last_round", "read_batch", "read_settings", "round_key"]


@dataclass(frozen=True, slots=True, repr=False)
class OpenBatch:
    """The last round of a project, and some of its documents.

    Attributes
    ----------
    settings
        How the project goes on.
    last
        The last round; None before the first.
    documents, guesses
        By id, of the documents that were wanted: the text, and what was pre-annotated. A document
        without a guess was in no batch so far.
    annotations
        By id, of the last batch and of the documents that were wanted: what was submitted.
    """

    settings: LoopSettings
    last: LoopRound | None
    documents: dict[str, Document]
    guesses: dict[str, Spans]
    annotations: dict[str, SubmittedSpans]

    @property
    def open(self) -> list[str]:
        """Ids of the last batch that nobody has submitted yet."""
        asked = self.last.asked if self.last else ()
        return [name for name in asked if name not in self.annotations]

    @property
    def waiting(self) -> bool:
        """Whether the batch is complete, and no model has learnt from it yet."""
        return bool(self.last and self.last.asked and not self.open)

    @property
    def asked(self) -> set[str]:
        """Those of the documents that were in a batch."""
        return set(self.guesses)


def read_batch(store: SealedStore, wanted: Sequence[str] | None = None) -> OpenBatch:
    """Return the last batch of a project, and the documents with the ids that are wanted.

    Without ids it is the documents of the batch. Cost: the records of these documents, what was
    submitted of the batch, and a few rounds; not what the project has.

    Raises
    ------
    VaultError
        If no project was started here, or a record that another one names is missing.
    """
    with store.step():
        settings = read_settings(store)
        last = last_round(store)
        asked = last.asked if last else ()
        names = list(asked if wanted is None else wanted)
        rows = {kind: store.fetch_some(kind, names) for kind in (DOCUMENT, GUESS)}
        submitted = store.fetch_some(ANNOTATION, list(dict.fromkeys((*asked, *names))))
    found = read_records(DOCUMENT, rows[DOCUMENT], numbered)
    batch = OpenBatch(
        settings,
        last,
        {name: one.document for name, one in found.items()},
        read_records(GUESS, rows[GUESS], lambda _, row: spans_from_json(row)),
        read_records(ANNOTATION, submitted, lambda _, row: SubmittedSpans.from_json(row)),
    )
    for name in set(asked) & set(names):
        if name not in batch.documents or name not in batch.guesses:
            where = f"round {0 if last is None else last.number}, {name}"
            raise damage("a document of a round is missing", where)
    return batch


def read_settings(store: SealedStore) -> LoopSettings:
    """Return how a project goes on; raise if none was started here."""
    told = store.fetch(SETTINGS, ONLY)
    if told is None:
        raise VaultError(
            "no learning project was started here",
            hint="start one with: textveil learn start CORPUS -o PROJECT",
        )
    return read_records(SETTINGS, {ONLY: told}, lambda _, row: LoopSettings.from_json(row))[ONLY]


def round_key(number: int) -> str:
    """Return the key under which a round is kept."""
    return f"{number:06}"


def last_round(store: SealedStore) -> LoopRound | None:
    """Return the last round; None before the first.

    Rounds are numbered without a gap, so the last one is found by doubling and halving.
    """
    high = 1
    while _has_round(store, high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _has_round(store, middle) else (low, middle)
    found = store.fetch(ROUND, round_key(low)) if low else None
    if found is None:
        return None
    made = read_records(
        ROUND, {round_key(low): found}, lambda key, row: LoopRound.from_json(int(key), row)
    )
    return made[round_key(low)]


def _has_round(store: SealedStore, number: int) -> bool:
    return store.fetch(ROUND, round_key(number)) is not None


def documents_of(store: SealedStore, names: Iterable[str]) -> dict[str, Document]:
    """Return documents of a project by their ids; those that it does not have are left out."""
    rows = store.fetch_some(DOCUMENT, list(names))
    return {name: one.document for name, one in read_records(DOCUMENT, rows, numbered).items()}
