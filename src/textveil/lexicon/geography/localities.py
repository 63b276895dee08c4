"""Localities: finds the city, state or country that a name means, and similar ones.

A locality is named by a text, `boston|MA|US`: the squeezed city, the state where the country has
states here, and the country. Cities of one name are told apart by their state; where none is
given, the largest is meant, one of the United States before others.
"""

from bisect import bisect_right
from collections.abc import Mapping
from functools import cache, partial
from heapq import nsmallest
from itertools import accumulate
from math import cos, radians
from random import Random
from typing import Final, NamedTuple

from textveil.lexicon.geography.place_lists import (
    Place,
    countries,
    us_places,
    us_states,
    world_cities,
    zip_state,
)
from textveil.lexicon.people.likeness import is_like, same_form
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH, language_named

__all__ = [
    "Locality",
    "country_code",
    "country_name",
    "draw_country",
    "draw_place",
    "draw_state",
    "is_state",
    "read_locality",
    "state_code",
    "zip_codes",
]


class Locality(NamedTuple):
    """A city, state or country; unknown parts are empty."""

    city: str
    state: str
    country: str

    @property
    def text(self) -> str:
        """The locality in one text."""
        return "|".join(self)


@cache
def _states() -> dict[str, str]:
    known = facts()
    named = (*known.values("us-state").items(), *known.values("us-state-short").items())
    found = {squeeze_text(name): code for name, code in named}
    return found | {code.lower(): code for code in us_states()}


def state_code(text: str) -> str:
    r"""Return the postal code of a state of the United States; empty if it is not a state.

    Examples
    --------
    >>> state_code("Mass."), state_code("ma"), state_code("new\nyork"), state_code("Bavaria")
    ('MA', 'MA', 'NY', '')
    """
    return _states().get(squeeze_text(text), "")


def is_state(text: str, language: str = ENGLISH) -> bool:
    """Tell whether a text names a state of the United States, or elsewhere a province."""
    if language_named(language).region == "US":
        return bool(state_code(text))
    return facts(language).is_a(text, "province")


@cache
def _countries(language: str) -> dict[str, str]:
    named = facts(language).values("country").items()
    found = {squeeze_text(name): code for code, name in countries().items()}
    return found | {squeeze_text(name): code for name, code in named}


@cache
def _country_names(language: str) -> dict[str, str]:
    if language == ENGLISH:
        return dict(countries())
    named = facts(language).values("country").items()
    return dict(countries()) | {code: name for name, code in reversed([*named])}


def country_name(code: str, language: str = ENGLISH) -> str:
    """Return the name of a country in a language; in English if that language lacks one.

    Examples
    --------
    >>> country_name("DE"), country_name("DE", "es")
    ('Germany', 'Alemania')
    """
    return _country_names(language)[code]


def country_code(text: str, language: str = ENGLISH) -> str:
    """Return the ISO 3166 code of a country; empty if the text is not a country.

    Examples
    --------
    >>> country_code("U.S.A."), country_code("the Netherlands"), country_code("Utopia")
    ('US', 'NL', '')
    """
    key = squeeze_text(text)
    found = _countries(language)
    return found.get(key) or found.get(key.removeprefix("the"), "")


@cache
def _largest(region: str) -> dict[str, Place]:
    """Return, for each name of a city, the one that a text of a region most likely means."""
    found: dict[str, Place] = {}
    # Both lists begin with the largest.
    american = [place for place in us_places() if place.state]
    abroad = [place for place in world_cities() if place.country != "US"]
    near = american if region == "US" else [one for one in abroad if one.country == region]
    for place in near:
        found.setdefault(squeeze_text(place.city), place)
    for place in (one for one in (*abroad, *american) if one.country != region):
        key = squeeze_text(place.city)
        known = found.setdefault(key, place)
        # A city of the region is meant before one elsewhere that is not ten times as large.
        if known.country == region and place.population > 10 * known.population:
            found[key] = place
    return found


def read_locality(
    city: str, state: str = "", country: str = "", code: str = "", *, language: str = ENGLISH
) -> Locality:
    """Return what city a name means, given what stands beside it.

    Parameters
    ----------
    city
        The city as it is written.
    state, country, code
        What is known besides, as it is written: state, country and postal code.
    language
        Language of the text, which tells where most of its cities lie.

    Examples
    --------
    >>> read_locality("BOSTON").text, read_locality("Springfield", "Ill.").text
    ('boston|MA|US', 'springfield|IL|US')
    >>> read_locality("Berlin").text, read_locality("Berlin", code="03570").text
    ('berlin||DE', 'berlin|NH|US')
    """
    key, region = squeeze_text(city), language_named(language).region
    here = state_code(state) or (zip_state(code) if code[:5].isdecimal() else "")
    here = here if region == "US" else ""
    land = country_code(country, language)
    if here and land in ("", "US"):
        return Locality(key, here, "US")
    if land:
        return Locality(key, "", land)
    place = _largest(region).get(key)
    return Locality(key, place.state, place.country) if place else Locality(key, "", "")


