"""Subjects of the input, read again by the rules that a certificate states.

A twin of `textveil.formats.subjects`, written from `docs/methods/subjects.md`: paths are compared
piece by piece here, not by an expression. What both read is compared by the commitment to the
input.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import re2

from textveil.certify.document.layout import CERTIFICATE
from textveil.errors import FormatError
from textveil.formats.mixed import SINGLE, Mixed, file_of
from textveil.formats.sources import Source
from textveil.values.document import Document

__all__ = ["InputPeople", "stated_rules"]

_PIECES: Final = re.compile(r"\{([0-9]{1,2})\}|(\*\*/)|(\*)|([^{*]+|[{*])")
_ENDINGS: Final = (".gz", ".xz")
_MOST: Final = 200
"""Pieces of a path."""
_UNREADABLE: Final = "a rule for subjects cannot be read"


def stated_rules(certificate: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the rules for subjects that a certificate states, in its policy or its settings."""
    return tuple(certificate.get("policy", certificate.get("settings", {})).get("subjects", ()))


@dataclass(frozen=True, slots=True)
class InputPeople:
    """Documents of an input with the people whom they are about, read as often as needed.

    Attributes
    ----------
    documents
        With the ids of the release.
    given
        The same documents in the same order, with ids that say where they lie.
    rules
        As the certificate states them.
    """

    documents: Iterable[Document]
    given: Source
    rules: tuple[str, ...]

    def __iter__(self) -> Iterator[Document]:
        if not self.rules:
            yield from self.documents
            return
        where = _Places(self.given)
        for document, before in zip(self.documents, self.given, strict=True):
            yield replace(document, about=self._person(before, *where.of(before.id)))

    def _person(self, document: Document, path: str, whole: bool) -> str | None:
        if document.subject is not None and document.subject.strip():
            return _agreed(document.subject)
        for rule in self.rules:
            found = {_agreed(one) for one in _all_named(rule, document.text, path, whole)} - {""}
            if found:
                return found.pop() if len(found) == 1 else None
        return None


class _Places:
    """Where documents lie, by the ids that their files give them."""

    def __init__(self, source: Source) -> None:
        self._name = source.path.name
        self._files = None
        self._single = source.format_name in SINGLE
        self._folder = self._single and source.path.is_dir()
        self._ending = ".xml" if source.format_name == "i2b2-2014" else ".txt"
        if isinstance(source.format, Mixed):
            self._files = frozenset(source.format.formats(source.path))

    def of(self, document_id: str) -> tuple[str, bool]:
        """Return the path of a document's file, and whether the document is all of it."""
        path, whole = self._name, self._single
        if self._files is not None:
            path = file_of(document_id, self._files) or document_id
            whole = path == document_id
        elif self._folder:
            path = document_id + self._ending
        packed = path.lower().endswith(_ENDINGS)
        return (path[:-3] if packed else path), whole


def _agreed(person: str) -> str:
    """Return a person in the spelling in which files and rows are compared."""
    words = unicodedata.normalize("NFKC", person).casefold().split()
    plain = " ".join(words)
    signs = [sign.isalnum() for sign in plain]
    if not any(signs):
        return plain
    return plain[signs.index(True) : len(signs) - signs[::-1].index(True)]


def _all_named(rule: str, text: str, path: str, whole: bool) -> Iterator[str]:
    """Yield everybody whom a rule finds."""
    *folders, name = path.split("/")
    if rule == "name":
        yield from [name.rpartition(".")[0] or name] if whole else ()
    elif rule == "folder":
        yield from folders[-1:] if whole else ()
    elif (pieces := _pieces(rule)) is not None:
        parts = _fitted(pieces, path)
        if parts is not None:
            yield "/".join(part for _, part in sorted(parts))
    else:
        for groups in _compiled(rule).findall(text):
            yield groups if isinstance(groups, str) else next(filter(None, groups), "")


Piece = tuple[str, str]
"""What a piece of a path is (`part`, `folders`, `any` or `text`), and its number or text."""


@lru_cache(maxsize=64)
def _pieces(rule: str) -> tuple[Piece, ...] | None:
    """Return the pieces of a path; None if the rule is an expression."""
    found: list[Piece] = []
    for number, folders, some, text in _PIECES.findall(rule):
        kind = "part" if number else "folders" if folders else "any" if some else "text"
        found.append((kind, number or text))
    if len(found) > _MOST:
        raise FormatError(_UNREADABLE, where=CERTIFICATE)
    numbers = sorted(int(number) for kind, number in found if kind == "part")
    return tuple(found) if numbers and numbers == list(range(len(numbers))) else None


@lru_cache(maxsize=1 << 16)
def _fitted(pieces: tuple[Piece, ...], path: str) -> tuple[tuple[int, str], ...] | None:
    """Return the parts in braces, the first pieces as short as they can be; None if none fit."""
    if not pieces:
        return None if path else ()
    (kind, told), rest = pieces[0], pieces[1:]
    for end in _ends(kind, told, path):
        after = _fitted(rest, path[end:])
        if after is not None:
            return ((int(told), path[:end]), *after) if kind == "part" else after
    return None


def _ends(kind: str, told: str, path: str) -> Iterator[int]:
    """Yield where a piece may end, the nearest place first."""
    if kind == "text":
        yield from (len(told),) if path.startswith(told) else ()
    elif kind == "folders":
        yield 0
        yield from (at + 1 for at, sign in enumerate(path) if sign == "/")
    else:
        slash = path.find("/")
        last = len(path) if slash < 0 else slash
        yield from range(1 if kind == "part" else 0, last + 1)


@lru_cache(maxsize=64)
def _compiled(expression: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(expression, options)
    except re2.error:
        raise FormatError(_UNREADABLE, where=CERTIFICATE) from None
