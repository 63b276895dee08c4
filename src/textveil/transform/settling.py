"""Settling: gives every person or thing a surrogate that is not real and not used twice.

Attempts of a maker are tried in turn until one is neither a real value nor given away. With a
project, what its earlier batches saw and gave away counts too, and who had a surrogate keeps it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from textveil.errors import VaultError
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.likeness import is_like
from textveil.transform.project import Given, Identity, Project
from textveil.transform.sharing import EVERYBODY, Key, SharedDraw, Sharers
from textveil.transform.surrogates.maker import Persona, Setting
from textveil.transform.surrogates.names import full_name, make_persona
from textveil.transform.surrogates.numbers import Numbers, kept_prefixes, spelled_prefixes
from textveil.transform.surrogates.table import maker_of
from textveil.values.draw import Draw
from textveil.values.person import Person

__all__ = ["NONE_LEFT", "Settling", "shared_key"]

NONE_LEFT: Final = -1
"""Attempt of an entity for which nothing is left."""

_NAME: Final = "NAME"
_PHONE: Final = "PHONE"
_MOST_ATTEMPTS: Final = 400
_LOCAL: Final = 7
"""Digits of a telephone number without its area."""
_TOGETHER: Final = 512
"""Entities that are settled with one question to the vault."""
_ENGLISH: Final = "en"

Sample = tuple[str, str, str]
"""A value, its label, and the language of the text that it stands in."""


@dataclass(slots=True, repr=False)
class Settling:
    """Entities that wait for a surrogate, and those that have one.

    Attributes
    ----------
    draw
        Keyed randomness.
    options
        Options of the makers.
    sharing
        What so many subjects have that it gets one surrogate in the corpus.
    project
        What earlier batches saw and gave away; None if every batch stands for itself.
    overtaken
        Real values of this batch that an earlier one gave away as surrogates.
    """

    draw: Draw
    options: Mapping[str, Any]
    sharing: Sharers
    project: Project | None = None
    overtaken: int = 0
    _joined: bool = False
    _real: set[tuple[str, str]] = field(default_factory=set)
    _unnoted: dict[str, set[str]] = field(default_factory=dict)
    _waiting: dict[Identity, Sample] = field(default_factory=dict)
    _languages: dict[Identity, str] = field(default_factory=dict)
    """Languages other than English in which surrogates are drawn, one for an entity."""
    _attempts: dict[Identity, int] = field(default_factory=dict)
    _given: set[tuple[str, str]] = field(default_factory=set)
    _owners: dict[Identity, Person] = field(default_factory=dict)
    _personas: dict[Identity, tuple[int, Persona]] = field(default_factory=dict)
    _fakes: dict[tuple[Identity, str, str], str] = field(default_factory=dict)
    _namesakes: Counter[tuple[str, Person | None]] = field(default_factory=Counter)
    _beside: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    _spelled: dict[str, set[str]] = field(default_factory=dict)
    """Letters before numbers that are also initials of somebody in the scope."""
    _exchanged: set[Identity] = field(default_factory=set)

    def add(self, identity: Identity, sample: Sample, canonical: str) -> bool:
        """Learn a real value and its entity; tell whether it still needs a surrogate."""
        real = (identity.family, canonical)
        if real not in self._real:
            self._real.add(real)
            if self.project is not None:
                self._unnoted.setdefault(real[0], set()).add(canonical)
        if self.placed(identity) in self._attempts:
            return False
        if identity not in self._waiting:
            self._note_parts(identity)
        # Of several writings the smallest, so that the order of documents does not matter.
        self._waiting[identity] = min(sample, self._waiting.get(identity, sample))
        return True

    @property
    def draws(self) -> SharedDraw:
        """The draws of makers: what many subjects share is drawn once."""
        return SharedDraw(self.draw.key, self.sharing)

    def placed(self, identity: Identity) -> Identity:
        """Return the entity with the scope of its surrogate: the corpus if many have it."""
        key = shared_key(identity)
        if not self.sharing.is_common(key, identity.scope):
            return identity
        person = identity.person
        # With a middle name or without, it is one physician to those who share him.
        who = identity.who if person is None else replace(person, middle="")
        return Identity(EVERYBODY, identity.family, who)

    def _note_parts(self, identity: Identity) -> None:
        """Store which names stand side by side: in Ana Ruiz, Ruiz must not become Ana."""
        if identity.family == _NAME:
            who = identity.person or Person(family=identity.key)
            self._spelled.setdefault(identity.scope, set()).update(spelled_prefixes(who))
        parts = {part for part in _parts(identity) if len(part) > 1}
        for part in parts if len(parts) > 1 else ():
            self._beside.setdefault((identity.scope, part), set()).update(parts)

    def _shows_beside(self, identity: Identity, setting: Setting) -> bool:
        """Tell whether the fake of a word is a real neighbour of the word."""
        parts = _parts(identity)
        beside = self._beside.get((identity.scope, parts[0])) if len(parts) == 1 else None
        persona = setting.persona if beside else None
        if beside is None or persona is None:
            return False
        return not beside.isdisjoint(map(squeeze_text, (persona.given, persona.family)))

    def follow(self, identity: Identity, owner: Person) -> None:
        """Let the surrogate of an address or user name follow a person's."""
        known = self._owners.get(identity, owner)
        self._owners[identity] = min(owner, known, key=lambda person: person.key)

    def exchange(self, identity: Identity) -> bool:
        """Ask for another surrogate; False if a project keeps the present one."""
        if self.project is not None or identity not in self._attempts:
            # Who is named twice waits already.
            return identity in self._exchanged
        self._exchanged.add(identity)
        # What it had stays given away, so that it is not drawn again.
        del self._attempts[identity]
        self._fakes = {made: fake for made, fake in self._fakes.items() if made[0] != identity}
        return True

    def attempt_of(self, identity: Identity) -> int:
        """Return the attempt of an entity; `NONE_LEFT` if none is left."""
        return self._attempts.get(identity, 0)

    def fake_of(self, identity: Identity, value: str, label: str) -> str | None:
        """Return the surrogate in this writing, if it was made already."""
        return self._fakes.get((identity, label, value))

    def persona_of(self, identity: Identity, attempt: int) -> Persona | None:
        """Return the fake person behind a name, or behind what follows one."""
        placed, is_name = self.placed(identity), identity.family == _NAME
        owner = self._owners.get(placed)
        if owner is None:
            persona = self._own_persona(placed, attempt) if is_name else None
        else:
            theirs = self.placed(Identity(placed.scope, _NAME, owner))
            persona = self.persona_of(theirs, max(0, self._attempts.get(theirs, 0)))
        person = identity.person
        if is_name and persona and person and person.middle and not persona.middle:
            # An earlier batch or another subject did not know of a middle name.
            named = identity._replace(scope=placed.scope)
            return replace(persona, middle=self._own_persona(named, attempt).middle)
        return persona

    def _own_persona(self, identity: Identity, attempt: int) -> Persona:
        """Return the fake person of an attempt, made once."""
        known = self._personas.get(identity)
        if known is not None and known[0] == attempt:
            return known[1]
        persona = make_persona(self._setting_of(identity, attempt))
        self._personas[identity] = (attempt, persona)
        return persona

    def settle(self) -> None:
        """Give every waiting entity its own surrogate, in an order that depends on the key."""
        if self.project is not None and not self._joined:
            self.draw = Draw(self.project.draw_key(self.draw.key))
            self._joined = True
        self._share()
        if not self._waiting:
            return

        self._languages |= {one: of[2] for one, of in self._waiting.items() if of[2] != _ENGLISH}

        # Names first: e-mail addresses and user names follow them.
        def order(identity: Identity) -> tuple[bool, bytes]:
            drawn = self.draw.digest("order", identity.scope, identity.family, identity.key)
            return identity.family != _NAME, drawn

        ordered = sorted(self._waiting, key=order)
        if self.project is not None:
            self._settle_together(self.project, ordered)
        else:
            for identity in ordered:
                self._take(identity, self._free(identity, 0))
        self._waiting.clear()

    def _share(self) -> None:
        """Let those wait as one who have the same and are many."""
        if self.project is not None:
            self._keep_own(self.project)
        waiting: dict[Identity, Sample] = {}
        for identity, sample in self._waiting.items():
            placed = self.placed(identity)
            if placed in self._attempts:
                continue
            if placed != identity:
                self._note_parts(placed)
                if identity in self._owners:
                    self.follow(placed, self._owners[identity])
            # Of several writings the smallest, so that the order of documents does not matter.
            waiting[placed] = min(sample, waiting.get(placed, sample))
        self._waiting = waiting

    def _keep_own(self, project: Project) -> None:
        """Ask the project who has a choice of their own; who had a surrogate keeps it."""
        if not self.sharing.is_settled:
            self.sharing.settle(project.sharers(self.sharing.counted(), self.sharing.most))
        moved: dict[str, list[Identity]] = {}
        for identity in self._waiting:
            if self.placed(identity) != identity:
                moved.setdefault(identity.family, []).append(identity)
        for family, identities in moved.items():
            for one in project.recall(family, identities):
                self.sharing.keep(shared_key(one), one.scope)

    def _settle_together(self, project: Project, ordered: Sequence[Identity]) -> None:
        """Settle entities, with respect to earlier batches of the project."""
        self._namesakes = Counter((one.scope, _names(one)) for one in ordered)
        for family in sorted(self._unnoted):
            self.overtaken += project.note_real(family, self._unnoted[family])
        self._unnoted.clear()
        families: dict[str, list[Identity]] = {}
        for identity in ordered:
            families.setdefault(identity.family, []).append(identity)
        for family, identities in families.items():
            for start in range(0, len(identities), _TOGETHER):
                self._settle_some(project, family, identities[start : start + _TOGETHER])

    def _settle_some(self, project: Project, family: str, some: Sequence[Identity]) -> None:
        """Settle some entities of one family: old surrogates stay, others take free ones."""
        standing = project.recall(family, some)
        chosen = self._known(project, [one for one in some if one not in standing])
        waiting = {one: 0 for one in some if one not in standing and one not in chosen}
        full = {one: name for one in waiting if (name := _names(one))}
        while waiting:
            found = {}
            for identity, attempt in waiting.items():
                given = self._free(identity, attempt)
                if given is None:
                    self._take(identity, None)
                else:
                    found[identity] = given
            won = _claimed(project, family, found)
            chosen |= {one: given for one, given in found.items() if given.made in won}
            waiting = {one: g.attempt + 1 for one, g in found.items() if g.made not in won}
        shown = {one: self._shown(one, given) for one, given in chosen.items()}
        # Before the surrogates: a run that is killed in between introduces them once more.
        project.introduce(full)
        standing |= project.keep(family, shown)
        self._meet_owners(project, standing)
        for identity, given in standing.items():
            self._take(identity, given)
            if shown.get(identity) != given:
                self._require_same(identity, given)

    def _known(self, project: Project, strangers: Iterable[Identity]) -> dict[Identity, Given]:
        """Return those whom an earlier batch names with more middle names, or fewer.

        Two of this batch who could both be meant stay two.
        """
        names = {one: _names(one) for one in strangers}
        alone = {one: n for one, n in names.items() if n and self._namesakes[one.scope, n] == 1}
        known = {
            one: one._replace(who=who)
            for one, who in project.known_as(alone).items()
            if one.person and _may_be(one.person, who)
        }
        standing = project.recall(_NAME, list(dict.fromkeys(known.values())))
        chosen = {}
        for one, other in known.items():
            if other in standing:
                value, label, language = self._waiting[one]
                self._take(other, standing[other])
                self._take_owner(one, other.key)
                made = standing[other].made
                chosen[one] = Given(made, 0, other.key, label, value, "", language)
        return chosen

    def _shown(self, identity: Identity, given: Given) -> Given:
        """Return how a surrogate is made, with how it is written; of names only parts were made."""
        if given.fake:
            return given
        setting = self._setting(identity, given.attempt)
        maker = maker_of(given.label, language=setting.language)
        fake = maker.make(given.value, given.label, setting)
        return replace(given, fake=fake)

    def _meet_owners(self, project: Project, standing: Mapping[Identity, Given]) -> None:
        """Recall persons of earlier batches whose names others follow."""
        while standing:
            owners = {
                self.placed(Identity(one.scope, _NAME, person))
                for one, given in standing.items()
                if (person := Person.of_key(given.owner)) is not None
            }
            # Who is met may follow another person in turn.
            standing = project.recall(_NAME, list(owners - self._attempts.keys()))
            for identity, given in standing.items():
                self._take(identity, given)

    def _take(self, identity: Identity, given: Given | None) -> None:
        """Give a surrogate to the entity; None if none is left."""
        if given is None:
            self._attempts[identity] = NONE_LEFT
            return
        self._attempts[identity] = given.attempt
        if given.language != self._languages.get(identity, _ENGLISH):
            # Another batch met the entity first, in a text of another language.
            self._languages[identity] = given.language
            self._personas.pop(identity, None)
        self._given.add((identity.family, given.made))
        self._take_owner(identity, given.owner)
        if given.fake:
            self._fakes[identity, given.label, given.value] = given.fake

    def _take_owner(self, identity: Identity, owner: str) -> None:
        """Let an entity follow the person of a vault's row, or nobody."""
        person = Person.of_key(owner)
        if person is not None:
            self._owners[identity] = person
        else:
            self._owners.pop(identity, None)

    def _require_same(self, identity: Identity, given: Given) -> None:
        """Raise if the surrogate of the vault cannot be made again."""
        setting = self._setting(identity, given.attempt)
        if _made(identity.family, given.value, given.label, setting)[0] != given.made:
            raise VaultError(
                f"a surrogate of the vault ({given.label}) cannot be made again",
                hint="it was made by another version of textveil: use that one, or a new vault",
            )

    def _free(self, identity: Identity, start: int) -> Given | None:
        """Return the first surrogate, from an attempt on, that is neither real nor used."""
        value, label, language = self._waiting[identity]
        family, owner = identity.family, self._owners.get(identity)
        for attempt in range(start, _MOST_ATTEMPTS):
            setting = self._setting(identity, attempt)
            made, fake = _made(family, value, label, setting)
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

    def _setting(self, identity: Identity, attempt: int) -> Setting:
        """Return the setting of an entity without a passage around it."""
        persona = self.persona_of(identity, attempt)
        return replace(self._setting_of(identity, attempt), persona=persona)

    def _setting_of(self, identity: Identity, attempt: int) -> Setting:
        scope, options = identity.scope, self.options
        language = self._languages.get(identity, _ENGLISH)
        setting = Setting(self.draws, scope, scope, options=options, language=language)
        return replace(setting.of(identity.who), attempt=attempt)


