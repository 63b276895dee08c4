"""Records of a learning project: what a sealed store keeps of it, as JSON."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from textveil.errors import VaultError
from textveil.learn.loop_settings import LoopSettings
from textveil.models.style_clusters import StyleClusters
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.sealed_store import SealedStore
from textveil.values.span import Span, Spans

__all__ = ["Annotation", "LoopRound", "ProjectState", "put_record", "read_state"]

SETTINGS, DOCUMENT, ROUND, GUESS = "learn settings", "learn document", "learn round", "learn guess"
ANNOTATION, EARLIER = "learn annotation", "learn earlier annotation"
CLUSTERS: Final = "learn clusters"
ONLY: Final = "only"


@dataclass(frozen=True, slots=True)
class Annotation:
    """What was submitted for a document, and how many seconds it took if that is known."""

    spans: Spans
    seconds: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the annotation as a JSON object."""
        return {"spans": spans_to_json(self.spans), "seconds": self.seconds}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Annotation":
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
    annotations: dict[str, Annotation]
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
        told = store.fetch(SETTINGS, ONLY)
        if told is None:
            raise VaultError(
                "no learning project was started here",
                hint="start one with: textveil learn start CORPUS -o PROJECT",
            )
        kinds = (DOCUMENT, ROUND, GUESS, ANNOTATION, CLUSTERS)
        rows = {
            kind: {key: json.loads(content) for key, content in store.fetch_all(kind).items()}
            for kind in kinds
        }
    documents = sorted(rows[DOCUMENT].items(), key=lambda item: item[1]["number"])
    return ProjectState(
        LoopSettings.from_json(json.loads(told)),
        {name: _document(name, row) for name, row in documents},
        [LoopRound.from_json(int(key), row) for key, row in rows[ROUND].items()],
        {name: spans_from_json(row) for name, row in rows[GUESS].items()},
        {name: Annotation.from_json(row) for name, row in rows[ANNOTATION].items()},
        StyleClusters.from_json(rows[CLUSTERS][ONLY]) if rows[CLUSTERS] else None,
        {name: row["cluster"] for name, row in documents},
    )


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


def _document(name: str, row: Mapping[str, Any]) -> Document:
    metadata = Metadata(row["metadata"])
    return Document(name, row["text"], row["subject"], metadata, language=row["language"])


def spans_to_json(spans: Spans) -> list[list[Any]]:
    """Return offsets and labels."""
    return [[span.start, span.end, span.label] for span in spans]


def spans_from_json(rows: Iterable[list[Any]]) -> Spans:
    """Return the spans that `spans_to_json` wrote."""
    return Spans(Span(start, end, label) for start, end, label in rows)
