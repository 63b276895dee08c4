"""Phrases: entries of several words, found in a list of tokens, longest first."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.packed import Packed
from textveil.lexicon.words import Kind, entries_by_role, kept_in, key_of, keys_of, look_up

__all__ = ["INSIDE", "Phrase", "longest_at", "phrase_kinds", "phrases_at"]

INSIDE: Final = frozenset({".", "-", "\u2013", "'", "\u2019", "&", "'s", "\u2019s"})
"""Tokens that may stand between the words of a phrase and do not count."""


_START: Final = int(Kind.PHRASE_START)


class Phrase(NamedTuple):
    """An entry of several words: the tokens `[start, end)` and what they can be."""

    start: int
    end: int
    kinds: Kind


@cache
def _table() -> Packed:
    return Packed.shipped("phrases.bin")


@cache
def _by_role(language: str) -> Mapping[str, tuple[int, bool]]:
    """Return the phrases of the facts and their beginnings: kinds, and whether they go on."""
    found: dict[str, tuple[int, bool]] = {}
    for name, kind in entries_by_role(language):
        keys = keys_of(name)
        for length in range(2, len(keys) + 1):
            words = " ".join(keys[:length])
            kinds, continues = found.get(words, (0, False))
            whole = length == len(keys)
            found[words] = (kinds | int(kind) if whole else kinds, continues or not whole)
    return found


@lru_cache(maxsize=1 << 16)
def _entry(words: str, language: str) -> tuple[int, int] | None:
    found, role = _table().find(words), _by_role(language).get(words)
    listed = None if found is None else (kept_in(found[0], language), found[1])
    if listed is None or role is None:
        return role if listed is None else listed
    return listed[0] | role[0], listed[1] | role[1]


def longest_at(tokens: Sequence[str], at: int, language: str = ENGLISH) -> tuple[int, int] | None:
    """Return the longest entry that starts at a token: its number of tokens, and plain flags."""
    if not look_up(tokens[at], language).kinds & _START:
        return None
    words = key_of(tokens[at])
    best = None
    for end in range(at + 1, len(tokens)):
        token = tokens[end]
        if token in INSIDE and tokens[end - 1] not in INSIDE:
            continue
        words = f"{words} {key_of(token)}"
        entry = _entry(words, language)
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
    entry = longest_at(tokens, at, language)
    return None if entry is None else (entry[0], Kind(entry[1]))


def phrase_kinds(tokens: Sequence[str], language: str = ENGLISH) -> list[Phrase]:
    """Return the entries that stand in a list of tokens, leftmost first, then longest.

    Notes
    -----
    One look-up a token, and one more for each token of what may become a phrase.

    Examples
    --------
    >>> [phrase[:2] for phrase in phrase_kinds("a bus driver from San Francisco".split())]
    [(1, 3), (4, 6)]
    """
    found = []
    at = 0
    while at < len(tokens) - 1:
        entry = longest_at(tokens, at, language)
        if entry is None:
            at += 1
            continue
        found.append(Phrase(at, at + entry[0], Kind(entry[1])))
        at += entry[0]
    return found
