"""Places that belong together: city, state, postal code and country of one fake home.

Within a scope every state has one fake state, and every city one city in the fake of its state,
drawn by population; the postal code is one of that city's. All of it follows from keyed draws on
what was read (`lexicon.geography.localities`), so that parts which are replaced one at a time
agree.
`detect.address_groups` says which city a state or postal code stands beside.
"""

import re
from random import Random
from typing import Final

from textveil.lexicon.geography.localities import (
    Locality,
    country_code,
    country_name,
    draw_country,
    draw_place,
    draw_state,
    read_locality,
    state_code,
    zip_codes,
)
from textveil.lexicon.geography.place_lists import Place, us_states, zip_state
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import language_named
from textveil.transform.surrogates.maker import Maker, Setting
from textveil.transform.surrogates.shapes import bare, draw_alike, fill
from textveil.transform.surrogates.writing import cut_possessive, draw_other, written_like

__all__ = ["Cities", "Countries", "States", "Zips", "fake_place"]

_LOCALITY: Final = re.compile(r"(?P<city>[^|]*)\|(?P<state>[A-Z]{0,2})\|(?P<country>[A-Z]{0,2}\+?)")
_NEAR: Final = 8
"""Attempts to find a city in the state that is asked for."""


def _locality(identity: str, city: str, language: str) -> Locality:
    """Return the locality of an identity, or the likeliest one of a city."""
    found = _LOCALITY.fullmatch(identity)
    return (
        Locality(*found.groups())
        if found and found["city"]
        else read_locality(city, language=language)
    )


def _fake_state(code: str, setting: Setting) -> str:
    if setting.options.get("keep_state", False):
        return code
    return draw_state(setting.draw.rng("state", setting.scope, code), code)


def _fake_country(code: str, setting: Setting) -> str:
    if setting.options.get("keep_country", False):
        return code
    return draw_country(setting.draw.rng("country", setting.scope, code), code)


def fake_place(locality: Locality, setting: Setting, attempt: int = 0) -> Place:
    """Return the city that stands for another within a scope.

    A country that ends in a plus sign is itself replaced, because it is written beside the city.
    Where a state or country has too few cities, later attempts look further.
    """
    country = locality.country or language_named(setting.language).region
    if country.endswith("+"):
        country = _fake_country(country[:2], setting)
    if attempt >= 4 * _NEAR:
        country = "US"
    state = _fake_state(locality.state, setting) if locality.state and attempt < _NEAR else ""
    rng = setting.draw.rng("place", setting.scope, locality.text, str(attempt))
    return draw_place(rng, country, state, locality.city)


class Cities(Maker):
    """Make cities: another of the same country, in the state that stands for its own."""

    labels: frozenset[str] = frozenset({"CITY"})

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return city, state and country."""
        return read_locality(cut_possessive(value)[0], language=self.language).text

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return another city, drawn by population."""
        city = cut_possessive(value)[0]
        place = fake_place(_locality(setting.identity, city, setting.language), setting)
        return written_like(place.city, value)


class States(Maker):
    """Make states: a code stays a code, a short form a short form."""

    labels: frozenset[str] = frozenset({"STATE"})

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the postal code, or the squeezed name of a province."""
        return state_code(cut_possessive(value)[0]) or squeeze_text(value)

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return another state, drawn by population."""
        real, tail = cut_possessive(value)
        code = state_code(real)
        if not code:
            return self._elsewhere(value, setting)
        fake = _fake_state(code, setting)
        if fake == code:
            return value
        if len(bare(real)) == 2:
            return fill(real, fake) + tail
        known = facts(setting.language)
        shorts = {code: short for short, code in known.values("us-state-short").items()}
        is_short = known.is_a(real, "us-state-short")
        return written_like(shorts.get(fake, fake) if is_short else us_states()[fake], value)

    @staticmethod
    def _elsewhere(value: str, setting: Setting) -> str:
        known = facts(setting.language)
        rng = setting.draw.rng("province", setting.scope, squeeze_text(value))
        *name, kind = value.rsplit(None, 1)
        if name and known.is_a(kind, "province-kind"):
            place = draw_place(rng, "US", "", squeeze_text(name[0]))
            return written_like(place.city, name[0]) + value[len(name[0]) :]
        return written_like(draw_other(known.words("province"), value, rng), value)