_ENOUGH: Final = 12
"""Cities of a country below which its neighbours' count too: of two, one would tell the other."""
_TRIES: Final = 200
_TELLING: Final = 4
"""Letters from which on a name inside another one tells it."""
_LARGEST_SHARE: Final = 4
"""No city abroad is drawn much more often than once in so many times, however large it is."""


class _Table(NamedTuple):
    places: tuple[Place, ...]
    sums: tuple[int, ...]

    @classmethod
    def of(cls, places: list[Place], *, level: bool = False) -> "_Table":
        weights = [max(100, one.population) for one in places]
        return cls(tuple(places), tuple(accumulate(_levelled(weights) if level else weights)))


def _levelled(weights: list[int]) -> list[int]:
    """Return weights, each at most about a fixed share of their sum."""
    if len(weights) > _LARGEST_SHARE:
        # What is cut off makes the sum smaller too, and so the share: a few rounds settle it.
        for _ in range(12):
            most = sum(weights) // _LARGEST_SHARE
            weights = [min(one, most) for one in weights]
    return weights


@cache
def _places(country: str, state: str) -> _Table:
    if country == "US":
        return _Table.of([p for p in us_places() if p.zip and state in ("", p.state)])
    written = [place for place in world_cities() if "(" not in place.city]
    found = [place for place in written if place.country == country]
    if found and len(found) < _ENOUGH:
        abroad = (place for place in written if place.country != country)
        found += nsmallest(_ENOUGH - len(found), abroad, partial(_apart, found[0]))
    return _Table.of(found, level=True)


def _apart(one: Place, other: Place) -> float:
    """Return how far two places are apart, in squared degrees of latitude."""
    width = cos(radians((one.latitude + other.latitude) / 2))
    around = abs(one.longitude - other.longitude)
    across = min(around, 360 - around) * width
    return (one.latitude - other.latitude) ** 2 + across**2


def draw_place(rng: Random, country: str, state: str, other_than: str) -> Place:
    """Draw a city by its population.

    A country of few cities lends those of its neighbours that lie next to it, and no city abroad
    is drawn much more often than once in four times: where there are two cities, the fake one would
    tell the real one, and where one is far larger, all others would become it.

    Parameters
    ----------
    rng
        Source of randomness.
    country
        Where from; a country without listed cities stands for the United States.
    state
        State of the United States, or empty for all of them.
    other_than
        Squeezed name that is not drawn, and neither is one that holds it, as Budapest does Pest,
        or begins like it.
    """
    table = _places(country, state)
    if len(table.places) < 2:
        table = _places("US", "")
    like = ""
    for tries in range(2 * _TRIES):
        place = table.places[bisect_right(table.sums, rng.randrange(table.sums[-1]))]
        if like and tries < _TRIES and not same_form(place.city, like):
            continue
        if not _tells(place.city, other_than):
            return place
        # Another one of its form, so that initials and lengths agree as often as by chance.
        like = place.city
    return draw_place(rng, "US", "", other_than)


def _tells(name: str, real: str) -> bool:
    """Tell whether the name of a place holds another one, or is like it."""
    squeezed = squeeze_text(name)
    held = squeezed == real or (len(real) >= _TELLING and real in squeezed)
    return held or is_like(name, real, "CITY") or is_like(squeezed, real, "CITY")


@cache
def _people() -> tuple[tuple[str, ...], tuple[int, ...], tuple[str, ...], tuple[int, ...]]:
    by_state: dict[str, int] = {}
    for place in us_places():
        if place.state in us_states() and place.zip:
            by_state[place.state] = by_state.get(place.state, 0) + place.population
    by_country: dict[str, int] = {}
    for place in world_cities():
        if place.country in countries():
            by_country[place.country] = by_country.get(place.country, 0) + place.population
    states = {code: people for code, people in sorted(by_state.items()) if people > 100_000}
    lands = {code: people for code, people in sorted(by_country.items()) if people > 500_000}
    return (
        *(tuple(states), tuple(accumulate(states.values()))),
        *(tuple(lands), tuple(accumulate(lands.values()))),
    )


def draw_state(rng: Random, other_than: str) -> str:
    """Draw a state of the United States by its population, as a postal code."""
    codes, sums, _, _ = _people()
    return _other(rng, codes, sums, other_than, us_states())


def draw_country(rng: Random, other_than: str) -> str:
    """Draw a country by the population of its cities, as an ISO code."""
    _, _, codes, sums = _people()
    return _other(rng, codes, sums, other_than, countries())


def _other(
    rng: Random,
    codes: tuple[str, ...],
    sums: tuple[int, ...],
    real: str,
    names: Mapping[str, str],
) -> str:
    """Draw a code that is not the real one, and whose name is not like the real name."""
    while True:
        code = codes[bisect_right(sums, rng.randrange(sums[-1]))]
        if code != real and not is_like(names[code], names.get(real, ""), "COUNTRY"):
            return code


def zip_codes(place: Place) -> int:
    """Return how many ZIP codes, from its own on, a city is taken to have: about one for 30,000."""
    return max(1, min(60, place.population // 30_000, 100 - int(place.zip[3:])))
