"""Identities: how persons and things are told apart, and what their surrogates must not be."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from textveil.lexicon.people.likeness import is_like
from textveil.transform.persons.company import NAME
from textveil.transform.persons.project import Given, Identity, Project
from textveil.transform.persons.shared_surrogates import Key
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.persons.names import full_name, make_persona
from textveil.transform.surrogates.table import maker_of
from textveil.values.keys.draw import Draw
from textveil.values.person import Person

__all__ = [
    "NAME",
    "chunks_of",
    "claimed_by",
    "ends_of",
    "in_order",
    "made_for",
    "may_be",
    "names_of",
    "place_of",
    "shared_key",
]

_PHONE: Final = "PHONE"
_TOGETHER: Final = 512
"""Entities that are settled with one question to the vault."""
_LOCAL: Final = 7
"""Digits of a telephone number without its area."""


def shared_key(identity: Identity) -> Key:
    """Return by what those are counted who have an entity: middle names do not matter."""
    person = identity.person
    key = replace(person, middle="").key if person else identity.key
    return Key(identity.family, key)


def made_for(family: str, value: str, label: str, setting: Setting) -> tuple[str | None, str]:
    """Return a surrogate in canonical form and as written; None if it shows the value."""
    if family == NAME:
        return full_name(setting.persona or make_persona(setting)), ""
    maker = maker_of(label, language=setting.language)
    fake = maker.make(value, label, setting)
    if value.casefold() in fake.casefold() or is_like(fake, value, label, language=maker.language):
        return None, ""
    return maker.canonical(fake, label), fake


def names_of(identity: Identity) -> Person | None:
    """Return given and family name of a person, or nothing if one of them is not known."""
    person = identity.person if identity.family == NAME else None
    return Person(person.given, family=person.family) if person and person.is_full else None


def may_be(one: Person, other: Person) -> bool:
    """Tell whether two persons of the same names may be one: no middle name or mark differs."""
    middle, theirs = one.middle, other.middle
    agree = middle.startswith(theirs) or theirs.startswith(middle)
    return one != other and one.mark == other.mark and agree


def ends_of(family: str, made: str) -> Iterator[str]:
    """Yield what a result must not be: itself, and of a telephone number its local end."""
    yield made
    if family == _PHONE:
        country, _, digits = made.rpartition("|")
        yield f"{country}|{digits[-_LOCAL:]}"


def claimed_by(
    project: Project, family: str, found: Mapping[Identity, Given], *, second: bool = False
) -> set[str]:
    """Take what entities found for them, unless an earlier batch has it; return what is theirs."""
    values = {given.made: identity for identity, given in found.items()}
    if family == _PHONE:
        ends = {value: set(ends_of(family, value)) for value in values}
        real = project.real(family, {end for some in ends.values() for end in some})
        values = {value: one for value, one in values.items() if real.isdisjoint(ends[value])}
    return project.claim(family, values, second=second)


def place_of(identity: Identity, scope: str) -> str:
    """Return the place that an entity marks in the copies of a release.

    Relatives share one: a family has one fake name in its scope, which changes for all or for none.
    """
    person = identity.person
    key = person.family if person and person.family and identity.scope else identity.key
    return json.dumps([scope, identity.scope, identity.family, key])


def in_order(identities: Iterable[Identity], draw: Draw) -> list[Identity]:
    """Return entities in an order that depends on the key alone."""

    def order(identity: Identity) -> tuple[bool, bytes]:
        drawn = draw.digest("order", identity.scope, identity.family, identity.key)
        # Names first: e-mail addresses and user names follow them.
        return identity.family != NAME, drawn

    return sorted(identities, key=order)


def chunks_of(
    families: Mapping[str, Sequence[Identity]],
) -> Iterator[tuple[str, Sequence[Identity]]]:
    """Yield the entities of each family, some at a time."""
    for family, identities in families.items():
        for start in range(0, len(identities), _TOGETHER):
            yield family, identities[start : start + _TOGETHER]
