"""Handles: the words that user names and addresses are made of."""

import re
from collections.abc import Iterator
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import are_everyday, look_up

__all__ = ["handle_words"]

_WORD: Final = re.compile(r"[^\W\d_]+")
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_FRAME: Final = re.compile(r"^x{2,60}|x{2,60}$")
"""What some put around their names: xxsophxx."""
_SHORTEST: Final = 3
_BORNE: Final = 2
"""How many bear a name at least that tells where a handle of one word is divided."""


def handle_words(value: str, *, language: str = ENGLISH) -> Iterator[str]:
    """Yield the words of a handle or of what stands before the domain of an address.

    One word is divided where a name begins or ends.

    Examples
    --------
    >>> list(handle_words("the_real_soph92"))
    ['soph']
    >>> sorted(set(handle_words("sophlaurent@example.org")))
    ['laurent', 'soph', 'sophlaurent']
    """
    local = value.lstrip("@").partition("@")[0]
    known = facts(language)
    for part in _WORD.findall(_HUMP.sub(" ", local)):
        word = _FRAME.sub("", squeeze_text(part))
        if len(word) >= _SHORTEST and not known.is_a(word, "handle-filler", "desk-word"):
            yield word
            if not are_everyday([word], language) and not _is_borne(word):
                yield from _divided(word)


def _divided(word: str) -> Iterator[str]:
    """Yield the halves of a word that begins or ends with a name, or with an initial before one."""
    for at in range(1, len(word)):
        for half, rest in ((word[:at], word[at:]), (word[at:], word[:at])):
            if len(half) < _SHORTEST or len(rest) == 2:
                continue
            if len(rest) == 1 and _is_borne(half):
                yield half
            elif len(rest) > 1 and _is_borne(rest):
                yield from (half, rest)


def _is_borne(word: str) -> bool:
    return max(look_up(word)[:3]) >= _BORNE
