"""The roster: the persons behind the mentions of a subject, from full names down to initials.

Full names make persons; writings of one person are united. What is written shorter belongs to the
persons it fits; what fits nobody is a person of its own. Nothing here depends on the order in which
mentions came.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from textveil.detect.mentions import Mention
from textveil.lexicon.given_names import formal_names, given_names_agree
from textveil.lexicon.person_names import Reading
from textveil.lexicon.words import look_up

__all__ = ["Directory", "Person", "fit", "unite"]

KIN: Final = "kin"
"""Marks a relative who bears a name of the subject."""

_SURE: Final = 1000
"""How much more a name counts whose writing shows the order of its parts."""


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Person:
    """Whom a name means; squeezed parts, empty where unknown.

    `mark` tells namesakes apart: `jr`, `sr` and the like, or `kin`.
    """

    given: str
    middle: str
    family: str
    mark: str = ""

    def __repr__(self) -> str:
        return "Person()"

    @property
    def entity(self) -> str:
        """The text that all mentions of the person carry as their entity."""
        middle = f"{self.middle};{self.mark}" if self.mark else self.middle
        return f"{self.given}|{middle}|{self.family}"

    @property
    def rank(self) -> int:
        """How little is known: nothing is missing, an initial, a name, or all but initials."""
        lengths = sorted((len(self.given), len(self.family)))
        return {0: 2, 1: 1}.get(lengths[0], 0) if lengths[1] > 1 else 3


def _agree(one: str, other: str) -> bool:
    """Tell whether two parts are equal, unknown, or one the initial of the other."""
    return (
        not one or not other or one == other or (1 in (len(one), len(other)) and one[0] == other[0])
    )


def _middles_agree(one: str, other: str) -> bool:
    """Tell whether one begins as the other does: `jx` and `jxavier`, `a` and `ann`."""
    return one.startswith(other) or other.startswith(one)


def _reading_fits(reading: Reading, person: Person) -> bool:
    """Tell whether a reading can be the person's: nothing differs, and a name is shared."""
    if not (
        _agree(reading.family, person.family)
        and given_names_agree(reading.given, person.given)
        and _middles_agree(reading.middle, person.middle)
    ):
        return False
    if reading.middle and not reading.family and not person.middle:
        # "John May" is nobody's two given names unless somebody has both.
        return False
    pairs = zip(reading, (person.given, person.middle, person.family), strict=True)
    return any(len(one) > 1 and len(other) > 1 for one, other in pairs)


def _initials_fit(letters: str, person: Person) -> bool:
    if len(letters) == 1:
        return person.rank == 3 and letters in (person.given, person.family)
    if not person.given or not person.family:
        return False
    if len(person.given) == 1 and letters == person.given + person.middle[:1]:
        # Somebody who goes by initials, as A.J. does.
        return True
    middle = letters[1] if len(letters) > 2 else ""
    ends = letters[0] == person.given[0] and letters[-1] == person.family[0]
    return ends and _agree(middle, person.middle)


def fit(mention: Mention, person: Person) -> int | None:
    """Return how well a mention fits a person, 0 for best; None where it does not.

    After a title the family name is expected; a short form fits less well than the name itself, and
    a middle name last.
    """
    if mention.generation and person.mark and mention.generation != person.mark:
        return None
    if mention.initials:
        return 0 if _initials_fit(mention.initials, person) else None
    if not any(_reading_fits(reading, person) for reading in mention.readings):
        return None
    if not mention.is_word:
        if not _reading_fits(mention.first, person):
            # Read the other way round, a name fits less well than as it is written.
            return 2
        return 0 if _agree(mention.first.given, person.given) else 1
    word = "".join(mention.first)
    if word == person.family:
        return 0
    if word == person.given:
        return 1 if mention.title else 0
    return 3 if word == person.middle else 2


