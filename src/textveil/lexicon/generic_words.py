"""Generic words: they say what a thing is, but not which one, so they may stay in a replacement.

Which words are generic is said by their roles in the facts. Every other word of a value is
*distinctive*: it may say which thing, or whose, and must not stand in what replaces the value.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from textveil.lexicon.facts import facts
from textveil.lexicon.folding import squeeze_text
from textveil.values.label import family_of

__all__ = ["distinctive_words", "is_generic_word", "shared_words"]

_SHORTEST: Final = 3
"""Letters of the shortest word that can tell anything."""
_ANYWHERE: Final = ("article", "function-word", "joining", "number", "ordinal", "small-word")
_PEOPLE: Final = ("credential", "generation", "kin", "particle", "sex", "title")
_PLACES: Final = ("care-place", "generic", "legal-form", "saint-title", "side")
_ROADS: Final = (
    *("box", "box-unit", "flat-word", "military-post", "military-state", "post-box", "side"),
    *("street", "street-after", "street-before", "unit-word"),
)
_NETS: Final = ("desk-word", "domain-ending", "free-mail", "handle-filler", "path-word")
_HOSTS: Final = ("reserved-domain", "server-name", "top-domain", "url-scheme")
_BY_LABEL: Final[Mapping[str, tuple[str, ...]]] = {
    "ADDRESS": _ROADS,
    "DEMOGRAPHIC": (*_PEOPLE, "trait-word"),
    "EMAIL": (*_NETS, *_HOSTS),
    "NAME": _PEOPLE,
    "ORGANIZATION": (*_PEOPLE, *_PLACES),
    "PHONE": ("extension", "extension-word"),
    "PROFESSION": ("occupation-rank",),
    "QUANTITY": ("counted", "currency", "currency-code", "scale-word", "some", "unit", "kin"),
    "ROOM": ("room-part", "room-word", "side"),
    "STREET": _ROADS,
    "URL": (*_NETS, *_HOSTS),
    "USERNAME": _NETS,
}
"""Roles that are generic in values of a label, beside those that are so anywhere."""
_OF_NUMBERS: Final = ("docket-code", "id-prefix", "number-word")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_POSSESSIVE: Final = re.compile(r"['\u2019][sS]?$")


def is_generic_word(word: str, label: str, *, language: str = "en") -> bool:
    """Tell whether a word says what a thing of some kind is, but not which one.

    Examples
    --------
    >>> [word for word in ("room", "of", "Ward", "driver") if is_generic_word(word, "ROOM")]
    ['room', 'of', 'Ward']
    """
    return squeeze_text(word) in _generic(label, language)


@cache
def _generic(label: str, language: str) -> frozenset[str]:
    roles = _BY_LABEL.get(label) or _BY_LABEL.get(family_of(label), _OF_NUMBERS)
    listed = facts(language).words(*_ANYWHERE, *roles)
    # Words of listed phrases count one by one: "operating room".
    return frozenset(squeeze_text(word) for one in listed for word in (one, *_WORD.findall(one)))


def distinctive_words(text: str, label: str, *, language: str = "en") -> frozenset[str]:
    """Return the words of a value, squeezed, that may say which thing it is, or whose.

    Examples
    --------
    >>> sorted(distinctive_words("Christian Scientist; priest Kontou's mother", "DEMOGRAPHIC"))
    ['christian', 'kontou', 'priest', 'scientist']
    """
    generic = _generic(label, language)
    return frozenset(word for word in _words(text) if word not in generic)


def shared_words(fake: str, real: str, label: str, *, language: str = "en") -> frozenset[str]:
    """Return the distinctive words of a real value that stand in what replaces it.

    Examples
    --------
    >>> sorted(shared_words("Lutheran Scientist", "Christian Scientist", "DEMOGRAPHIC"))
    ['scientist']
    """
    return distinctive_words(real, label, language=language) & _words(fake)


def _words(text: str) -> frozenset[str]:
    found = (squeeze_text(_POSSESSIVE.sub("", word)) for word in _WORD.findall(text))
    return frozenset(word for word in found if len(word) >= _SHORTEST)
