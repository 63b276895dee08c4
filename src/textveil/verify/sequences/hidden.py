"""Which patterns of k letters had to be hidden: what follows from the named patterns and the input.

The definition stands on the method's page; the makers read it by code of their own. A pattern of k
letters is hidden as it is. Of each longer one a part of k letters is, the one that occurs least;
open letters are written out, and with two strands reverse complements are added.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.lexicon.numbers.nucleotides import BASES
from textveil.values.sequences import Sequences
from textveil.verify.sequences.nucleotides import four_bases, may_be, partner

__all__ = ["Codes", "PatternReader", "paired_codes", "spelled"]

Codes = NDArray[np.int32]
Pattern = Sequence[str]
Places = tuple[tuple[int, ...], ...]
"""A pattern: the codes that each of its letters leaves open."""

_NO_LETTER: Final = -1


def paired_codes(symbols: Sequence[str]) -> Codes:
    """Return the code that pairs with each letter of an alphabet of nucleic acids."""
    index = {symbol: code for code, symbol in enumerate(symbols)}
    bases = four_bases(symbols)
    return np.array([index[partner(symbol, bases)] for symbol in symbols], np.int32)


@dataclass(frozen=True, slots=True, repr=False)
class PatternReader:
    """Reads patterns over the alphabet of an input.

    Attributes
    ----------
    before
        The input.
    nucleic
        Whether letters are those of IUPAC.
    wildcard
        Stands for any one letter; empty for none.
    paired
        What pairs with each code; None for one strand.
    """

    before: Sequences
    nucleic: bool = False
    wildcard: str = ""
    paired: Codes | None = None

    def whole(self, patterns: Iterable[Pattern]) -> list[Codes]:
        """Return all patterns that had to be hidden as they were named, an array for each."""
        rows = [_written_out(places) for places in self._read(patterns)]
        if self.paired is not None:
            rows += [self.paired[some[:, ::-1]] for some in rows]
        return rows

    def _read(self, patterns: Iterable[Pattern]) -> list[Places]:
        """Return patterns as codes; one with a letter that nothing fits cannot occur."""
        meant = self._meanings()
        read = (tuple(meant.get(letter, ()) for letter in pattern) for pattern in patterns)
        return [places for places in read if all(places)]

    def hidden(self, patterns: Iterable[Pattern], k: int) -> Codes:
        """Return all patterns of k letters that had to be hidden, a row each, sorted."""
        read = [places for places in self._read(patterns) if len(places) >= k]
        chosen = dict.fromkeys(places for places in read if len(places) == k)
        gone = {turned for places in chosen for turned in self._both(places)}
        letters = self._laid()
        for places in sorted((one for one in read if len(one) > k), key=len):
            parts = [places[at : at + k] for at in range(len(places) - k + 1)]
            telling = [part for part in parts if not all(map(self._says_nothing, part))]
            # Whoever hides one of its parts anyway hides the pattern with it.
            if telling and not gone & set(telling):
                counts = [self._times(letters, part) for part in telling]
                best = telling[counts.index(min(counts))]
                chosen[best] = None
                gone |= set(self._both(best))
        rows = [_written_out(places) for places in chosen]
        found = np.concatenate(rows) if rows else np.zeros((0, k), np.int32)
        if self.paired is not None:
            found = np.concatenate([found, self.paired[found[:, ::-1]]])
        return np.unique(found, axis=0)

    def _meanings(self) -> dict[str, tuple[int, ...]]:
        """Return the codes that each letter of a pattern leaves open."""
        symbols = self.before.alphabet.symbols
        meant: dict[str, tuple[int, ...]] = {symbol: (at,) for at, symbol in enumerate(symbols)}
        if self.nucleic:
            for letter in BASES:
                fits = (at for at, one in enumerate(symbols) if may_be(one) <= may_be(letter))
                meant[letter] = tuple(fits)
        if self.wildcard:
            meant[self.wildcard] = tuple(range(len(symbols)))
        return meant

    def _says_nothing(self, place: tuple[int, ...]) -> bool:
        return len(place) == len(self.before.alphabet) > 1

    def _laid(self) -> Codes:
        """Return all letters, with one that fits nothing behind each sequence."""
        ends = np.frombuffer(self.before.ends, np.int64)
        return np.insert(np.frombuffer(self.before.buffer, np.int32), ends, _NO_LETTER)

    def _times(self, letters: Codes, places: Places) -> int:
        """Count where a pattern stands; with two strands, its reverse complement too."""
        return sum(_occurrences(letters, one) for one in self._both(places))

    def _both(self, places: Places) -> tuple[Places, ...]:
        """Return a pattern, and with two strands its reverse complement."""
        if self.paired is None:
            return (places,)
        turned = tuple(tuple(self.paired[list(place)].tolist()) for place in reversed(places))
        return places, turned


def _occurrences(letters: Codes, places: Places) -> int:
    size = letters.size - len(places) + 1
    starts = np.flatnonzero(np.isin(letters[: max(size, 0)], places[0]))
    for offset, place in enumerate(places[1:], 1):
        starts = starts[np.isin(letters[starts + offset], place)]
    return int(starts.size)


def _written_out(places: Places) -> Codes:
    """Return a row for every choice of a code in each place."""
    rows = np.zeros((1, 0), np.int32)
    for place in places:
        more = np.tile(np.array(place, np.int32), len(rows))
        rows = np.column_stack([np.repeat(rows, len(place), axis=0), more])
    return rows.astype(np.int32)


def spelled(rows: Codes, symbols: Sequence[str]) -> list[tuple[str, ...]]:
    """Return rows of codes as symbols."""
    return [tuple(symbols[code] for code in row) for row in rows.tolist()]
