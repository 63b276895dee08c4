"""Streets: another house number and name; the kind of street, its writing and its shape stay."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from random import Random
from typing import Final

from textveil.lexicon.people.likeness import is_like
from textveil.lexicon.people.name_lists import surnames
from textveil.lexicon.tables.facts import facts, key_of
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.terms import street_names
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.shapes import bare, cased, draw_alike, fill, lengthened
from textveil.transform.surrogates.writing import draw_other

__all__ = ["Streets", "is_street"]

_WORD: Final = re.compile(r"[^\s,;]+")
_UNITS: Final = ("flat-word", "unit-word")
"""Roles of words before the number of a flat or house."""
_STAYING: Final = (*_UNITS, "address-word", "numbered-road", "road-word", "street-before")
"""Roles of words that stand in an address beside its numbers and names."""

_BOXES: Final = ("box", "box-word", "military-post", "post-box")
"""Roles of words before the number of a box, where no street is said."""


class _Kind(Enum):
    """What a word is to a street; `KEPT` stays as it is."""

    KEPT = 0
    NUMBER = 1
    UNIT = 2
    ORDINAL = 3
    NAME = 4
    SUFFIX = 5
    SIDE = 6


@cache
def _whole(role: str, language: str) -> Mapping[str, str]:
    """Return the words for streets, or for sides of a town, short or whole, with the whole one."""
    listed = facts(language).values(role)
    if role == "side":
        return {key_of(word): key_of(whole or word) for word, whole in listed.items()}
    return {
        key_of(word): key_of(name)
        for name, shorts in listed.items()
        for word in (name, *shorts.split(", "))
    }


@cache
def _names(language: str) -> tuple[str, ...]:
    own = facts(language).words("street-name")
    if own:
        return own
    listed = tuple(name for name in street_names() if not name[:1].isdecimal())
    # Streets are named after people about as often as after trees and presidents.
    return (*listed * 4, *(name.value for name in surnames()[:600]))


def is_street(text: str, *, language: str = "en") -> bool:
    """Tell whether a piece of an address reads like a street rather than a city.

    Examples
    --------
    >>> is_street("12 Main St"), is_street("Elm Street"), is_street("New Haven")
    (True, True, False)
    """
    words = [squeeze_text(word) for word in _WORD.findall(text)]
    ends = len(words) > 1 and words[-1] in _whole("street", language)
    return ends or any(_has_digit(word) for word in words)


def _has_digit(word: str) -> bool:
    return any(map(str.isdecimal, word))


class Streets(Maker):
    """Make streets with house numbers, boxes and flats.

    The kind of street ("Ave"), its side of town, words for flats and boxes, case and line breaks
    stay; numbers get as many digits. Names are drawn from frequent street names and surnames.
    """

    labels: frozenset[str] = frozenset({"STREET"})
    unique: bool = True

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the squeezed words without the flat; short forms count as whole ones."""
        words = _WORD.findall(value)
        streets, sides = _whole("street", self.language), _whole("side", self.language)
        units = facts(self.language).keys(*_UNITS)
        keyed = zip(map(squeeze_text, words), _kinds(words, self.language), strict=True)
        house = [key for key, kind in keyed if kind is not _Kind.UNIT and key not in units]
        return "".join(streets.get(key, sides.get(key, key)) for key in house) or squeeze_text(
            value
        )

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return another street of the same writing."""
        real = self.canonical(value, label)
        parts = (setting.scope, setting.identity, real, *setting.tries)
        rng = setting.draw.rng("street", *parts)
        flat = setting.draw.rng("flat", *parts, squeeze_text(value))
        fake = value
        for _ in range(200):
            written = _written(value, rng, flat, self.language)
            fake = lengthened(written, setting.attempt, rng)
            same = self.canonical(fake, label) == real
            if not same and not is_like(fake, value, label, language=self.language):
                return fake
        return lengthened(fake, 1 << 10, rng)


def _written(value: str, rng: Random, flat: Random, language: str) -> str:
    matches = list(_WORD.finditer(value))
    kinds = _kinds([match.group() for match in matches], language)
    pieces, at, named = [], 0, False
    for match, kind in zip(matches, kinds, strict=True):
        gap = value[at : match.start()]
        at = match.end()
        if kind is _Kind.NAME and named:
            # A name of several words becomes one; the lines it ran over stay.
            pieces.append("\n" * gap.count("\n"))
            continue
        named = kind is _Kind.NAME
        source = flat if kind is _Kind.UNIT else rng
        pieces += [gap, _word(match.group(), kind, source, language)]
    return "".join((*pieces, value[at:]))


def _with_links(words: Sequence[str], kinds: list[_Kind], language: str) -> list[_Kind]:
    """Count small words before a name as part of it, where names of streets bring their own."""
    known = facts(language)
    if known.words("street-name"):
        for at in range(len(kinds) - 2, -1, -1):
            link = words[at].islower() and known.is_a(words[at], "street-link")
            if link and kinds[at] is _Kind.KEPT and kinds[at + 1] is _Kind.NAME:
                kinds[at] = _Kind.NAME
    return kinds


def _kinds(words: Sequence[str], language: str) -> list[_Kind]:
    """Tell what each word is to a street."""
    keys = [squeeze_text(word) for word in words]
    listed = [_kind(words, keys, at, language) for at in range(len(keys))]
    kinds = _with_links(words, listed, language)
    if not facts(language).keys(*_BOXES).isdisjoint(keys):
        numbers = (_Kind.NUMBER, _Kind.UNIT)
        return _changing([_Kind.NUMBER if kind in numbers else _Kind.KEPT for kind in kinds])
    last = max((at for at, kind in enumerate(kinds) if kind is _Kind.SUFFIX), default=-1)
    # "Park Ave", "St. James Street": only the last such word is the kind of street.
    kinds = [_Kind.NAME if k is _Kind.SUFFIX and at < last else k for at, k in enumerate(kinds)]
    if not {_Kind.NAME, _Kind.ORDINAL} & set(kinds):
        kinds = [_Kind.NAME if k is _Kind.SIDE and at < last else k for at, k in enumerate(kinds)]
    stays = (_Kind.SUFFIX, _Kind.SIDE)
    return _changing([_Kind.KEPT if kind in stays else kind for kind in kinds])


def _changing(kinds: list[_Kind]) -> list[_Kind]:
    """Let the last word be a name where every word would stay: "West", "APO AE"."""
    return [*kinds[:-1], _Kind.NAME] if set(kinds) == {_Kind.KEPT} else kinds


@cache
def _ordinals(language: str) -> re.Pattern[str]:
    return re.compile(rf"[0-9]{{1,40}}{facts(language).pattern('ordinal-ending')}")


def _kind(words: Sequence[str], keys: Sequence[str], at: int, language: str) -> _Kind:
    key, known = keys[at], facts(language)
    flat = at and keys[at - 1] in known.keys(*_UNITS) and (_has_digit(key) or len(key) <= 2)
    # The door behind the floor: "3, 2 B".
    door = at == len(keys) - 1 and len(key) == 1 and key.isalpha()
    flat = flat or (at > 1 and door and _has_digit(keys[at - 1]))
    if at and words[at].startswith("#"):
        return _Kind.UNIT
    if _ordinals(language).fullmatch(key):
        return _Kind.ORDINAL
    if flat or _has_digit(key):
        return _Kind.UNIT if flat else _Kind.NUMBER
    if key in _whole("side", language):
        return _Kind.SIDE
    if key in _whole("street", language):
        return _Kind.SUFFIX
    return _Kind.KEPT if not key or key in known.keys(*_STAYING) else _Kind.NAME


@cache
def _ending(language: str) -> re.Pattern[str]:
    return re.compile(rf"(?i).{{1,200}}?({facts(language).pattern('street-ending')})")


def _word(word: str, kind: _Kind, rng: Random, language: str) -> str:
    if kind is _Kind.KEPT:
        return word
    if kind is _Kind.ORDINAL:
        return _ordinal(word, rng, language)
    if kind in (_Kind.NUMBER, _Kind.UNIT):
        return fill(word, _number(bare(word), rng))
    known = facts(language)
    military = known.words("military-state")
    if word in military:
        return rng.choice([area for area in military if area != word])
    ending = _ending(language).fullmatch(word)
    if ending is None:
        fake = draw_other(_names(language), word, rng)
        return fake if known.is_a(word, "street-link") else cased(fake, word)
    stem = draw_other(known.words("street-stem"), word[: ending.start(1)], rng)
    return cased(stem + ending.group(1), word)


def _number(real: str, rng: Random) -> str:
    fake = draw_alike(real, rng)
    # Flats and halves of houses have the first letters.
    return "".join(one if one.isdecimal() else rng.choice("ABCDEFGH") for one in fake)


def _ordinal(word: str, rng: Random, language: str) -> str:
    digits = len(word) - len(word.lstrip("0123456789"))
    number = rng.randrange(10 ** (digits - 1), min(200, 10**digits)) if digits < 4 else 1
    last = number % 10 if number % 100 not in (11, 12, 13) else 0
    by_digit = {value: end for end, value in facts(language).values("ordinal-ending").items()}
    wanted = str(last) if str(last) in by_digit else "0"
    real = word[digits : digits + 2]
    kept = facts(language).value("ordinal-ending", real) == wanted
    ending = real if kept else by_digit.get(wanted, "")
    return f"{number}{cased(ending, word[digits : digits + 2])}{word[digits + 2 :]}"
