"""Feeds: RSS and Atom, each entry a document.

Texts of feeds are HTML inside XML. Tags are taken off and entities of HTML are read, so a text is
what a reader sees; it is written as HTML that is read back as the same text. XML entities are
refused, as everywhere.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape as html_escape
from html.parser import HTMLParser
from typing import ClassVar, Final

from textveil.formats.annotated.xml_events import escape, events, unwritable
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import ROLES, SUFFIXES
from textveil.formats.inputs import Source
from textveil.formats.one_file import OneFile
from textveil.formats.outputs import Target
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["Atom", "Rss"]

_FIELDS: Final = ("title", "link", "date")
_XHTML: Final = "xhtml"


class _Plain(HTMLParser):
    """Collects what a reader of HTML sees."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in _BREAKS:
            self.parts.append("\n")


_BREAKS: Final = frozenset(("br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "blockquote"))


def _seen(html: str) -> str:
    """Return what a reader of HTML sees."""
    if "<" not in html and "&" not in html:
        return html
    plain = _Plain()
    plain.feed(html)
    plain.close()
    return "".join(plain.parts).removeprefix("\n")


@dataclass(slots=True, repr=False)
class _Entry:
    """An entry that is being read: the characters of each of its elements."""

    line: int
    told: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rss(OneFile):
    """An RSS feed (0.91 to 2.0, and RDF): each item is a document, whose id is its `guid`.

    Without a `guid` the link is the id, and without a link the number of the item. The text is
    `content:encoded`, or else the description. `title`, `link` and `date` are metadata, the author
    is the subject; other elements are not carried.

    Attributes
    ----------
    encoding
        Of the file; with None what the XML declaration says, and UTF-8 in writing.
    """

    name: ClassVar[str] = "rss"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["rss"]
    carries: ClassVar[Carries] = Carries(subject=True, metadata="strings")
    column_roles: ClassVar[Mapping[str, str]] = ROLES["rss"]

    encoding: str | None = None

    _entry: ClassVar[str] = "item"
    _root: ClassVar[tuple[str, ...]] = ("rss", "rdf:RDF")
    _names: ClassVar[Mapping[str, str]] = {
        "guid": "id",
        "link": "link",
        "title": "title",
        "description": "summary",
        "content:encoded": "content",
        "pubDate": "date",
        "dc:date": "date",
        "author": "author",
        "dc:creator": "author",
    }

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        entry: _Entry | None = None
        inside: list[str] = []
        depth, count = 0, 0
        for event in events(path, self.encoding):
            if event.kind == "start":
                if not depth and event.value not in self._root:
                    raise reading.wrong(
                        f"this is no {self.name} feed: its first element is another one",
                        event.line,
                        f"feeds begin with <{self._root[0]}>",
                    )
                depth += 1
                if event.value == self._entry:
                    entry, inside = _Entry(event.line), []
                elif entry is not None:
                    inside.append(event.value)
                    self._opened(entry, inside, event.attributes)
            elif event.kind == "text":
                if entry is not None and inside:
                    self._add(entry, inside, event.value)
            else:
                depth -= 1
                if event.value == self._entry and entry is not None:
                    count += 1
                    yield self._document(entry, count, reading)
                    entry = None
                elif inside:
                    inside.pop()

    def _opened(self, entry: _Entry, inside: list[str], attributes: Mapping[str, str]) -> None:
        """Take from an element what stands in its attributes."""

    def _add(self, entry: _Entry, inside: list[str], text: str) -> None:
        name = self._names.get(inside[-1]) if len(inside) == 1 else self._deep(inside)
        if name is not None:
            entry.told[name] = entry.told.get(name, "") + text

    def _deep(self, inside: list[str]) -> str | None:
        """Return what an element inside an element of an entry means."""
        del inside
        return None

    def _document(self, entry: _Entry, count: int, reading: Reading) -> Document:
        told = entry.told
        html = told.get("content") or told.get("summary") or ""
        text = html if told.get(_XHTML) else _seen(html)
        name = told.get("id", "").strip() or told.get("link", "").strip() or str(count)
        fields = {key: _seen(told[key]) for key in _FIELDS if told.get(key, "").strip()}
        author = told.get("author", "").strip() or None
        return reading.document(
            entry.line, name, text, subject=author, metadata=reading.metadata(entry.line, fields)
        )

    def _frame(self, path: Target) -> tuple[str, str, str]:
        del path
        declared = f'<?xml version="1.0" encoding="{self.encoding or "utf-8"}"?>\n'
        opened = '<rss version="2.0"><channel><title></title><link></link>'
        return declared + opened + "<description></description>\n", "", "</channel></rss>\n"

    def _written(self, document: Document, admission: Admission) -> str:
        rows = [
            ("guid", document.id),
            *((own, str(document.metadata[key])) for own, key in self._rows(document)),
            *((("author", document.subject),) if document.subject is not None else ()),
            ("description", html_escape(document.text, quote=False)),
        ]
        self._check(document, admission)
        shown = "".join(f"<{name}>{escape(value)}</{name}>" for name, value in rows)
        return f"<item>{shown}</item>\n"

    @staticmethod
    def _rows(document: Document) -> Iterator[tuple[str, str]]:
        for own, key in (("title", "title"), ("link", "link"), ("pubDate", "date")):
            if key in document.metadata:
                yield own, key

    def _check(self, document: Document, admission: Admission) -> None:
        values = [document.id, document.text, document.subject or "x"]
        values += map(str, document.metadata.values())
        trimmed = [document.id, document.subject or "x"]
        plain = all(_seen(str(value)) == value != "" for value in document.metadata.values())
        if (
            any(map(unwritable, values))
            or any(one != one.strip() or not one for one in trimmed)
            or not set(document.metadata) <= set(_FIELDS)
            or any(not str(value).strip() for value in document.metadata.values())
            or not plain
            or _seen(html_escape(document.text, quote=False)) != document.text
        ):
            raise admission.refusal(
                "such a text or field: only title, link and date, and characters of XML",
                document.id,
            )


@dataclass(frozen=True, slots=True)
class Atom(Rss):
    """An Atom feed (RFC 4287): each entry is a document; fields as in an RSS feed.

    The text is `content`, or else `summary`; XHTML is read as its characters.
    """

    name: ClassVar[str] = "atom"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["atom"]
    column_roles: ClassVar[Mapping[str, str]] = ROLES["atom"]

    _entry: ClassVar[str] = "entry"
    _root: ClassVar[tuple[str, ...]] = ("feed",)
    _names: ClassVar[Mapping[str, str]] = {
        "id": "id",
        "title": "title",
        "summary": "summary",
        "content": "content",
        "updated": "updated",
        "published": "date",
    }

    def _opened(self, entry: _Entry, inside: list[str], attributes: Mapping[str, str]) -> None:
        if len(inside) == 1 and inside[0] == "link":
            if attributes.get("rel", "alternate") == "alternate" and "link" not in entry.told:
                entry.told["link"] = attributes.get("href", "")
        elif len(inside) == 1 and inside[0] == "content":
            kind = attributes.get("type", "text")
            if kind in (_XHTML, "text", "text/plain"):
                entry.told[_XHTML] = kind

    def _deep(self, inside: list[str]) -> str | None:
        if inside == ["author", "name"]:
            return "author"
        return self._names.get(inside[0]) if inside[0] in ("content", "summary") else None

    def _document(self, entry: _Entry, count: int, reading: Reading) -> Document:
        if not entry.told.get("date") and entry.told.get("updated"):
            entry.told["date"] = entry.told["updated"]
        return Rss._document(self, entry, count, reading)

    def _frame(self, path: Target) -> tuple[str, str, str]:
        del path
        declared = f'<?xml version="1.0" encoding="{self.encoding or "utf-8"}"?>\n'
        return declared + '<feed xmlns="http://www.w3.org/2005/Atom">\n', "", "</feed>\n"

    def _written(self, document: Document, admission: Admission) -> str:
        self._check(document, admission)
        told = {key: str(value) for key, value in document.metadata.items()}
        parts = [f"<id>{escape(document.id)}</id>"]
        parts += [f"<title>{escape(told['title'])}</title>"] if "title" in told else []
        if "link" in told:
            quoted = escape(told["link"]).replace('"', "&quot;")
            parts.append(f'<link href="{quoted}"/>')
        parts += [f"<published>{escape(told['date'])}</published>"] if "date" in told else []
        if document.subject is not None:
            parts.append(f"<author><name>{escape(document.subject)}</name></author>")
        parts.append(f'<content type="text">{escape(document.text)}</content>')
        return f"<entry>{''.join(parts)}</entry>\n"
