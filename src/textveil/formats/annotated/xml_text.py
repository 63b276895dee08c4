"""XML with text: TEI, and every other vocabulary that marks passages by elements around them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import ClassVar, Final

from textveil.formats.annotated.xml_events import Event, attribute, escape, events, unwritable
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.document_files import DocumentFiles
from textveil.formats.inputs import Source
from textveil.formats.reading import Reading
from textveil.values.annotation import DIVISION, ELEMENT, Annotation
from textveil.values.document import Document

__all__ = ["XmlText", "namespaces"]

_NAME: Final = re.compile(r"[^\W\d][\w.:-]*")
_BREAK: Final = "\n"
_LINES, _NOTHING = "lines", "nothing"
"""What the edges of an element part; those of a word part words alone."""


@cache
def namespaces() -> frozenset[str]:
    """Return the addresses of vocabularies and the names of XML itself, which are nobody's."""
    table = files("textveil.formats").joinpath("data/xml_namespaces.tsv").read_text("utf-8")
    return frozenset(line for line in table.splitlines() if not line.startswith("#"))


@cache
def _inside_lines() -> dict[str, str]:
    """Return the elements that stand inside a line, each with what its edges part."""
    table = (
        files("textveil.formats").joinpath("data/xml_inline.tsv").read_text("utf-8").splitlines()
    )
    rows = (line.partition("\t") for line in table if not line.startswith("#"))
    return {name: parts for name, _, parts in rows}


def _layer(name: str, depth: int) -> str:
    return ELEMENT if depth and name in _inside_lines() else DIVISION


@dataclass(frozen=True, slots=True)
class XmlText(DocumentFiles):
    """All characters of the file are the text, those of its header too; elements are annotations.

    Attributes of an element are what it says. Where an element parts two lines or words without a
    space, a line break is put between them, so that they are read as two; `xml_inline.tsv` says
    which elements stand inside a line. Comments and processing instructions are not kept. Entities
    are refused.

    Attributes
    ----------
    encoding
        Of the files; with None what the XML declaration says, and UTF-8 in writing.
    order
        A secret that decides the order in which files are read; empty for that of their names.
    """

    name: ClassVar[str] = "xml"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["xml"]
    carries: ClassVar[Carries] = Carries(layers=frozenset({DIVISION, ELEMENT}))

    encoding: str | None = None
    order: Mapping[str, str] = field(default_factory=dict, repr=False)

    def _document(self, source: Source, reading: Reading, document_id: str) -> Document:
        draft = _Draft(reading)
        for event in events(source, self.encoding):
            draft.add(event)
        return reading.document(
            None, document_id, "".join(draft.parts), layers=tuple(draft.elements)
        )

    def _written(self, document: Document, admission: Admission) -> str:
        declared = f'<?xml version="1.0" encoding="{self.encoding or "utf-8"}"?>\n'
        made = _Written(document, admission)
        for element in document.layers:
            made.open(element)
        return declared + made.finish() + "\n"


@dataclass(slots=True, repr=False)
class _Draft:
    """The text and elements of a file that is being read."""

    reading: Reading
    parts: list[str] = field(default_factory=list)
    length: int = 0
    elements: list[Annotation] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    """Elements that are open, by their places in the list."""
    parted: int | None = None
    """The first element behind an edge that parts words; None if there was none since a text."""
    parts_lines: bool = False
    """Whether one of these edges parts lines, not only words."""

    def add(self, event: Event) -> None:
        if event.kind == "text":
            self._write(event.value)
            return
        edge = _inside_lines().get(event.value, _LINES)
        if event.kind == "start":
            self._open(event)
        else:
            self._close()
        if edge != _NOTHING and self.parted is None:
            self.parted = len(self.elements) - (event.kind == "start")
        self.parts_lines |= edge == _LINES

    def _open(self, event: Event) -> None:
        told = self.reading.metadata(event.line, event.attributes)
        place, depth = (self.length, self.length), len(self.waiting)
        layer = _layer(event.value, depth)
        self.waiting.append(len(self.elements))
        self.elements.append(Annotation(layer, event.value, (place,), "", (), told, depth))

    def _close(self) -> None:
        at = self.waiting.pop()
        start = self.elements[at].places[0][0]
        self.elements[at] = replace(self.elements[at], places=((start, self.length),))
        if self.parted is not None and at < self.parted:
            # What it holds has ended with it, and the break comes behind it.
            self.parted = len(self.elements)

    def _is_parted(self, text: str) -> bool:
        """Tell whether an edge parts the text from what stands before it, and no space does."""
        last, first = self.parts[-1][-1] if self.parts else " ", text[:1]
        if self.parted is None or last.isspace() or first.isspace():
            return False
        return self.parts_lines or (last.isalnum() and first.isalnum())

    def _write(self, text: str) -> None:
        if self._is_parted(text) and self.parted is not None:
            self.parts.append(_BREAK)
            self.length += 1
            for at in range(self.parted, len(self.elements)):
                ((start, end),) = self.elements[at].places
                self.elements[at] = replace(self.elements[at], places=((start + 1, end + 1),))
        self.parted, self.parts_lines = None, False
        if text:
            self.parts.append(text)
            self.length += len(text)


class _Written:
    """XML that is being written, element by element."""

    def __init__(self, document: Document, admission: Admission) -> None:
        self._document, self._admission = document, admission
        self._parts: list[str] = []
        self._open: list[tuple[Annotation, int]] = []
        self._at = 0

    def open(self, element: Annotation) -> None:
        """Write the start of the next element, and the ends of those before it."""
        while self._open and self._open[-1][0].depth >= element.depth:
            self._close()
        good = len(element.places) == 1 and not element.id and not element.ends
        good = good and (bool(self._open) or not self._parts)
        good = good and element.layer == _layer(element.label, element.depth)
        told = element.attributes
        named = all(map(_NAME.fullmatch, (element.label, *told)))
        plain = all(isinstance(value, str) and not unwritable(value) for value in told.values())
        if not good or not named or not plain or element.depth != len(self._open):
            raise self._refusal()
        self._text(element.places[0][0])
        shown = "".join(attribute(name, value) for name, value in told.items())
        self._open.append((element, len(self._parts)))
        self._parts.append(f"<{element.label}{shown}>")

    def finish(self) -> str:
        """Write the ends of all elements; return the whole."""
        while self._open:
            self._close()
        if not self._parts or self._at < len(self._document.text):
            raise self._refusal()
        return "".join(self._parts)

    def _close(self) -> None:
        element, at = self._open.pop()
        self._text(element.places[0][1], inside=True)
        if at == len(self._parts) - 1:
            self._parts[at] = self._parts[at][:-1] + "/>"
        else:
            self._parts.append(f"</{element.label}>")

    def _text(self, end: int, *, inside: bool = False) -> None:
        text = self._document.text[self._at : end]
        if end < self._at or unwritable(text) or (text and not (inside or self._open)):
            raise self._refusal()
        if text:
            self._parts.append(escape(text))
        self._at = end

    def _refusal(self) -> Exception:
        return self._admission.refusal(
            "a text that is not inside one element, or elements that are not inside one another",
            self._document.id,
        )
