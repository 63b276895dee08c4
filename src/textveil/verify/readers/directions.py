"""Directions: the order in which a person reads letters that were told to run from the right.

The verifiers' own code for the part "Order" of `docs/methods/hidden-writing.md`: every piece has a
level, and from the deepest level on whatever lies so deep is turned round (UAX #9, rule L2).
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from textveil.lexicon.tables.lookalikes import ACCENTS

__all__ = ["turned"]

_OVERRIDE: Final = "\u202e"
_OPEN: Final = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"
_CLOSE: Final = "\u202c\u2069"
_DEPTH: Final = 125
_STOP: Final = "\n\r\x1c\x1d\x1e\x85\u2029"
_PIECE: Final = re.compile(f"[{_OPEN}{_CLOSE}{_STOP}]|[^{_OPEN}{_CLOSE}{_STOP}]+")
_CLUSTER: Final = re.compile(f"[^{ACCENTS}][{ACCENTS}]*|[{ACCENTS}]+")


class _Piece(NamedTuple):
    """Letters under one direction: how deep they lie."""

    level: int
    text: str


def turned(text: str) -> Iterator[tuple[int, int, str]]:
    r"""Yield passages under an override, each with what a person reads there.

    Examples
    --------
    >>> list(turned("\u202eannA\u202c, \u202eab\u202dcd"))
    [(0, 6, 'Anna'), (8, 14, 'cdba')]
    """
    at = text.find(_OVERRIDE)
    while at >= 0:
        pieces, end = _levels(text, at)
        # What is read from the right anyway (Hebrew, Arabic) is not turned.
        if any(unicodedata.bidirectional(sign) == "L" for one in pieces for sign in one.text):
            yield at, end, _ordered(pieces)
        at = text.find(_OVERRIDE, end)


def _levels(text: str, start: int) -> tuple[list[_Piece], int]:
    """Return the pieces of the passage that begins here, and its end."""
    levels, over, pieces = [0], 0, list[_Piece]()
    for match in _PIECE.finditer(text, start):
        sign = match.group()
        if sign in _STOP:
            return pieces, match.start()
        if sign in _OPEN:
            # The next level that is odd under an override, even elsewhere.
            level = levels[-1] + (1 if levels[-1] % 2 != (sign == _OVERRIDE) else 2)
            if over or level > _DEPTH:
                over += 1
            else:
                levels.append(level)
        elif sign in _CLOSE and over:
            over -= 1
        elif sign in _CLOSE:
            levels.pop()
            if len(levels) == 1:
                return pieces, match.end()
        else:
            pieces.append(_Piece(levels[-1], sign))
    return pieces, len(text)


def _ordered(pieces: list[_Piece]) -> str:
    shown = [one if one.level % 2 == 0 else one._replace(text=_back(one.text)) for one in pieces]
    for level in range(max(one.level for one in pieces), 0, -1):
        at = 0
        while at < len(shown):
            last = at
            while last < len(shown) and shown[last].level >= level:
                last += 1
            shown[at:last] = shown[at:last][::-1]
            at = last + 1
    return "".join(one.text for one in shown)


def _back(text: str) -> str:
    return "".join(_CLUSTER.findall(text)[::-1])
