"""Long texts: runs a model with a length limit over a longer text, in pieces."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from textveil.values.span import Span, Spans

__all__ = ["OVERLAP", "detect_in_pieces", "pieces_of"]

OVERLAP: Final = 2_000
"""Code points that two neighbouring pieces share."""


def detect_in_pieces(text: str, limit: int, detect: Callable[[str], Iterable[Span]]) -> Spans:
    """Return what `detect` finds in a text, with offsets in the whole text.

    Where the text is longer than `limit`, pieces that overlap are looked at one after the other,
    and of a passage that a border cuts the whole stays and the fragment goes.
    """
    pieces = list(pieces_of(text, limit))
    found = [span.shift(at) if at else span for at, piece in pieces for span in detect(piece)]
    return Spans(found if len(pieces) == 1 else _outermost(found))


def pieces_of(text: str, limit: int) -> Iterator[tuple[int, str]]:
    """Yield pieces of at most `limit` code points with where they start; neighbours overlap.

    Examples
    --------
    >>> list(pieces_of("abcdefghij", 8))
    [(0, 'abcdefgh'), (6, 'ghij')]
    """
    overlap = min(OVERLAP, limit // 4)
    for at in range(0, max(len(text) - overlap, 1), limit - overlap):
        yield at, text[at : at + limit]


def _outermost(found: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans that are not inside another span of the same label."""
    reached: dict[str, int] = {}
    for span in sorted(found, key=lambda span: (span.start, -span.end, -span.score)):
        if span.end > reached.get(span.label, 0):
            reached[span.label] = span.end
            yield span
