"""What people are: occupation, descent, religion, education."""

from functools import cache
from random import Random

from textveil.lexicon.geography.place_lists import demonyms
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.terms import occupations
from textveil.synth.own_lists import listed
from textveil.synth.people.share import Share

__all__ = ["draw_profession", "draw_traits", "nationality_of"]


@cache
def _occupations(share: Share) -> tuple[str, ...]:
    return tuple(name for name in occupations() if share.has(name) and len(name) < 30)


@cache
def _usual(share: Share) -> tuple[str, ...]:
    return tuple(share.of_short(listed("traits", "profession")))


def draw_profession(rng: Random, share: Share) -> str:
    """Draw an occupation, in small letters."""
    return rng.choice(_usual(share) if rng.random() < 0.5 else _occupations(share))


@cache
def _adjectives() -> tuple[str, ...]:
    return tuple(name for name in demonyms() if not name.endswith("s") or name.endswith("ss"))


@cache
def _by_country() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, code in demonyms().items():
        found.setdefault(code, name)
    return found


def nationality_of(country: str) -> str:
    """Return the adjective for people of a country, by its ISO code; empty if none is known."""
    return _by_country().get(country, "")


@cache
def _shared(name: str, share: Share) -> tuple[str, ...]:
    found = facts().words(name)
    # Names of the faiths themselves are no traits of a person.
    return tuple(item for item in found if share.has(item) and not item.endswith(("ism", "nity")))


def draw_traits(rng: Random, share: Share) -> dict[str, str]:
    """Draw traits of a person, by kind of trait."""
    return {
        "nationality": rng.choice(
            tuple(_by_country().values()) if rng.random() < 0.8 else _adjectives()
        ),
        "descent": rng.choice(listed("traits", "descent")),
        "religion": rng.choice(_shared("religion", share)),
        "language": rng.choice(_shared("language", share)),
        "education": rng.choice(listed("traits", "education")),
        "rank": rng.choice(listed("traits", "rank")),
    }
