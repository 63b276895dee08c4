"""Many sequences as one buffer: a collection of a million short ones without an object each."""

from array import array
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Sized
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import overload

from textveil.errors import InvalidValueError
from textveil.values.sequence import Alphabet, Sequence

__all__ = ["Sequences"]


@dataclass(frozen=True, slots=True, repr=False)
class Sequences(Sized[Sequence]):
    """Sequences over one alphabet, one after the other; each is cut out when it is asked for.

    Whatever takes a list of sequences takes this too.

    Attributes
    ----------
    ids
        One for each sequence.
    buffer
        The codes of all of them as native int32 bytes.
    ends
        Where each sequence ends, counted in codes, as native int64 bytes.
    alphabet
        Names the codes.
    subjects
        One for each sequence; empty if no sequence has any.

    Examples
    --------
    >>> days = Sequences.of([Sequence.of("1", "aba"), Sequence.of("2", "c")])
    >>> len(days), list(days[1]), list(days.codes)
    (2, ['c'], [0, 1, 0, 2])
    """

    ids: tuple[str, ...]
    buffer: bytes
    ends: bytes
    alphabet: Alphabet
    subjects: tuple[str | None, ...] = ()

    def __post_init__(self) -> None:
        if not all(self.ids):
            raise InvalidValueError("a sequence needs an id")
        if len(self.buffer) % 4 or len(self.ends) != 8 * len(self.ids):
            raise InvalidValueError("codes take four bytes each, and each id has an end of eight")
        if self.subjects and len(self.subjects) != len(self.ids):
            raise InvalidValueError("there is one subject for each sequence, or none at all")
        ends = [0, *self._ends]
        if ends[-1] != len(self.buffer) // 4 or any(a > b for a, b in pairwise(ends)):
            raise InvalidValueError("the ends must rise to the number of codes")
        # As unsigned numbers, negative codes are the largest.
        if max(memoryview(self.buffer).cast("I"), default=-1) >= len(self.alphabet):
            raise InvalidValueError("a code lies outside the alphabet")

    @classmethod
    def of(cls, sequences: Iterable[Sequence]) -> "Sequences":
        """Join sequences; different alphabets become one, which has the symbols of all."""
        if isinstance(sequences, Sequences):
            return sequences
        joined = list(sequences)
        first = joined[0].alphabet if joined else Alphabet(())
        alphabet = first
        if any(s.alphabet is not first and s.alphabet != first for s in joined):
            alphabet = Alphabet.of(symbol for s in joined for symbol in s.alphabet.symbols)
            joined = [Sequence.of(s.id, s, alphabet, s.subject) for s in joined]
        ends = array("q", accumulate(map(len, joined)))
        subjects = tuple(s.subject for s in joined)
        return cls(
            tuple(s.id for s in joined),
            b"".join(s.buffer for s in joined),
            ends.tobytes(),
            alphabet,
            subjects if any(s is not None for s in subjects) else (),
        )

    @property
    def codes(self) -> "memoryview[int]":
        """A read-only int32 view of all codes."""
        return memoryview(self.buffer).cast("i")

    @property
    def _ends(self) -> "memoryview[int]":
        return memoryview(self.ends).cast("q")

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, at: int) -> Sequence: ...

    @overload
    def __getitem__(self, at: slice) -> list[Sequence]: ...

    def __getitem__(self, at: int | slice) -> Sequence | list[Sequence]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        number = range(len(self))[at]
        start, end = self._ends[number - 1] if number else 0, self._ends[number]
        subject = self.subjects[number] if self.subjects else None
        return Sequence(self.ids[number], self.buffer[4 * start : 4 * end], self.alphabet, subject)

    def __iter__(self) -> Iterator[Sequence]:
        return (self[number] for number in range(len(self)))

    def __repr__(self) -> str:
        size = len(self.buffer) // 4
        return f"Sequences({len(self)}, length={size}, alphabet={len(self.alphabet)})"
