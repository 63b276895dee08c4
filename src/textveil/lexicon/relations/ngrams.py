"""N-gram counts: how often two to five words follow each other, in a compact file.

A file has a first line with its kind, version and size, then the sorted 64-bit hashes of all
n-grams, then their counts. No words stand in it. The chance that an n-gram that was never counted
has the hash of one that was is the number of n-grams over 2^64: below one in a billion billion for
each look-up of the file that ships.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError

__all__ = ["LONGEST", "SHORTEST", "NgramCounts", "counted", "plain_words", "shipped_ngrams"]

SHORTEST: Final = 2
LONGEST: Final = 5

_MAGIC: Final = b"textveil-ngrams"
_VERSION: Final = b"1"
_SHIPPED: Final = "ngrams.bin"
_WORD: Final = re.compile(r"\w+(?:['\u2019]\w+)*")


def plain_words(text: str) -> list[str]:
    """Return the words of a text without marks and blanks.

    Examples
    --------
    >>> plain_words("I'm in Boston, really.")
    ["I'm", 'in', 'Boston', 'really']
    """
    return _WORD.findall(text)


class NgramCounts:
    """Counts of n-grams; words are compared without case.

    Examples
    --------
    >>> counts = counted(["I live in Boston", "You live in Boston"])
    >>> counts.of(("live", "in")), counts.of(("in", "Paris"))
    (2, 0)
    """

    def __init__(self, hashes: NDArray[Any], counts: NDArray[Any]) -> None:
        self._hashes, self._counts = hashes, counts
        self._known: dict[tuple[str, ...], int] = {}

    def __len__(self) -> int:
        """Return how many different n-grams were counted."""
        return len(self._hashes)

    def __repr__(self) -> str:
        return f"NgramCounts({len(self)})"

    def of(self, words: Sequence[str]) -> int:
        """Return how often these words were seen in this order; 0 if never."""
        key = tuple(words)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._looked_up(key)
        return found

    def _looked_up(self, words: tuple[str, ...]) -> int:
        wanted = np.uint64(_hash(words))
        at = int(np.searchsorted(self._hashes, wanted))
        if at < len(self._hashes) and self._hashes[at] == wanted:
            return int(self._counts[at])
        return 0

    def to_bytes(self) -> bytes:
        """Return the content of a file."""
        first = b" ".join((_MAGIC, _VERSION, str(len(self)).encode())) + b"\n"
        return first + self._hashes.astype("<u8").tobytes() + self._counts.astype("<u4").tobytes()

    @classmethod
    def from_bytes(cls, content: bytes, where: str) -> "NgramCounts":
        """Read the content of a file.

        Raises
        ------
        InputError
            If it is no file of n-grams, one of another version, or cut off.
        """
        first, _, rest = content.partition(b"\n")
        parts = first.split(b" ")
        if len(parts) != 3 or parts[0] != _MAGIC or not parts[2].isdigit():
            raise InputError(
                "this is not a file of n-grams",
                where=where,
                hint="textveil compose ngrams makes one",
            )
        if parts[1] != _VERSION:
            raise InputError(
                "these n-grams were counted by another version of textveil",
                where=where,
                hint="count them again: textveil compose ngrams TEXT -o NGRAMS",
            )
        size = int(parts[2])
        if len(rest) != 12 * size:
            raise InputError("the file of n-grams is cut off", where=where, hint="count them again")
        counts = np.frombuffer(rest, "<u4", size, 8 * size)
        return cls(np.frombuffer(rest, "<u8", size), counts)

    @classmethod
    def load(cls, path: Path) -> "NgramCounts":
        """Read a file."""
        return cls.from_bytes(path.read_bytes(), str(path))


def counted(
    texts: Iterable[str], fewest: Sequence[int] = (1, 1, 1, 1), most: int | None = None
) -> NgramCounts:
    """Count the n-grams of texts.

    Parameters
    ----------
    texts
        What to count; no n-gram reaches over the end of a line.
    fewest
        Of 2-, 3-, 4- and 5-grams: how often one must stand to be kept.
    most
        How many are kept at most, the most frequent ones; None for all.
    """
    found: Counter[tuple[str, ...]] = Counter()
    for text in texts:
        for line in text.splitlines():
            found.update(_grams(plain_words(line.casefold())))
    kept = [(gram, n) for gram, n in found.items() if n >= fewest[len(gram) - SHORTEST]]
    if most is not None and len(kept) > most:
        kept = sorted(kept, key=lambda one: (-one[1], len(one[0]), one[0]))[:most]
    hashes = np.fromiter((_hash(gram) for gram, _ in kept), np.uint64, len(kept))
    counts = np.fromiter((n for _, n in kept), np.uint32, len(kept))
    order = np.argsort(hashes)
    return NgramCounts(hashes[order], counts[order])


def _grams(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for size in range(SHORTEST, LONGEST + 1):
        for at in range(len(words) - size + 1):
            yield tuple(words[at : at + size])


def _hash(words: tuple[str, ...]) -> int:
    text = " ".join(words).casefold().encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")


@cache
def shipped_ngrams() -> NgramCounts:
    """Return the counts that ship, read once."""
    content = files("textveil.lexicon").joinpath("data", _SHIPPED).read_bytes()
    return NgramCounts.from_bytes(content, _SHIPPED)
