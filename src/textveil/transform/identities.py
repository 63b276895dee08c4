"""Identities: how persons and things are told apart, and what their surrogates must not be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from textveil.lexicon.likeness import is_like
from textveil.transform.project import Given, Identity, Project
from textveil.transform.sharing import Key
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.names import full_name, make_persona
from textveil.transform.surrogates.table import maker_of
from textveil.values.person import Person

__all__ = ["NAME", "chunks_of", "claimed_by", "made_for", "may_be", "names_of", "parts_of", "shared_key"]

NAME: Final = "NAME"
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


def parts_of(identity: Identity) -> list[str]:
    """Return the parts of a person's name; nothing for other things."""
    if identity.family != NAME:
        return []
    person = identity.person
    return [part for part in person.parts if part] if person else [identity.key]


def names_of(identity: Identity) -> Person | None:
    """Return given and family name of a person, or nothing if one of them is not known."""
    person = identity.person if identity.family == NAME else None
    return Person(person.given, family=person.family) if person and person.is_full else None


def may_be(one: Person, other: Person) -> bool:
    """Tell whether two persons of the same names may be one: no middle name or mark differs."""
    middle, theirs = one.middle, other.middle
    agree = middle.startswith(theirs) or theirs.startswith(middle)
    return one != other and one.mark == other.mark and agree


def _ends(family: str, made: str) -> Iterator[str]:
    """Yield what a result must not be: itself, and of a telephone number its local end."""
    yield made
    if family == _PHONE:
        country, _, digits = made.rpartition("|")
        yield f"{country}|{digits[-_LOCAL:]}"





