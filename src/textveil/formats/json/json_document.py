"""What formats of JSON objects have in common: an id, a text, a subject, annotations, and the rest.

The rest is metadata. A format says what it calls the id, and how its annotations are written.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from textveil.formats.capacity import Admission
from textveil.formats.inputs import Source
from textveil.formats.json.json_record import Record, merged, records_of_lines
from textveil.formats.json.json_text import dump
from textveil.formats.one_file import OneFile
from textveil.formats.reading import Reading
from textveil.values.annotation import Annotation
from textveil.values.document import Document
from textveil.values.span import Spans

__all__ = ["Annotated", "JsonDocuments"]


class Annotated(NamedTuple):
    """What a record says about its text, and what more belongs to its metadata."""

    spans: Spans | None = None
    layers: tuple[Annotation, ...] = ()
    metadata: Mapping[str, Any] = {}


class JsonDocuments(OneFile):
    """A format whose documents are JSON objects, one a line unless it says otherwise."""

    __slots__ = ()

    id_key: ClassVar[str] = "id"
    reserved: ClassVar[frozenset[str]] = frozenset()
    """Keys of annotations; metadata cannot be called so."""
    encoding: str

    def _records(self, path: Source, reading: Reading) -> Iterator[Record]:
        return records_of_lines(path, self.encoding, reading)

    def _annotated(self, record: Record, text: str, reading: Reading) -> Annotated:
        """Take the annotations out of a record."""
        raise NotImplementedError

    def _marks(self, document: Document, admission: Admission) -> dict[str, Any]:
        """Return the fields that hold the annotations of a document."""
        raise NotImplementedError

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        for record in self._records(path, reading):
            document_id, text = record.identifier(self.id_key), record.string("text")
            subject = record.identifier("subject")
            told = self._annotated(record, text, reading)
            yield reading.document(
                record.line,
                str(reading.count + 1) if document_id is None else document_id,
                text,
                subject=subject,
                spans=told.spans,
                layers=told.layers,
                metadata=merged(record, record.rest(), dict(told.metadata)),
            )

    def _written(self, document: Document, admission: Admission) -> str:
        if (self.reserved | {self.id_key, "text", "subject"}) & document.metadata.keys():
            raise admission.refusal("metadata named as its own keys", document.id)
        fields: dict[str, Any] = {self.id_key: document.id, "text": document.text}
        if document.subject is not None:
            fields["subject"] = document.subject
        marks = self._marks(document, admission)
        return dump({**fields, **document.metadata.to_json(), **marks}, document.id)

    def _frame(self, path: Any) -> tuple[str, str, str]:
        del path
        return "", "\n", "\n"
