"""XML as a stream of events with line numbers, through defusedxml; entities are refused.

The parser is fed chunk by chunk, so that a file with many records is never held whole.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.sax import SAXParseException  # nosec: the parser itself is defusedxml's
from xml.sax.handler import ContentHandler  # nosec
from xml.sax.xmlreader import AttributesImpl  # nosec

from defusedxml.common import DefusedXmlException, EntitiesForbidden

from textveil.errors import FormatError
from textveil.formats.inputs import Source, characters, name_of, opened

__all__ = ["Event", "attribute", "escape", "events", "is_name", "unwritable"]

_DECLARED = re.compile(
    rb"""^\s{0,99}<\?xml[^>]{0,999}\bencoding\s{0,9}=\s{0,9}["']([A-Za-z0-9._-]{1,60})["']"""
)
_DECLARATION = 256
# XML 1.0, section 2.2: what may not occur, not even as a reference.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9._-]*")


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """The start of an element, its end, or a stretch of characters."""

    kind: Literal["start", "end", "text"]
    line: int
    value: str
    attributes: dict[str, str]


class _Collector(ContentHandler):
    def __init__(self, line: Callable[[], int | None]) -> None:
        super().__init__()
        self.waiting: list[Event] = []
        self._line = line

    def _add(
        self, kind: Literal["start", "end", "text"], value: str, attributes: dict[str, str]
    ) -> None:
        self.waiting.append(Event(kind, self._line() or 1, value, attributes))

    def startElement(self, name: str, attrs: AttributesImpl) -> None:  # noqa: N802
        self._add("start", name, dict(attrs.items()))

    def endElement(self, name: str) -> None:  # noqa: N802
        self._add("end", name, {})

    def characters(self, content: str) -> None:
        self._add("text", content, {})

    def skippedEntity(self, name: str) -> None:  # noqa: N802
        # Without its declaration nobody knows which characters would be lost.
        raise EntitiesForbidden(name, None, None, None, None, None)


def events(source: Source, encoding: str | None = None) -> Iterator[Event]:
    """Yield the events of the source.

    Without an encoding the one that the XML declaration names is taken, else UTF-8.
    """
    from defusedxml.expatreader import create_parser

    name = name_of(source)
    parser = create_parser(forbid_dtd=False, forbid_entities=True, forbid_external=True)
    collector = _Collector(parser.getLineNumber)
    parser.setContentHandler(collector)
    try:
        for text in characters(source, encoding or _declared(source)):
            parser.feed(text)
            yield from collector.waiting
            collector.waiting.clear()
        parser.close()
    except SAXParseException as error:
        # The parser's own message may not quote the text; its position never does.
        raise FormatError(
            f"broken XML at column {error.getColumnNumber()}",
            where=f"{name}, line {error.getLineNumber()}",
        ) from None
    except DefusedXmlException:
        raise FormatError(
            "the XML declares or uses entities, or refers to other files, which is refused",
            where=name,
            hint="write the characters in place of the entities, and take the DOCTYPE out; "
            "`xmllint --noent --dropdtd FILE` does both for files that you trust",
        ) from None
    yield from collector.waiting


def _declared(source: Source) -> str:
    # A pipe can be read once only.
    if not isinstance(source, Path) or not source.is_file():
        return "utf-8"
    head = b""
    with opened(source) as stream:
        while len(head) < _DECLARATION and (more := stream.read(_DECLARATION)):
            head += more
    match = _DECLARED.match(head.removeprefix(b"\xef\xbb\xbf"))
    return match.group(1).decode("ascii") if match else "utf-8"


def unwritable(text: str) -> bool:
    """Tell whether the text holds a character that XML 1.0 cannot write."""
    return _UNWRITABLE.search(text) is not None


def is_name(name: str) -> bool:
    """Tell whether a string can name an element or attribute here (ASCII, no colon)."""
    return _NAME.fullmatch(name) is not None


def escape(text: str) -> str:
    """Return element content; carriage returns are written as references and so survive."""
    marked = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return marked.replace("\r", "&#13;")


def attribute(name: str, value: str) -> str:
    """Return ` name="value"`; tabs and line breaks are written as references and so survive."""
    quoted = escape(value).replace('"', "&quot;").replace("\t", "&#9;").replace("\n", "&#10;")
    return f' {name}="{quoted}"'
