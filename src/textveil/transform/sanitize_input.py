"""The sequences to sanitize, as one array of codes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from textveil.errors import DuplicateIdError, InputError, InvalidValueError
from textveil.values.sequence import Alphabet
from textveil.values.sequence import Sequence as Coded

__all__ = ["Collection"]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Collection:
    """Sequences over one alphabet, one after the other.

    Attributes
    ----------
    sequences
        What it was made of.
    alphabet
        Theirs.
    codes, offsets
        Sequence i is `codes[offsets[i] : offsets[i + 1]]`.
    """

    sequences: Sequence[Coded]
    alphabet: Alphabet
    codes: NDArray[np.int32]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, sequences: Sequence[Coded], separator: str = "") -> "Collection":
        """Join sequences, and make sure that they go together and lack the separator."""
        if not sequences:
            raise InputError("there are no sequences here", hint="give at least one")
        alphabet = sequences[0].alphabet
        for sequence in sequences:
            if sequence.alphabet is not alphabet and sequence.alphabet != alphabet:
                raise InvalidValueError(
                    "the sequences of one collection share an alphabet", where=sequence.id
                )
        if separator in alphabet:
            raise InvalidValueError(
                "the separator is a letter of the alphabet",
                hint="choose a separator that does not occur in the sequences",
            )
        seen: set[str] = set()
        for sequence in sequences:
            if sequence.id in seen:
                raise DuplicateIdError("two sequences share an id", where=sequence.id)
            seen.add(sequence.id)
        codes = np.frombuffer(b"".join(s.buffer for s in sequences), np.int32)
        lengths = np.fromiter((len(s) for s in sequences), np.int64, len(sequences))
        return cls(sequences, alphabet, codes, np.concatenate([[0], np.cumsum(lengths)]))

    @property
    def longest(self) -> int:
        """Letters of the longest sequence."""
        return int(np.diff(self.offsets).max())

    def place(self, position: int) -> tuple[str, int]:
        """Return the sequence id and the offset in it of a position in the codes."""
        number = int(np.searchsorted(self.offsets, position, side="right")) - 1
        return self.sequences[number].id, position - int(self.offsets[number])

    def matched(self, others: Sequence[Coded]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the codes of other sequences, cut where a symbol is not in this alphabet."""
        codes, lengths = [np.zeros(0, np.int32)], []
        for other in others:
            known = [self.alphabet.index.get(symbol, -1) for symbol in other.alphabet.symbols]
            mapped = np.array([*known, -1], np.int32)[np.frombuffer(other.buffer, np.int32)]
            for part in np.split(mapped, np.flatnonzero(mapped < 0)):
                kept = part[1:] if part.size and part[0] < 0 else part
                codes.append(kept)
                lengths.append(kept.size)
        return np.concatenate(codes), np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
