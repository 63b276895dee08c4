"""Nouns of WordNet 3.0, read from the files of its database."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_NARROWER = frozenset({"~", "~i"})


class Meaning(NamedTuple):
    """A meaning: the words that have it, and the narrower meanings by their numbers."""

    words: tuple[str, ...]
    narrower: tuple[str, ...]


def meanings(folder: Path) -> dict[str, Meaning]:
    """Return the meanings of nouns by number; `folder` has `data.noun`, whole or in parts."""
    found = {}
    for path in sorted(folder.glob("data.noun*")):
        for line in path.read_text("utf-8").splitlines():
            if line[:1].isdigit():
                fields = line.split(" | ")[0].split()
                first = 4 + 2 * int(fields[3], 16)
                pointers = zip(fields[first + 1 :: 4], fields[first + 2 :: 4], strict=False)
                narrower = tuple(to for sign, to in pointers if sign in _NARROWER)
                words = tuple(word.replace("_", " ") for word in fields[4:first:2])
                found[fields[0]] = Meaning(words, narrower)
    return found


def words_under(known: dict[str, Meaning], number: str) -> Iterator[str]:
    """Yield the words of a meaning and of all narrower ones."""
    seen, waiting = set(), [number]
    while waiting:
        at = waiting.pop()
        if at not in seen:
            seen.add(at)
            yield from known[at].words
            waiting += known[at].narrower
