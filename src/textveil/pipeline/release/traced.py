"""Entities of a project, as tracing looks for them: from the rows of its vault."""

import json
from collections.abc import Iterable

from textveil.trace.finding import Finder
from textveil.trace.marked import TracedEntity, Variant
from textveil.transform.persons.mapping import marked_entities
from textveil.transform.persons.project import SURROGATES, Given
from textveil.values.keys.vault import Vault

__all__ = ["entities_of", "readable_places"]


def entities_of(vault: Vault) -> list[TracedEntity]:
    """Return every entity of a project; those that are not marked tell what else a name means."""
    entities, marked = [], set()
    for one in marked_entities(vault):
        both = (Variant(given.fake, given.made) for given in (one.first, one.second))
        entities.append(TracedEntity(one.place, one.family, one.where, tuple(both)))
        marked.add((one.family, one.where, one.first.made))
    for space, identity, row in vault.mappings():
        kind, _, rest = space.partition(" ")
        if kind == SURROGATES:
            family, where, given = (
                rest.partition(" ")[0],
                json.loads(identity)[1],
                Given(*json.loads(row)),
            )
            if (family, where, given.made) not in marked:
                entities.append(TracedEntity("", family, where, (Variant(given.fake, given.made),)))
    return entities


def readable_places(vault: Vault, places: Iterable[str]) -> frozenset[str]:
    """Return those of some marked places that `trace_release` can read in a leak."""
    return Finder(entities_of(vault)).readable().intersection(places)
