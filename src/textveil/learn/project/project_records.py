"""Records of a learning project: what a sealed store keeps of it, as JSON."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from textveil.errors import DamagedVaultError, InputError, UsageError, VaultError
from textveil.learn.project.loop_settings import LoopSettings
from textveil.models.style_clusters import StyleClusters
from textveil.values.document import Document
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

__all__ = [
    "LoopRound",
    "NumberedDocument",
    "ProjectState",
    "SubmittedSpans",
    "damage",
    "numbered",
    "put_record",
    "read_records",
    "read_state",
]

SETTINGS, DOCUMENT, ROUND, GUESS = "learn settings", "learn document", "learn round", "learn guess"
ANNOTATION, EARLIER = "learn annotation", "learn earlier annotation"
CLUSTERS: Final = "learn clusters"
SCORE: Final = "learn score"
"""How much the strategy wanted a document of a batch, and how sure the model is of its spans."""
ONLY: Final = "only"

_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class SubmittedSpans:
    """What was submitted for a document, and how many seconds it took if that is known."""

    spans: Spans
    seconds: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the annotation as a JSON object."""
        return {"spans": spans_to_json(self.spans), "seconds": self.seconds}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "SubmittedSpans":
        """Return the annotation that `to_json` wrote."""
        return cls(spans_from_json(told["spans"]), told["seconds"])


@dataclass(frozen=True, slots=True)
class LoopRound:
    """A model, what the audit said of it, and the batch that it chose.

    Attributes
    ----------
    number
        From 1 on. The first has no model of the project's own.
    batch, audit
        Ids of the documents that are asked for: to learn from, and to measure on.
    learnt, seconds
        How many documents its model learnt from, and how long that took.
    counts
        By audited document, what the model found there.
    """

    number: int
    batch: tuple[str, ...]
    audit: tuple[str, ...]
    learnt: int = 0
    seconds: float = 0.0
    counts: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)

    @property
    def asked(self) -> tuple[str, ...]:
        """Ids of all documents of the batch, audited ones last."""
        return (*self.batch, *self.audit)

    def to_json(self) -> dict[str, Any]:
        """Return the round as a JSON object."""
        return {
            "batch": list(self.batch),
            "audit": list(self.audit),
            "learnt": self.learnt,
            "seconds": self.seconds,
            "counts": {name: list(three) for name, three in self.counts.items()},
        }

    @classmethod
    def from_json(cls, number: int, told: Mapping[str, Any]) -> "LoopRound":
        """Return the round that `to_json` wrote."""
        return cls(
            number,
            tuple(told["batch"]),
            tuple(told["audit"]),
            told["learnt"],
            told["seconds"],
            {name: (one[0], one[1], one[2]) for name, one in told["counts"].items()},
        )


@dataclass(frozen=True, slots=True, repr=False)
class ProjectState:
    """Everything that is known of a project, read at one moment.

    Attributes
    ----------
    settings
        How it goes on.
    documents
        By id, in the order of the corpus, without annotations.
    rounds
        From the first on.
    guesses
        By id, what was pre-annotated.
    annotations
        By id, what was submitted.
    clusters
        Where clusters lie, if there is a loop in each.
    places
        By id, the cluster of a document; None without one.
    """

    settings: LoopSettings
    documents: dict[str, Document]
    rounds: list[LoopRound]
    guesses: dict[str, Spans]
    annotations: dict[str, SubmittedSpans]
    clusters: StyleClusters | None
    places: dict[str, int | None]

    @property
    def open(self) -> list[str]:
        """Ids of the last batch that nobody has submitted yet."""
        asked = self.rounds[-1].asked if self.rounds else ()
        return [name for name in asked if name not in self.annotations]

    @property
    def waiting(self) -> bool:
        """Whether the last batch is complete, and no model has learnt from it yet."""
        return bool(self.rounds and self.rounds[-1].asked and not self.open)

    def of(self, names: Iterable[str]) -> list[str]:
        """Return those of these documents that are annotated, in their order."""
        return [name for name in names if name in self.annotations]

    @property
    def learnt(self) -> list[str]:
        """Ids of the documents that are learnt from, in the order in which they were asked for."""
        return self.of(name for one in self.rounds for name in one.batch)

    @property
    def audited(self) -> list[str]:
        """Ids of the documents that only measure."""
        return self.of(name for one in self.rounds for name in one.audit)


