"""Reading: documents and spans that a run needs several times.

Every reading of the input is compared with the first one.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import SpooledTemporaryFile, TemporaryDirectory
from typing import IO, Final
from weakref import finalize

from textveil.certify.document.certificate import Commitment
from textveil.errors import InputError
from textveil.formats.plain.jsonl import JsonLines
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["Committed", "Planned", "Spooled"]

_SPANS: Final = 10_000
"""Spans that are held before the others go to a temporary file."""


class Committed:
    """Documents with a digest of what was read first; a later reading must be the same."""

    def __init__(
        self, documents: Iterable[Document], key: bytes, where: str, *, annotated: bool = False
    ) -> None:
        self._documents, self._key, self._where = documents, key, where
        self._annotated = annotated
        self.digest = ""

    def __iter__(self) -> Iterator[Document]:
        commitment = Commitment(self._key, annotated=self._annotated)
        document = None
        for document in self._documents:
            commitment.add(document)
            yield document
        if document is None:
            raise InputError("the input has no documents", where=self._where)
        digest = commitment.hexdigest()
        if self.digest and digest != self.digest:
            raise InputError("the input changed while it was read", where=self._where)
        self.digest = digest


class Spooled:
    """Documents of a stream, kept in a private temporary file so that they can be read again."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._folder = TemporaryDirectory(prefix="textveil-")
        self._path = Path(self._folder.name) / "documents.jsonl"
        finalize(self, self._folder.cleanup)
        JsonLines().write(documents, self._path)

    def __iter__(self) -> Iterator[Document]:
        return iter(JsonLines().read(self._path))


class Planned:
    """Spans of many documents, in order: the first in memory, the others in a temporary file.

    The file holds offsets, labels and scores, and no text.
    """

    def __init__(self) -> None:
        self._first: list[Spans] = []
        self._held = 0
        self._rest: IO[str] | None = None

    def recall(self, document: Document) -> None:
        """Return what an earlier run found in the next document: nothing is kept so long."""

    def end_recall(self) -> None:
        """Do nothing: there is no unfinished run."""

    def add(self, document: Document, spans: Spans) -> None:  # noqa: ARG002 - as a spool does
        """Append the spans of the next document."""
        if self._held <= _SPANS:
            self._held += 1 + len(spans)
            self._first.append(spans)
            return
        if self._rest is None:
            self._rest = SpooledTemporaryFile(1 << 20, "w+", encoding="utf-8")  # noqa: SIM115
            finalize(self, self._rest.close)
        rows = [(s.start, s.end, s.label, s.score, s.source) for s in spans]
        self._rest.write(json.dumps(rows) + "\n")

    def __iter__(self) -> Iterator[Spans]:
        yield from self._first
        if self._rest is not None:
            self._rest.seek(0)
            for line in self._rest:
                yield Spans(Span(*row) for row in json.loads(line))
