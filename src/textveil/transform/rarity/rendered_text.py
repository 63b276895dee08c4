"""Rendering: a text with marks in place of suppressed characters, of the same length."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["marked"]

_CHUNK = 1 << 20
"""Characters handled at a time, so that the four bytes each of them takes here do not add up."""


def marked(text: str, kept: NDArray[np.bool_], mark: str) -> str:
    """Return the text with a mark at every position that is not kept.

    Examples
    --------
    >>> marked("banana", np.array([1, 1, 0, 0, 1, 1], bool), "*")
    'ba**na'
    """
    if text.isascii() and mark.isascii():
        shown = np.frombuffer(text.encode("ascii"), np.uint8)
        return bytes(np.where(kept, shown, np.uint8(ord(mark)))).decode("ascii")
    pieces = []
    for start in range(0, len(text), _CHUNK):
        piece = text[start : start + _CHUNK]
        points = np.frombuffer(piece.encode("utf-32-le", "surrogatepass"), "<u4").copy()
        points[~kept[start : start + _CHUNK]] = ord(mark)
        pieces.append(points.tobytes().decode("utf-32-le", "surrogatepass"))
    return "".join(pieces)
