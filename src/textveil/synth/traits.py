"""What people are: occupation, descent, religion, education."""

from functools import cache
from random import Random
from typing import Final

from textveil.lexicon.facts import facts
from textveil.lexicon.places import demonyms
from textveil.lexicon.terms import occupations
from textveil.synth.share import Share

__all__ = ["draw_profession", "draw_traits", "nationality_of"]

_USUAL: Final = (
    *("teacher", "music teacher", "truck driver", "farmer", "carpenter", "electrician", "lawyer"),
    *("accountant", "plumber", "cashier", "waitress", "chef", "software engineer", "bus driver"),
    *("welder", "librarian", "mechanic", "firefighter", "police officer", "real estate agent"),
    *("postal worker", "school bus driver", "bookkeeper", "janitor", "secretary", "bartender"),
    *("construction worker", "security guard", "hairdresser", "pastor", "coal miner", "machinist"),
    *("kindergarten teacher", "graphic designer", "professor of history", "long-haul trucker"),
    *("paralegal", "dairy farmer", "flight attendant", "roofer", "journalist", "fisherman"),
)
_DESCENT: Final = (
    *("Caucasian", "African-American", "Hispanic", "Asian", "Latino", "Native American", "Black"),
    *("African American", "white", "Pacific Islander", "Hmong", "Navajo", "Ashkenazi Jewish"),
)
_EDUCATION: Final = (
    *("high school graduate", "GED", "bachelor's degree in nursing", "master's degree", "PhD"),
    *("law degree", "eighth-grade education", "associate degree", "MBA", "trade school"),
    *("engineering degree", "some college", "doctorate in chemistry", "teaching certificate"),
)
_RANK: Final = (
    *(
        "Army sergeant",
        "Navy veteran",
        "Marine Corps veteran",
        "Vietnam veteran",
        "Army colonel",
    ),
    *("Air Force captain", "Gulf War veteran", "staff sergeant", "Navy commander"),
    *("National Guard corporal", "Korean War veteran", "Coast Guard petty officer"),
)


@cache
def _occupations(share: Share) -> tuple[str, ...]:
    return tuple(name for name in occupations() if share.has(name) and len(name) < 30)


@cache
def _usual(share: Share) -> tuple[str, ...]:
    return tuple(share.of_short(_USUAL))


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
    """Return the adjective for people of a country, by its ISO code; empty where none is known."""
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
        "descent": rng.choice(_DESCENT),
        "religion": rng.choice(_shared("religion", share)),
        "language": rng.choice(_shared("language", share)),
        "education": rng.choice(_EDUCATION),
        "rank": rng.choice(_RANK),
    }
