"""Reading: the words of a post and of a message, as tracing compares them."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.words import look_up
from textveil.values.view import View

__all__ = ["PostWords", "bits_of", "sentences_of", "words_of_text"]

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_STOP: Final = re.compile(r"[.!?\u2026]{1,20}[\"'\u2019\u201d)\]]{0,20}\s{1,60}")
_BITS: Final = (16.0, 16.0, 15.0, 13.5, 11.5, 9.5, 7.5, 5.0)
"""About minus the logarithm of how often a word is written, by its step of frequency."""
_LONGEST: Final = 2000
"""Characters of a sentence at most: texts without full stops are cut."""


@dataclass(frozen=True, slots=True, repr=False)
class PostWords:
    """The words of a text, folded, with where they stand."""

    view: View
    words: tuple[str, ...]
    spots: tuple[tuple[int, int], ...]

    @classmethod
    def read(cls, text: str) -> "PostWords":
        """Read a text."""
        view = fold(text)
        found = list(_WORD.finditer(view.text))
        words = tuple(one.group().casefold().replace("\u2019", "'") for one in found)
        return cls(view, words, tuple(one.span() for one in found))

    def located(self, first: int, stop: int) -> tuple[int, int]:
        """Return the offsets of some words in the text that was read."""
        return self.view.locate(self.spots[first][0], self.spots[stop - 1][1])

    def sentences(self) -> list[tuple[int, int]]:
        """Return the sentences as ranges of words; none is empty."""
        bounds = sentences_of(self.view.text)
        found, at = [], 0
        for _, end in bounds:
            first = at
            while at < len(self.spots) and self.spots[at][0] < end:
                at += 1
            if at > first:
                found.append((first, at))
        return found


def words_of_text(text: str) -> tuple[str, ...]:
    r"""Return the words of a text as they are compared.

    Examples
    --------
    >>> words_of_text("I\u2019m in BOSTON, really.")
    ("i'm", 'in', 'boston', 'really')
    """
    return PostWords.read(text).words


def sentences_of(text: str) -> list[tuple[int, int]]:
    """Return the sentences of a text as offsets; long ones are cut.

    Examples
    --------
    >>> sentences_of("I left. You came.")
    [(0, 8), (8, 17)]
    """
    ends = {0, len(text)}
    for line in re.finditer(r"[^\n]+", text):
        ends.add(line.end())
        ends.update(line.start() + one.end() for one in _STOP.finditer(line.group()))
    ends.update(range(0, len(text), _LONGEST))
    return [(a, b) for a, b in pairwise(sorted(ends)) if text[a:b].strip()]


@lru_cache(maxsize=1 << 16)
def bits_of(word: str) -> float:
    """Return about how many bits a word tells: many if it is rare.

    Examples
    --------
    >>> bits_of("the") < bits_of("window") < bits_of("qwertz")
    True
    """
    if word.isdecimal():
        return min(16.0, 6.0 + 2.0 * len(word))
    return _BITS[look_up(word).common]
