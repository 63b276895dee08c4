"""Word pieces: a word as the longest parts that a vocabulary has, from left to right.

The scheme is that of Wu et al. (2016), section 4.1, with greedy matching: a part that does not
begin its word is listed with `##` before it. A word with a letter that no part has is one unknown
piece. Case and accents do not count; a model that needs them is told the shape of a word.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from textveil.errors import ModelError

__all__ = ["MOST", "PADDING", "UNKNOWN", "WordPieces"]

PADDING: Final = "[PAD]"
UNKNOWN: Final = "[UNK]"
_INSIDE: Final = "##"
_PART: Final = re.compile(r"\d+|[^\W\d_]+|[^\w\s]|_")
_KEPT: Final = 1 << 14
MOST: Final = 4
"""Pieces of a word at most: the first ones and the last tell enough of a long word."""


class WordPieces:
    """Turns words into numbers of pieces.

    Examples
    --------
    >>> pieces = WordPieces(["[PAD]", "[UNK]", "ann", "##a", "##b"])
    >>> pieces.of("Anna"), pieces.of("Ann's"), pieces.of("Annab")
    ((2, 3), (2, 1, 1), (2, 3, 4))
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        if not {PADDING, UNKNOWN} <= self._numbers.keys():
            raise ModelError(
                "the vocabulary of the model has no piece for what is unknown or empty"
            )
        self._unknown = self._numbers[UNKNOWN]
        self._longest = max(map(len, self._numbers))
        self._seen: dict[str, tuple[int, ...]] = {}
        self.padding = self._numbers[PADDING]

    def of(self, word: str) -> tuple[int, ...]:
        """Return the numbers of a word's pieces; at least one."""
        found = self._seen.get(word)
        if found is None:
            if len(self._seen) >= _KEPT:
                self._seen.clear()
            found = self._seen[word] = self._pieces(word)
        return found

    def _pieces(self, word: str) -> tuple[int, ...]:
        numbers = [n for part in _PART.findall(_bare(word)) for n in self._split(part)]
        if len(numbers) > MOST:
            numbers = [*numbers[: MOST - 1], numbers[-1]]
        return tuple(numbers) or (self._unknown,)

    def _split(self, part: str) -> list[int]:
        numbers = []
        start = 0
        while start < len(part):
            inside = _INSIDE if start else ""
            for end in range(min(len(part), start + self._longest), start, -1):
                number = self._numbers.get(inside + part[start:end])
                if number is not None:
                    break
            else:
                return [self._unknown]
            numbers.append(number)
            start = end
        return numbers


def _bare(word: str) -> str:
    """Return a word in small letters and without accents."""
    small = word.lower()
    if small.isascii():
        return small
    apart = unicodedata.normalize("NFD", small)
    return "".join(letter for letter in apart if unicodedata.category(letter) != "Mn")
