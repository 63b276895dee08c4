"""The i2b2 2014 de-identification challenge's XML: a text and its tags, one file a document."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from textveil.formats.annotated.xml_events import Event, attribute, events, is_name, unwritable
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.document_files import DocumentFiles
from textveil.formats.inputs import Source
from textveil.formats.json.json_record import Record
from textveil.formats.reading import Reading
from textveil.formats.span_codec import SpanCodec
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["I2b22014"]

_ROOT = "deIdi2b2"
_TAG = SpanCodec(label="TYPE", quote="text")
# The challenge's categories: the element that each TYPE of tag is written as.
_ELEMENTS = {
    **dict.fromkeys(("PATIENT", "DOCTOR", "USERNAME"), "NAME"),
    **dict.fromkeys(
        (
            *("HOSPITAL", "ORGANIZATION", "STREET", "CITY", "STATE", "COUNTRY", "ZIP"),
            *("DEPARTMENT", "ROOM", "LOCATION-OTHER"),
        ),
        "LOCATION",
    ),
    **dict.fromkeys(("PHONE", "FAX", "EMAIL", "URL", "IPADDRESS"), "CONTACT"),
    **dict.fromkeys(
        (
            *("SSN", "MEDICALRECORD", "HEALTHPLAN", "ACCOUNT", "LICENSE", "VEHICLE", "DEVICE"),
            *("BIOID", "IDNUM"),
        ),
        "ID",
    ),
    **{name: name for name in ("PROFESSION", "AGE", "DATE")},
}


@dataclass(frozen=True, slots=True)
class I2b22014(DocumentFiles):
    """`<deIdi2b2><TEXT><![CDATA[..]]></TEXT><TAGS><NAME id=.. start=.. ../></TAGS></deIdi2b2>`.

    A span's label is the TYPE. The element's name is kept as attribute `element` where it is not
    the one the challenge gives that TYPE (PHI for types it does not know), and the id as attribute
    `id` where tags are not numbered P0, P1, ... A document without TAGS was never annotated. Ids
    are file names, as with plain text; writing goes to one file where the target's name ends in
    .xml or the target is a stream.

    Attributes
    ----------
    check_text
        Compare the text that a tag quotes with the text at its offsets.
    encoding
        Of the files; with None what the XML declaration says, and UTF-8 in writing.
    order
        By path in the folder, the name by which a file is sorted; its own if there is none.
    """

    name: ClassVar[str] = "i2b2-2014"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["i2b2-2014"]
    carries: ClassVar[Carries] = Carries(spans=True, attributes=True)

    check_text: bool = True
    encoding: str | None = None
    order: Mapping[str, str] = field(default_factory=dict, repr=False)

    def _document(self, source: Source, reading: Reading, document_id: str) -> Document:
        parts: list[str] = []
        tags: list[Event] | None = None
        open_elements: list[str] = []
        for event in events(source, self.encoding):
            if event.kind == "end":
                open_elements.pop()
            elif event.kind == "start":
                open_elements.append(event.value)
                _require_place(open_elements, event, reading)
                if event.value == "TAGS" and len(open_elements) == 2:
                    tags = []
                elif len(open_elements) == 3 and tags is not None:
                    tags.append(event)
            elif open_elements[1:] == ["TEXT"]:
                parts.append(event.value)
            elif event.value.strip():
                raise reading.wrong("characters outside TEXT", event.line)
        text = "".join(parts)
        spans = None
        if tags is not None:
            spans = Spans(self._span(at, tag, text, reading) for at, tag in enumerate(tags))
        return reading.document(None, document_id, text, spans=spans)

    def _span(self, at: int, tag: Event, text: str, reading: Reading) -> Span:
        fields: dict[str, Any] = dict(tag.attributes)
        try:
            fields |= {name: int(fields[name]) for name in ("start", "end")}
            usual = _ELEMENTS.get(fields["TYPE"], "PHI")
        except (KeyError, ValueError):
            raise reading.wrong("a tag needs start, end (integers) and TYPE", tag.line) from None
        if fields.get("id") == f"P{at}":
            del fields["id"]
        if not fields.get("comment", "x"):
            del fields["comment"]
        if tag.value != usual:
            fields["element"] = tag.value
        record = Record(fields, reading, tag.line, "tag")
        return _TAG.read(record, reading, text if self.check_text else None)

    def _written(self, document: Document, admission: Admission) -> str:
        if unwritable(document.text):
            raise admission.refusal("control characters", document.id)
        # A section cannot hold its own end mark; a carriage return survives only as a reference.
        text = document.text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
        parts = [f'<?xml version="1.0" encoding="{self.encoding or "utf-8"}"?>\n<{_ROOT}>\n']
        parts.append(f"<TEXT><![CDATA[{text}]]></TEXT>\n")
        if document.spans is not None:
            tags = [_tag(at, span, document, admission) for at, span in enumerate(document.spans)]
            parts += ["<TAGS>\n", *tags, "</TAGS>\n"]
        return "".join((*parts, f"</{_ROOT}>\n"))


def _require_place(open_elements: list[str], event: Event, reading: Reading) -> None:
    match open_elements:
        case ["deIdi2b2"] | ["deIdi2b2", "TEXT" | "TAGS"] | ["deIdi2b2", "TAGS", _]:
            return
    raise reading.wrong(f"an element {event.value} out of place", event.line)


def _tag(at: int, span: Span, document: Document, admission: Admission) -> str:
    usual = _ELEMENTS.get(span.label, "PHI")
    kept = dict(span.attributes)
    element = kept.pop("element", usual)
    fields = {"id": f"P{at}", "start": str(span.start), "end": str(span.end)}
    fields |= {"text": document.covered_by(span), "TYPE": span.label, "comment": "", **kept}
    strings = all(isinstance(value, str) and not unwritable(value) for value in fields.values())
    if not strings or not all(is_name(name) for name in (*fields, str(element))):
        raise admission.refusal("attributes that are not names with strings", document.id)
    # What reading would take for the usual value, and so leave out.
    doubtful = span.attributes.get("element") == usual or kept.get("id") == f"P{at}"
    if doubtful or _TAG.keys & kept.keys() or kept.get("comment") == "":
        raise admission.refusal("these attributes of spans", document.id)
    return "".join((f"<{element}", *(attribute(*item) for item in fields.items()), " />\n"))
