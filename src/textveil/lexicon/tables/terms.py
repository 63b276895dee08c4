"""Terms: built lists of hospitals, universities, occupations, streets and medicine."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import look_up

__all__ = [
    "companies",
    "diseases",
    "drugs",
    "forms_of_address",
    "hospitals",
    "occupations",
    "street_names",
    "street_suffixes",
    "universities",
]

_MANY: Final = 3
"""How many people bear a name (see `Word`) before it is taken for one."""


@cache
def hospitals() -> tuple[str, ...]:
    """Return names of hospitals and clinics in the United States."""
    return _first_column("hospitals.tsv")


@cache
def universities() -> tuple[str, ...]:
    """Return names of universities and colleges in the United States, the largest first."""
    return _first_column("universities.tsv")


@cache
def companies() -> tuple[str, ...]:
    """Return names of companies whose shares are part of an index."""
    return _first_column("companies.tsv")


@cache
def occupations(language: str = ENGLISH) -> tuple[str, ...]:
    """Return occupations in small letters, singular, of one word or several.

    Those of the built list, unless a language brings its own with the role `occupation`.

    Examples
    --------
    >>> {"nurse", "bus driver"} <= set(occupations())
    True
    """
    return facts(language).words("occupation") or _first_column("occupations.tsv")


@cache
def drugs() -> tuple[str, ...]:
    """Return names of drugs, generic and brand, of one word, in small letters."""
    return _first_column("drugs.tsv")


@cache
def diseases() -> tuple[str, ...]:
    """Return names of diseases and findings, in small letters, of up to three words."""
    return _first_column("diseases.tsv")


@cache
def street_names() -> tuple[str, ...]:
    """Return frequent names of streets, without the word for a street."""
    return _first_column("street_names.tsv")


@cache
def street_suffixes(language: str = ENGLISH) -> Mapping[str, tuple[str, ...]]:
    """Return the words that end the name of a street, each with its short forms.

    Examples
    --------
    >>> street_suffixes()["Avenue"]
    ('Ave', 'Av')
    """
    pairs = facts(language).values("street").items()
    return MappingProxyType({name: tuple(short.split(", ")) for name, short in pairs})


@cache
def forms_of_address(language: str = ENGLISH) -> frozenset[str]:
    """Return titles and credentials in small letters and without full stops: `dr`, `md`.

    Those that many people are called by (Dean, King) are not among them.
    """
    words = facts(language).words("title", "credential")
    listed = {word.replace(".", "").lower() for word in words}
    return frozenset(word for word in listed if max(look_up(word)[:3]) < _MANY)


def _first_column(name: str) -> tuple[str, ...]:
    return tuple(row[0] for row in rows(name))
