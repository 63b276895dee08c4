"""Capacity: what a format can hold, and the check that nothing is lost.

Each format declares a `Carries`; `Admission` lets documents through to the writer, or refuses them
before anything stands at the target.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from textveil.errors import CannotCarryError, DuplicateIdError
from textveil.formats.identity import DistinctIds
from textveil.values.annotation import broken
from textveil.values.document import Document
from textveil.values.metadata import EMPTY
from textveil.values.span import Span, Spans

__all__ = ["EVERYTHING", "Admission", "Carries"]

ANY = "*"
_ADVICE = "write jsonl, which carries everything, or take this part off the documents first"


@dataclass(frozen=True, slots=True)
class Carries:
    """A format's declaration of what it can hold.

    Attributes
    ----------
    subject
        Whom a document is about.
    metadata
        Nothing, strings alone, or any JSON value.
    spans
        Annotations at all; the fields after it say which parts of a span.
    unannotated
        Whether "never annotated" can be told from "annotated with nothing".
    overlaps
        Spans that share code points.
    no_documents
        Whether a corpus without documents can be told from a truncated file.
    layers
        Further layers of annotations, by name; `ANY` stands for all.
    """

    subject: bool = False
    metadata: Literal["nothing", "strings", "json"] = "nothing"
    spans: bool = False
    unannotated: bool = True
    overlaps: bool = True
    scores: bool = False
    sources: bool = False
    entities: bool = False
    explanations: bool = False
    attributes: bool = False
    no_documents: bool = False
    layers: frozenset[str] = frozenset()

    def carries_layer(self, layer: str) -> bool:
        """Tell whether annotations of a layer can be held."""
        return layer in self.layers or ANY in self.layers

    def fitted(self, document: Document) -> Document:
        """Return the document with only the parts that the format can hold; see `lacking`."""
        spans = document.spans if self.spans else None
        if spans is not None and not self.entities:
            spans = Spans(replace(span, entity=None) for span in spans)
        return replace(
            document,
            subject=document.subject if self.subject else None,
            metadata=document.metadata if self._keeps_metadata else EMPTY,
            spans=spans,
            layers=tuple(one for one in document.layers if self.carries_layer(one.layer)),
        )

    def lacking(self) -> list[str]:
        """Return the names of the parts that `fitted` removes from a document."""
        parts = {
            "subjects": self.subject,
            "metadata": self._keeps_metadata,
            "annotations": self.spans,
            "entities": self.entities or not self.spans,
        }
        return [part for part, carried in parts.items() if not carried]

    @property
    def _keeps_metadata(self) -> bool:
        # Formats without records (brat) keep metadata of their own making only.
        return self.subject and self.metadata != "nothing"


EVERYTHING = Carries(
    subject=True,
    metadata="json",
    spans=True,
    scores=True,
    sources=True,
    entities=True,
    explanations=True,
    attributes=True,
    layers=frozenset({ANY}),
)
"""What the own schema carries, apart from an empty corpus."""


class Admission:
    """One write: checks documents on their way to the writer, and counts them.

    Parameters
    ----------
    name
        The format's name, for messages.
    carries
        Its declaration.
    """

    def __init__(self, name: str, carries: Carries) -> None:
        self._name = name
        self._carries = carries
        self._ids = DistinctIds()
        self.count = 0

    def of(self, documents: Iterable[Document]) -> Iterator[Document]:
        """Yield the documents that the format can carry; raise at the first that it cannot."""
        for document in documents:
            self._check(document)
            if not self._ids.add(document.id):
                raise DuplicateIdError("this id occurs twice", where=document.id)
            self.count += 1
            yield document
        if not self.count and not self._carries.no_documents:
            raise self.refusal("an empty corpus; its file would look truncated")

    def refusal(self, what: str, where: str = "", hint: str = _ADVICE) -> CannotCarryError:
        """Return the error for a part of a document that the format cannot hold."""
        return CannotCarryError(
            f"the {self._name} format has no place for {what}", where=where, hint=hint
        )

    def _check(self, document: Document) -> None:
        carries = self._carries
        if document.subject is not None and not carries.subject:
            raise self.refusal("a subject", document.id)
        if document.metadata and carries.metadata == "nothing":
            raise self.refusal("metadata", document.id)
        if carries.metadata == "strings" and not all(
            isinstance(value, str) for value in document.metadata.values()
        ):
            raise self.refusal("metadata other than strings", document.id)
        if not all(carries.carries_layer(one.layer) for one in document.layers):
            raise self.refusal("a layer of its annotations", document.id)
        if document.layers and broken(document.annotations):
            raise self.refusal("annotations that refer to others that are not there", document.id)
        if document.spans is None:
            if not carries.unannotated:
                raise self.refusal(
                    "a document that was never annotated", document.id, "annotate it first"
                )
        elif not carries.spans:
            raise self.refusal("annotations", document.id)
        else:
            self._check_spans(document.spans, document.id)

    def _check_spans(self, spans: Spans, where: str) -> None:
        for span in spans:
            for part, present in _parts(span):
                if present and not getattr(self._carries, part):
                    raise self.refusal(f"the {part} of spans", where)
        if not self._carries.overlaps and any(a.end > b.start for a, b in pairwise(spans)):
            raise self.refusal(
                "spans that overlap", where, "resolve the overlaps first (Spans.resolve)"
            )


def _parts(span: Span) -> tuple[tuple[str, bool], ...]:
    return (
        ("scores", span.score != 1.0),
        ("sources", bool(span.source)),
        ("entities", span.entity is not None),
        ("explanations", span.explanation is not None),
        ("attributes", bool(span.attributes)),
    )
