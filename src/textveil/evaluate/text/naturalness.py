"""Naturalness: Fre, how usual a passage is among the words around it (paper 5, Eq. 4.7).

Fre sums ln of the counts of all windows of two to five words that hold a word of the passage, with
ln 0 = 0. A version has the smallest Fre of its replacements.
"""

from collections.abc import Callable, Sequence
from math import log
from typing import Final

from textveil.lexicon.relations.ngrams import LONGEST, SHORTEST

__all__ = ["GAMMA", "fre", "windows"]

GAMMA: Final = 1.0
"""Fre from which on a replacement counts as natural, with the counts that ship.

The paper's 80.55 belongs to its own counts, of a trillion words. This one was fitted to 420
labelled versions: from here on a higher one makes no more of them natural.
"""

Count = Callable[[Sequence[str]], int]


def windows(words: Sequence[str], first: int, end: int) -> list[tuple[str, ...]]:
    """Return the windows of two to five words that hold a word of `[first, end)`.

    Examples
    --------
    >>> windows(["for", "3", "years"], 1, 2)
    [('for', '3'), ('3', 'years'), ('for', '3', 'years')]
    """
    return [
        tuple(words[at : at + size])
        for size in range(SHORTEST, LONGEST + 1)
        for at in range(max(0, first - size + 1), min(end, len(words) - size + 1))
    ]


def fre(words: Sequence[str], first: int, end: int, count: Count) -> float:
    """Return Fre of the words `[first, end)` among their neighbours.

    Examples
    --------
    >>> seen = {("for", "3"): 4_277_726, ("3", "years"): 6_631_904}
    >>> round(fre(["for", "3", "years"], 1, 2, lambda window: seen.get(window, 0)), 2)
    30.98
    """
    counts = (count(window) for window in windows(words, first, end))
    return sum(log(many) for many in counts if many)
