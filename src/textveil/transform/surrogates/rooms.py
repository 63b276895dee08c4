"""Rooms and beds: other digits, other single letters; the words around them stay."""

import re
from random import Random
from typing import Final

from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.shapes import bare, cased, draw_alike, fill

__all__ = ["Rooms"]

_PART: Final = re.compile(r"[0-9]+|(?<![^\W\d_])[A-Za-z](?![^\W\d_])")


class Rooms(Maker):
    """Make rooms and beds: other digits, other first letters, the same shape."""

    labels: frozenset[str] = frozenset({"ROOM"})

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return letters and digits."""
        return bare(value)

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return another room; words ("Room", "bed") stay."""
        rng = setting.draw.rng("room", setting.scope, setting.identity, bare(value))
        fake = value
        while fake == value and bare(value):
            if _PART.search(value):
                fake = _PART.sub(lambda part: _drawn(part.group(), rng), value)
            else:
                fake = fill(value, draw_alike(bare(value), rng))
        return fake


def _drawn(part: str, rng: Random) -> str:
    return draw_alike(part, rng) if part.isdecimal() else cased(rng.choice("abcdef"), f"{part}A")