def read_state(store: SealedStore) -> ProjectState:
    """Return the state of a project; raise if none was started here."""
    with store.step():
        kinds = (DOCUMENT, ROUND, GUESS, ANNOTATION, CLUSTERS)
        rows = {kind: store.fetch_all(kind) for kind in kinds}
        told = store.fetch(SETTINGS, ONLY)
        if told is None:
            raise VaultError(
                "no learning project was started here",
                hint="start one with: textveil learn start CORPUS -o PROJECT",
            )
    documents = read_records(DOCUMENT, rows[DOCUMENT], numbered)
    ordered = sorted(documents.items(), key=lambda item: item[1].number)
    clusters = read_records(CLUSTERS, rows[CLUSTERS], lambda _, row: StyleClusters.from_json(row))
    state = ProjectState(
        read_records(SETTINGS, {ONLY: told}, lambda _, row: LoopSettings.from_json(row))[ONLY],
        {name: one.document for name, one in ordered},
        list(
            read_records(
                ROUND, rows[ROUND], lambda key, row: LoopRound.from_json(int(key), row)
            ).values()
        ),
        read_records(GUESS, rows[GUESS], lambda _, row: spans_from_json(row)),
        read_records(ANNOTATION, rows[ANNOTATION], lambda _, row: SubmittedSpans.from_json(row)),
        clusters.get(ONLY),
        {name: one.cluster for name, one in ordered},
    )
    _check_whole(state, [one.number for _, one in ordered])
    return state


def read_records(
    kind: str, rows: Mapping[str, bytes], made: Callable[[str, Any], _Made]
) -> dict[str, _Made]:
    """Return the records of a kind by their keys; raise for the first that is none."""
    found = {}
    for key, content in rows.items():
        try:
            found[key] = made(key, json.loads(content))
        except (AttributeError, LookupError, TypeError, ValueError, InputError, UsageError):
            raise damage("a record of the project cannot be read", f"{kind} {key}") from None
    return found


def _check_whole(state: ProjectState, numbers: Sequence[int]) -> None:
    """Raise if something is missing that another record names."""
    if numbers != list(range(len(numbers))):
        raise damage("a document of the project is missing", f"number {_gap(numbers)}")
    if [one.number for one in state.rounds] != list(range(1, 1 + len(state.rounds))):
        raise damage("a round of the project is missing", f"{len(state.rounds)} are left")
    for one in state.rounds:
        for name in one.asked:
            if name not in state.documents or name not in state.guesses:
                raise damage("a document of a round is missing", f"round {one.number}, {name}")
    for name in state.annotations:
        if name not in state.guesses:
            raise damage("an annotation is of a document that nobody asked for", name)


def _gap(numbers: Sequence[int]) -> int:
    return next((at for at, number in enumerate(numbers) if at != number), len(numbers))


def damage(what: str, where: str) -> DamagedVaultError:
    """Return the error about a project that is not whole."""
    return DamagedVaultError(what, where=where, hint="take the project from a backup")


def put_record(store: SealedStore, kind: str, key: str, value: Any) -> None:
    """Keep a JSON value."""
    store.put(kind, key, json.dumps(value).encode("ascii"))


def document_to_json(number: int, document: Document, cluster: int | None) -> dict[str, Any]:
    """Return a document as a JSON object, without its annotations."""
    return {
        "number": number,
        "text": document.text,
        "subject": document.subject,
        "metadata": document.metadata.to_json(),
        "language": document.language,
        "cluster": cluster,
    }


class NumberedDocument(NamedTuple):
    """A document, its place in the corpus and its cluster."""

    number: int
    document: Document
    cluster: int | None


def numbered(name: str, row: Mapping[str, Any]) -> NumberedDocument:
    """Return the document of a record."""
    metadata = Metadata(row["metadata"])
    document = Document(name, row["text"], row["subject"], metadata, language=row["language"])
    return NumberedDocument(int(row["number"]), document, row["cluster"])


def spans_to_json(spans: Spans) -> list[list[Any]]:
    """Return offsets and labels."""
    return [[span.start, span.end, span.label] for span in spans]


def spans_from_json(rows: Iterable[list[Any]]) -> Spans:
    """Return the spans that `spans_to_json` wrote."""
    return Spans(Span(start, end, label) for start, end, label in rows)
