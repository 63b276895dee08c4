"""Writing: a fake takes case, line breaks and article from the real value."""

import re
from functools import cache
from random import Random
from string import ascii_lowercase
from typing import Final

from textveil.lexicon.people.likeness import same_form
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.generic_words import SHORTEST
from textveil.transform.surrogates.shapes import bare, cased

__all__ = [
    "cut_possessive",
    "draw_other",
    "in_case",
    "takes_an",
    "with_breaks",
    "written_like",
]

_POSSESSIVE: Final = re.compile(r"['\u2019][sS]$")
_BREAK: Final = re.compile(r"[ \t]{0,20}\r?\n[ \t]*")
_TRIES: Final = 400
"""Draws for another name of the same initial and length, before any other name will do."""
_VOWELS: Final = frozenset("aeiou")


def cut_possessive(value: str) -> tuple[str, str]:
    """Return a name and the possessive behind it.

    Examples
    --------
    >>> cut_possessive("Norway's"), cut_possessive("Norway")
    (('Norway', "'s"), ('Norway', ''))
    """
    found = _POSSESSIVE.search(value)
    at = found.start() if found else len(value)
    return value[:at], value[at:]


def with_breaks(fake: str, real: str) -> str:
    """Break a name over lines where the real one was broken."""
    found = _BREAK.search(real)
    if found is None:
        return fake
    return fake.replace(" ", found.group(), 1) if " " in fake else found.group() + fake


def written_like(fake: str, real: str) -> str:
    """Write a name as another is: case, possessive, and a line break where it had one.

    Examples
    --------
    >>> written_like("Fort Worth", "BOSTON's")
    "FORT WORTH's"
    """
    name, tail = cut_possessive(real)
    return with_breaks(cased(fake, name), name) + tail


def in_case(fake: str, real: str) -> str:
    """Write everyday words with capitals where the real ones have them.

    Examples
    --------
    >>> in_case("bus driver", "Head Nurse"), in_case("bus driver", "Nurse on leave")
    ('Bus Driver', 'Bus driver')
    """
    words = [word for word in real.split() if word[:1].isalpha()]
    if len(bare(real)) > 1 and real.isupper():
        return fake.upper()
    if words and all(word[0].isupper() for word in words):
        return fake.title()
    return fake[:1].upper() + fake[1:] if real[:1].isupper() else fake


@cache
def _sounds(language: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    known = facts(language)
    return known.words("vowel-sound"), known.words("consonant-sound")


def takes_an(word: str, *, language: str = "en") -> bool:
    """Tell whether "an" stands before a word.

    Examples
    --------
    >>> takes_an("heiress"), takes_an("Englishman"), takes_an("European")
    (True, True, False)
    """
    low = word.lower()
    vowel, consonant = _sounds(language)
    return low.startswith(vowel) or (low[:1] in _VOWELS and not low.startswith(consonant))


def draw_other(names: tuple[str, ...], real: str, rng: Random) -> str:
    """Draw a name that is not like the real one; letters where a language lists no other.

    What is drawn again has the same initial and length, so that both agree as often as by chance.
    """
    if all(_begins_alike(name, real) for name in names):
        return "".join(rng.choice(ascii_lowercase) for _ in real)
    like, tries = "", 0
    while True:
        name = rng.choice(names)
        tries += 1
        if like and tries < _TRIES and not same_form(name, like):
            continue
        if not _begins_alike(name, real):
            return name
        like = name


def _begins_alike(name: str, real: str) -> bool:
    one, other = squeeze_text(name), squeeze_text(real)
    return one == other or (len(one) >= SHORTEST and one[:SHORTEST] == other[:SHORTEST])
