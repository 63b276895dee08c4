"""Pieces: sentences and pairs of sentences as an encoder reads them."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ModelError
from textveil.models.networks.word_pieces import WordPieces

__all__ = ["BEGIN", "END", "LONGEST", "EncoderInputs", "SentencePieces", "padded"]

BEGIN: Final = "[CLS]"
END: Final = "[SEP]"
LONGEST: Final = 62
"""Pieces of a sentence that are read; of longer ones the first half and the last."""

_TOKEN: Final = re.compile(r"\w+|[^\w\s]")


class EncoderInputs(NamedTuple):
    """Numbers of pieces, where there is one, and which sentence it belongs to; a row a text."""

    ids: NDArray[np.int64]
    mask: NDArray[np.int64]
    segments: NDArray[np.int64]


class SentencePieces:
    """Cuts sentences into the pieces of a vocabulary that ends with the marks of begin and end.

    Examples
    --------
    >>> pieces = SentencePieces(["[PAD]", "[UNK]", "ann", "##a", "[CLS]", "[SEP]"])
    >>> pieces.of("Anna"), pieces.sentence((2, 3)), pieces.pair((2,), (2, 3))
    ((2, 3), ([4, 2, 3, 5], 4), ([4, 2, 5, 2, 3, 5], 3))
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        if list(vocabulary[-2:]) != [BEGIN, END]:
            raise ModelError("the vocabulary of the encoder does not end with its marks")
        self._pieces = WordPieces(vocabulary)
        self._begin, self._end = len(vocabulary) - 2, len(vocabulary) - 1
        self.padding = self._pieces.padding

    def of(self, text: str) -> tuple[int, ...]:
        """Return the numbers of the pieces of a sentence, at most `LONGEST`."""
        found = [number for word in _TOKEN.findall(text) for number in self._pieces.of(word)]
        if len(found) > LONGEST:
            found = [*found[: LONGEST // 2], *found[-(LONGEST - LONGEST // 2) :]]
        return tuple(found)

    def sentence(self, pieces: Sequence[int]) -> tuple[list[int], int]:
        """Return one sentence between marks, and how many numbers belong to it."""
        made = [self._begin, *pieces, self._end]
        return made, len(made)

    def pair(self, left: Sequence[int], right: Sequence[int]) -> tuple[list[int], int]:
        """Return two sentences between marks, and how many numbers belong to the first."""
        first = [self._begin, *left, self._end]
        return [*first, *right, self._end], len(first)


def padded(rows: Iterable[tuple[Sequence[int], int]], padding: int) -> EncoderInputs:
    """Return rows of numbers, each with the length of its first sentence, as arrays."""
    held = list(rows)
    longest = max((len(numbers) for numbers, _ in held), default=1)
    ids = np.full((len(held), longest), padding, np.int64)
    mask = np.zeros_like(ids)
    segments = np.zeros_like(ids)
    for at, (numbers, first) in enumerate(held):
        ids[at, : len(numbers)] = numbers
        mask[at, : len(numbers)] = 1
        segments[at, first : len(numbers)] = 1
    return EncoderInputs(ids, mask, segments)
