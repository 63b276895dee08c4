"""Building a page index: every word of every page gets a position, sorted by word.

The cost is one pass over the text and one sort of its positions: linear in memory (12 bytes a word
while it is built) and nearly linear in time.
"""

from array import array
from collections.abc import Iterable
from typing import Final

import numpy as np

from textveil.errors import InputError
from textveil.lexicon.relations.page_index import HEADER, MAGIC
from textveil.lexicon.relations.page_words import words_of

__all__ = ["packed"]

_MOST: Final = 2**32 - 2
"""Positions are numbers of 32 bits."""


def packed(pages: Iterable[str]) -> bytes:
    """Return the index of some pages as the content of a file.

    Raises
    ------
    InputError
        If there is no word at all, or there are more than four thousand million of them.
    """
    numbers: dict[str, int] = {}
    words, places, starts = array("I"), array("I"), array("I", [0])
    at = 0
    for page in pages:
        here = [numbers.setdefault(word, len(numbers)) for word in words_of(page)]
        if at + len(here) > _MOST:
            raise InputError("the collection has too many words for one index")
        words.extend(here)
        places.extend(range(at, at + len(here)))
        at += len(here) + 1
        starts.append(at)
    if not words:
        raise InputError(
            "no page of the collection has a word", hint="pages are documents: texts, rows or lines"
        )
    return _file(numbers, words, places, starts)


def _file(numbers: dict[str, int], words: array, places: array, starts: array) -> bytes:  # type: ignore[type-arg]
    """Put the parts together; words are sorted by their bytes."""
    spelled = sorted((word.encode("utf-8"), number) for word, number in numbers.items())
    rank = np.empty(len(spelled), np.uint32)
    rank[[number for _, number in spelled]] = np.arange(len(spelled), dtype=np.uint32)
    ranked = rank[np.frombuffer(words, np.uint32)]
    positions = np.frombuffer(places, np.uint32)[np.argsort(ranked, kind="stable")]
    counts = np.bincount(ranked, minlength=len(spelled))
    letters = b"".join(word for word, _ in spelled)
    lengths = [0, *(len(word) for word, _ in spelled)]
    parts = (
        MAGIC,
        HEADER.pack(len(starts) - 1, len(spelled), len(positions), len(letters)),
        starts.tobytes(),
        np.cumsum(lengths).astype(np.uint32).tobytes(),
        np.concatenate(([0], np.cumsum(counts))).astype(np.uint64).tobytes(),
        letters + bytes(-len(letters) % 8),
        positions.tobytes(),
    )
    return b"".join(parts)
