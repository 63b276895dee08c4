"""Normal view: a message as a careful writer would have spelt it, with the way back.

Made over the view in which nothing is hidden. A word is changed only if no list knows it as it
stands, so that names, handles and addresses stay; see `docs/methods/normal-view.md`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from textveil.lexicon.facts import facts
from textveil.lexicon.hidden import unhidden
from textveil.values.view import Resized, View

__all__ = ["normal"]

_CHUNK: Final = re.compile(r"(?<![\w@#/.:])[\w'\u2019/]+(?![\w@]|[/.:]\w)")


@lru_cache(maxsize=64)
def normal(text: str) -> View:
    """Return a text with everyday spellings undone.

    Examples
    --------
    >>> normal("I g0 to Tokyo w/o friends 2morrow").text
    'I go to Tokyo without friends tomorrow'
    """
    clear = unhidden(text)
    parts, places, done, length = [], Resized(), 0, 0
    for start, end, instead in _changes(clear.text):
        parts += [clear.text[done:start], instead]
        length += start - done
        if len(instead) != end - start:
            places.add(length, length + len(instead), start, end)
        length, done = length + len(instead), end
    if not parts:
        return clear
    return View("".join((*parts, clear.text[done:])), places, clear)


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    for chunk in _CHUNK.finditer(text):
        instead = _spelt(chunk[0])
        if instead != chunk[0]:
            yield chunk.start(), chunk.end(), instead


@lru_cache(maxsize=4096)
def _spelt(word: str) -> str:
    known = facts().values("message-spelling").get(word.lower())
    return word if known is None else known
