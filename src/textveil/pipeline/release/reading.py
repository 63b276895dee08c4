"""Reading: documents and cases that a run needs several times.

A small corpus is read once and held; a larger one is read again from the disk, so that memory does
not grow with the number of documents. Every reading of the input is compared with the first one.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import SpooledTemporaryFile, TemporaryDirectory
from typing import IO, Final, Generic, TypeVar
from weakref import finalize

from textveil.errors import InputError
from textveil.formats.jsonl import JsonLines
from textveil.pipeline.release.certificate import Commitment
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = [
    "BUDGET",
    "Committed",
    "Held",
    "Planned",
    "Spooled",
    "weight_of_case",
    "weight_of_document",
]

BUDGET: Final = 64 << 20
"""Bytes of documents, and as many of cases, that are held at most: 50,000 rows of a table."""

_EACH: Final = 400
_PASSAGE: Final = 300
"""What a document and a passage weigh in memory besides the text, about."""
_SPANS: Final = 10_000
"""Spans that are held before the others go to a temporary file."""

Item = TypeVar("Item")


def weight_of_document(document: Document) -> int:
    """Return about how many bytes a document takes in memory."""
    return _EACH + len(document.text) + _PASSAGE * len(document.spans or ())


def weight_of_case(case: Case) -> int:
    """Return about how many bytes a case takes in memory, without its input.

    Where the cases of a run are held, its inputs are: they weigh less.
    """
    return _EACH + len(case.release.text) + _PASSAGE * len(case.release.edits)


class Held(Generic[Item]):
    """Items that can be iterated again: held after the first time where they are small enough."""

    def __init__(
        self, items: Iterable[Item], weigh: Callable[[Item], int], budget: int = BUDGET
    ) -> None:
        self._items, self._weigh, self._left = items, weigh, budget
        self._held: list[Item] | None = None
        self.count: int | None = None
        """How many there are; None before they were read once."""

    def __iter__(self) -> Iterator[Item]:
        return self._read() if self._held is None else iter(self._held)

    def _read(self) -> Iterator[Item]:
        kept: list[Item] | None = None if self.count is not None else []
        count = weight = 0
        for item in self._items:
            count += 1
            if kept is not None:
                weight += self._weigh(item)
                kept = None if weight > self._left else kept
            if kept is not None:
                kept.append(item)
            yield item
        self._held, self.count = kept, count


class Committed:
    """Documents with a digest of what was read first; a later reading must be the same."""

    def __init__(self, documents: Iterable[Document], key: bytes, where: str) -> None:
        self._documents, self._key, self._where = documents, key, where
        self.digest = ""

    def __iter__(self) -> Iterator[Document]:
        commitment = Commitment(self._key)
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
