"""Spellings: other ways to write a name, an address or a telephone number.

A name in full is looked for without its middle names and in both orders, a house with long and
short words for its street and without what follows (flat, town), a North American telephone number
with its country's 1 and without. The verifier `residue` looks for the same, by its own code.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice, product
from typing import Final

from textveil.lexicon.people.identifying_forms import is_full_name
from textveil.lexicon.people.inner_words import inner_surname
from textveil.lexicon.people.person_names import Role, read_names
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import fold, squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.terms import street_suffixes
from textveil.lexicon.tables.words import are_everyday
from textveil.values.label import family_of

__all__ = [
    "houses",
    "is_numbered",
    "spellings_of_names",
    "surnames",
    "telling_words",
    "with_country",
]

_TOKEN: Final = re.compile(r"[^\W_]+")
_TELLING: Final = 4
"""Words with fewer letters coincide with others."""
_MOST: Final = 64
"""More spellings than this has no house: each word for a street has three at most."""


def telling_words(passage: str, *, language: str = ENGLISH) -> Iterator[str]:
    """Yield the words of names that are only ever names, so that their case does not matter.

    Examples
    --------
    >>> list(telling_words("will long-kovacs"))
    ['long-kovacs']
    """
    for name in read_names(passage, language=language):
        for word in name.words:
            if len(word.key) >= _TELLING and not are_everyday([word.key], language):
                # As it is written: El-Sayed is two words that stand in any text.
                yield word.bare.replace("-\n", "").lower()


def surnames(passage: str, *, language: str = ENGLISH) -> Iterator[str]:
    """Yield the words of family names that also count inside longer words.

    Examples
    --------
    >>> list(surnames("Ana Canaryman")), list(surnames("Ana Ruiz"))
    (['canaryman'], [])
    """
    for name in read_names(passage, language=language):
        for word in name.words:
            if word.role is Role.FAMILY and inner_surname(word.key, language=language):
                yield word.key


def spellings_of_names(
    passage: str, *, sure: bool = False, language: str = ENGLISH
) -> Iterator[str]:
    """Yield the ways to write each full name; nothing for a part of a name.

    Words of everyday language in small letters (`bus driver`) are no name in full: what a model
    took for one in one place is not to go wherever it stands.

    Parameters
    ----------
    passage
        Where the names stand.
    sure
        Whether only names are wanted whose form says that they are the name of a person in full
        (`lexicon.people.identifying_forms`).
    language
        Of the passage.

    Examples
    --------
    >>> sorted(spellings_of_names("Ana Maria Ruiz"))
    ['ana maria ruiz', 'ana ruiz', 'ruiz ana', 'ruiz ana maria']
    """
    for ways, full in _ways_to_write(passage, language):
        if full or not sure:
            yield from ways


@lru_cache(maxsize=1 << 12)  # the sure ones are asked for first, then all
def _ways_to_write(passage: str, language: str) -> tuple[tuple[frozenset[str], bool], ...]:
    """Return the ways to write each name, and whether its form says that it is one in full."""
    found = []
    for name in read_names(passage, language=language):
        words = [word.key for word in name.words]
        if len(words) < 2 or (passage.islower() and are_everyday(words, language)):
            continue
        own = [word for word in name.named if not word.is_initial]
        split = sum(word.role not in (Role.FAMILY, Role.SECOND) for word in own)
        if split in (0, len(own)):
            split = len(own) - 1
        keys = [word.key for word in own]
        given, family = keys[:split], keys[split:]
        goes_by = [word.key for word in own if word.role is Role.FAMILY]
        short = (given[0], goes_by[-1] if goes_by else family[-1])
        # With all middle names and particles, and without.
        ways = (words, keys, short, short[::-1], (*family, *given))
        full = is_full_name(given, family, language=language)
        found.append((frozenset(" ".join(way) for way in ways), full))
    return tuple(found)


def is_numbered(label: str, value: str) -> bool:
    """Tell whether this is an address with a number, not a room, a postal code or a town."""
    words = _TOKEN.findall(value)
    return label == "ADDRESS" and len(words) > 2 and any(map(str.isdecimal, words))


def houses(value: str, *, language: str = ENGLISH) -> Iterator[str]:
    """Yield number, name and kind of a street in long and short words, up to its last part.

    Examples
    --------
    >>> sorted(houses("12 North Elm St, Apt 4"))
    ['12 n elm st', '12 n elm str', '12 n elm street', '12 north elm st', '12 north elm str', ...]
    """
    words = _TOKEN.findall(fold(value).text.casefold())
    first = next((at for at, word in enumerate(words) if word[0].isdecimal()), len(words))
    for at in range(first + 2, len(words)):
        if words[at] in _kinds(language):
            ways = [_forms(language).get(word, (word,)) for word in words[first : at + 1]]
            yield from (" ".join(way) for way in islice(product(*ways), _MOST))
            return


@cache
def _kinds(language: str) -> frozenset[str]:
    return frozenset(word for forms in _streets(language) for word in forms)


@cache
def _streets(language: str) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(squeeze_text(form) for form in (long, *short))
        for long, short in street_suffixes(language).items()
    )


@cache
def _forms(language: str) -> dict[str, tuple[str, ...]]:
    """Return, for each word for a street or direction, all words that say the same."""
    sides = ((short, whole) for short, whole in facts(language).values("side").items() if whole)
    alike = (*_streets(language), *sides)
    return {word: forms for forms in alike for word in forms}


def with_country(label: str, value: str) -> Iterator[str]:
    """Yield a telephone number with the country's 1 added or removed.

    Examples
    --------
    >>> list(with_country("PHONE", "617-555-0134")), list(with_country("FAX", "+1 617 555 0134"))
    (['16175550134'], ['6175550134'])
    """
    digits = squeeze_text(value)
    if family_of(label) == "PHONE" and digits.isdecimal():
        if len(digits) == 10:
            yield f"1{digits}"
        elif len(digits) == 11 and digits[0] == "1":
            yield digits[1:]
