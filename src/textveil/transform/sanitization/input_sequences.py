"""The sequences to sanitize, as one array of codes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from textveil.errors import DuplicateIdError, InputError, InvalidValueError
from textveil.values.sequence import Alphabet
from textveil.values.sequence import Sequence as Coded
from textveil.values.sequences import Sequences

__all__ = ["JoinedSequences"]


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class JoinedSequences:
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

    sequences: Sequences
    alphabet: Alphabet
    codes: NDArray[np.int32]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, sequences: Sequence[Coded], separator: str = "") -> "JoinedSequences":
        """Join sequences; raise if they do not fit together or hold the separator."""
        if not sequences:
            raise InputError("there are no sequences here", hint="give at least one")
        if not isinstance(sequences, Sequences):
            _check_alphabets(sequences)
        joined = Sequences.of(sequences)
        if separator in joined.alphabet:
            raise InvalidValueError(
                "the separator is a letter of the alphabet",
                hint="choose a separator that does not occur in the sequences",
            )
        if len(set(joined.ids)) < len(joined):
            times = Counter(joined.ids)
            raise DuplicateIdError(
                "two sequences share an id", where=max(times, key=times.__getitem__)
            )
        ends = np.frombuffer(joined.ends, np.int64)
        codes = np.frombuffer(joined.buffer, np.int32)
        return cls(joined, joined.alphabet, codes, np.concatenate([[0], ends]))

    @property
    def longest(self) -> int:
        """Letters of the longest sequence."""
        return int(np.diff(self.offsets).max())

    def place(self, position: int) -> tuple[str, int]:
        """Return the sequence id and the offset in it of a position in the codes."""
        number = int(np.searchsorted(self.offsets, position, side="right")) - 1
        return self.sequences.ids[number], position - int(self.offsets[number])

    def matched(self, others: Sequence[Coded]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Return the codes of other sequences, cut where a symbol is not in this alphabet."""
        joined = Sequences.of(others)
        known = [self.alphabet.index.get(symbol, -1) for symbol in joined.alphabet.symbols]
        mapped = np.array([*known, -1], np.int32)[np.frombuffer(joined.buffer, np.int32)]
        # A sequence ends where it ends, and before each unknown symbol, which is left out.
        unknown = np.concatenate([[0], np.cumsum(mapped < 0)])
        ends = np.union1d(np.frombuffer(joined.ends, np.int64), np.flatnonzero(mapped < 0))
        return mapped[mapped >= 0], np.concatenate([[0], ends - unknown[ends]])


def _check_alphabets(sequences: Sequence[Coded]) -> None:
    alphabet = sequences[0].alphabet
    for sequence in sequences:
        if sequence.alphabet is not alphabet and sequence.alphabet != alphabet:
            raise InvalidValueError(
                "the sequences of one collection share an alphabet", where=sequence.id
            )
