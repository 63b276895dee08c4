"""Completions: the listed words that fit a word of which only some letters are shown.

A *word* is a maximal run of letters, digits and underscores. A listed word *fits* a partly hidden
one if both have the same length and agree at every letter that is shown; case and accents do not
count. Detectors play no part in it: anybody with a list can do this.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from textveil.lexicon.people.name_lists import first_names, surnames
from textveil.lexicon.tables.folding import fold_character
from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["WORD", "FittingWords", "name_words", "plain_letters", "words_of"]

WORD: Final = re.compile(r"\w+")
"""A word of a text."""


@cache
def _plain_letter(character: str) -> str:
    return (fold_character(character).casefold() or character)[:1]


def plain_letters(word: str) -> str:
    """Return a word without case and accents, in the same length.

    Examples
    --------
    >>> plain_letters("José"), plain_letters("STRAßE")
    ('jose', 'strase')
    """
    return word.lower() if word.isascii() else "".join(map(_plain_letter, word))


def words_of(entries: Iterable[str]) -> Iterator[str]:
    """Yield the words of the entries of a list, each as `plain_letters`.

    Examples
    --------
    >>> list(words_of(["De la Cruz", "O'Brien"]))
    ['de', 'la', 'cruz', 'o', 'brien']
    """
    for entry in entries:
        for match in WORD.finditer(entry):
            yield plain_letters(match.group())


@cache
def name_words(language: str = ENGLISH) -> tuple[str, ...]:
    """Return the words of the shipped first names and surnames, each once."""
    listed = (
        *first_names("female", language),
        *first_names("male", language),
        *surnames(language=language),
    )
    return tuple(dict.fromkeys(words_of(name.value for name in listed)))


class FittingWords:
    """The words of a list, ready to be asked which of them fit.

    Parameters
    ----------
    entries
        Names or words; an entry of several words counts as its words.

    Notes
    -----
    One integer for each length, place and letter has a bit for every listed word with this letter
    there. What fits is an AND of such integers.

    Examples
    --------
    >>> listed = FittingWords(["Anna", "Anne", "Enno", "Li"])
    >>> listed.count("Ann*"), listed.count("*nn*"), listed.only("E***"), listed.of_length(4)
    (2, 3, 'enno', 3)
    """

    def __init__(self, entries: Iterable[str]) -> None:
        by_length: dict[int, dict[str, None]] = {}
        for word in words_of(entries):
            by_length.setdefault(len(word), {})[word] = None
        self._words: dict[int, Sequence[str]] = {n: tuple(ws) for n, ws in by_length.items()}
        self._bits = {length: _bits(words, length) for length, words in self._words.items()}

    def __len__(self) -> int:
        return sum(map(len, self._words.values()))

    def words(self) -> Iterator[str]:
        """Yield the listed words, each once."""
        return (word for words in self._words.values() for word in words)

    def of_length(self, length: int) -> int:
        """Return how many listed words have this length."""
        return len(self._words.get(length, ()))

    def fitting(self, length: int, shown: Iterable[tuple[int, str]]) -> int:
        """Return which words of a length have these letters at these places, as bits."""
        places = self._bits.get(length)
        if places is None:
            return 0
        fit = (1 << len(self._words[length])) - 1
        for at, letter in shown:
            fit &= places[at].get(letter, 0)
        return fit

    def count(self, shape: str, mark: str = "*") -> int:
        """Return how many listed words fit a word with a mark for each hidden letter."""
        return self.fitting(len(shape), _shown(shape, mark)).bit_count()

    def only(self, shape: str, mark: str = "*") -> str | None:
        """Return the one listed word that fits; None where there is none, or more than one."""
        fit = self.fitting(len(shape), _shown(shape, mark))
        if fit.bit_count() != 1:
            return None
        return self._words[len(shape)][fit.bit_length() - 1]


def _bits(words: Sequence[str], length: int) -> list[dict[str, int]]:
    """Return, for each place, which words have a letter there."""
    size = (len(words) + 7) // 8
    rows: list[dict[str, bytearray]] = [{} for _ in range(length)]
    for number, word in enumerate(words):
        for row, letter in zip(rows, word, strict=True):
            if letter not in row:
                row[letter] = bytearray(size)
            row[letter][number >> 3] |= 1 << (number & 7)
    return [
        {letter: int.from_bytes(bits, "little") for letter, bits in row.items()} for row in rows
    ]


def _shown(shape: str, mark: str) -> Iterator[tuple[int, str]]:
    plain = plain_letters(shape)
    return ((at, letter) for at, letter in enumerate(plain) if shape[at] != mark)
