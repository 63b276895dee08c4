"""Sequences: symbols of any kind as small integers, with the alphabet that names them.

Characters, tokens, places, page categories and events all become int32 codes here, so that one
kernel serves them all. The codes live in a `bytes` buffer: immutable, hashable, cheap to send to
another process, and readable by numpy without a copy (`numpy.frombuffer(sequence.codes, "i4")`).
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import total_ordering
from typing import Any

from textveil.errors import InvalidValueError

__all__ = ["Alphabet", "Sequence"]


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Alphabet:
    """Distinct symbols; the code of a symbol is its position.

    Attributes
    ----------
    symbols
        The symbols, in the order of their codes.
    index
        The code of each symbol.

    Raises
    ------
    InvalidValueError
        If a symbol is there twice.

    Examples
    --------
    >>> Alphabet.of("banana").symbols
    ('a', 'b', 'n')
    """

    symbols: tuple[str, ...]
    index: Mapping[str, int] = field(init=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        index = {symbol: code for code, symbol in enumerate(self.symbols)}
        if len(index) != len(self.symbols):
            raise InvalidValueError("an alphabet names each symbol once")
        object.__setattr__(self, "index", index)

    @classmethod
    def of(cls, symbols: Iterable[str]) -> "Alphabet":
        """Return the sorted alphabet of the symbols that occur."""
        return cls(tuple(sorted(set(symbols))))

    def __len__(self) -> int:
        return len(self.symbols)

    def __contains__(self, symbol: object) -> bool:
        return symbol in self.index

    def __repr__(self) -> str:
        return f"Alphabet(size={len(self)})"


@total_ordering
@dataclass(frozen=True, slots=True, repr=False)
class Sequence:
    """One integer-coded sequence, usually one person's.

    Attributes
    ----------
    id
        Unique within a collection.
    buffer
        The codes as native int32 bytes; `codes` views them.
    alphabet
        Names the codes; sequences of one collection share it.
    subject
        The person it is about, as for documents.

    Raises
    ------
    InvalidValueError
        If there is no id, or a code lies outside the alphabet.

    Examples
    --------
    >>> visit = Sequence.of("s1", ["home", "ward", "home"])
    >>> list(visit.codes), list(visit)
    ([0, 1, 0], ['home', 'ward', 'home'])
    """

    id: str
    buffer: bytes
    alphabet: Alphabet
    subject: str | None = None

    def __post_init__(self) -> None:
        if not self.id:
            raise InvalidValueError("a sequence needs an id")
        if len(self.buffer) % 4:
            raise InvalidValueError("codes are int32: four bytes each", where=self.id)
        codes = self.codes
        if len(codes) and not (min(codes) >= 0 and max(codes) < len(self.alphabet)):
            raise InvalidValueError("a code lies outside the alphabet", where=self.id)

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, Sequence) else NotImplemented

    def _key(self) -> tuple[Any, ...]:
        # None does not compare with a string: no subject sorts before any.
        who = () if self.subject is None else (self.subject,)
        return (self.id, self.buffer, self.alphabet, who)

    @classmethod
    def of(
        cls,
        sequence_id: str,
        symbols: Iterable[str],
        alphabet: Alphabet | None = None,
        subject: str | None = None,
    ) -> "Sequence":
        """Encode symbols (a string gives its characters); without an alphabet, take theirs."""
        listed = list(symbols)
        alphabet = Alphabet.of(listed) if alphabet is None else alphabet
        try:
            codes = array("i", map(alphabet.index.__getitem__, listed))
        except KeyError:
            raise InvalidValueError(
                "a symbol does not occur in the alphabet", where=sequence_id
            ) from None
        return cls(sequence_id, codes.tobytes(), alphabet, subject)

    @property
    def codes(self) -> "memoryview[int]":
        """A read-only int32 view of the codes."""
        return memoryview(self.buffer).cast("i")

    def __len__(self) -> int:
        return len(self.buffer) // 4

    def __iter__(self) -> Iterator[str]:
        symbols = self.alphabet.symbols
        return (symbols[code] for code in self.codes)

    def __repr__(self) -> str:
        return f"Sequence(id={self.id!r}, length={len(self)}, alphabet={len(self.alphabet)})"
