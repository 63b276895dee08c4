"""Streets: another house number and name; the kind of street, its writing and its shape stay."""

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache
from random import Random
from typing import Final

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.names import surnames
from textveil.lexicon.terms import street_names, street_suffixes
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.shapes import bare, cased, draw_alike, fill, lengthened

__all__ = ["Streets", "is_street"]

_WORD: Final = re.compile(r"[^\s,;]+")
_ORDINAL: Final = re.compile(r"([0-9]+)(st|nd|rd|th)", re.I)
_SIDES: Final = {
    "n": "north", "s": "south", "e": "east", "w": "west", "ne": "northeast", "nw": "northwest",
    "se": "southeast", "sw": "southwest",
}  # fmt: skip
_UNITS_WORDS: Final = (
    "apt apartment suite ste unit flat fl flr floor bldg building room rm lot no nr"
)
_UNITS: Final = frozenset(_UNITS_WORDS.split())
_BOXES_WORDS: Final = "box pobox postfach apartado casilla bag psc cmr rr hc route apo fpo dpo"
_BOXES: Final = frozenset(_BOXES_WORDS.split())
_ROADS_WORDS: Final = "route rte highway hwy county state interstate rural us"
_ROADS: Final = frozenset(_ROADS_WORDS.split())
_SMALL_WORDS: Final = (
    "de la le du des del della di do da dos van der den los las of the and at"
    " corner mile marker general delivery mobile home"
)
_SMALL: Final = frozenset(_SMALL_WORDS.split())
_LEADING_WORDS: Final = (
    "rue bd chemin allee quai impasse cours faubourg passage via viale piazza piazzale corso"
    " vicolo largo calle avenida avda paseo camino carrer rua praca travessa estrada alameda"
    " strada bulevardul calea ulica ul aleja plac ulitsa prospekt"
)
_LEADING: Final = frozenset(_LEADING_WORDS.split())
_STAYING: Final = _UNITS | _SMALL | _LEADING | _ROADS
_ENDING: Final = re.compile(
    r"(?i)(.+?)(stra(?:ß|ss)e|str\.?|gasse|weg|platz|allee|damm|ufer|steig|chaussee|straat|laan"
    r"|plein|kade|gracht|singel|dreef|dijk|vej|veien|vegen|vägen|gatan|gata|gaten|gade|katu|iela"
    r"|utca)"
)
_STEMS: Final = (
    *("Bahnhof", "Garten", "Schul", "Linden", "Berg", "Kirch", "Wald", "Mühlen", "Ring", "Rosen"),
    *("Birken", "Eichen", "Feld", "Markt", "Post", "Wiesen", "Brunnen", "Buchen", "Tal", "Burg"),
    *("Ahorn", "Kastanien", "Park", "Bach", "See", "Sonnen", "Stein", "Amsel", "Tannen", "Dorf"),
)


_MILITARY: Final = ("AA", "AE", "AP")
"""What stands for a state in addresses of the armed forces."""


class _Kind(Enum):
    NUMBER = 1
    ORDINAL = 2
    NAME = 3
    KEPT = 4
    SUFFIX = 5
    SIDE = 6
    UNIT = 7


@cache
def _suffixes() -> dict[str, str]:
    """Return every word for streets, short or whole, with the whole one."""
    found = {name.lower(): name.lower() for name in street_suffixes()}
    for name, shorts in street_suffixes().items():
        found |= {short.lower(): name.lower() for short in shorts}
    return found


@cache
def _names() -> tuple[str, ...]:
    listed = tuple(name for name in street_names() if not name[:1].isdigit())
    # Streets are named after people about as often as after trees and presidents.
    return (*listed * 4, *(name.value for name in surnames()[:600]))


def is_street(text: str) -> bool:
    """Tell whether a piece of an address reads like a street rather than a city.

    Examples
    --------
    >>> is_street("12 Main St"), is_street("Elm Street"), is_street("New Haven")
    (True, True, False)
    """
    words = [_key(word) for word in _WORD.findall(text)]
    ends = bool(words) and len(words) > 1 and words[-1] in _suffixes()
    return ends or any(any(map(str.isdecimal, word)) for word in words)


def _key(word: str) -> str:
    return squeeze_text(word)


