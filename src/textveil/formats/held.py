"""Held: documents and cases that are needed several times.

A small corpus is read once and held; a larger one is read again from the disk, so that memory does
not grow with the number of documents.
"""

from collections.abc import Callable, Iterable, Iterator, Set
from typing import Final, Generic, TypeVar

from textveil.values.contracts import Case
from textveil.values.document import Document

__all__ = ["BUDGET", "Held", "Without", "weight_of_case", "weight_of_document"]

BUDGET: Final = 64 << 20
"""Bytes of documents, and as many of cases, that are held at most: 50,000 rows of a table."""

_EACH: Final = 400
_PASSAGE: Final = 300
"""What a document and a passage weigh in memory besides the text, about."""

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


class Without:
    """Documents but those of certain ids; they can be iterated again."""

    def __init__(self, documents: Iterable[Document], ids: Set[str]) -> None:
        self._documents, self._ids = documents, ids

    def __iter__(self) -> Iterator[Document]:
        return (document for document in self._documents if document.id not in self._ids)
