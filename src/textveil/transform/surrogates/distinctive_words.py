"""Distinctive words: what is drawn for the words of a name that say which organization it is."""

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from textveil.lexicon.facts import facts
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.languages import language_named
from textveil.lexicon.localities import (
    country_code,
    country_name,
    draw_country,
    is_state,
    read_locality,
)
from textveil.lexicon.places import demonyms
from textveil.lexicon.words import Kind, look_up
from textveil.transform.surrogates.addresses import States, fake_place
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.names import Names, make_persona, real_person
from textveil.transform.surrogates.shapes import alike, cased, draw_alike
from textveil.transform.surrogates.writing import draw_other, with_breaks
from textveil.values.person import Person

__all__ = ["drawable", "other_country", "other_fancy", "other_people", "other_words"]

_FEW: Final = 30
"""Words of fancy that are near enough to a real one to stand for it."""
_NUMBERED: Final = re.compile(r"[0-9]+[A-Za-z]*")
_CAPITAL_INSIDE: Final = re.compile(r"[A-Z][a-z]+[A-Z]")
_BRAND_PART: Final = re.compile(r"[A-Z][^A-Z]*")
_PLACES: Final = int(Kind.CITY | Kind.TOWN)
_COMPARED: Final = int(Kind.CITY | Kind.TOWN | Kind.WORD | Kind.PROPER)


def other_words(name: str, kind: str, setting: Setting, *, last: bool) -> str:
    """Return newly drawn words for those of a hole, written alike.

    Parameters
    ----------
    name
        The words, without a possessive.
    kind
        What they are, as a `Hole` says it.
    setting
        Decides which.
    last
        Whether no word follows them.
    """
    if kind == "saint":
        title, real = name.split(None, 1)
        gap = name[len(title) : len(name) - len(real)]
        return title + gap + cased(_listed_other("saint", real, setting), real)
    if kind == "dedication":
        return with_breaks(cased(_listed_other("dedication", name, setting), name), name)
    if kind == "place":
        return _other_place(name, setting, last=last)
    if kind == "person":
        language = setting.language
        real_one = setting.of(real_person(name, language=language))
        return Names(language).make(name, "NAME", real_one)
    if kind == "family":
        real = name.split()[-1]
        return with_breaks(cased(_family(real, setting), real), name)
    return cased(other_fancy(name, setting), name) if kind == "everyday" else _other(name, setting)


@cache
def drawable(role: str, language: str) -> tuple[str, ...]:
    """Return the words of a role that names are drawn from; those of fancy also put together."""
    known = facts(language)
    if role != "fancy":
        return known.words(role)
    heads, tails = known.words("fancy-head"), known.words("fancy-tail")
    joined = (f"{head}{tail}" for head in heads for tail in tails if head.lower() != tail)
    return (*known.words(role), *joined)


def _listed_other(role: str, real: str, setting: Setting) -> str:
    """Return another saint or dedication, of as many words where there are enough of them."""
    words = drawable(role, setting.language)
    same = tuple(one for one in words if len(one.split()) == len(real.split()))
    rng = setting.draw.rng(role, setting.scope, squeeze_text(real))
    return draw_other(same if len(same) > 3 else words, real, rng)


def _other_place(name: str, setting: Setting, *, last: bool) -> str:
    if name in demonyms(setting.language):
        return other_people(name, setting)
    if is_state(name, setting.language):
        return States(setting.language).make(name, "STATE", setting)
    if country_code(name, setting.language):
        return with_breaks(other_country(name, setting, adjective=not last), name)
    home = read_locality(name, language=setting.language)
    return with_breaks(cased(fake_place(home, setting).city, name), name)


def other_people(name: str, setting: Setting) -> str:
    """Return another people's adjective or noun."""
    rng = setting.draw.rng("organization", setting.scope, squeeze_text(name))
    return draw_other(alike(name, tuple(demonyms(setting.language))), name, rng)


@cache
def _adjectives(language: str) -> dict[str, str]:
    """Return the adjective of each country that has one."""
    return {code: form for form, code in reversed([*demonyms(language).items()])}


