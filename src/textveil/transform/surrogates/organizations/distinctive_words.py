"""Distinctive words: what is drawn for the words of a name that say which organization it is."""

import re
from dataclasses import replace
from functools import cache
from typing import Final

from textveil.lexicon.geography.localities import (
    country_code,
    country_name,
    draw_country,
    draw_place,
    is_state,
    read_locality,
)
from textveil.lexicon.geography.place_lists import demonyms
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import language_named
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.persons.names import Names, make_persona, real_person
from textveil.transform.surrogates.shapes import alike, cased, draw_alike
from textveil.transform.surrogates.whereabouts.addresses import States, fake_place
from textveil.transform.surrogates.writing import draw_other, with_breaks
from textveil.values.person import Person

__all__ = ["drawable", "new_words", "other_country", "other_people", "other_words"]


_LISTED: Final = frozenset({"dedication", "fancy", "made", "saint"})
"""Kinds of words that are drawn from lists of such words."""


def other_words(name: str, kind: str, setting: Setting, *, last: bool) -> str:
    """Return newly drawn words for those of a hole, written alike.

    Parameters
    ----------
    name
        The words, without a possessive.
    kind
        What they are, as a `NamePiece` says it.
    setting
        Decides which.
    last
        Whether no word follows them.
    """
    if kind in _LISTED:
        fake = _listed_other(kind, name, setting)
    elif kind.startswith("="):
        fake = _of_group(name, kind[1:], setting)
    elif kind in ("city", "state", "country", "people"):
        return _other_place(name, setting, last=last)
    elif kind == "person":
        who = real_person(name, language=setting.language)
        return Names(setting.language).make(name, "NAME", _as_in_names(who, setting))
    elif kind == "number":
        return _other_number(name, setting)
    else:
        fake = _family(name, setting)
    return with_breaks(cased(fake, name), name)


def _of_group(name: str, group: str, setting: Setting) -> str:
    """Return another generic word of a group."""
    rng = setting.draw.rng("generic", setting.scope, squeeze_text(name))
    listed = facts(setting.language).values("generic-group")
    return draw_other(tuple(one for one in listed if listed[one] == group), name, rng)


@cache
def drawable(role: str, language: str) -> tuple[str, ...]:
    """Return the words of a kind that names are drawn from; some are put together from two."""
    known = facts(language)
    if role != "made":
        return known.words(role)
    heads, tails = known.words("fancy-head"), known.words("fancy-tail")
    return tuple(f"{head}{tail}" for head in heads for tail in tails if head.lower() != tail)


def _listed_other(role: str, real: str, setting: Setting) -> str:
    """Return another saint, dedication or word of fancy; which one is a matter of chance."""
    rng = setting.draw.rng(role, setting.scope, squeeze_text(real))
    return draw_other(drawable(role, setting.language), real, rng)


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


def _other_number(name: str, setting: Setting) -> str:
    """Return another number with as many digits; letters behind it stay."""
    rng = setting.draw.rng("organization", setting.scope, squeeze_text(name))
    number = re.sub("[^0-9]", "", name)
    drawn = (draw_alike(number, rng) for _ in range(40))
    return name.replace(number, next((one for one in drawn if one != number), number))


def _family(name: str, setting: Setting) -> str:
    """Return the surname that stands for another in names of people too."""
    return make_persona(_as_in_names(Person(family=squeeze_text(name)), setting)).family


def _as_in_names(who: Person | str, setting: Setting) -> Setting:
    """Return the setting of a person in a name; in a marked copy it is that of the person too."""
    family = who.family if isinstance(who, Person) else who
    own = replace(setting, draw=setting.draw.of_organization())
    return replace(own.of(who), second=setting.second_family(family))


def new_words(kind: str, key: str, setting: Setting) -> str:
    """Return words of a kind that stand for nothing: those of a wholly new name.

    Parameters
    ----------
    kind
        `saint`, `city`, `fancy`, `made` or `name`.
    key
        Decides, with the setting, which words.
    setting
        Where they stand.
    """
    rng = setting.draw.rng("new", setting.scope, kind, squeeze_text(key))
    if kind in _LISTED:
        return rng.choice(drawable(kind, setting.language))
    if kind == "city":
        return draw_place(rng, language_named(setting.language).region, "", "").city
    return _family(f"{key} new", setting)