def shared_key(identity: Identity) -> Key:
    """Return by what those are counted who have an entity: middle names do not matter."""
    person = identity.person
    key = replace(person, middle="").key if person else identity.key
    return Key(identity.family, key)


def _made(family: str, value: str, label: str, setting: Setting) -> tuple[str | None, str]:
    """Return a surrogate in canonical form and as written; None if it shows the value."""
    if family == _NAME:
        return full_name(setting.persona or make_persona(setting)), ""
    maker = maker_of(label, language=setting.language)
    fake = maker.make(value, label, setting)
    if value.casefold() in fake.casefold() or is_like(fake, value, label, language=maker.language):
        return None, ""
    return maker.canonical(fake, label), fake


def _parts(identity: Identity) -> list[str]:
    """Return the parts of a person's name; nothing for other things."""
    if identity.family != _NAME:
        return []
    person = identity.person
    return [part for part in person.parts if part] if person else [identity.key]


def _names(identity: Identity) -> Person | None:
    """Return given and family name of a person, or nothing if one of them is not known."""
    person = identity.person if identity.family == _NAME else None
    return Person(person.given, family=person.family) if person and person.is_full else None


def _may_be(one: Person, other: Person) -> bool:
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


def _claimed(project: Project, family: str, found: Mapping[Identity, Given]) -> set[str]:
    """Take what entities found for them, unless an earlier batch has it; return what is theirs."""
    values = {given.made: identity for identity, given in found.items()}
    if family == _PHONE:
        ends = {value: set(_ends(family, value)) for value in values}
        real = project.real(family, {end for some in ends.values() for end in some})
        values = {value: one for value, one in values.items() if real.isdisjoint(ends[value])}
    return project.claim(family, values)
