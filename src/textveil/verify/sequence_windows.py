"""The length-k windows of sequences before and after sanitization, as numbers that can be compared.

Equal windows get equal numbers, on both sides and among the sensitive patterns. The numbers are
exact: letters are packed into 64 bits and, where those do not suffice, ranked in between. Nothing
here is shared with the kernels that sanitize.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.values.sequence import Sequence as Letters

__all__ = ["NOWHERE", "Flags", "Numbers", "Occurrences", "Sides", "ranked", "window_numbers"]

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

_END: Final = 0
"""Code after the last letter of each sequence."""

_SEPARATOR: Final = 1
_FIRST_LETTER: Final = 2

NOWHERE: Final = -1
"""The number of a window that holds a separator or leaves its sequence."""

_ROOM: Final = 1 << 62
_SMALL: Final = 1 << 22


class Occurrences(NamedTuple):
    """Windows by where they start: sequence, place in the laid-out letters, number."""

    owners: Numbers
    places: Numbers
    numbers: Numbers

    def where(self, chosen: Flags) -> "Occurrences":
        """Return the chosen ones."""
        return Occurrences(self.owners[chosen], self.places[chosen], self.numbers[chosen])


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class _Laid:
    """Sequences one after the other, each with an end."""

    letters: Numbers
    starts: Numbers
    lengths: Numbers

    @classmethod
    def out(cls, sequences: Sequence[Letters], table: dict[str, int], offset: int) -> "_Laid":
        lengths = np.array([len(sequence) for sequence in sequences], np.int64)
        starts = np.cumsum(lengths + 1) - lengths - 1
        letters = np.full(int(lengths.sum()) + lengths.size, _END, np.int64)
        at = 0
        while at < len(sequences):
            alphabet, first = sequences[at].alphabet, at
            while at < len(sequences) and sequences[at].alphabet is alphabet:
                at += 1
            codes = np.frombuffer(b"".join(s.buffer for s in sequences[first:at]), np.int32)
            names = np.array([table[symbol] for symbol in alphabet.symbols], np.int64)
            gaps = np.repeat(np.arange(at - first), lengths[first:at])
            letters[starts[first] + np.arange(codes.size) + gaps] = names[codes]
        return cls(letters, starts + offset, lengths)


class Sides:
    """Input and release of a collection side by side.

    Parameters
    ----------
    before, after
        The sequences, in the same order and with the same ids.
    sensitive
        The patterns that must not occur, as symbols; those of length k are the *sensitive* windows,
        all others of that length are not.
    k
        Length of the windows, from 1 on.
    separator
        The symbol that stands between blocks of a release; no window holds it.

    Raises
    ------
    InvalidValueError
        If k is below 1, the sequences do not come in pairs, or the separator occurs in the input.
    """

    def __init__(
        self,
        before: Sequence[Letters],
        after: Sequence[Letters],
        sensitive: Iterable[Sequence[str]],
        k: int,
        separator: str = "#",
    ) -> None:
        if k < 1:
            raise InvalidValueError("k must be 1 or more", where=f"k = {k}")
        if [s.id for s in before] != [s.id for s in after]:
            raise InvalidValueError("input and release must have the same sequences, in order")
        self.k = k
        self.ids = [sequence.id for sequence in before]
        self.patterns = [tuple(pattern) for pattern in dict.fromkeys(map(tuple, sensitive))]
        table = _table(before, after, self.patterns, separator)
        old = _Laid.out(before, table, 0)
        new = _Laid.out(after, table, old.letters.size)
        spelled = [[table[symbol] for symbol in p] + [_END] for p in self.patterns]
        flat = np.array([code for codes in spelled for code in codes], np.int64)
        self.letters = np.concatenate([old.letters, new.letters, flat])
        self.starts = (old.starts, new.starts)
        self.lengths = (old.lengths, new.lengths)
        self._borders = (0, old.letters.size, old.letters.size + new.letters.size)
        self._numbers: dict[int, Numbers] = {}

    def numbers(self, length: int) -> Numbers:
        """Return the number of the window of some length that starts at each letter."""
        if length not in self._numbers:
            self._numbers[length] = window_numbers(self.letters, length)
        return self._numbers[length]

    def windows(self, side: int, length: int) -> Occurrences:
        """Return all windows of one side (0 the input, 1 the release), from left to right."""
        first, last = self._borders[side], self._borders[side + 1]
        here = self.numbers(length)[first:last]
        places = np.flatnonzero(here != NOWHERE)
        owners = np.repeat(np.arange(len(self.ids)), self.lengths[side] + 1)
        return Occurrences(owners[places], places + first, here[places])

    def pattern_numbers(self, length: int) -> Numbers:
        """Return the numbers of the sensitive patterns of a length."""
        lengths = np.array([len(pattern) for pattern in self.patterns], np.int64)
        starts = self._borders[2] + np.cumsum(lengths + 1) - lengths - 1
        chosen = self.numbers(length)[starts[lengths == length]]
        return np.unique(chosen[chosen != NOWHERE])

    @cached_property
    def input(self) -> Occurrences:
        """The windows of the input that are not sensitive."""
        return self._harmless(0)

    @cached_property
    def release(self) -> Occurrences:
        """The windows of the release that are not sensitive."""
        return self._harmless(1)

    @cached_property
    def separators(self) -> Numbers:
        """Where separators stand in the release."""
        first, last = self._borders[1], self._borders[2]
        return np.flatnonzero(self.letters[first:last] == _SEPARATOR) + first

    def offset(self, place: int) -> tuple[str, int]:
        """Return the id of the sequence that a place lies in, and the offset there."""
        starts = self.starts[int(place >= self._borders[1])]
        owner = int(np.searchsorted(starts, place, side="right")) - 1
        return self.ids[owner], int(place - starts[owner])

    def _harmless(self, side: int) -> Occurrences:
        found = self.windows(side, self.k)
        return found.where(~np.isin(found.numbers, self.pattern_numbers(self.k)))


def window_numbers(letters: Numbers, length: int) -> Numbers:
    """Return one number for the window that starts at each letter, or NOWHERE.

    Two windows have the same number if and only if they are equal. Takes O(n length) time, and
    O(n log n) more for each time that 64 bits are full.
    """
    size = letters.size - length + 1
    result = np.full(letters.size, NOWHERE, np.int64)
    if size <= 0 or length < 1:
        return result
    base = int(letters.max()) + 1
    packed, bound = letters[:size].copy(), base
    for at in range(1, length):
        if bound > _ROOM // base:
            values, ranks = np.unique(packed, return_inverse=True)
            packed, bound = ranks.astype(np.int64), values.size
        packed *= base
        packed += letters[at : at + size]
        bound *= base
    marks = np.concatenate([[0], np.cumsum(letters < _FIRST_LETTER)])
    inside = marks[length:] == marks[:size]
    result[:size][inside] = packed[inside]
    return result


def ranked(numbers: Numbers) -> tuple[Numbers, Numbers]:
    """Return the distinct numbers, rising, and the rank of each among them.

    Takes O(n) time where the numbers are not much larger than there are of them.
    """
    top = int(numbers.max(initial=0)) + 1
    if top > max(_SMALL, 4 * numbers.size):
        values, ranks = np.unique(numbers, return_inverse=True)
        return values, ranks.astype(np.int64)
    seen = np.zeros(top, np.bool_)
    seen[numbers] = True
    values = np.flatnonzero(seen)
    ranks = np.empty(top, np.int64)
    ranks[values] = np.arange(values.size)
    return values, ranks[numbers]


def _table(
    before: Sequence[Letters],
    after: Sequence[Letters],
    patterns: Iterable[tuple[str, ...]],
    separator: str,
) -> dict[str, int]:
    """Give every symbol its code."""
    table: dict[str, int] = {separator: _SEPARATOR}
    alphabets: dict[int, Any] = {id(s.alphabet): s.alphabet for s in [*before, *after]}
    symbols = [symbol for alphabet in alphabets.values() for symbol in alphabet.symbols]
    for symbol in [*symbols, *(symbol for pattern in patterns for symbol in pattern)]:
        table.setdefault(symbol, len(table) + 1)
    held = (s for s in before if separator in s.alphabet)
    if any(s.alphabet.index[separator] in s.codes for s in held):
        raise InvalidValueError("the separator occurs in the input")
    return table