def other_country(
    name: str, setting: Setting, *, article: bool = False, adjective: bool = False
) -> str:
    """Return another country.

    Parameters
    ----------
    name
        The country as it is written.
    setting
        Decides which.
    article
        Whether "the" stands before it, so that the other one must be written so too.
    adjective
        Whether a word follows that it says more about: "U.S. Army" becomes "Greek Army".
    """
    code = country_code(name, setting.language)
    rng = setting.draw.rng("country", setting.scope, code)
    with_article = facts(setting.language).values("country-with-article").values()
    if article:
        fake = rng.choice([one for one in with_article if one != code])
    else:
        fake = draw_country(rng, code)
        while fake in with_article and not adjective:
            fake = draw_country(rng, code)
    short = len(squeeze_text(name)) <= 4 and name.isupper()
    written = country_name(fake, setting.language)
    if adjective and (short or code in with_article):
        return _adjectives(setting.language).get(fake, written)
    return written if short else cased(written, name)


def _other(name: str, setting: Setting) -> str:
    """Return another name for one of a single word: of a place, a person or of fancy."""
    known = look_up(name, setting.language)
    rng = setting.draw.rng("organization", setting.scope, squeeze_text(name))
    if _NUMBERED.fullmatch(name):
        number = re.sub("[^0-9]", "", name)
        drawn = (draw_alike(number, rng) for _ in range(40))
        return name.replace(number, next((one for one in drawn if one != number), number))
    if _CAPITAL_INSIDE.match(name) and not known.surname:
        return _other_brand(name, setting)
    if facts(setting.language).is_a(name, "denomination"):
        return cased(_listed_other("denomination", name, setting), name)
    return cased(_named(name, setting), name)


def _named(name: str, setting: Setting) -> str:
    known = look_up(name, setting.language)
    if known.kinds & _PLACES and known.surname < (5 if known.kinds & Kind.CITY else 3):
        home = read_locality(name, language=setting.language)
        near = home.country == language_named(setting.language).region
        # A name that only a city abroad has is more often that of a person.
        if home.country and (near or known.surname < 2):
            return fake_place(home, setting).city
    if known.surname < 2 and max(known.female, known.male) > 2:
        return make_persona(setting.of(Person(squeeze_text(name)))).given
    return (
        other_fancy(name, setting) if _is_joined(name, setting.language) else _family(name, setting)
    )


def _family(name: str, setting: Setting) -> str:
    """Return the surname that stands for another in names of people too."""
    return make_persona(setting.of(Person(family=squeeze_text(name)))).family


def _is_joined(name: str, language: str) -> bool:
    """Tell whether a word that is no surname is put together from two everyday words."""
    if look_up(name, language).surname > 1:
        return False
    halves = (
        (look_up(name[:at], language), look_up(name[at:], language))
        for at in range(3, len(name) - 2)
    )
    return any(min(a.common, b.common) > 2 and a.kinds & b.kinds & Kind.WORD for a, b in halves)


def _other_brand(name: str, setting: Setting) -> str:
    """Return another brand with a capital inside."""
    rng = setting.draw.rng("brand", setting.scope, squeeze_text(name))
    real = _BRAND_PART.findall(name)
    kept = [one for one in facts(setting.language).words("brand-part") if one not in real]
    parts = iter(rng.sample(kept, len(real)))
    return _BRAND_PART.sub(lambda _: next(parts), name)


def other_fancy(name: str, setting: Setting) -> str:
    """Return a word of fancy, about as frequent and as much of a name as another word."""
    rng = setting.draw.rng("fancy", setting.scope, squeeze_text(name))
    return draw_other(_near(_traits(name, setting.language), setting.language), name, rng)


class _Traits(NamedTuple):
    """What words are compared by."""

    common: int
    kinds: int
    named: int
    length: int

    def apart(self, other: "_Traits") -> int:
        """Return how much two words differ."""
        kinds = 3 * (self.kinds ^ other.kinds).bit_count()
        named = abs(self.named - other.named) + abs(self.length - other.length)
        return 3 * abs(self.common - other.common) + kinds + named


def _traits(word: str, language: str) -> _Traits:
    known = look_up(word, language)
    length = min(14, len(squeeze_text(word))) // 3
    return _Traits(known.common, known.kinds & _COMPARED, max(known[:3]), length)


@cache
def _alike(language: str) -> dict[_Traits, list[str]]:
    """Return the words of fancy, those of equal traits together."""
    found: dict[_Traits, list[str]] = {}
    for word in drawable("fancy", language):
        found.setdefault(_traits(word, language), []).append(word)
    return found


@lru_cache(maxsize=4096)
def _near(traits: _Traits, language: str) -> tuple[str, ...]:
    """Return the words of fancy that are most like one; of many, all that are as near."""
    groups = sorted((traits.apart(other), words) for other, words in _alike(language).items())
    near: list[str] = []
    last = 0
    for apart, words in groups:
        if len(near) >= _FEW and apart > last:
            break
        near += words
        last = apart
    return tuple(sorted(near))
