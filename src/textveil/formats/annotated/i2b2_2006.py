"""The i2b2 2006 de-identification challenge's XML: records with PHI marked in line."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from textveil.formats.annotated.xml_events import (
    Event,
    attribute,
    escape,
    events,
    is_name,
    unwritable,
)
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.inputs import Source
from textveil.formats.one_file import OneFile
from textveil.formats.outputs import Target
from textveil.formats.reading import Reading
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["I2b22006"]

_NESTING = {"ROOT": "", "RECORD": "ROOT", "TEXT": "RECORD", "PHI": "TEXT"}
_UNANNOTATED = "annotated"


@dataclass(slots=True, repr=False)
class _Record:
    """The record that is being read."""

    line: int
    attributes: dict[str, str]
    parts: list[str] = field(default_factory=list)
    length: int = 0
    spans: list[Span] = field(default_factory=list)
    phi: tuple[int, int, dict[str, str]] | None = None


@dataclass(frozen=True, slots=True)
class I2b22006(OneFile):
    """`<ROOT><RECORD ID=".."><TEXT>..<PHI TYPE="..">..</PHI>..</TEXT></RECORD></ROOT>`.

    Other attributes of RECORD are metadata, other attributes of PHI the span's attributes. A
    record that was never annotated is written with `annotated="no"`.

    Attributes
    ----------
    encoding
        Of the file; with None what the XML declaration says, and UTF-8 in writing.
    """

    name: ClassVar[str] = "i2b2-2006"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["i2b2-2006"]
    carries: ClassVar[Carries] = Carries(
        metadata="strings", spans=True, overlaps=False, attributes=True, no_documents=True
    )

    encoding: str | None = None

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        open_elements: list[str] = [""]
        record = _Record(1, {})
        for event in events(path, self.encoding):
            if event.kind == "start":
                if _NESTING.get(event.value) != open_elements[-1]:
                    raise reading.wrong(f"an element {event.value} out of place", event.line)
                open_elements.append(event.value)
                record = _begin(event, record)
            elif event.kind == "end":
                open_elements.pop()
                _end(event, record, reading)
                if event.value == "RECORD":
                    yield _document(record, reading)
            elif open_elements[-1] in ("TEXT", "PHI"):
                record.parts.append(event.value)
                record.length += len(event.value)
            elif event.value.strip():
                raise reading.wrong("characters outside TEXT", event.line)

    def _frame(self, path: Target) -> tuple[str, str, str]:
        del path
        declared = self.encoding or "utf-8"
        return f'<?xml version="1.0" encoding="{declared}"?>\n<ROOT>\n', "", "</ROOT>\n"

    def _written(self, document: Document, admission: Admission) -> str:
        spans = document.spans or Spans()
        values = [document.id, document.text, *document.metadata.values()]
        names = [*document.metadata]
        for span in spans:
            names += span.attributes
            values += [span.label, *span.attributes.values()]
        if not all(isinstance(value, str) and not unwritable(value) for value in values):
            raise admission.refusal("values other than strings, or control characters", document.id)
        if (
            not all(is_name(name) for name in names)
            or {"ID", _UNANNOTATED} & document.metadata.keys()
        ):
            raise admission.refusal("metadata or attributes of these names", document.id)
        if any("TYPE" in span.attributes for span in spans):
            raise admission.refusal("a second TYPE of a span", document.id)
        kept = {"ID": document.id, **document.metadata}
        kept |= {_UNANNOTATED: "no"} if document.spans is None else {}
        parts, at = ["<RECORD", *(attribute(*item) for item in kept.items()), ">\n<TEXT>"], 0
        for span in spans:
            marks = {"TYPE": span.label, **span.attributes}
            parts += [escape(document.text[at : span.start]), "<PHI"]
            parts += [attribute(name, value) for name, value in marks.items()]
            parts += [">", escape(document.covered_by(span)), "</PHI>"]
            at = span.end
        return "".join((*parts, escape(document.text[at:]), "</TEXT>\n</RECORD>\n"))


def _begin(event: Event, record: _Record) -> _Record:
    if event.value == "RECORD":
        return _Record(event.line, event.attributes)
    if event.value == "PHI":
        record.phi = (event.line, record.length, event.attributes)
    return record


def _end(event: Event, record: _Record, reading: Reading) -> None:
    if event.value != "PHI" or record.phi is None:
        return
    line, start, attributes = record.phi
    label = attributes.pop("TYPE", "")
    kept = reading.metadata(line, attributes)
    record.spans.append(reading.span(line, start, record.length, label, attributes=kept))
    record.phi = None


def _document(record: _Record, reading: Reading) -> Document:
    document_id = record.attributes.pop("ID", None)
    if document_id is None:
        raise reading.wrong("a RECORD without ID", record.line)
    annotated = record.attributes.pop(_UNANNOTATED, "yes")
    if annotated == "no" and record.spans:
        raise reading.wrong("PHI in a record that says it is not annotated", record.line)
    return reading.document(
        record.line,
        document_id,
        "".join(record.parts),
        metadata=record.attributes,
        spans=None if annotated == "no" else Spans(record.spans),
    )
