"""The length-k windows of sequences before and after sanitization, as numbers that can be compared.

Equal windows get equal numbers, on both sides and among the sensitive patterns. The numbers are
exact. No code of the algorithms is used here.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.strings.windows.exact_windows import (
    END,
    NOWHERE,
    SEPARATOR,
    Flags,
    Numbers,
    among,
    differing,
    times,
    window_numbers,
)
from textveil.values.sequence import Sequence as Letters
from textveil.values.sequences import Sequences

__all__ = ["Occurrences", "Sides", "lay"]


class Occurrences(NamedTuple):
    """Windows by where they start: sequence, place in the laid-out letters, number."""

    owners: Numbers
    places: Numbers
    numbers: Numbers

    def where(self, chosen: Flags) -> "Occurrences":
        """Return the chosen ones."""
        if chosen.all():
            return self
        return Occurrences(self.owners[chosen], self.places[chosen], self.numbers[chosen])


class Sides:
    """Input and release of a collection side by side.

    Parameters
    ----------
    before, after
        The sequences, in the same order and with the same ids.
    sensitive
        The patterns that must not occur, as symbols. Those of length k are *sensitive* windows, and
        so is a part of length k of each longer one, see `sensitive`; all others are not.
    k
        Length of the windows, from 1 on.
    separator
        The symbol that stands between blocks of a release; no window holds it.
    reference
        Other sequences in which frequencies are to be looked up; None for the input.
    implausible
        Patterns that must not be created.
    whole
        Whether longer patterns are hidden in their full length, and not by a part.

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
        reference: Sequence[Letters] | None = None,
        implausible: Iterable[Sequence[str]] = (),
        *,
        whole: bool = False,
    ) -> None:
        if k < 1:
            raise InvalidValueError("k must be 1 or more", where=f"k = {k}")
        old, new = Sequences.of(before), Sequences.of(after)
        if old.ids != new.ids:
            raise InvalidValueError("input and release must have the same sequences, in order")
        self.k = k
        self.ids = old.ids
        self.patterns = list(dict.fromkeys(map(tuple, sensitive)))
        self.implausible = list(dict.fromkeys(map(tuple, implausible)))
        self.whole, self.alphabet = whole, old.alphabet.symbols
        self.known = table = {separator: SEPARATOR}
        parts = [_laid(side, table) for side in (old, new)]
        for patterns in (self.patterns, self.implausible):
            flat = [code for pattern in patterns for code in _spelled(pattern, table)]
            parts.append(np.array(flat, np.int32))
        if reference is not None:
            parts.append(_laid(Sequences.of(reference), table))
        self.letters = np.concatenate(parts)
        self._borders = [0, *np.cumsum([part.size for part in parts]).tolist()]
        ends = [np.frombuffer(side.ends, np.int64) for side in (old, new)]
        self.lengths = (np.diff(ends[0], prepend=0), np.diff(ends[1], prepend=0))
        # Every sequence before this one has a letter more, its end.
        shifts = [border + np.arange(len(old)) for border in self._borders[:2]]
        self.starts = (
            ends[0] - self.lengths[0] + shifts[0],
            ends[1] - self.lengths[1] + shifts[1],
        )
        self._numbers: dict[int, Numbers] = {}
        self._windows: dict[tuple[int, int], Occurrences] = {}
        if (self.letters[: self._borders[1]] == SEPARATOR).any():
            raise InvalidValueError("the separator occurs in the input")

    def numbers(self, length: int) -> Numbers:
        """Return the number of the window of some length that starts at each letter."""
        if length not in self._numbers:
            self._numbers[length] = window_numbers(self.letters, length)
        return self._numbers[length]

    def windows(self, side: int, length: int) -> Occurrences:
        """Return all windows of one side (0 the input, 1 the release), from left to right."""
        if (side, length) not in self._windows:
            first, last = self._borders[side], self._borders[side + 1]
            here = self.numbers(length)[first:last]
            places = np.flatnonzero(here != NOWHERE)
            owners = np.repeat(np.arange(len(self.ids)), self.lengths[side] + 1)
            found = Occurrences(owners[places], places + first, here[places])
            self._windows[side, length] = found
        return self._windows[side, length]

    def part(self, side: int) -> tuple[int, int]:
        """Return where one side (0 the input, 1 the release) begins and ends in the letters."""
        return self._borders[side], self._borders[side + 1]

    def pattern_places(self) -> Numbers:
        """Return where each pattern starts in the letters."""
        return self._places_of(self.patterns, 2)

    def pattern_numbers(self, length: int) -> Numbers:
        """Return the numbers of the sensitive patterns of a length."""
        return self._numbers_of(self.patterns, 2, length)

    @cached_property
    def sensitive(self) -> Numbers:
        """The numbers of the sensitive windows.

        For a pattern longer than k, one of its windows stands: none more if one of them is
        sensitive already, else the one that occurs least in the input, the first of equal ones.
        Shorter patterns are looked at first, and those of equal length in the order given.
        """
        taken = set(self.pattern_numbers(self.k).tolist())
        here, known = self.numbers(self.k), self.windows(0, self.k).numbers
        both = zip(self.patterns, self.pattern_places().tolist(), strict=True)
        longer = [(len(one), place) for one, place in both if len(one) > self.k and not self.whole]
        for length, place in sorted(longer, key=lambda one: one[0]):
            inside = here[place : place + length - self.k + 1]
            inside = inside[inside != NOWHERE]
            if inside.size and taken.isdisjoint(inside.tolist()):
                taken.add(int(inside[times(known, inside).argmin()]))
        return np.array(sorted(taken), np.int64)

    def implausible_numbers(self, length: int) -> Numbers:
        """Return the numbers of the patterns of a length that must not be created."""
        return self._numbers_of(self.implausible, 3, length)

    def reference_numbers(self, length: int) -> Numbers:
        """Return the numbers of all windows of the reference."""
        part = 4 if len(self._borders) > 5 else 0
        here = self.numbers(length)[self._borders[part] : self._borders[part + 1]]
        found: Numbers = here[here != NOWHERE]
        return found

    @cached_property
    def input(self) -> Occurrences:
        """The windows of the input that are not sensitive."""
        return self._harmless(0)

    @cached_property
    def release(self) -> Occurrences:
        """The windows of the release that are not sensitive."""
        return self._harmless(1)

    @cached_property
    def changed(self) -> Flags:
        """Which sequences are not, letter by letter, those of the input."""
        return differing(self.letters, *self.starts)

    @cached_property
    def separators(self) -> Numbers:
        """Where separators stand in the release."""
        first, last = self._borders[1], self._borders[2]
        found: Numbers = np.flatnonzero(self.letters[first:last] == SEPARATOR) + first
        return found

    def offset(self, place: int) -> tuple[str, int]:
        """Return the id of the sequence that a place lies in, and the offset there."""
        starts = self.starts[int(place >= self._borders[1])]
        owner = int(np.searchsorted(starts, place, side="right")) - 1
        return self.ids[owner], int(place - starts[owner])

    def _numbers_of(self, patterns: list[tuple[str, ...]], part: int, length: int) -> Numbers:
        lengths = np.array([len(pattern) for pattern in patterns], np.int64)
        chosen = self.numbers(length)[self._places_of(patterns, part)[lengths == length]]
        return np.unique(chosen[chosen != NOWHERE])

    def _places_of(self, patterns: list[tuple[str, ...]], part: int) -> Numbers:
        lengths = np.array([len(pattern) for pattern in patterns], np.int64)
        starts: Numbers = self._borders[part] + np.cumsum(lengths + 1) - lengths - 1
        return starts

    def _harmless(self, side: int) -> Occurrences:
        found = self.windows(side, self.k)
        return found.where(~among(found.numbers, self.sensitive))


def lay(sequences: Sequences, names: Sequence[int] | NDArray[np.int32]) -> NDArray[np.int32]:
    """Lay sequences out, one after the other, each with `END` behind it.

    Parameters
    ----------
    sequences
        Letters as codes.
    names
        The number that each code becomes.
    """
    codes, ends = (
        np.frombuffer(sequences.buffer, np.int32),
        np.frombuffer(sequences.ends, np.int64),
    )
    letters = np.full(codes.size + ends.size, END, np.int32)
    # Before the letters of a sequence stand the ends of all sequences before it.
    owners = np.repeat(np.arange(ends.size), np.diff(ends, prepend=0))
    letters[np.arange(codes.size) + owners] = np.asarray(names, np.int32)[codes]
    return letters


def _laid(sequences: Sequences, table: dict[str, int]) -> NDArray[np.int32]:
    """Lay sequences out with the letters of a table, which learns those it does not know."""
    symbols = sequences.alphabet.symbols
    return lay(sequences, [table.setdefault(symbol, len(table) + 1) for symbol in symbols])


def _spelled(pattern: Sequence[str], table: dict[str, int]) -> list[int]:
    return [*(table.setdefault(symbol, len(table) + 1) for symbol in pattern), END]
