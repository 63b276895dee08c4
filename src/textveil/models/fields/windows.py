"""Windows: a text as short sequences of words, for a model that reads one line at a time.

Lines that were broken because they were full are read together, as the one line they were. What is
read together is read whole where it has at most `LONGEST` words. Otherwise it is read in windows
that overlap, and each word is judged in the window in which it stands furthest from a cut edge, so
that memory and time a word are bounded whatever the text looks like.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["FULL", "LONGEST", "OVERLAP", "WORD", "Window", "windows"]

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d+|[^\w\s]|_")
"""Letters with an apostrophe among them, digits, or another character; texts are read folded."""

LONGEST = 240
"""Words that are read together."""

OVERLAP = 40
"""Words that two windows of one line share."""

FULL = 45
"""Characters from which on a line may have been broken because it was full."""

_BREAKS = frozenset({"\n", "\r\n", "\r"})
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
        Number of the first word's line in the text, blank ones not counted.
    breaks
        Places of the words, beside the first, with which a line of the text begins.
    """

    starts: list[int]
    ends: list[int]
    words: list[str]
    core: tuple[int, int]
    line: int
    breaks: tuple[int, ...] = ()


def windows(text: str) -> Iterator[Window]:
    r"""Yield the windows of a text in order; their cores partition its words.

    Examples
    --------
    >>> [window.words for window in windows("Dr. O'Neil, 47\nSeen.")]
    [['Dr', '.', "O'Neil", ',', '47'], ['Seen', '.']]
    """
    reader = _Reader(text)
    begun = end = 0
    for line in _LINE.finditer(text):
        start = line.start()
        full = end - begun >= FULL and not text[start].isspace()
        if not (full and text[end:start] in _BREAKS):
            yield from reader.rest()
        begun, end = line.span()
        yield from reader.read(begun, end)
    yield from reader.rest()


class _Reader:
    """Collects words until a window is full or its part of the text ends."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.number = -1
        self.fresh()

    def fresh(self) -> None:
        """Start empty."""
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.first = 0
        # A line's first word in this window, and the line's number.
        self.lines: list[tuple[int, int]] = []

    def read(self, begin: int, end: int) -> Iterator[Window]:
        """Take the words of a line, and yield the windows that they fill."""
        starts, ends = self.starts, self.ends
        opened = False
        for found in WORD.finditer(self.text, begin, end):
            if not opened:
                opened = True
                self.number += 1
                self.lines.append((len(starts), self.number))
            starts.append(found.start())
            ends.append(found.end())
            if len(starts) == LONGEST:
                yield self.window(LONGEST - OVERLAP // 2)
                del starts[:-OVERLAP], ends[:-OVERLAP]
                self.first = OVERLAP // 2
                self.slide(LONGEST - OVERLAP)

    def slide(self, by: int) -> None:
        """Count from another word on; keep the last line that began before it."""
        kept = [(at - by, number) for at, number in self.lines]
        before = [number for at, number in kept if at <= 0]
        self.lines = [(0, before[-1]), *(pair for pair in kept if pair[0] > 0)]

    def rest(self) -> Iterator[Window]:
        """Yield the remaining words, and start again."""
        if len(self.starts) > self.first:
            yield self.window(len(self.starts))
        self.fresh()

    def window(self, last: int) -> Window:
        """Return the words so far, to be judged up to one."""
        text = self.text
        words = [text[s:e] for s, e in zip(self.starts, self.ends, strict=True)]
        return Window(
            self.starts.copy(),
            self.ends.copy(),
            words,
            (self.first, last),
            self.lines[0][1],
            tuple(at for at, _ in self.lines[1:]),
        )
