"""Windows: a text as short sequences of words, for a model that reads one line at a time.

A line is read whole where it has at most `LONGEST` words. A longer one is read in windows that
overlap, and each word is judged in the window in which it stands furthest from a cut edge, so that
memory and time a word are bounded whatever the text looks like.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["LONGEST", "OVERLAP", "WORD", "Window", "windows"]

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[^\w\s]|_")
"""Letters with an apostrophe among them, digits, or another character; texts are read folded."""

LONGEST = 240
"""Words that are read together."""

OVERLAP = 40
"""Words that two windows of one line share."""

_LINE = re.compile(r"[^\n\r\f\v\x85\u2028\u2029]+")


class Window(NamedTuple):
    """Words that are read together.

    Attributes
    ----------
    starts, ends
        Offsets of the words.
    words
        The words themselves.
    core
        The range of words that are judged here; the others are context.
    line
        Number of the line in the text, blank ones not counted.
    """

    starts: list[int]
    ends: list[int]
    words: list[str]
    core: tuple[int, int]
    line: int


def windows(text: str) -> Iterator[Window]:
    r"""Yield the windows of a text in order; their cores partition its words.

    Examples
    --------
    >>> [window.words for window in windows("Dr. O'Neil, 47\nSeen.")]
    [['Dr', '.', "O'Neil", ',', '47'], ['Seen', '.']]
    """
    number = 0
    for line in _LINE.finditer(text):
        starts: list[int] = []
        ends: list[int] = []
        first = 0
        for found in WORD.finditer(text, line.start(), line.end()):
            starts.append(found.start())
            ends.append(found.end())
            if len(starts) == LONGEST:
                last = LONGEST - OVERLAP // 2
                yield _window(text, starts, ends, (first, last), number)
                starts, ends = starts[-OVERLAP:], ends[-OVERLAP:]
                first = OVERLAP // 2
        if len(starts) > first:
            yield _window(text, starts, ends, (first, len(starts)), number)
        number += bool(starts)


def _window(
    text: str, starts: list[int], ends: list[int], core: tuple[int, int], line: int
) -> Window:
    words = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    return Window(starts, ends, words, core, line)
