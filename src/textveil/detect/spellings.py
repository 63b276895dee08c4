"""Spellings: the other ways to write a value that points at one person, house or telephone.

A name in full is looked for without its middle names and in both orders, a house with long and
short words for its street and without what follows (flat, town), a North American telephone number
with its country's 1 and without. The verifier `residue` looks for the same, by its own code.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice, product
from typing import Final

from textveil.lexicon.folding import fold, squeeze_text
from textveil.lexicon.name_roles import GENERATIONS
from textveil.lexicon.terms import credentials, street_suffixes, titles
from textveil.lexicon.words import Kind, look_up
from textveil.values.label import family_of

__all__ = [
    "are_everyday",
    "houses",
    "is_house",
    "names_in",
    "spellings_of_names",
    "telling_words",
    "with_country",
]

_EVERYDAY: Final = int(Kind.WORD | Kind.MONTH | Kind.WEEKDAY | Kind.EPONYM)
_TOKEN: Final = re.compile(r"[^\W_]+")
_NAME_WORD: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|['-]+(?=[^\W\d_]))*")
_BETWEEN: Final = re.compile(r"(?i)\s(?:and|or|und|et)\s|&")
_BESIDE: Final = frozenset({"at", "esq", "from", "of", "the"})
_TELLING: Final = 4
"""Words with fewer letters coincide with others."""
_MOST: Final = 64
"""More spellings than this has no house: each word for a street has three at most."""
_DIRECTIONS: Final = {
    "n": "north",
    "s": "south",
    "e": "east",
    "w": "west",
    "ne": "northeast",
    "nw": "northwest",
    "se": "southeast",
    "sw": "southwest",
}


def are_everyday(words: Iterable[str]) -> bool:
    """Tell whether all words stand in any text, such as `west`, `may` or `parkinson`.

    Examples
    --------
    >>> are_everyday(["bus", "driver"]), are_everyday(["kovacs"])
    (True, False)
    """
    return all(look_up(word).kinds & _EVERYDAY for word in words)


def names_in(passage: str) -> tuple[tuple[str, ...], ...]:
    r"""Return the words of each name, given name first; titles and initials are left out.

    Examples
    --------
    >>> names_in("Dr. RUIZ, Ana M. and Bo Li")
    (('ana', 'ruiz'), ('bo', 'li'))
    >>> names_in("Ana Ruiz\nLUND, EVA")
    (('ana', 'ruiz'), ('eva', 'lund'))
    """
    return _names_in(fold(passage).text)


@lru_cache(maxsize=1 << 12)  # names come again and again
def _names_in(folded: str) -> tuple[tuple[str, ...], ...]:
    names: list[tuple[str, ...]] = []
    for part in _BETWEEN.split(folded.replace("-\n", "")):
        lines = [_words_of(line) for line in part.split("\n")]
        several = len(lines) > 1 and all(len(words) > 1 for words in lines)
        names += lines if several else [_words_of(part)]
    return tuple(filter(None, names))


def _words_of(name: str) -> tuple[str, ...]:
    before, comma, after = name.partition(",")
    return (*_telling(after), *_telling(before)) if comma else tuple(_telling(name))


def _telling(text: str) -> list[str]:
    found = (match.group().casefold() for match in _NAME_WORD.finditer(text))
    words = (re.sub(r"['-]", "", word.removesuffix("'s")) for word in found)
    return [word for word in words if len(word) > 1 and word not in _apart()]


@cache
def _apart() -> frozenset[str]:
    listed = {word.casefold() for word in (*titles(), *credentials(), *GENERATIONS)}
    return frozenset(listed | _BESIDE) - {"dean"}


def telling_words(passage: str) -> Iterator[str]:
    """Yield the words of names that are no other words: whatever their case, they are the name.

    Examples
    --------
    >>> list(telling_words("will long-kovacs"))
    ['longkovacs']
    """
    for words in names_in(passage):
        yield from (word for word in words if len(word) >= _TELLING and not are_everyday([word]))


def spellings_of_names(passage: str) -> Iterator[str]:
    """Yield the ways to write each name in full; none for a part of a name.

    Words of everyday language in small letters (`bus driver`) are no name in full: what a model
    took for one in one place is not to go wherever it stands.

    Examples
    --------
    >>> sorted(spellings_of_names("Ana Maria Ruiz"))
    ['ana maria ruiz', 'ana ruiz', 'ruiz ana', 'ruiz ana maria']
    """
    for words in names_in(passage):
        *given, family = words
        if given and not (passage.islower() and are_everyday(words)):
            ways = (words, (words[0], family), (family, words[0]), (family, *given))
            yield from {" ".join(way) for way in ways}


def is_house(label: str, value: str) -> bool:
    """Tell whether this is an address with a number, not a room, a postal code or a town."""
    words = _TOKEN.findall(value)
    return label == "ADDRESS" and len(words) > 2 and any(map(str.isdecimal, words))


def houses(value: str) -> Iterator[str]:
    """Yield number, name and kind of a street in long and short words, up to its last part.

    Examples
    --------
    >>> sorted(houses("12 North Elm St, Apt 4"))
    ['12 n elm st', '12 n elm str', '12 n elm street', '12 north elm st', '12 north elm str', ...]
    """
    words = _TOKEN.findall(fold(value).text.casefold())
    first = next((at for at, word in enumerate(words) if word[0].isdigit()), len(words))
    for at in range(first + 2, len(words)):
        if words[at] in _kinds():
            ways = [_forms().get(word, (word,)) for word in words[first : at + 1]]
            yield from (" ".join(way) for way in islice(product(*ways), _MOST))
            return


@cache
def _kinds() -> frozenset[str]:
    return frozenset(word for forms in _streets() for word in forms)


@cache
def _streets() -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(squeeze_text(form) for form in (long, *short))
        for long, short in street_suffixes().items()
    )


@cache
def _forms() -> dict[str, tuple[str, ...]]:
    """Return, for each word for a street or direction, all words that say the same."""
    alike = (*_streets(), *_DIRECTIONS.items())
    return {word: forms for forms in alike for word in forms}


def with_country(label: str, value: str) -> Iterator[str]:
    """Yield a telephone number with the 1 before it where it has none, or without.

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