def claimed_by(
        self,
        project: Project,
        family: str,
        waiting: Mapping[Identity, int],
        *,
        second: bool = False,
    ) -> dict[Identity, Given]:
        """Find a surrogate for each entity, from an attempt on, that nobody else in a batch has."""
        chosen: dict[Identity, Given] = {}
        while waiting:
            free = {one: self._free(one, at, second=second) for one, at in waiting.items()}
            found = {one: given for one, given in free.items() if given is not None}
            won = _claimed(project, family, found)
            chosen |= {one: given for one, given in found.items() if given.made in won}
            waiting = {one: g.attempt + 1 for one, g in found.items() if g.made not in won}
        return chosen

    def _known(self, project: Project, strangers: Iterable[Identity]) -> dict[Identity, Given]:
        """Return those whom an earlier batch names with more middle names, or fewer.

        Two of this batch who could both be meant stay two.
        """
        names = {one: names_of(one) for one in strangers}
        alone = {one: n for one, n in names.items() if n and self._namesakes[one.scope, n] == 1}
        known = {
            one: one._replace(who=who)
            for one, who in project.known_as(alone).items()
            if one.person and may_be(one.person, who)
        }
        standing = project.recall(NAME, list(dict.fromkeys(known.values())))
        chosen = {}
        for one, other in known.items():
            if other in standing:
                value, label, language = self._waiting[one]
                self._take(other, standing[other])
                self._take_owner(one, other.key)
                made = standing[other].made
                chosen[one] = Given(made, 0, other.key, label, value, "", language)
        return chosen

    def _shown(self, identity: Identity, given: Given, *, second: bool = False) -> Given:
        """Return how a surrogate is made, with how it is written; of names only parts were made."""
        if given.fake:
            return given
        setting = self._setting(identity, given.attempt, second=second)
        maker = maker_of(given.label, language=setting.language)
        fake = maker.make(given.value, given.label, setting)
        return replace(given, fake=fake)

    def _meet_owners(
        self, project: Project, standing: Mapping[Identity, Given], *, second: bool = False
    ) -> None:
        """Recall persons of earlier batches whose names others follow."""
        known = self._seconds if second else self._attempts
        take = self._take_second if second else self._take
        while standing:
            owners = {
                self.placed(Identity(one.scope, NAME, person))
                for one, given in standing.items()
                if (person := Person.of_key(given.owner)) is not None
            }
            # Who is met may follow another person in turn.
            standing = project.recall(NAME, list(owners - known.keys()), second=second)
            for identity, given in standing.items():
                take(identity, given)

    def _take(self, identity: Identity, given: Given | None) -> None:
        """Give a surrogate to the entity; None if none is left."""
        if given is None:
            self._attempts[identity] = NONE_LEFT
            return
        self._attempts[identity] = given.attempt
        if given.language != self._languages.get(identity, _ENGLISH):
            # Another batch met the entity first, in a text of another language.
            self._languages[identity] = given.language
            self._personas.pop((identity, False), None)
        self._given.add((identity.family, given.made))
        self._take_owner(identity, given.owner)
        if given.fake:
            self._fakes[identity, False, given.label, given.value] = given.fake

    def _take_second(self, identity: Identity, given: Given) -> None:
        """Give a second surrogate to an entity."""
        self._seconds[identity] = given.attempt
        self._given.add((identity.family, given.made))
        if given.fake:
            self._fakes[identity, True, given.label, given.value] = given.fake

    def _take_owner(self, identity: Identity, owner: str) -> None:
        """Let an entity follow the person of a vault's row, or nobody."""
        person = Person.of_key(owner)
        if person is not None:
            self._owners[identity] = person
        else:
            self._owners.pop(identity, None)

    def _require_same(self, identity: Identity, given: Given, *, second: bool = False) -> None:
        """Raise if the surrogate of the vault cannot be made again."""
        setting = self._setting(identity, given.attempt, second=second)
        if made_for(identity.family, given.value, given.label, setting)[0] != given.made:
            raise VaultError(
                f"a surrogate of the vault ({given.label}) cannot be made again",
                hint="it was made by another version of textveil: use that one, or a new vault",
            )

    def _free(self, identity: Identity, start: int, *, second: bool = False) -> Given | None:
        """Return the first surrogate, from an attempt on, that is neither real nor used."""
        value, label, language = self._waiting[identity]
        family, owner = identity.family, self._owners.get(identity)
        for attempt in range(start, _MOST_ATTEMPTS):
            setting = self._setting(identity, attempt, second=second)
            made, fake = made_for(family, value, label, setting)
            if made is None or self._taken(family, made) or self._shows_beside(identity, setting):
                continue
            if label in Numbers.labels and self._spells_a_name(identity.scope, fake):
                continue
            self._given.add((family, made))
            return Given(made, attempt, owner.key if owner else "", label, value, fake, language)
        return None

    def _taken(self, family: str, made: str) -> bool:
        """Tell whether a result is real or belongs to another entity."""
        if (family, made) in self._given:
            return True
        return any((family, end) in self._real for end in _ends(family, made))

    def _spells_a_name(self, scope: str, fake: str) -> bool:
        """Tell whether letters that a number keeps are somebody's initials."""
        return not kept_prefixes(fake).isdisjoint(self._spelled.get(scope, ()))

    def _setting(self, identity: Identity, attempt: int, *, second: bool = False) -> Setting:
        """Return the setting of an entity without a passage around it."""
        persona = self.persona_of(identity, attempt, second=second)
        return replace(self._setting_of(identity, attempt, second), persona=persona)

    def _setting_of(self, identity: Identity, attempt: int, second: bool) -> Setting:
        scope, options = identity.scope, self.options
        language = self._languages.get(identity, _ENGLISH)
        setting = Setting(self.draws, scope, scope, options=options, language=language)
        return replace(setting.of(identity.who), attempt=attempt, second=second)


def _chunks(
    families: Mapping[str, Sequence[Identity]],
) -> Iterator[tuple[str, Sequence[Identity]]]:
    """Yield the entities of each family, some at a time."""
    for family, identities in families.items():
        for start in range(0, len(identities), __TOGETHER):
            yield family, identities[start : start + __TOGETHER]


def claimed_by(project: Project, family: str, found: Mapping[Identity, Given]) -> set[str]:
    """Take what entities found for them, unless an earlier batch has it; return what is theirs."""
    values = {given.made: identity for identity, given in found.items()}
    if family == _PHONE:
        ends = {value: set(_ends(family, value)) for value in values}
        real = project.real(family, {end for some in ends.values() for end in some})
        values = {value: one for value, one in values.items() if real.isdisjoint(ends[value])}
    return project.claim(family, values)
