"""Where people live: street, town, state and postal code that belong together."""

from dataclasses import dataclass
from functools import cache
from random import Random
from string import ascii_uppercase
from typing import Final
from zlib import crc32

from textveil.lexicon.geography.place_lists import (
    Place,
    countries,
    us_places,
    us_states,
    world_cities,
)
from textveil.lexicon.tables.terms import street_names, street_suffixes
from textveil.synth.own_lists import listed, sections, table
from textveil.synth.page import Page, keep_length_upper
from textveil.synth.people.name_lists import Drawn
from textveil.synth.people.share import Share

__all__ = ["Address", "draw_abroad", "draw_home", "odd_address", "place_entity", "write_address"]


@dataclass(frozen=True, slots=True, repr=False)
class Address:
    """One postal address; parts that a country does not use are empty."""

    street: str
    unit: str
    city: str
    state: str
    zip: str
    country: str

    @property
    def state_name(self) -> str:
        """The state's full name where it has a code."""
        return us_states().get(self.state, self.state)


def place_entity(kind: str, name: str) -> str:
    """Return the entity of a place or an organization: the same for one name in any corpus."""
    return f"{kind}-{crc32(name.casefold().encode('utf-8')):08x}"


@cache
def _home(share: Share, state: str) -> tuple[tuple[Place, ...], Drawn]:
    found = tuple(
        place
        for place in us_places()
        if place.zip and state in ("", place.state) and share.has(place.city)
    )
    # The root of the population keeps a handful of large cities from being everywhere.
    weights = [(str(at), max(place.population, 100) ** 0.5) for at, place in enumerate(found)]
    return found, Drawn.of(weights)


@cache
def _abroad(share: Share) -> dict[str, tuple[Place, ...]]:
    found: dict[str, list[Place]] = {}
    for place in world_cities():
        if place.country in countries() and "(" not in place.city and share.has(place.city):
            found.setdefault(place.country, []).append(place)
    return {country: tuple(places) for country, places in found.items()}


@cache
def _streets(share: Share) -> tuple[str, ...]:
    return tuple(name for name in street_names() if share.has(name))


_SUFFIXES: Final = (
    *("Street", "Avenue", "Road", "Drive", "Lane", "Court", "Boulevard", "Place", "Way"),
    *("Circle", "Terrace", "Trail", "Parkway"),
)
_SIDES: Final = ("N ", "S ", "E ", "W ", "North ", "South ", "East ", "West ", "NE ", "SW ")


def _number(rng: Random) -> int:
    return rng.choice((rng.randrange(1, 100), rng.randrange(100, 1000), rng.randrange(1000, 20000)))


def _home_street(share: Share, rng: Random) -> str:
    suffix = rng.choice(_SUFFIXES[: rng.randrange(1, len(_SUFFIXES) + 1)])
    short = street_suffixes().get(suffix, ())
    if short and rng.random() < 0.5:
        suffix = short[0] + ("." if rng.random() < 0.3 else "")
    side = rng.choice(_SIDES) if rng.random() < 0.15 else ""
    return f"{_number(rng)} {side}{rng.choice(_streets(share))} {suffix}"


def _unit(rng: Random) -> str:
    number = rng.choice((f"{rng.randrange(1, 40)}", f"{rng.randrange(1, 9)}{rng.choice('ABCDEF')}"))
    return rng.choice(listed("numbers", "unit")).format(number)


def draw_home(rng: Random, share: Share, state: str = "") -> Address:
    """Draw an address in the United States, in one state if it is given."""
    places, drawn = _home(share, state)
    place = places[int(drawn.by_weight(rng))] if rng.random() < 0.6 else rng.choice(places)
    more = f"-{rng.randrange(10000):04}" if rng.random() < 0.06 else ""
    return Address(
        street=_home_street(share, rng),
        unit=_unit(rng) if rng.random() < 0.25 else "",
        city=place.city,
        state=place.state,
        zip=place.zip + more,
        country="United States",
    )


def _filled(shape: str, rng: Random) -> str:
    text = shape.replace("~", str(rng.randrange(1, 9)))
    first = True
    out = []
    for letter in text:
        if letter == "#":
            out.append(str(rng.randrange(1 if first else 0, 10)))
            first = False
        else:
            out.append(letter)
            first = True
    return "".join(out)


def _postcode(country: str, rng: Random) -> str:
    shape = table("numbers", "postcode").get(country, "#####")
    digits = _filled(shape, rng)
    return "".join(rng.choice(ascii_uppercase) if c == "@" else c for c in digits)


def draw_abroad(rng: Random, share: Share, country: str = "") -> Address:
    """Draw an address outside of the United States; `country` is an ISO code."""
    known = sections("streets")
    code = country or rng.choice(tuple(known))
    places = _abroad(share)[code]
    # The lists begin with the largest cities.
    place = rng.choice(places[: max(5, len(places) // 4)] if rng.random() < 0.5 else places)
    return Address(
        street=_filled(rng.choice(known.get(code, known["GB"])), rng),
        unit=_unit(rng) if rng.random() < 0.05 else "",
        city=place.city,
        state="",
        zip=_postcode(code, rng),
        country=countries()[code],
    )


def odd_address(rng: Random) -> str:
    """Draw an address without a street: post office boxes, military mail, rural routes."""
    return _filled(rng.choice(listed("numbers", "odd-address")), rng)


def write_address(page: Page, home: Address, rng: Random, *, lines: bool, who: str) -> None:
    """Write a whole address, each part with its own label.

    Parameters
    ----------
    page
        Where to.
    home
        The address.
    rng
        Decides between written forms.
    lines
        Whether street and town stand on lines of their own.
    who
        Entity of the household.
    """
    joint = "\n" if lines else ", "
    page.mark(home.street, "STREET", f"home-{who}")
    if home.unit:
        page.write(rng.choice((" ", ", ", joint)))
        page.mark(home.unit, "STREET", f"home-{who}")
    page.write(joint)
    if home.state:
        page.mark(home.city, "CITY", place_entity("city", home.city))
        page.write(rng.choice((", ", ", ", " ")))
        state = home.state if rng.random() < 0.8 else home.state_name
        page.mark(state, "STATE", place_entity("state", home.state_name))
        page.write(rng.choice((" ", " ", "  ", ", ")))
        page.mark(home.zip, "ZIP", place_entity("zip", home.zip[:5]))
        if rng.random() < 0.05:
            page.write(joint)
            page.mark(
                rng.choice(("USA", "United States", "US")), "COUNTRY", place_entity("country", "US")
            )
        return
    _write_abroad(page, home, rng, joint)


def _write_abroad(page: Page, home: Address, rng: Random, joint: str) -> None:
    city = (home.city, "CITY", place_entity("city", home.city))
    code = (home.zip, "ZIP", place_entity("zip", home.zip))
    behind = home.country in ("United Kingdom", "Ireland", "Canada", "Australia", "India", "Japan")
    page.mark(*(city if behind else code))
    page.write(rng.choice((" ", ", ")) if behind else " ")
    page.mark(*(code if behind else city))
    if rng.random() < 0.7:
        page.write(joint)
        country = keep_length_upper(home.country) if rng.random() < 0.15 else home.country
        page.mark(country, "COUNTRY", place_entity("country", home.country))
