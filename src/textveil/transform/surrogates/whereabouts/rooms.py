"""Rooms and beds: other digits, letters and names; generic words around them stay."""

import re
from random import Random
from typing import Final

from textveil.lexicon.tables.generic_words import is_generic_word
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.persons.handles import draw_word
from textveil.transform.surrogates.shapes import bare, cased, draw_alike, fill
from textveil.transform.surrogates.writing import in_case

__all__ = ["Rooms"]

_TRIES: Final = 80

_PART: Final = re.compile(r"[0-9]+|[^\W\d_]+")


class Rooms(Maker):
    """Make rooms and beds: other digits, other first letters, the same shape."""

    labels: frozenset[str] = frozenset({"ROOM"})

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return letters and digits."""
        return bare(value)

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return another room; generic words ("Room", "bed") stay."""
        rng = setting.draw.rng("room", setting.scope, setting.identity, bare(value))
        fake = value
        for attempt in range(_TRIES if bare(value) else 0):
            if attempt < _TRIES // 2:
                fake = _PART.sub(lambda part: _drawn(part.group(), rng, setting), value)
            else:
                fake = fill(value, draw_alike(bare(value), rng))
            if fake != value:
                break
        return fake


def _drawn(part: str, rng: Random, setting: Setting) -> str:
    if part.isdecimal():
        return draw_alike(part, rng)
    if len(part) == 1:
        return cased(rng.choice("abcdef"), f"{part}A")
    if is_generic_word(part, "ROOM", language=setting.language):
        return part
    return in_case(draw_word(part.lower(), rng, language=setting.language), part)