class Streets:
    """Make streets with house numbers, boxes and flats.

    The kind of street ("Ave"), its side of town, words for flats and boxes, case and line breaks
    stay; numbers get as many digits. Names are drawn from frequent street names and surnames.
    """

    labels: frozenset[str] = frozenset({"STREET"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the squeezed words without the flat; short forms count as whole ones."""
        words = _WORD.findall(value)
        keys = [_key(word) for word in words]
        kinds = _kinds(words)
        house = [
            _suffixes().get(key, _SIDES.get(key, key))
            for key, kind in zip(keys, kinds, strict=True)
            if kind is not _Kind.UNIT and key not in _UNITS
        ]
        return "".join(house) or squeeze_text(value)

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return another street of the same writing."""
        real = self.canonical(value, label)
        parts = (setting.scope, setting.identity, real, str(setting.attempt))
        rng = setting.draw.rng("street", *parts)
        flat = setting.draw.rng("flat", *parts, squeeze_text(value))
        fake = value
        for _ in range(200):
            fake = lengthened(_written(value, rng, flat), setting.attempt, rng)
            if self.canonical(fake, label) != real:
                return fake
        return lengthened(fake, 1 << 10, rng)


def _written(value: str, rng: Random, flat: Random) -> str:
    matches = list(_WORD.finditer(value))
    kinds = _kinds([match.group() for match in matches])
    pieces, at, named = [], 0, False
    for match, kind in zip(matches, kinds, strict=True):
        gap = value[at : match.start()]
        at = match.end()
        if kind is _Kind.NAME and named:
            # A name of several words becomes one; the lines it ran over stay.
            pieces.append("\n" * gap.count("\n"))
            continue
        named = kind is _Kind.NAME
        pieces += [gap, _word(match.group(), kind, flat if kind is _Kind.UNIT else rng)]
    return "".join((*pieces, value[at:]))


def _kinds(words: Sequence[str]) -> list[_Kind]:
    """Tell what each word is to a street."""
    keys = [_key(word) for word in words]
    kinds = [
        _Kind.UNIT if words[at].startswith("#") and at else _kind(keys, at)
        for at in range(len(keys))
    ]
    if set(keys) & _BOXES:
        numbers = (_Kind.NUMBER, _Kind.UNIT)
        return _changing([_Kind.NUMBER if kind in numbers else _Kind.KEPT for kind in kinds])
    last = max((at for at, kind in enumerate(kinds) if kind is _Kind.SUFFIX), default=-1)
    for at in range(last):
        # "Park Ave", "St. James Street": only the last such word is the kind of street.
        if kinds[at] is _Kind.SUFFIX:
            kinds[at] = _Kind.NAME
    if not {_Kind.NAME, _Kind.ORDINAL} & set(kinds):
        for at, kind in enumerate(kinds[:last]):
            if kind is _Kind.SIDE:
                kinds[at] = _Kind.NAME
    stays = (_Kind.SUFFIX, _Kind.SIDE)
    return _changing([_Kind.KEPT if kind in stays else kind for kind in kinds])


def _changing(kinds: list[_Kind]) -> list[_Kind]:
    """Let the last word be a name where every word would stay: "West", "APO AE"."""
    return [*kinds[:-1], _Kind.NAME] if set(kinds) == {_Kind.KEPT} else kinds


def _kind(keys: Sequence[str], at: int) -> _Kind:
    key = keys[at]
    before = keys[at - 1] if at else ""
    if _ORDINAL.fullmatch(key):
        return _Kind.ORDINAL
    has_digit = any(map(str.isdecimal, key))
    if before in _UNITS and (has_digit or len(key) <= 2):
        return _Kind.UNIT
    if has_digit:
        return _Kind.NUMBER
    if key in _SIDES or key in _SIDES.values():
        return _Kind.SIDE
    if key in _suffixes():
        return _Kind.SUFFIX
    return _Kind.KEPT if key in _STAYING or not key else _Kind.NAME


def _word(word: str, kind: _Kind, rng: Random) -> str:
    if kind is _Kind.KEPT:
        return word
    if kind is _Kind.ORDINAL:
        return _ordinal(word, rng)
    if kind in (_Kind.NUMBER, _Kind.UNIT):
        return fill(word, _number(bare(word), rng))
    if word in _MILITARY:
        return rng.choice([area for area in _MILITARY if area != word])
    while True:
        ending = _ENDING.fullmatch(word)
        name = rng.choice(_STEMS) + ending.group(2) if ending else rng.choice(_names())
        if _key(name) != _key(word):
            return cased(name, word)


def _number(real: str, rng: Random) -> str:
    fake = draw_alike(real, rng)
    # Flats and halves of houses have the first letters.
    return "".join(one if one.isdecimal() else rng.choice("ABCDEFGH") for one in fake)


def _ordinal(word: str, rng: Random) -> str:
    digits = len(word) - len(word.lstrip("0123456789"))
    number = rng.randrange(10 ** (digits - 1), min(200, 10**digits)) if digits < 4 else 1
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 not in (11, 12, 13) else 0)
    return f"{number}{cased(ending or 'th', word[digits : digits + 2])}{word[digits + 2 :]}"
