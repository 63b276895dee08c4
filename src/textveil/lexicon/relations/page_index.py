"""Page index: on how many pages of a collection a phrase stands, and two phrases together.

A page is any text: an article, a place with its region, a synset with its neighbours. The index
keeps the position of every word, so that phrases are found exactly, and no text: only the words
themselves. It is one file that is mapped into memory, and a query reads the few rows that it needs.
`page_index_build` makes it; `docs/methods/profile-association.md` defines it.
"""

import mmap
import struct
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError
from textveil.lexicon.relations.page_words import words_of

__all__ = ["DEFAULT_INDEX", "FAMILY", "HEADER", "MAGIC", "PageIndex", "open_index"]

FAMILY: Final = b"textveil.pages."
MAGIC: Final = FAMILY + b"1\n"
HEADER: Final = struct.Struct(f"<{32 - len(MAGIC)}x4Q")
"""Numbers of pages, of words, of positions, and of bytes of the words."""

DEFAULT_INDEX: Final = "default"
"""The name of the index that ships."""

_AGAIN: Final = "make it again: `textveil compose index COLLECTION -o INDEX`"
_REMEMBERED: Final = 4096
"""Phrases whose pages are kept: those of a profile come with every message."""

Pages = NDArray[np.int64]


class PageIndex:
    """An index that was built before.

    Parameters
    ----------
    content
        What `page_index_build.packed` wrote, as bytes or mapped into memory.
    where
        Its name, for messages.

    Examples
    --------
    >>> from textveil.lexicon.relations.page_index_build import packed
    >>> index = PageIndex(packed(["Shinjuku, Tokyo, Japan", "Tokyo, Japan", "Boston"]))
    >>> index.frequency("Tokyo"), index.together("shinjuku", "tokyo")
    (2, 0.5)
    """

    def __init__(self, content: Any, where: str = "index") -> None:
        edges = _edges(content, where)
        self._starts = _array(content, edges, 0, np.uint32)
        self._offsets = _array(content, edges, 1, np.uint32)
        self._edges = _array(content, edges, 2, np.uint64)
        self._words = memoryview(content)[edges[3] : edges[4]]
        self._positions = _array(content, edges, 5, np.uint32)
        self._pages = lru_cache(maxsize=_REMEMBERED)(self._find)

    def __repr__(self) -> str:
        return f"PageIndex(pages={len(self)}, words={len(self._offsets) - 1})"

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self._starts) - 1

    def frequency(self, phrase: str) -> int:
        """Return on how many pages a phrase stands."""
        return len(self.pages(phrase))

    def together(self, first: str, second: str) -> float:
        """Return Co(X, Y): pages with both phrases, divided by pages with either; 0 without any.

        Notes
        -----
        Equation 3.2 of the paper named in `docs/methods/profile-association.md`. Linear in the
        pages of both phrases.
        """
        one, other = self.pages(first), self.pages(second)
        both = len(np.intersect1d(one, other, assume_unique=True))
        either = len(one) + len(other) - both
        return both / either if either else 0.0

    def pages(self, phrase: str) -> Pages:
        """Return the numbers of the pages that a phrase stands on, in order."""
        return self._pages(tuple(words_of(phrase)))

    def _find(self, words: tuple[str, ...]) -> Pages:
        rows = [self._row(word) for word in words]
        if not rows or any(row is None for row in rows):
            return np.empty(0, np.int64)
        placed = [(row, at) for at, row in enumerate(rows) if row is not None]
        placed.sort(key=lambda pair: len(pair[0]))
        rarest, offset = placed[0]
        begins = rarest.astype(np.int64) - offset
        for row, at in placed[1:]:
            begins = begins[_contained(begins + at, row)]
        # Every page starts one position after the end of the last, so no phrase runs over an end.
        return np.unique(np.searchsorted(self._starts, begins, side="right") - 1)

    def _row(self, word: str) -> NDArray[np.uint32] | None:
        wanted = word.encode("utf-8")
        low, high = 0, len(self._offsets) - 1
        while low < high:
            middle = (low + high) // 2
            if bytes(self._word(middle)) < wanted:
                low = middle + 1
            else:
                high = middle
        if low == len(self._offsets) - 1 or bytes(self._word(low)) != wanted:
            return None
        return self._positions[int(self._edges[low]) : int(self._edges[low + 1])]

    def _word(self, number: int) -> memoryview:
        return self._words[int(self._offsets[number]) : int(self._offsets[number + 1])]


def open_index(name: str) -> PageIndex:
    """Open the index of a path, or the shipped one by the name `default`.

    Raises
    ------
    InputError
        If there is none, or it is of another version, cut short, or something else.
    """
    return _shipped() if name == DEFAULT_INDEX else _opened(name)


@cache
def _shipped() -> PageIndex:
    with as_file(files("textveil.lexicon") / "data" / "pages.bin") as path:
        return _mapped(path, DEFAULT_INDEX)


@lru_cache(maxsize=4)
def _opened(name: str) -> PageIndex:
    path = Path(name)
    if not path.is_file():
        raise InputError("there is no index at this path", where=name, hint=_AGAIN)
    return _mapped(path, name)


def _mapped(path: Path, where: str) -> PageIndex:
    with path.open("rb") as file:
        if path.stat().st_size < len(MAGIC):
            raise InputError("this is not an index of pages", where=where, hint=_AGAIN)
        return PageIndex(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), where)


def _edges(content: Any, where: str) -> tuple[int, ...]:
    """Return where each part begins, and where the last one ends."""
    opening = bytes(content[: len(MAGIC)])
    if not opening.startswith(FAMILY):
        raise InputError("this is not an index of pages", where=where, hint=_AGAIN)
    if opening != MAGIC:
        raise InputError("the index was made by another version", where=where, hint=_AGAIN)
    head = len(MAGIC) + HEADER.size
    if len(content) < head:
        raise InputError("the index is cut short", where=where, hint=_AGAIN)
    pages, words, positions, letters = HEADER.unpack(content[len(MAGIC) : head])
    edges = tuple(_summed(head, pages, words, positions, letters))
    if len(content) != edges[-1]:
        raise InputError("the index is cut short or too long", where=where, hint=_AGAIN)
    return edges


def _summed(head: int, pages: int, words: int, positions: int, letters: int) -> Iterator[int]:
    yield head
    # Words take whole groups of eight bytes, so that numbers behind them are aligned.
    padding = -letters % 8
    for length in (4 * (pages + 1), 4 * (words + 1), 8 * (words + 1), letters, padding):
        head += length
        yield head
    yield head + 4 * positions


def _array(content: Any, edges: tuple[int, ...], part: int, kind: Any) -> NDArray[Any]:
    size = (edges[part + 1] - edges[part]) // np.dtype(kind).itemsize
    return np.frombuffer(content, kind, size, edges[part])


def _contained(wanted: NDArray[np.int64], row: NDArray[np.uint32]) -> NDArray[np.bool_]:
    at = np.searchsorted(row, wanted)
    at[at == len(row)] = len(row) - 1
    found: NDArray[np.bool_] = row[at] == wanted
    return found
