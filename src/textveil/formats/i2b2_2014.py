"""The i2b2 2014 de-identification challenge's XML: a text and its tags, one file a document."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from textveil.formats.agreement import check_quote
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.folders import create_file, file_for, files_in, id_of, plain_suffix
from textveil.formats.inputs import Source, is_folder
from textveil.formats.outputs import Target, new_folder, text_sink
from textveil.formats.reading import Reading
from textveil.formats.xml_events import Event, attribute, events, is_name, unwritable
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["I2b22014"]

_SUFFIX = ".xml"
_ROOT = "deIdi2b2"
_OWN = {"start", "end", "text", "TYPE"}
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
class I2b22014:
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
    folder: ClassVar[bool] = True
    carries: ClassVar[Carries] = Carries(spans=True, attributes=True)

    check_text: bool = True
    encoding: str | None = None
    order: Mapping[str, str] = field(default_factory=dict, repr=False)

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time, in the order of their names."""
        if not isinstance(path, Path):
            yield self._document(path, Reading(path), "")
        elif not is_folder(path):
            yield self._document(path, Reading(path), id_of(path, None, _SUFFIX))
        else:
            whole = Reading(path)
            for file in files_in(path, (_SUFFIX,), self.order):
                document_id = id_of(file, path, _SUFFIX)
                document = self._document(file, Reading(file), document_id)
                # Once more, so that ids are compared across the folder.
                yield whole.document(None, document_id, document.text, spans=document.spans)
            whole.finish()

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents, or nothing, and return their number."""
        admission = Admission(self.name, self.carries)
        encoding = self.encoding or "utf-8"
        if isinstance(path, Path) and (path.is_dir() or plain_suffix(path) != _SUFFIX):
            with new_folder(path) as folder:
                for document in admission.of(documents):
                    file = file_for(document.id, folder, _SUFFIX)
                    create_file(
                        file, _written(document, admission, encoding), document.id, encoding
                    )
            return admission.count
        with text_sink(path, encoding) as sink:
            for document in admission.of(documents):
                if admission.count > 1:
                    raise admission.refusal(
                        "several documents in one file", document.id, "name a folder instead"
                    )
                sink.write(_written(document, admission, encoding), document.id)
        return admission.count

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
        return reading.document(None, document_id or reading.name, text, spans=spans)

    def _span(self, at: int, tag: Event, text: str, reading: Reading) -> Span:
        fields = dict(tag.attributes)
        try:
            start, end = int(fields.pop("start")), int(fields.pop("end"))
            label = fields.pop("TYPE")
        except (KeyError, ValueError):
            raise reading.wrong("a tag needs start, end (integers) and TYPE", tag.line) from None
        quote = fields.pop("text", None)
        if self.check_text and quote is not None:
            check_quote(quote, text[max(start, 0) : max(end, 0)], reading.place(tag.line))
        if fields.get("id") == f"P{at}":
            del fields["id"]
        if not fields.get("comment", "x"):
            del fields["comment"]
        if tag.value != _ELEMENTS.get(label, "PHI"):
            fields["element"] = tag.value
        attributes = reading.metadata(tag.line, fields)
        return reading.span(tag.line, start, end, label, attributes=attributes)


def _require_place(open_elements: list[str], event: Event, reading: Reading) -> None:
    match open_elements:
        case ["deIdi2b2"] | ["deIdi2b2", "TEXT" | "TAGS"] | ["deIdi2b2", "TAGS", _]:
            return
    raise reading.wrong(f"an element {event.value} out of place", event.line)


def _written(document: Document, admission: Admission, encoding: str) -> str:
    if unwritable(document.text):
        raise admission.refusal("control characters", document.id)
    # A section cannot hold its own end mark, and a carriage return survives only as a reference.
    text = document.text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    parts = [f'<?xml version="1.0" encoding="{encoding}"?>\n<{_ROOT}>\n']
    parts.append(f"<TEXT><![CDATA[{text}]]></TEXT>\n")
    if document.spans is not None:
        tags = [_tag(at, span, document, admission) for at, span in enumerate(document.spans)]
        parts += ["<TAGS>\n", *tags, "</TAGS>\n"]
    return "".join((*parts, f"</{_ROOT}>\n"))


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
    if doubtful or _OWN & kept.keys() or kept.get("comment") == "":
        raise admission.refusal("these attributes of spans", document.id)
    return "".join((f"<{element}", *(attribute(*item) for item in fields.items()), " />\n"))
