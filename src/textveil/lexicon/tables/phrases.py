"""Phrases: entries of several words, found in a list of tokens, longest first."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import Kind, WordBook, key_of, word_book

__all__ = ["INSIDE", "Phrase", "longest_at", "phrase_kinds", "phrases_at"]

INSIDE: Final = frozenset({".", "-", "\u2013", "'", "\u2019", "&", "'s", "\u2019s"})
"""Tokens that may stand between the words of a phrase and do not count."""


_START: Final = int(Kind.PHRASE_START)


class Phrase(NamedTuple):
    """An entry of several words: the tokens `[start, end)` and what they can be."""

    start: int
    end: int
    kinds: Kind


def longest_at(
    tokens: Sequence[str], at: int, book: WordBook | None = None
) -> tuple[int, int] | None:
    """Return the longest entry that starts at a token: its number of tokens, and plain flags."""
    book = book or word_book()
    if not book.look_up(tokens[at]).kinds & _START:
        return None
    words = key_of(tokens[at])
    best = None
    for end in range(at + 1, len(tokens)):
        token = tokens[end]
        if token in INSIDE and tokens[end - 1] not in INSIDE:
            continue
        words = f"{words} {key_of(token)}"
        entry = book.phrase(words)
        if entry is None:
            break
        kinds, continues = entry
        if kinds:
            best = (end + 1 - at, kinds)
        if not continues:
            break
    return best


def phrases_at(tokens: Sequence[str], at: int, language: str = ENGLISH) -> tuple[int, Kind] | None:
    """Return the longest entry that starts at a token: its number of tokens and its kinds.

    Examples
    --------
    >>> phrases_at(["in", "St", ".", "Louis", "today"], 1)
    (3, <Kind.CITY|TOWN: 3>)
    """
    entry = longest_at(tokens, at, word_book(language))
    return None if entry is None else (entry[0], Kind(entry[1]))


def phrase_kinds(tokens: Sequence[str], book: WordBook | None = None) -> list[Phrase]:
    """Return the entries that stand in a list of tokens, leftmost first, then longest.

    Notes
    -----
    One look-up a token, and one more for each token of what may become a phrase.

    Examples
    --------
    >>> [phrase[:2] for phrase in phrase_kinds("a bus driver from San Francisco".split())]
    [(1, 3), (4, 6)]
    """
    book = book or word_book()
    found = []
    at = 0
    while at < len(tokens) - 1:
        entry = longest_at(tokens, at, book)
        if entry is None:
            at += 1
            continue
        found.append(Phrase(at, at + entry[0], Kind(entry[1])))
        at += entry[0]
    return found