def unite(found: Mapping[Mention, int]) -> tuple[Person, ...]:
    """Return the persons behind full names, in a fixed order; writings of one person are one."""
    votes: dict[str, Counter[Reading]] = defaultdict(Counter)
    full = {mention: count for mention, count in found.items() if mention.is_full}
    for mention, count in full.items():
        votes[mention.first.family][mention.first] += count * (_SURE if mention.sure else 1)
    people = {
        Person(*_likeliest(mention, votes), mention.generation)
        for mention in full
        if not _is_part(mention, full)
    }
    kept: dict[str, list[Person]] = defaultdict(list)
    for person in sorted(people, key=lambda p: (-len(p.given), -len(p.middle), not p.mark, p)):
        known = kept[person.family]
        same = [at for at, other in enumerate(known) if _same(person, other)]
        if not same:
            known.append(person)
        elif len(same) == 1:
            other = known[same[0]]
            middle, mark = other.middle or person.middle, other.mark or person.mark
            known[same[0]] = replace(other, middle=middle, mark=mark)
    return tuple(sorted(person for known in kept.values() for person in known))


def _is_part(mention: Mention, full: Iterable[Mention]) -> bool:
    """Tell whether a name is but a part of somebody's: both given names, or all of the family's.

    Peggy Sue is Peggy Sue Harada where there is one, and Van Horn is Sonja Van Horn.
    """
    given, middle, family = mention.first
    if mention.sure or middle:
        return False
    facts = look_up(family)
    may_be_given = max(facts.female, facts.male) >= facts.surname
    return any(
        other.first.family == given + family
        or (may_be_given and other.first.given == given and other.first.middle.startswith(family))
        for other in full
    )


def _same(one: Person, other: Person) -> bool:
    return (
        given_names_agree(one.given, other.given)
        and _middles_agree(one.middle, other.middle)
        and (not one.mark or not other.mark or one.mark == other.mark)
    )


def _likeliest(mention: Mention, votes: Mapping[str, Counter[Reading]]) -> Reading:
    """Return the reading of a full name that most writings of the name share."""

    def weight(reading: Reading) -> tuple[int, int, Reading]:
        given, family = look_up(reading.given), look_up(reading.family)
        as_given = max(given.female, given.male) - given.surname
        as_family = family.surname - max(family.female, family.male)
        return _votes_for(reading, votes), as_given + as_family, reading

    full = [one for one in mention.readings if len(one.given) > 1 and len(one.family) > 1]
    return max((one for one in full if _votes_for(one, votes)), key=weight)


def _votes_for(reading: Reading, votes: Mapping[str, Counter[Reading]]) -> int:
    return sum(
        count
        for other, count in votes.get(reading.family, {}).items()
        if given_names_agree(reading.given, other.given)
        and _middles_agree(reading.middle, other.middle)
    )


@dataclass(slots=True, repr=False)
class Directory:
    """Persons, found by any part of their names."""

    people: set[Person] = field(default_factory=set)
    _by_word: dict[str, list[Person]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, people: Iterable[Person]) -> "Directory":
        """Return a directory of some persons."""
        made = cls()
        for person in people:
            made.add(person)
        return made

    def add(self, person: Person) -> None:
        """Enter a person; one who is known already stays as they are."""
        if person not in self.people:
            self.people.add(person)
            last = person.family[:1], person.middle[:1] if len(person.given) == 1 else ""
            initials = {f"{person.given[:1]}.{letter}" for letter in last}
            words = {person.family, person.middle, *formal_names(person.given), *initials}
            for word in words - {""}:
                self._by_word[word].append(person)

    def fitting(self, mention: Mention) -> Iterator[tuple[int, Person]]:
        """Yield the persons that a mention fits, with how well."""
        if mention.initials:
            letters = mention.initials
            words = {f"{letters[0]}.{letters[-1]}", f"{letters}.", f".{letters}"}
        else:
            words = {part for reading in mention.readings for part in reading}
            words |= {formal for word in words for formal in formal_names(word)}
        seen = {person for word in words - {""} for person in self._by_word.get(word, ())}
        for person in seen:
            quality = fit(mention, person)
            if quality is not None:
                yield quality, person
