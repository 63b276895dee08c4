"""Company: who is named together, so that no fake is the name of somebody else there.

*Together* are the passages of one conversation, or of the documents of one subject. A fake name
that somebody has there is passed over, if its absence tells hardly anything: 0.1 bit at most, by
the bound in `docs/methods/surrogates.md`. If it would tell more, the name may be drawn.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from textveil.lexicon.people.handles import handle_words
from textveil.lexicon.tables.folding import squeeze_text
from textveil.transform.persons.project import Identity
from textveil.transform.surrogates.digits.numbers import spelled_prefixes
from textveil.transform.surrogates.maker import Persona, Setting
from textveil.transform.surrogates.persons.names import (
    drawn_families,
    family_pool,
    given_pool,
    shares_family,
)
from textveil.transform.surrogates.pools import Pool, tells_little
from textveil.values.keys.draw import Draw
from textveil.values.person import Person

__all__ = ["NAME", "Company"]

NAME: Final = "NAME"
_WORD: Final = re.compile(r"[^\W\d_]+")
_MOST: Final = 400
"""Family names that are passed over at most."""
_NOWHERE: Final = frozenset[str]()


@dataclass(slots=True, repr=False)
class Company:
    """The names that stand together, and which draws they pass over."""

    _names: dict[str, set[str]] = field(default_factory=dict)
    """By word of a name: where it stands."""
    _writings: dict[str, set[str]] = field(default_factory=dict)
    """By place: the names as they are written there."""
    _places: dict[Identity, set[str]] = field(default_factory=dict)
    _families: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    _passed: dict[tuple[str, str, bool], int] = field(default_factory=dict)
    """By scope, family name or person, and whether it is the second: draws that are passed over."""
    _beside: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    _spelled: dict[str, set[str]] = field(default_factory=dict)
    """Letters before numbers that are also initials of somebody in the scope."""

    def meet(self, identity: Identity, value: str, place: str) -> None:
        """Learn where a person or address is named, and how."""
        self._places.setdefault(identity, set()).add(place)
        words = set(handle_words(value))
        if identity.family == NAME:
            self._writings.setdefault(place, set()).add(squeeze_text(value))
            words = {*map(squeeze_text, _WORD.findall(value)), *parts_of(identity)}
        for word in words:
            if len(word) > 1:
                self._names.setdefault(word, set()).add(place)

    def join(self, placed: Identity, identity: Identity) -> None:
        """Let an entity of the corpus stand wherever one of a subject does."""
        self._places.setdefault(placed, set()).update(self._places.get(identity, ()))

    def note_parts(self, identity: Identity) -> None:
        """Store which names stand side by side: in Ana Ruiz, Ruiz must not become Ana."""
        if identity.family == NAME:
            who = identity.person or Person(family=identity.key)
            self._spelled.setdefault(identity.scope, set()).update(spelled_prefixes(who))
        parts = {part for part in parts_of(identity) if len(part) > 1}
        for part in parts if len(parts) > 1 else ():
            self._beside.setdefault((identity.scope, part), set()).update(parts)

    def spelled(self, scope: str) -> Iterable[str]:
        """Return letters before numbers that are also initials of somebody in the scope."""
        return self._spelled.get(scope, ())

    def passed(self, scope: str, person: Person, second: bool) -> int:
        """Return how many draws of a family name are passed over for a person."""
        of_family = self._passed.get((scope, person.family, second), 0)
        return self._passed.get((scope, person.key, second), of_family)

    def learn_families(self, identities: Iterable[Identity]) -> None:
        """Learn where the members of each family are named."""
        for one in identities:
            if one.family == NAME and (family := _family_of(one)):
                known = self._families.setdefault((one.scope, family), set())
                known.update(self._places.get(one, ()))

    def choose_family(self, identity: Identity, setting: Setting, draw: Draw) -> None:
        """Pass over family names of others there; relatives pass over the same ones."""
        family = _family_of(identity)
        key = identity.scope, family, setting.second
        if not family or key in self._passed or not shares_family(setting):
            return
        places, pool = self._families.get(key[:2], set()), family_pool(setting)
        lots = draw.rng("passed", identity.scope, family, *setting.tries)
        fakes = islice(drawn_families(setting), _MOST)
        passed = enumerate(self._refuses(fake, pool, places, lots.random()) for fake in fakes)
        self._passed[key] = next((at for at, refused in passed if not refused), 0)

    def keep_family(self, identity: Identity, setting: Setting, made: str) -> None:
        """Pass over what an earlier batch passed over for a person, by the name that it gave."""
        person, fake = setting.real, Person.of_key(made)
        key = identity.scope, person.key, setting.second
        if fake is None or key in self._passed or not shares_family(setting):
            return
        families = enumerate(map(squeeze_text, islice(drawn_families(setting), _MOST)))
        at = next((at for at, family in families if family == fake.family), 0)
        self._passed[key] = at
        self._passed.setdefault((identity.scope, person.family, setting.second), at)

    def refuses(self, identity: Identity, fake: str, setting: Setting, draw: Draw) -> bool:
        """Tell whether a result is passed over: it shows the name of somebody else there."""
        if self._shows_beside(identity, setting.persona):
            return True
        places, persona = self._places.get(identity, _NOWHERE), setting.persona
        if identity.family != NAME or persona is None:
            words = list(map(squeeze_text, _WORD.findall(fake)))
            return persona is None and any(
                self._is_apart(word, pool, places) for word in words for pool in _all_pools(setting)
            )
        lots = draw.rng("refused", identity.scope, identity.key, *setting.tries)
        pool = given_pool(persona.gender, setting.language)
        shown = [(persona.given, pool), (persona.middle, pool)]
        if not shares_family(setting):
            shown.append((persona.family, family_pool(setting)))
        return any(self._refuses(one, pool, places, lots.random()) for one, pool in shown)

    def _shows_beside(self, identity: Identity, persona: Persona | None) -> bool:
        """Tell whether the fake of a word is a real neighbour of the word."""
        parts = parts_of(identity)
        beside = self._beside.get((identity.scope, parts[0])) if len(parts) == 1 else None
        if beside is None or persona is None:
            return False
        return not beside.isdisjoint(map(squeeze_text, (persona.given, persona.family)))

    def _refuses(self, fake: str, pool: Pool, places: Iterable[str], lot: float) -> bool:
        """Tell whether a drawn name is passed over: it is thinned out, or somebody has it there."""
        word = squeeze_text(fake)
        together = max(map(self._together, places), default=0)
        draws = min(together, pool.limit)
        if draws and lot * pool.shares.get(word, 0.0) >= pool.cap(draws):
            return True
        return self._is_apart(word, pool, places)

    def _together(self, place: str) -> int:
        """Return how many names are drawn for a place: one for each writing at most."""
        return len(self._writings.get(place, ()))

    def _is_apart(self, word: str, pool: Pool, places: Iterable[str]) -> bool:
        """Tell whether somebody has the name there, and its absence tells hardly anything."""
        theirs = self._names.get(word, _NOWHERE)
        if not theirs or word not in pool.shares:
            return False
        roomy = any(self._together(one) <= pool.limit for one in theirs & set(places))
        if not roomy or len(theirs) == 1:
            return roomy
        draws = sum(max(1, self._together(one)) for one in theirs)
        return tells_little(pool.shares[word], draws)


def parts_of(identity: Identity) -> list[str]:
    """Return the parts of a person's name; nothing for other things."""
    if identity.family != NAME:
        return []
    person = identity.person
    return [part for part in person.parts if part] if person else [identity.key]


def _family_of(identity: Identity) -> str:
    """Return the family name that relatives share; a name that is not linked may be one."""
    person = identity.person
    return person.family if person else identity.key


def _all_pools(setting: Setting) -> Iterator[Pool]:
    yield given_pool("female", setting.language)
    yield given_pool("male", setting.language)
    yield family_pool(setting)
