"""Places: cities with population and coordinates, states, countries, demonyms, postal codes."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH

__all__ = [
    "Place",
    "countries",
    "demonyms",
    "us_places",
    "us_states",
    "world_cities",
    "zip_state",
]


class Place(NamedTuple):
    """One city, town or village.

    `state` and `zip` are given for the United States only; a population of 0 is not known.
    """

    city: str
    state: str
    country: str
    zip: str
    population: int
    latitude: float
    longitude: float


@cache
def us_places() -> tuple[Place, ...]:
    """Return places of the United States, the largest first, each with one of its ZIP codes."""
    return tuple(
        Place(city, state, "US", code, int(people), float(latitude), float(longitude))
        for city, state, code, people, latitude, longitude in rows("us_places.tsv")
    )


@cache
def world_cities() -> tuple[Place, ...]:
    """Return cities of the world from 15,000 inhabitants on, the largest first."""
    return tuple(
        Place(city, "", country, "", int(people), float(latitude), float(longitude))
        for city, country, people, latitude, longitude in rows("world_cities.tsv")
    )


@cache
def us_states() -> Mapping[str, str]:
    """Return the states, the district and the territories of the United States, by postal code.

    Examples
    --------
    >>> us_states()["MA"]
    'Massachusetts'
    """
    return MappingProxyType({code: name for name, code in facts().values("us-state").items()})


@cache
def countries() -> Mapping[str, str]:
    """Return the short English names of countries, by ISO 3166 code of two letters.

    Examples
    --------
    >>> countries()["TR"]
    'Turkey'
    """
    return MappingProxyType({code: name for code, name, *_ in rows("countries.tsv")})


@cache
def demonyms(language: str = ENGLISH) -> Mapping[str, str]:
    """Return adjectives and nouns for people of a country, plurals too, with the ISO code.

    Of a form that two countries share ("Congolese") the first in the list stays.

    Examples
    --------
    >>> demonyms()["Danish"], demonyms()["Danes"], demonyms()["Turkish"]
    ('DK', 'DK', 'TR')
    """
    known = facts(language)
    nouns = known.values("demonym-noun")
    forms: dict[str, str] = {}
    for name, code in known.values("demonym").items():
        forms.setdefault(name, code)
        if name in nouns:
            forms.setdefault(f"{name}s", code)
    return MappingProxyType(forms)


@cache
def _prefixes() -> dict[str, str]:
    return dict(rows("zip_prefixes.tsv"))


def zip_state(code: str) -> str:
    """Return the state that a ZIP code, or its first three digits, lies in; empty if none does.

    Examples
    --------
    >>> zip_state("02139"), zip_state("606"), zip_state("000")
    ('MA', 'IL', '')
    """
    return _prefixes().get(code[:3], "")
