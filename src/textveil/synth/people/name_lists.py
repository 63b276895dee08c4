"""The lists that names are drawn from, and the share of them that a corpus may use."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from random import Random
from typing import Final

from textveil.lexicon.people.name_lists import first_names, nicknames, surnames
from textveil.synth.own_lists import own_list, table
from textveil.synth.people.invented_people import InventedPerson
from textveil.synth.people.share import Share

__all__ = ["COUNTRY_OF", "HOME", "Drawn", "draw_person", "world_names"]

HOME: Final = "United States"

COUNTRY_OF: Final = {name: code for code, name in table("people", "country").items()}
"""Lists of names by country, with a country that each fits."""

_COMMON: Final = 0.75
"""How often a name is drawn by how many people bear it; else every name is as likely."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A list to draw from, by weight or evenly."""

    values: Sequence[str]
    weights: Sequence[float]

    @classmethod
    def of(cls, weighted: Sequence[tuple[str, float]]) -> "Drawn":
        """Return the list of values with these weights."""
        return cls(
            tuple(value for value, _ in weighted),
            tuple(accumulate(weight for _, weight in weighted)),
        )

    def by_weight(self, rng: Random) -> str:
        """Draw a value as often as its weight says."""
        return self.values[bisect_left(self.weights, rng.random() * self.weights[-1])]

    def draw(self, rng: Random) -> str:
        """Draw a value: mostly a common one, now and then any."""
        return self.by_weight(rng) if rng.random() < _COMMON else rng.choice(self.values)


@cache
def world_names() -> dict[str, dict[str, tuple[str, ...]]]:
    """Return names by country: given names of women (F) and men (M), and surnames (S)."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in ("us_names", "world_names"):
        for country, lines in own_list(name):
            split = (line.split() for line in lines)
            found[country] = {
                kind: tuple(word.replace("_", " ") for word in words) for kind, *words in split
            }
    return found


@cache
def _abroad(country: str, kind: str, share: Share) -> tuple[str, ...]:
    # By the name alone, never by its rank: one name stands in the lists of several countries.
    listed = tuple(name for name in world_names()[country][kind] if share.has(name))
    if listed:
        return listed
    every = {name for names in world_names().values() for name in names[kind]}
    return tuple(sorted(filter(share.has, every)))


@cache
def _first(gender: str, share: Share) -> Drawn:
    listed = first_names("female" if gender == "F" else "male")
    return Drawn.of([(name.value, name.count) for name in listed if share.has(name.value)])


@cache
def _last(share: Share) -> Drawn:
    return Drawn.of([(name.value, name.count) for name in surnames() if share.has(name.value)])


def _given(gender: str, country: str, share: Share, rng: Random) -> str:
    if country != HOME or rng.random() < 0.02:
        return rng.choice(_abroad(country, gender, share))
    return _first(gender, share).draw(rng)


def _family(gender: str, country: str, share: Share, rng: Random) -> str:
    if country == HOME:
        if rng.random() < 0.02:
            return rng.choice(_abroad(country, "S", share))
        name = _last(share).draw(rng)
        return f"{name}-{_last(share).draw(rng)}" if rng.random() < 0.015 else name
    name = rng.choice(_abroad(country, "S", share))
    return _feminine(name, country) if gender == "F" else name


def _feminine(name: str, country: str) -> str:
    """Return the female form of a surname, in countries where it differs."""
    if country == "Poland" and name.endswith(("ski", "cki", "dzki")):
        return f"{name[:-1]}a"
    if country == "Russia":
        return f"{name}a"
    if country == "Greece" and name.endswith("os"):
        return f"{name[:-2]}ou"
    return name


def draw_person(
    rng: Random,
    share: Share,
    *,
    entity: str,
    label: str = "NAME",
    abroad: float = 0.15,
    gender: str = "",
    country: str = "",
    last: str = "",
) -> InventedPerson:
    """Draw somebody from the names of a share.

    Parameters
    ----------
    rng
        Source of randomness.
    share
        The part of every list that may be used.
    entity, label
        Of the person's mentions.
    abroad
        How often the name comes from another country than the United States.
    gender, country, last
        Fixed where they are given.
    """
    gender = gender or rng.choice("FM")
    if not country:
        country = rng.choice(tuple(world_names())[1:]) if rng.random() < abroad else HOME
    first = _given(gender, country, share, rng)
    middle = _given(gender, country, share, rng) if rng.random() < 0.5 else ""
    short = [name for name in nicknames().get(first, ()) if share.has(name)]
    return InventedPerson(
        entity=entity,
        label=label,
        gender=gender,
        first=first,
        middle=middle,
        last=last or _family(gender, country, share, rng),
        nickname=rng.choice(short) if short else first,
    )