_BRITISH: Final = re.compile(r"([A-Z]{1,2})([0-9][A-Z0-9]?)([0-9])([A-Z]{2})")
_CANADIAN: Final = re.compile(r"[A-Z][0-9][A-Z][0-9][A-Z][0-9]")


class Zips(Maker):
    """Make postal codes: one of the fake city's in the United States, elsewhere of the shape."""

    labels: frozenset[str] = frozenset({"ZIP"})

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return letters and digits."""
        return bare(value)

    def make(self, value: str, label: str, setting: Setting) -> str:  # noqa: ARG002 - same
        """Return another postal code; that of the fake city if it stands beside a city."""
        real = bare(value)
        code, _, beside = setting.identity.partition("|")
        rng = setting.draw.rng("zip", setting.scope, real)
        provinces = tuple(dict.fromkeys(facts(setting.language).values("postal-province").values()))
        if real[:2] in provinces and real.isdecimal():
            # Postal codes of one province become those of one other.
            moved = setting.draw.rng("postal-province", setting.scope, real[:2])
            return fill(
                value, moved.choice(_others(provinces, real[:2])) + draw_alike(real[2:], rng)
            )
        if len(real) not in (3, 5, 9) or not real.isdecimal() or not zip_state(real):
            return fill(value, _elsewhere(real, rng))
        found = _LOCALITY.fullmatch(beside) if code else None
        here = Locality(*found.groups()) if found else Locality(real[:5], zip_state(real), "US")
        place = fake_place(here, setting)
        if not place.zip:
            return fill(value, _elsewhere(real, rng))
        number = int(place.zip) + rng.randrange(zip_codes(place))
        if number == int(real[:5]):
            number += 1 if number % 100 < 99 else -1
        return fill(value, f"{number:05}{rng.randrange(10000):04}"[: len(real)])


def _others(values: tuple[str, ...], real: str) -> list[str]:
    return [one for one in values if one != real]


def _elsewhere(real: str, rng: Random) -> str:
    while True:
        fake = _postal(real, rng)
        if fake != real:
            return fake


def _postal(real: str, rng: Random) -> str:
    british = _BRITISH.fullmatch(real)
    if british:
        areas = facts().words("postal-area")
        area = rng.choice([one for one in areas if len(one) == len(british.group(1))])
        inward = "".join(rng.choice("ABDEFGHJLNPQRSTUWXYZ") for _ in range(2))
        return area + draw_alike(british.group(2), rng) + str(rng.randrange(10)) + inward
    if _CANADIAN.fullmatch(real):
        return "".join(
            rng.choice("0123456789") if one.isdecimal() else rng.choice("ABCEGHJKLMNPRSTVXY")
            for one in real
        )
    return draw_alike(real, rng)


class Countries(Maker):
    """Make countries: another one, drawn by the population of its cities."""

    labels: frozenset[str] = frozenset({"COUNTRY"})

    def canonical(self, value: str, label: str) -> str:  # noqa: ARG002 - the shape of a maker
        """Return the ISO code, or the squeezed name of an unknown country."""
        return country_code(cut_possessive(value)[0], self.language) or squeeze_text(value)

    def make(self, value: str, label: str, setting: Setting) -> str:
        """Return another country; a code of two letters stays one."""
        code = self.canonical(value, label)
        fake = _fake_country(code, setting)
        if fake == code:
            return value
        if len(value) == 2 and value.isupper():
            return fake
        name = country_name(fake, setting.language)
        # "the USA" is written in capitals because it is short, not because the text is.
        return name if len(bare(value)) <= 4 and value.isupper() else written_like(name, value)
