"""Prodigy's JSON lines."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import ROLES, SUFFIXES
from textveil.formats.inputs import Source
from textveil.formats.json_record import Record, records_of_lines
from textveil.formats.json_text import dump
from textveil.formats.one_file import OneFile
from textveil.formats.reading import Reading
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["Prodigy"]

_RESERVED = {"id", "text", "subject", "spans"}
_SPAN_KEYS = {"start", "end", "label", "score", "source"}


@dataclass(frozen=True, slots=True)
class Prodigy(OneFile):
    """One JSON object a line: text, spans with start, end and label, and whatever else.

    Other keys (`meta`, `tokens`, `answer`, hashes) are metadata; other keys of a span
    (`token_start`, `token_end`) are its attributes. `id` and `subject` are our additions.

    Attributes
    ----------
    encoding
        Of the file.
    """

    name: ClassVar[str] = "prodigy"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["prodigy"]
    column_roles: ClassVar[Mapping[str, str]] = ROLES["prodigy"]
    carries: ClassVar[Carries] = Carries(
        subject=True, metadata="json", spans=True, scores=True, sources=True, attributes=True
    )

    encoding: str = "utf-8"

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        for record in records_of_lines(path, self.encoding, reading):
            document_id = record.identifier("id")
            spans = record.records("spans", "span")
            yield reading.document(
                record.line,
                str(reading.count + 1) if document_id is None else document_id,
                record.string("text"),
                subject=record.identifier("subject"),
                spans=None if spans is None else Spans(_span(span, reading) for span in spans),
                metadata=record.rest(),
            )

    def _written(self, document: Document, admission: Admission) -> str:
        if _RESERVED & document.metadata.keys():
            raise admission.refusal("metadata named as its own keys", document.id)
        fields: dict[str, Any] = {"id": document.id, "text": document.text}
        if document.subject is not None:
            fields["subject"] = document.subject
        if document.spans is not None:
            if any(_SPAN_KEYS & span.attributes.keys() for span in document.spans):
                raise admission.refusal("attributes named as a span's own keys", document.id)
            fields["spans"] = [_span_fields(span) for span in document.spans]
        return dump({**fields, **document.metadata.to_json()}, document.id) + "\n"


def _span_fields(span: Span) -> dict[str, Any]:
    fields: dict[str, Any] = {"start": span.start, "end": span.end, "label": span.label}
    if span.score != 1.0:
        fields["score"] = span.score
    if span.source:
        fields["source"] = span.source
    return {**fields, **span.attributes.to_json()}


def _span(record: Record, reading: Reading) -> Span:
    start, end = record.offset("start"), record.offset("end")
    return reading.span(
        record.line,
        start,
        end,
        record.string("label"),
        score=record.score("score"),
        source=record.identifier("source") or "",
        attributes=reading.metadata(record.line, record.rest()),
    )
