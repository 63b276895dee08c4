"""A text that is too large to hold, as overlapping pieces in constant memory.

The cores of the pieces partition the text. Around each core stand at least `overlap` code points
on either side (or as many as there are), so that a detector whose reach is no larger finds in the
pieces what it finds in the whole: take from each piece the spans that start in its core.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from textveil.errors import UsageError
from textveil.formats.inputs import Source, characters

__all__ = ["TextPiece", "read_pieces"]

_SPACE = re.compile(r"\s")


@dataclass(frozen=True, slots=True, repr=False)
class TextPiece:
    """A stretch of a text.

    Attributes
    ----------
    offset
        Where the stretch begins in the whole text.
    text
        The core and its surroundings.
    core_start, core_end
        The core, as offsets in `text`.
    """

    offset: int
    text: str
    core_start: int
    core_end: int

    def __repr__(self) -> str:
        return (
            f"TextPiece(offset={self.offset}, length={len(self.text)}, "
            f"core=[{self.core_start}, {self.core_end}))"
        )


class _Window:
    """The part of the text that is held: `text` begins at `offset` of the whole."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self.text = ""
        self.offset = 0

    def fill(self, end: int) -> None:
        """Read on until the window reaches `end`, or the text ends."""
        parts, length = [self.text], self.offset + len(self.text)
        while length < end and (chunk := next(self._chunks, "")):
            parts.append(chunk)
            length += len(chunk)
        self.text = "".join(parts)

    def forget(self, before: int) -> None:
        """Drop the text before an offset."""
        self.text = self.text[before - self.offset :]
        self.offset = before

    @property
    def end(self) -> int:
        return self.offset + len(self.text)

    def space_before(self, at: int, lowest: int) -> int:
        """Return the offset after the last space in `[lowest, at)`, or `at` if there is none."""
        stretch = self.text[lowest - self.offset : at - self.offset]
        for step, character in enumerate(reversed(stretch)):
            if character.isspace():
                return at - step
        return at

    def space_after(self, at: int, highest: int) -> int:
        """Return the offset of the first space in `[at, highest)`, or `at` if there is none."""
        match = _SPACE.search(self.text, at - self.offset, max(highest - self.offset, 0))
        return at if match is None else self.offset + match.start()


def read_pieces(
    path: Source, *, overlap: int, size: int = 1 << 20, encoding: str = "utf-8"
) -> Iterator[TextPiece]:
    """Yield the text of one file as overlapping pieces.

    Cuts fall on whitespace: a core ends after a space in its second half, and the surroundings
    grow by up to another `overlap` to the nearest space. A run of letters without any space is
    cut where it must be. Memory is O(`size` + 4 `overlap`), whatever the length of the file.

    Parameters
    ----------
    path
        A plain text file (gz and xz are unpacked) or a binary stream.
    overlap
        Code points around a core: at least the longest passage and its context.
    size
        Most code points of a core.
    encoding
        Of the file.

    Yields
    ------
    TextPiece
        In order; an empty file gives one empty piece.
    """
    if overlap < 0 or size < 2:
        raise UsageError("pieces need a size of at least 2 and an overlap of at least 0")
    window = _Window(characters(path, encoding))
    core = 0
    while True:
        window.fill(core + size + 2 * overlap + 1)
        core_end = min(core + size, window.end)
        if core_end < window.end:
            core_end = window.space_before(core_end, core + size // 2)
        yield _piece(window, core, core_end, overlap)
        if core_end >= window.end:
            return
        core = core_end
        window.forget(max(core - 2 * overlap, window.offset))


def _piece(window: _Window, core: int, core_end: int, overlap: int) -> TextPiece:
    low, high = max(core - overlap, 0), min(core_end + overlap, window.end)
    if low:
        low = window.space_before(low, max(low - overlap, window.offset))
    if high < window.end:
        high = window.space_after(high, min(high + overlap, window.end))
    text = window.text[low - window.offset : high - window.offset]
    return TextPiece(low, text, core - low, core_end - low)
