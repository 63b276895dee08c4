"""Terms: hospitals, occupations, streets, religions, languages, medicine, organizations, titles."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from textveil.lexicon.facts import facts
from textveil.lexicon.shelf import rows
from textveil.lexicon.words import look_up

__all__ = [
    "credentials",
    "diseases",
    "drugs",
    "eponym_heads",
    "eponyms",
    "forms_of_address",
    "hospital_words",
    "hospitals",
    "languages",
    "legal_forms",
    "months",
    "occupations",
    "organization_words",
    "religions",
    "street_names",
    "street_suffixes",
    "titles",
    "universities",
    "weekdays",
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
def occupations() -> tuple[str, ...]:
    """Return occupations in small letters, singular, of one word or several.

    Examples
    --------
    >>> {"nurse", "bus driver"} <= set(occupations())
    True
    """
    return _first_column("occupations.tsv")


@cache
def drugs() -> tuple[str, ...]:
    """Return names of drugs, generic and brand, of one word, in small letters."""
    return _first_column("drugs.tsv")


@cache
def diseases() -> tuple[str, ...]:
    """Return names of diseases and findings, in small letters, of up to three words."""
    return _first_column("diseases.tsv")


@cache
def eponyms() -> tuple[str, ...]:
    """Return names of people that stand for a disease, sign, test, instrument or procedure."""
    return facts().words("eponym")


@cache
def eponym_heads() -> frozenset[str]:
    """Return the nouns that make the name before them an eponym ("disease", "catheter")."""
    return frozenset(facts().words("eponym-head"))


@cache
def street_names() -> tuple[str, ...]:
    """Return frequent names of streets, without the word for a street."""
    return _first_column("street_names.tsv")


@cache
def street_suffixes() -> Mapping[str, tuple[str, ...]]:
    """Return the words that end the name of a street, each with its short forms.

    Examples
    --------
    >>> street_suffixes()["Avenue"]
    ('Ave', 'Av')
    """
    pairs = facts().values("street").items()
    return MappingProxyType({name: tuple(short.split(", ")) for name, short in pairs})


@cache
def religions() -> tuple[str, ...]:
    """Return religions and their followers."""
    return facts().words("religion")


@cache
def languages() -> tuple[str, ...]:
    """Return languages by their English names."""
    return facts().words("language")


@cache
def organization_words() -> tuple[str, ...]:
    """Return words that make a run of capitalised words an organization, legal forms too."""
    return facts().words("organization-word")


@cache
def legal_forms() -> tuple[str, ...]:
    """Return those of `organization_words` that stand last: Inc, Ltd, GmbH."""
    return facts().words("legal-form")


@cache
def hospital_words() -> tuple[str, ...]:
    """Return words that end or carry the name of a hospital."""
    return facts().words("hospital-word")


@cache
def titles() -> tuple[str, ...]:
    """Return titles and forms of address that stand before a name, without full stops."""
    return facts().words("title")


@cache
def credentials() -> tuple[str, ...]:
    """Return what stands after the name of a professional: MD, RN, Esq."""
    return facts().words("credential")


@cache
def forms_of_address() -> frozenset[str]:
    """Return titles and credentials in small letters and without full stops: `dr`, `md`.

    Those that many people are called by (Dean, King) are not among them.
    """
    listed = {word.replace(".", "").lower() for word in (*titles(), *credentials())}
    return frozenset(word for word in listed if max(look_up(word)[:3]) < _MANY)


def months() -> tuple[str, ...]:
    """Return the months."""
    return facts().words("month")


def weekdays() -> tuple[str, ...]:
    """Return the days of the week, from Monday on."""
    return facts().words("weekday")


def _first_column(name: str) -> tuple[str, ...]:
    return tuple(row[0] for row in rows(name))
