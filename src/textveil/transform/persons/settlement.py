"""Settling: gives every person or thing a surrogate that is not real and not used twice.

Attempts of a maker are tried in turn until one is neither a real value nor given away. With a
project, what its earlier batches saw and gave away counts too, and who had a surrogate keeps it.
Where copies of a release are marked, a secret share of the entities has a second surrogate, settled
as the first one is; which of the two stands in a copy is told by the code of its recipient.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from textveil.errors import VaultError
from textveil.transform.persons.company import Company
from textveil.transform.persons.identities import (
    NAME,
    chunks_of,
    claimed_by,
    ends_of,
    in_order,
    made_for,
    may_be,
    names_of,
    place_of,
    shared_key,
)
from textveil.transform.persons.project import Given, Identity, Project
from textveil.transform.persons.served_copies import Serving
from textveil.transform.persons.shared_surrogates import EVERYBODY, Key, SharedDraw, Sharers
from textveil.transform.surrogates.digits.numbers import Numbers, kept_prefixes
from textveil.transform.surrogates.maker import Persona, Setting
from textveil.transform.surrogates.persons.names import full_name, make_persona
from textveil.transform.surrogates.table import maker_of
from textveil.values.keys.draw import Draw
from textveil.values.marking import CopyMarks
from textveil.values.person import Person

__all__ = ["NONE_LEFT", "Settling"]

NONE_LEFT: Final = -1
"""Attempt of an entity for which nothing is left."""

_MOST_WRITTEN: Final = 40_000
"""Characters of all attempts for one value; what is so long that few of them fit becomes a tag."""
_MOST_ATTEMPTS: Final = 400
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
    marks
        How copies are marked; None if they are not. It needs a project.
    serving
        Whose copy is being written.
    company
        Who is named together.
    """

    draw: Draw
    options: Mapping[str, Any]
    sharing: Sharers
    project: Project | None = None
    overtaken: int = 0
    marks: CopyMarks | None = None
    serving: Serving = field(default_factory=Serving)
    company: Company = field(default_factory=Company)
    _joined: bool = False
    _real: set[tuple[str, str]] = field(default_factory=set)
    _unnoted: dict[str, set[str]] = field(default_factory=dict)
    _waiting: dict[Identity, Sample] = field(default_factory=dict)
    _languages: dict[Identity, str] = field(default_factory=dict)
    """Languages other than English in which surrogates are drawn, one for an entity."""
    _attempts: dict[Identity, int] = field(default_factory=dict)
    _seconds: dict[Identity, int] = field(default_factory=dict)
    """Attempts of the second surrogates, of those that have one."""
    _places: dict[Identity, str] = field(default_factory=dict)
    _marked: set[str] = field(default_factory=set)
    _given: set[tuple[str, str]] = field(default_factory=set)
    _owners: dict[Identity, Person] = field(default_factory=dict)
    _personas: dict[tuple[Identity, bool], tuple[tuple[int, int], Persona]] = field(
        default_factory=dict
    )
    _shown_as: dict[tuple[Identity, bool], Given] = field(default_factory=dict)
    _namesakes: Counter[tuple[str, Person | None]] = field(default_factory=Counter)
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
            self.company.note_parts(identity)
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
        self._shown_as = {of: given for of, given in self._shown_as.items() if of[0] != identity}
        return True

    def places(self) -> frozenset[str]:
        """Return the places at which copies differ: one for those whose surrogates go together."""
        return frozenset(self._marked)

    def _place_of(self, identity: Identity) -> str:
        """Return the place of an entity; what follows a person stands at the person's."""
        if (owner := self._owners.get(identity)) is not None:
            return self._place_of(self.placed(Identity(identity.scope, NAME, owner)))
        return place_of(identity, self.project.scope if self.project else "")

    def has_second(self, identity: Identity) -> bool:
        """Tell whether the second surrogate of an entity stands in the copy of the recipient."""
        return identity in self._places and self.serving.has_second(self._places[identity])

    def has_second_family(self, scope: str, family: str) -> bool:
        """Tell whether a family has its second name in the copy, as organizations then have it."""
        if not scope or self.sharing.is_common(Key("family", family), scope):
            return False
        place = self._place_of(Identity(scope, NAME, Person(family=family)))
        return place in self._marked and self.serving.has_second(place)

    def attempt_of(self, identity: Identity, *, second: bool = False) -> int:
        """Return the attempt of an entity; `NONE_LEFT` if none is left."""
        return (self._seconds if second else self._attempts).get(identity, 0)

    def shown_as(
        self, identity: Identity, value: str, label: str, *, second: bool
    ) -> tuple[str, str | None]:
        """Return the label of an entity's surrogate, and the surrogate in this writing if known.

        A number has one of each, however it is labelled and written here.
        """
        given = self._shown_as.get((identity, second))
        if given is None or (given.label != label and label not in Numbers.labels):
            return label, None
        return given.label, given.for_writing(value)

    def persona_of(
        self, identity: Identity, attempt: int, *, second: bool = False
    ) -> Persona | None:
        """Return the fake person behind a name, or behind what follows one."""
        placed, is_name = self.placed(identity), identity.family == NAME
        owner = self._owners.get(placed)
        if owner is None:
            persona = self._own_persona(placed, attempt, second) if is_name else None
        else:
            theirs = self.placed(Identity(placed.scope, NAME, owner))
            attempt_of_owner = max(0, self.attempt_of(theirs, second=second))
            persona = self.persona_of(theirs, attempt_of_owner, second=second)
        person = identity.person
        if is_name and persona and person and person.middle and not persona.middle:
            # An earlier batch or another subject did not know of a middle name.
            named = identity._replace(scope=placed.scope)
            return replace(persona, middle=self._own_persona(named, attempt, second).middle)
        return persona

    def _own_persona(self, identity: Identity, attempt: int, second: bool) -> Persona:
        """Return the fake person of an attempt, made once."""
        setting = self._setting_of(identity, attempt, second)
        drawn = attempt, setting.passed(setting.real, second)
        known = self._personas.get((identity, second))
        if known is not None and known[0] == drawn:
            return known[1]
        persona = make_persona(setting)
        self._personas[identity, second] = (drawn, persona)
        return persona

    def settle(self) -> None:
        """Give every waiting entity its own surrogate, in an order that depends on the key."""
        if self.project is not None and not self._joined:
            self.draw = Draw(self.project.draw_key(self.draw.key))
            self.serving.code = self.marks.code(self.draw.key) if self.marks else None
            self._joined = True
        self._share()
        if not self._waiting:
            return

        self._languages |= {one: of[2] for one, of in self._waiting.items() if of[2] != _ENGLISH}
        ordered = in_order(self._waiting, self.draw)
        self.company.learn_families(ordered)
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
                self.company.note_parts(placed)
                self.company.join(placed, identity)
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
        self._namesakes = Counter((one.scope, names_of(one)) for one in ordered)
        for family in sorted(self._unnoted):
            self.overtaken += project.note_real(family, self._unnoted[family])
        self._unnoted.clear()
        families: dict[str, list[Identity]] = {}
        for identity in ordered:
            families.setdefault(identity.family, []).append(identity)
        for family, some in chunks_of({NAME: families.get(NAME, [])}):
            for one, given in project.recall(family, some).items():
                self._keep_family(one, given)
        for family, some in chunks_of(families):
            self._settle_some(project, family, some)
        # After all first ones: these are what they would be without a second.
        for family, some in chunks_of(families):
            self._settle_seconds(project, family, some)

    def _settle_some(self, project: Project, family: str, some: Sequence[Identity]) -> None:
        """Settle some entities of one family: old surrogates stay, others take free ones."""
        standing = project.recall(family, some)
        chosen = self._known(project, [one for one in some if one not in standing])
        waiting = {one: 0 for one in some if one not in standing and one not in chosen}
        full = {one: name for one in waiting if (name := names_of(one))}
        chosen |= self._claimed(project, family, waiting)
        for identity in waiting.keys() - chosen.keys():
            self._take(identity, None)
        shown = {one: self._shown(one, given) for one, given in chosen.items()}
        # Before the surrogates: a run that is killed in between introduces them once more.
        project.introduce(full)
        standing |= project.keep(family, shown)
        self._meet_owners(project, standing)
        for identity, given in standing.items():
            self._take(identity, given)
            if shown.get(identity) != given:
                self._require_same(identity, given)

    def _settle_seconds(self, project: Project, family: str, some: Sequence[Identity]) -> None:
        """Give those a second surrogate whose place is marked, if one is left."""
        code = self.serving.code
        if code is None:
            return
        marked = [
            one
            for one in some
            if self._attempts[one] != NONE_LEFT and code.is_marked(self._place_of(one))
        ]
        standing = project.recall(family, marked, second=True)
        followers = project.recall(family, [one for one in marked if one in self._owners])
        self._meet_owners(project, followers, second=True)
        waiting, chosen = {}, {}
        for one in (one for one in marked if one not in standing):
            owner = self._owners.get(one)
            if owner is None:
                waiting[one] = 0 if family == NAME else self._attempts[one]
            elif self.placed(Identity(one.scope, NAME, owner)) not in self._seconds:
                continue
            elif family == NAME:
                chosen[one] = self._as_owner(one, owner)
            else:
                waiting[one] = 0
        chosen |= self._claimed(project, family, waiting, second=True)
        shown = {
            one: replace(self._shown(one, given, second=True), place=self._place_of(one))
            for one, given in chosen.items()
        }
        standing |= project.keep(family, shown, second=True)
        for identity, given in standing.items():
            self._take_second(identity, given)
            if shown.get(identity) != given:
                self._require_same(identity, given, second=True)

    def _as_owner(self, identity: Identity, owner: Person) -> Given:
        """Return the second surrogate of a name that is another writing of an earlier one."""
        value, label, language = self._waiting[identity]
        persona = self.persona_of(identity, 0, second=True) or Persona()
        return Given(full_name(persona), 0, owner.key, label, value, "", language)

    def _claimed(
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
            won = claimed_by(project, family, found, second=second)
            chosen |= {one: given for one, given in found.items() if given.made in won}
            lost = {one: g.attempt + 1 for one, g in found.items() if g.made not in won}
            waiting = {one: at for one, at in lost.items() if not (second and self._once(one))}
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
        return replace(given, fake=maker.make(given.value, given.label, setting))

    def _meet_owners(
        self, project: Project, standing: Mapping[Identity, Given], *, second: bool = False
    ) -> None:
        """Recall persons of earlier batches whose names others follow."""
        known = self._seconds if second else self._attempts
        take = self._take_second if second else self._take
        while standing:
            # Who is met may follow another person in turn.
            owners = {
                self.placed(Identity(one.scope, NAME, person))
                for one, given in standing.items()
                if (person := Person.of_key(given.owner)) is not None
            }
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
        self._take_owner(identity, given.owner)
        self._give(identity, given, second=False)

    def _take_second(self, identity: Identity, given: Given) -> None:
        """Give a second surrogate to an entity."""
        self._seconds[identity], self._places[identity] = given.attempt, given.place
        self._marked.add(given.place)
        self._give(identity, given, second=True)

    def _keep_family(self, identity: Identity, given: Given, *, second: bool = False) -> None:
        """Let a person keep the family name of an earlier batch."""
        if self.project is not None and identity.family == NAME and not given.owner:
            setting = self._setting_of(identity, given.attempt, second)
            self.company.keep_family(identity, setting, given.made)

    def _give(self, identity: Identity, given: Given, *, second: bool) -> None:
        self._keep_family(identity, given, second=second)
        self._given.add((identity.family, given.made))
        self._shown_as[identity, second] = given

    def _take_owner(self, identity: Identity, owner: str) -> None:
        """Let an entity follow the person of a vault's row, or nobody."""
        self._owners.pop(identity, None)
        if (person := Person.of_key(owner)) is not None:
            self._owners[identity] = person

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
        most = min(_MOST_ATTEMPTS, start + 1 + _MOST_WRITTEN // (len(value) + 1))
        most = start + 1 if second and self._once(identity) else most
        spelled = self.company.spelled(identity.scope)
        if family == NAME:
            self.company.choose_family(identity, self._setting_of(identity, 0, second), self.draw)
        for attempt in range(start, most):
            setting = self._setting(identity, attempt, second=second)
            made, fake = made_for(family, value, label, setting)
            if made is None or self._taken(family, made):
                continue
            # Letters that a number keeps would be somebody's initials.
            initials = label in Numbers.labels and not kept_prefixes(fake).isdisjoint(spelled)
            if initials or self.company.refuses(identity, fake, setting, self.draw):
                continue
            self._given.add((family, made))
            return Given(made, attempt, owner.key if owner else "", label, value, fake, language)
        return None

    def _once(self, identity: Identity) -> bool:
        """Tell whether a second surrogate must be of the first one's attempt, and so shape."""
        return identity.family != NAME and identity not in self._owners

    def _taken(self, family: str, made: str) -> bool:
        """Tell whether a result is real or belongs to another entity."""
        known = any((family, end) in self._real for end in ends_of(family, made))
        return known or (family, made) in self._given

    def _setting(self, identity: Identity, attempt: int, *, second: bool = False) -> Setting:
        """Return the setting of an entity without a passage around it."""
        persona = self.persona_of(identity, attempt, second=second)
        return replace(self._setting_of(identity, attempt, second), persona=persona)

    def _setting_of(self, identity: Identity, attempt: int, second: bool) -> Setting:
        scope, options = identity.scope, self.options
        language = self._languages.get(identity, _ENGLISH)
        setting = Setting(self.draws, scope, scope, options=options, language=language)
        passed = partial(self.company.passed, scope)
        return replace(setting.of(identity.who), attempt=attempt, second=second, passed=passed)
