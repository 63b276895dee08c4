"""Public lists: which names of a kind an attacker can look up."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from textveil.lexicon.geography.place_lists import countries, us_places, us_states, world_cities
from textveil.lexicon.people.name_lists import surnames
from textveil.lexicon.tables.terms import hospitals, occupations, street_names, universities

__all__ = ["public_lists"]


@cache
def public_lists() -> Mapping[str, tuple[str, ...]]:
    """Return the shipped names by label; each stands once.

    Examples
    --------
    >>> "Ohio" in public_lists()["STATE"]
    True
    """
    cities = [place.city for place in (*us_places(), *world_cities())]
    names = tuple(listed.value for listed in surnames())
    lists = {
        "CITY": cities,
        "COUNTRY": countries().values(),
        "HOSPITAL": hospitals(),
        "NAME": names,
        "ORGANIZATION": universities(),
        "PATIENT": names,
        "PROFESSION": occupations(),
        "PROVIDER": names,
        "STATE": us_states().values(),
        "STREET": street_names(),
    }
    return MappingProxyType({label: tuple(dict.fromkeys(some)) for label, some in lists.items()})
