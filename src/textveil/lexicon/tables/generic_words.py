"""Generic words: they say what a thing is, but not which one, so they may stay in a replacement.

Which words are generic is said by their roles in the facts. Every other word of a value is
*distinctive*: it may say which thing, or whose. An attacker takes it for a word of the value. A
surrogate must not share it either, except for a few more words of each kind that it may keep.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from textveil.lexicon.tables.credentials import CREDENTIAL_ROLES
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.label import family_of

__all__ = [
    "SHORTEST",
    "distinctive_words",
    "has_words",
    "is_generic_word",
    "shared_words",
    "words_of",
    "words_that_may_stay",
]

SHORTEST: Final = 3
"""Letters of the shortest word that can tell anything."""
_ANYWHERE: Final = ("article", "function-word", "joining", "number", "ordinal", "small-word")
_PEOPLE: Final = (*CREDENTIAL_ROLES, "generation", "joining", "kin", "particle", "title")
_ROADS: Final = (
    *("box", "flat-word", "military-post", "post-box", "side", "province-kind", "road-word"),
    *("street", "street-after", "street-before", "unit-word", "small-word", "article", "joining"),
)
_HOSTS: Final = ("reserved-domain", "server-name", "top-domain", "url-scheme")
_HANDLES: Final = (
    *("domain-ending", "free-mail", "function-word", "handle-filler", "path-word", "small-word"),
)
_GENERIC: Final[Mapping[str, tuple[str, ...]]] = {
    "ADDRESS": _ROADS,
    "DEMOGRAPHIC": (*_ANYWHERE, *_PEOPLE, "sex", "trait-word"),
    "EMAIL": (*_HANDLES, *_HOSTS),
    "NAME": (*_PEOPLE, "small-word"),
    "ORGANIZATION": (
        *("article", "care-kind", "generic", "legal-form", "saint-title", "side", "small-word"),
        *("title", "trade"),
    ),
    "PHONE": (*_ANYWHERE, "extension", "extension-word"),
    "PROFESSION": (*_ANYWHERE, "occupation-rank"),
    "QUANTITY": (
        *(*_ANYWHERE, "counted", "currency", "currency-code", "scale-word", "some", "unit", "kin"),
    ),
    "ROOM": (*_ANYWHERE, "room-part", "room-word", "side"),
    "URL": (*_HANDLES, *_HOSTS),
    "USERNAME": _HANDLES,
}
"""Roles of generic words by label, or by the family of a label."""
_OF_NUMBERS: Final = (*_ANYWHERE, "docket-code", "id-prefix", "number-word")
_SHORTENED: Final = ("street",)
"""Roles whose words have their short forms as their value."""
_WEB_STAYING: Final = ("generic", "handle-word", "second-domain")
_STAYING: Final[Mapping[str, tuple[str, ...]]] = {
    "ADDRESS": (
        *("address-word", "box-word", "house-letter", "numbered-road", "place-word", "room-word"),
        *("saint-title", "street-link"),
    ),
    "EMAIL": _WEB_STAYING,
    "NAME": (),
    "ORGANIZATION": ("generic-group", "lawsuit-form", "party", "place-word", "versus"),
    "URL": _WEB_STAYING,
    "USERNAME": (*_WEB_STAYING, *_HOSTS),
}
"""Roles of words that a surrogate may share with its value, though an attacker guesses them.

Families that are not here have no words, or rules of their own.
"""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_APOSTROPHE: Final = re.compile(r"['\u2019]")
_POSSESSIVE: Final = re.compile(r"['\u2019][sS]?$")


def is_generic_word(word: str, label: str, *, language: str = "en") -> bool:
    """Tell whether a word says what a thing of some kind is, but not which one.

    Examples
    --------
    >>> [word for word in ("room", "of", "Ward", "driver") if is_generic_word(word, "ROOM")]
    ['room', 'of', 'Ward']
    """
    generic = _generic(label, language)
    return all(squeeze_text(part) in generic for part in _WORD.findall(word) or (word,))


@cache
def _generic(label: str, language: str) -> frozenset[str]:
    roles = _GENERIC.get(label) or _GENERIC.get(family_of(label), _OF_NUMBERS)
    return _words_of_roles(roles, language)


def has_words(family: str) -> bool:
    """Tell whether values of a family are made of words, and not of digits or of set phrases."""
    return family in _STAYING


@cache
def words_that_may_stay(family: str, language: str = "en") -> frozenset[str]:
    """Return distinctive words, squeezed, that a surrogate may share with its value.

    Examples
    --------
    >>> "lake" in words_that_may_stay("ORGANIZATION"), "lake" in words_that_may_stay("NAME")
    (True, False)
    """
    return _words_of_roles(_STAYING.get(family, ()), language)


def _words_of_roles(roles: tuple[str, ...], language: str) -> frozenset[str]:
    known = facts(language)
    short = (form for role in _SHORTENED if role in roles for form in known.values(role).values())
    # Words of listed phrases count one by one: "operating room", "gmail.com".
    listed = (word for one in (*known.words(*roles), *short) for word in _words(one))
    return frozenset(map(squeeze_text, listed))


def distinctive_words(text: str, label: str, *, language: str = "en") -> list[str]:
    """Return the words of a value, squeezed, that may say which thing it is, or whose.

    Examples
    --------
    >>> distinctive_words("Christian Scientist; priest Kontou's mother", "DEMOGRAPHIC")
    ['christian', 'scientist', 'priest', 'kontou']
    >>> distinctive_words("The St. Mary's Hospital of Reno", "HOSPITAL")
    ['mary', 'reno']
    """
    generic = _generic(label, language)
    return [word for word in words_of(text) if word not in generic]


def words_of(text: str) -> list[str]:
    """Return the words of a value that are long enough to tell anything, squeezed.

    Examples
    --------
    >>> words_of("Dr. O'Brien's aunt")
    ['brien', 'obrien', 'aunt']
    """
    found = map(squeeze_text, _words(text))
    return [word for word in found if len(word) >= SHORTEST]


def shared_words(fake: str, real: str, label: str, *, language: str = "en") -> frozenset[str]:
    """Return the distinctive words of a real value that stand in what replaces it.

    Examples
    --------
    >>> sorted(shared_words("Lutheran Scientist", "Christian Scientist", "DEMOGRAPHIC"))
    ['scientist']
    """
    ours = distinctive_words(real, label, language=language)
    return frozenset(ours).intersection(words_of(fake))


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text; of one with an apostrophe its parts, and then all of it."""
    for found in _WORD.findall(text):
        word = _POSSESSIVE.sub("", found)
        parts = _APOSTROPHE.split(word)
        yield from parts
        if len(parts) > 1:
            yield word
