"""JSON lines in our own schema: the format that carries everything."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from textveil.errors import UsageError
from textveil.formats.capacity import EVERYTHING, Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.inputs import Source
from textveil.formats.json.json_record import Record, merged, records_of_lines
from textveil.formats.json.json_text import dump
from textveil.formats.one_file import OneFile
from textveil.formats.reading import Reading
from textveil.formats.span_codec import OWN, layer_from_json, layer_to_json, span_to_json
from textveil.values.document import Document
from textveil.values.span import Spans

__all__ = ["JsonLines"]

_OWN_KEYS = ("metadata", "spans", "layers")


@dataclass(frozen=True, slots=True)
class JsonLines(OneFile):
    """One JSON object a line: id, text, subject, metadata, spans, layers.

    Keys that the schema does not know join the metadata. `spans` that are absent or null mean
    "never annotated". A record without an id is known by its number.

    Attributes
    ----------
    text_field, id_field, subject_field
        Keys that hold them. An `id_field` that is named must be there; with None it is `id` where
        there is one.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "jsonl"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["jsonl"]
    carries: ClassVar[Carries] = EVERYTHING

    text_field: str = "text"
    id_field: str | None = None
    subject_field: str = "subject"
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        names = [self.text_field, self.id_field or "id", self.subject_field, *_OWN_KEYS]
        if len(set(names)) != len(names):
            raise UsageError("text, id, subject, metadata, spans and layers need different keys")

    def names(self, path: Source) -> tuple[str, ...]:
        """Return the keys of the first record."""
        records = records_of_lines(path, self.encoding, Reading(path))
        return next((tuple(one.rest()) for one in records), ())

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        for record in records_of_lines(path, self.encoding, reading):
            yield self._document(record, reading)

    def _document(self, record: Record, reading: Reading) -> Document:
        text = record.string(self.text_field)
        document_id = record.identifier(self.id_field or "id")
        if document_id is None and self.id_field is not None:
            raise record.wrong(f"has no {self.id_field!r}")
        subject = record.identifier(self.subject_field)
        spans = record.records("spans", "span")
        layers = record.records("layers", "annotation") or ()
        metadata = merged(record, record.mapping("metadata"), record.rest())
        return reading.document(
            record.line,
            str(reading.count + 1) if document_id is None else document_id,
            text,
            subject=subject,
            metadata=metadata,
            spans=None if spans is None else Spans(OWN.read(span, reading) for span in spans),
            layers=tuple(layer_from_json(one, reading) for one in layers),
        )

    def _written(self, document: Document, admission: Admission) -> str:
        del admission
        fields: dict[str, Any] = {self.id_field or "id": document.id}
        fields[self.text_field] = document.text
        if document.subject is not None:
            fields[self.subject_field] = document.subject
        if document.metadata:
            fields["metadata"] = document.metadata.to_json()
        if document.spans is not None:
            fields["spans"] = [span_to_json(span) for span in document.spans]
        if document.layers:
            fields["layers"] = [layer_to_json(one) for one in document.layers]
        return dump(fields, document.id) + "\n"
