"""Tokens: texts cut into words, white space and other characters, as numbers.

Every character belongs to exactly one token, so that a decision about tokens is a decision about
characters.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["TOKEN", "TokenizedTexts", "tokenize"]

TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
"""A word, a stretch of white space, or any other single character."""


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class TokenizedTexts:
    """Tokenized texts.

    Attributes
    ----------
    ids : list of int32 arrays
        For each text its tokens, as positions in `vocabulary`.
    lengths : list of int32 arrays
        For each text the characters of each token.
    vocabulary
        The distinct tokens, in order of first occurrence.
    """

    ids: list[NDArray[np.int32]]
    lengths: list[NDArray[np.int32]]
    vocabulary: list[str]

    def where(self, wanted: Iterable[bool]) -> NDArray[np.bool_]:
        """Return, for each token of the vocabulary, one truth value."""
        return np.fromiter(wanted, np.bool_, len(self.vocabulary))

    def spread(self, number: int, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Turn one truth value a token of text `number` into one a character."""
        return np.repeat(mask, self.lengths[number])


def tokenize(texts: Iterable[str]) -> TokenizedTexts:
    """Cut texts into tokens.

    Examples
    --------
    >>> tokens = tokenize(["to be, to"])
    >>> tokens.vocabulary, tokens.ids[0].tolist()
    (['to', ' ', 'be', ','], [0, 1, 2, 3, 1, 0])
    """
    numbers: dict[str, int] = {}
    ids, lengths = [], []
    for text in texts:
        found = TOKEN.findall(text)
        ids.append(
            np.fromiter((numbers.setdefault(t, len(numbers)) for t in found), np.int32, len(found))
        )
        lengths.append(np.fromiter(map(len, found), np.int32, len(found)))
    return TokenizedTexts(ids, lengths, list(numbers))
