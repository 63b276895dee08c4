"""The words of a text, by place: which of them spans touch, and which they hide whole."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable

__all__ = ["Interval", "TextTokens", "union"]

# The words of score sheets in this field: letters, digits and underscores of any script.
# Punctuation identifies nobody, so it is not a token.
_TOKEN = re.compile(r"\w+")

Interval = tuple[int, int]
"""Half-open offsets of code points."""


class TextTokens:
    r"""The maximal runs of `\w` in a text, numbered from 0.

    Examples
    --------
    >>> tokens = TextTokens("Ana Ruiz, 3 May")
    >>> tokens.places
    [(0, 3), (4, 8), (10, 11), (12, 15)]
    >>> sorted(tokens.touched([(2, 6)])), sorted(tokens.hidden([(2, 6), (6, 8)]))
    ([0, 1], [1])
    """

    __slots__ = ("_ends", "_starts", "places")

    def __init__(self, text: str) -> None:
        self.places = [match.span() for match in _TOKEN.finditer(text)]
        self._starts = [start for start, _ in self.places]
        self._ends = [end for _, end in self.places]

    def touching(self, low: int, high: int) -> range:
        """Return the tokens that have a character in one interval."""
        return range(bisect_right(self._ends, low), bisect_left(self._starts, high))

    def touched(self, intervals: Iterable[Interval]) -> set[int]:
        """Return the tokens that have a character in some interval."""
        return {token for low, high in intervals for token in self.touching(low, high)}

    def hidden(self, intervals: Iterable[Interval]) -> set[int]:
        """Return the tokens that lie wholly inside the union of the intervals."""
        runs = (
            range(bisect_left(self._starts, low), bisect_right(self._ends, high))
            for low, high in union(intervals)
        )
        return {token for run in runs for token in run}


def union(intervals: Iterable[Interval]) -> list[Interval]:
    """Return the union as disjoint intervals that do not touch, in order."""
    joined: list[Interval] = []
    for low, high in sorted(intervals):
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    return joined
