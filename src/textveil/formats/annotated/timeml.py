"""TimeML 1.2.1: a text with its expressions of time marked in line, one file a document.

Only `TIMEX3` is read as a span; of other marks (events, signals) the text stays and the mark goes.
The creation time of the document is metadata: `at`, as `compose check --at` takes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

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
from textveil.formats.document_files import DocumentFiles
from textveil.formats.inputs import Source
from textveil.formats.reading import Reading
from textveil.values.document import Document
from textveil.values.metadata import EMPTY
from textveil.values.span import Span, Spans

__all__ = ["TimeMl"]

_ROOT: Final = "TimeML"
_MARK: Final = "TIMEX3"
_TYPES: Final = frozenset({"DATE", "TIME", "DURATION", "SET"})
_OWN: Final = frozenset({"type", "functionInDocument"})


@dataclass(slots=True, repr=False)
class _Reader:
    """What was read of a document so far."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    spans: list[Span] = field(default_factory=list)
    marks: list[tuple[int, Event]] = field(default_factory=list)
    at: str = ""


@dataclass(frozen=True, slots=True)
class TimeMl(DocumentFiles):
    """`<TimeML><DCT><TIMEX3 value=.. /></DCT><TEXT>.. <TIMEX3 type=.. value=..>now</TIMEX3>`.

    A span's label is the type of the expression: DATE, TIME, DURATION or SET. Its other attributes
    (`tid`, `value`) are the span's. Ids are file names, as with plain text.

    Attributes
    ----------
    encoding
        Of the files; with None what the XML declaration says, and UTF-8 in writing.
    order
        By path in the folder, the name by which a file is sorted; its own if there is none.
    """

    name: ClassVar[str] = "timeml"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["timeml"]
    carries: ClassVar[Carries] = Carries(
        metadata="strings", spans=True, unannotated=False, overlaps=False, attributes=True
    )

    encoding: str | None = None
    order: Mapping[str, str] = field(default_factory=dict, repr=False)

    def _document(self, source: Source, reading: Reading, document_id: str) -> Document:
        found, opened = _Reader(), list[str]()
        for event in events(source, self.encoding):
            if event.kind == "start":
                if not opened and event.value != _ROOT:
                    raise reading.wrong(f"an element {event.value} out of place", event.line)
                opened.append(event.value)
                _begin(event, opened, found)
            elif event.kind == "end":
                _end(opened, found, reading)
                opened.pop()
            elif opened[1:2] == ["TEXT"]:
                found.parts.append(event.value)
                found.length += len(event.value)
        kept = {"at": found.at} if found.at else None
        spans = Spans(found.spans)
        return reading.document(None, document_id, "".join(found.parts), metadata=kept, spans=spans)

    def _written(self, document: Document, admission: Admission) -> str:
        spans = document.spans or Spans()
        if set(document.metadata) - {"at"}:
            raise admission.refusal("metadata other than `at`", document.id)
        values = [document.id, document.text, document.metadata.get("at", "")]
        for span in spans:
            values += span.attributes.values()
        if not all(isinstance(value, str) and not unwritable(value) for value in values):
            raise admission.refusal("values other than strings, or control characters", document.id)
        if any(span.label not in _TYPES for span in spans):
            raise admission.refusal("labels other than DATE, TIME, DURATION and SET", document.id)
        if any(_OWN & span.attributes.keys() for span in spans) or not all(
            is_name(name) for span in spans for name in span.attributes
        ):
            raise admission.refusal("attributes of these names", document.id)
        parts, done = [_head(document, self.encoding or "utf-8")], 0
        for span in spans:
            marks = {"type": span.label, **span.attributes}
            parts += [escape(document.text[done : span.start]), f"<{_MARK}"]
            parts += [attribute(name, str(value)) for name, value in marks.items()]
            parts += [">", escape(document.covered_by(span)), f"</{_MARK}>"]
            done = span.end
        return "".join((*parts, escape(document.text[done:]), f"</TEXT>\n</{_ROOT}>\n"))


def _head(document: Document, encoding: str) -> str:
    head = f'<?xml version="1.0" encoding="{encoding}"?>\n<{_ROOT}>\n'
    head += f"<DOCID>{escape(document.id)}</DOCID>\n"
    at = (document.metadata or EMPTY).get("at")
    if at:
        role = attribute("functionInDocument", "CREATION_TIME")
        head += f"<DCT><{_MARK}{role}{attribute('value', at)}>{escape(at)}</{_MARK}></DCT>\n"
    return f"{head}<TEXT>"


def _begin(event: Event, opened: list[str], found: _Reader) -> None:
    if event.value != _MARK:
        return
    if opened[1:2] == ["DCT"]:
        found.at = event.attributes.get("value", "")
    elif opened[1:2] == ["TEXT"]:
        found.marks.append((found.length, event))


def _end(opened: list[str], found: _Reader, reading: Reading) -> None:
    if opened[-1] != _MARK or not found.marks:
        return
    start, event = found.marks.pop()
    kept = {name: value for name, value in event.attributes.items() if name not in _OWN}
    label = event.attributes.get("type", "")
    if label not in _TYPES:
        raise reading.wrong("a TIMEX3 needs the type DATE, TIME, DURATION or SET", event.line)
    if start == found.length:
        return  # An expression without words says something of the text, and covers nothing.
    metadata = reading.metadata(event.line, kept)
    found.spans.append(reading.span(event.line, start, found.length, label, attributes=metadata))
