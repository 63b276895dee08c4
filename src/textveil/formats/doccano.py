"""doccano's JSON lines for sequence labelling."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.inputs import Source
from textveil.formats.json_record import Record, records_of_lines
from textveil.formats.json_text import dump
from textveil.formats.one_file import OneFile
from textveil.formats.reading import Reading
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["Doccano"]

_LABEL_KEYS = ("label", "labels", "entities")
_RESERVED = {"id", "text", "subject", *_LABEL_KEYS}


@dataclass(frozen=True, slots=True)
class Doccano(OneFile):
    """One JSON object a line: id, text and `label` as lists of start, end and label.

    Reads `label` and `labels`, and the `entities` of projects with relations (objects with
    start_offset, end_offset, label and id). Other keys are metadata. `subject` is our addition.

    Attributes
    ----------
    relations
        Write `entities` instead of `label`; the `id` that relations refer to is then carried as an
        attribute of its span.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "doccano"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["doccano"]
    carries: ClassVar[Carries] = Carries(subject=True, metadata="json", spans=True, attributes=True)

    relations: bool = False
    encoding: str = "utf-8"

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        for record in records_of_lines(path, self.encoding, reading):
            document_id = record.identifier("id")
            yield reading.document(
                record.line,
                str(reading.count + 1) if document_id is None else document_id,
                record.string("text"),
                subject=record.identifier("subject"),
                spans=_spans(record, reading),
                metadata=record.rest(),
            )

    def _written(self, document: Document, admission: Admission) -> str:
        if _RESERVED & document.metadata.keys():
            raise admission.refusal("metadata named as its own keys", document.id)
        fields: dict[str, Any] = {"id": document.id, "text": document.text}
        if document.subject is not None:
            fields["subject"] = document.subject
        if document.spans is not None:
            allowed = {"id"} if self.relations else set()
            for span in document.spans:
                if span.attributes.keys() - allowed or span.attributes.get("id", 0) is None:
                    raise admission.refusal("these attributes of spans", document.id)
            key, form = ("entities", _entity) if self.relations else ("label", _triple)
            fields[key] = [form(span) for span in document.spans]
        return dump({**fields, **document.metadata.to_json()}, document.id) + "\n"


def _triple(span: Span) -> Any:
    return [span.start, span.end, span.label]


def _entity(span: Span) -> Any:
    fields = {"label": span.label, "start_offset": span.start, "end_offset": span.end}
    return {**span.attributes.to_json(), **fields}


def _spans(record: Record, reading: Reading) -> Spans | None:
    keys = [key for key in _LABEL_KEYS if key in record]
    if len(keys) > 1:
        raise record.wrong(f"has both {keys[0]!r} and {keys[1]!r}")
    values = record.items(keys[0]) if keys else None
    if values is None:
        return None
    return Spans(_span(value, record, reading) for value in values)


def _span(value: Any, record: Record, reading: Reading) -> Span:
    if isinstance(value, dict):
        entity = Record(value, reading, record.line, "entity")
        start, end = entity.offset("start_offset"), entity.offset("end_offset")
        label = entity.string("label")
        attributes = reading.metadata(record.line, entity.rest())
        return reading.span(record.line, start, end, label, attributes=attributes)
    match value:
        case [int(start), int(end), str(label)] if bool not in (type(start), type(end)):
            return reading.span(record.line, start, end, label)
    raise record.wrong("has a label that is not [start, end, label]")
