"""The roster: the persons behind the mentions of a subject, from full names down to initials.

Full names make persons; writings of one person are united. What is written shorter belongs to the
persons it fits; what fits nobody is a person of its own. Nothing here depends on the order in which
mentions came.
"""

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from textveil.detect.people.mentions import Mention
from textveil.lexicon.people.given_names import (
    formal_names,
    given_leaning,
    given_names_agree,
    is_cut,
)
from textveil.lexicon.people.person_names import NameReading
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.person import Person

__all__ = ["KIN", "Directory", "fit", "initials_fit", "rank", "unite"]

KIN: Final = "kin"
"""Marks a relative who bears a name of the subject."""

_KEPT: Final = 1 << 14
_MOST: Final = 128
"""Persons at most whom one key of a directory leads to: a name of more tells nobody apart."""
_SURE: Final = 1000
"""How much more a name counts whose writing shows the order of its parts."""


def rank(person: Person) -> int:
    """Return how little is known: nothing is missing, an initial, a name, or all but initials."""
    shorter, longer = sorted((len(person.given), len(person.family)))
    return {0: 2, 1: 1}.get(shorter, 0) if longer > 1 else 3


def _agree(one: str, other: str) -> bool:
    """Tell whether two parts are equal, unknown, or one the initial of the other."""
    return (
        not one or not other or one == other or (1 in (len(one), len(other)) and one[0] == other[0])
    )


def _middles_agree(one: str, other: str) -> bool:
    """Tell whether one begins as the other does, or leaves out some: `j x` and `j xavier`."""
    if one.startswith(other) or other.startswith(one):
        return True
    few, many = sorted((one.split(), other.split()), key=len)
    rest = iter(many)
    return all(any(_agree(word, there) for there in rest) for word in few)


def _reading_fits(
    reading: NameReading, person: Person, halves: Container[str], language: str
) -> bool:
    """Tell whether a reading can be the person's: nothing differs, and a name is shared."""
    given, middle, family = reading
    if not (
        (_agree(family, person.family) or family in halves)
        and _given_agree(reading, person, language)
        and (not middle or _middles_agree(middle, person.middle))
    ):
        return False
    if middle and not family and not person.middle:
        # "John May" is nobody's two given names unless somebody has both.
        return False
    return (
        (len(given) > 1 and len(person.given) > 1)
        or (len(family) > 1 and len(person.family) > 1)
        or (len(middle) > 1 and len(person.middle) > 1)
    )


def _given_agree(reading: NameReading, person: Person, language: str) -> bool:
    """Tell whether a given name can be the person's; alone it may be a nickname, as Soph is."""
    given, middle, family = reading
    if given_names_agree(given, person.given, language):
        return True
    return not middle and not family and is_cut(given, person.given, language)


def initials_fit(letters: str, person: Person) -> int | None:
    """Return 0 where initials are the person's, 1 where a middle one is of an unknown name."""
    if len(letters) == 1:
        return 0 if rank(person) == 3 and letters in (person.given, person.family) else None
    if not person.given or not person.family:
        return None
    if len(person.given) == 1 and letters == person.given + person.middle[:1]:
        # Somebody who goes by initials, as A.J. does.
        return 0
    if letters[0] != person.given[0] or letters[-1] != person.family[0]:
        return None
    if not person.middle or len(letters) == 2:
        return int(len(letters) > 2)
    return 0 if _middles_agree(" ".join(letters[1:-1]), person.middle) else None


def fit(
    mention: Mention, person: Person, halves: Collection[str] = (), *, language: str = ENGLISH
) -> int | None:
    """Return how well a mention fits a person, 0 for best; None if it does not.

    After a title the family name is expected; half of a family name fits less well than all of it,
    a short form less well than the name itself, and a middle name last.
    """
    if halves:
        return _fit(mention, person, halves, language)
    return _fit_whole(mention, person, language)


@lru_cache(maxsize=_KEPT)
def _fit_whole(mention: Mention, person: Person, language: str) -> int | None:
    return _fit(mention, person, (), language)


def _fit(mention: Mention, person: Person, halves: Container[str], language: str) -> int | None:
    if mention.generation and person.mark and mention.generation != person.mark:
        return None
    if mention.initials:
        return initials_fit(mention.initials, person)
    others = mention.readings[1:]
    first = _reading_fits(mention.first, person, halves, language)
    if not first and not any(_reading_fits(one, person, halves, language) for one in others):
        return None
    if not mention.is_word:
        # Read the other way round, a name fits less well than as it is written.
        return 2 if not first else 0 if _agree(mention.first.given, person.given) else 1
    word = "".join(mention.first)
    if word == person.family:
        return 0
    if word == person.given or word in halves:
        return 1 if mention.title or word != person.given else 0
    return 3 if word in person.middle.split() else 2


def unite(found: Mapping[Mention, int], *, language: str = ENGLISH) -> tuple[Person, ...]:
    """Return the persons behind full names, in a fixed order; each person once."""
    votes: dict[str, Counter[NameReading]] = defaultdict(Counter)
    full = {mention: count for mention, count in found.items() if mention.is_full}
    for mention, count in full.items():
        for key in _pairs(mention.first.given, mention.first.family, language):
            votes[key][mention.first] += count * (_SURE if mention.sure else 1)
    for key in [key for key, readings in votes.items() if len(readings) > _MOST]:
        votes[key] = Counter(dict(sorted(votes[key].items())[:_MOST]))
    wholes = _Wholes.of(full)
    people = {
        Person(*_likeliest(mention, votes, language), mention.generation)
        for mention in full
        if not wholes.hold(mention)
    }
    kept: list[Person] = []
    places: dict[str, list[int]] = defaultdict(list)
    for person in sorted(people, key=lambda p: (-len(p.given), -len(p.middle), not p.mark, p)):
        keys = _pairs(person.given, person.family, language)
        near = sorted({at for key in keys for at in places[key][:_MOST]})
        same = [at for at in near if _same(person, kept[at], language)]
        if not same:
            for key in keys:
                places[key].append(len(kept))
            kept.append(person)
        elif len(same) == 1:
            other = kept[same[0]]
            middle, mark = other.middle or person.middle, other.mark or person.mark
            kept[same[0]] = replace(other, middle=middle, mark=mark)
    return tuple(sorted(kept))


@lru_cache(maxsize=_KEPT)
def _pairs(given: str, family: str, language: str) -> tuple[str, ...]:
    """Return keys of a full name: two names whose given names agree have one in common."""
    formal = sorted(formal_names(given, language))
    return tuple(f"{name} {family}" for name in formal)


@dataclass(slots=True, repr=False)
class _Wholes:
    """Names that contain other names."""

    families: set[str] = field(default_factory=set)
    doubles: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    sure: set[tuple[str, str]] = field(default_factory=set)

    @classmethod
    def of(cls, full: Iterable[Mention]) -> "_Wholes":
        """Return the names of some mentions."""
        made = cls()
        for mention in full:
            given, middle, family = mention.first
            made.families.add(family)
            if mention.sure:
                made.sure.add((given, family))
            for more in (*middle.split()[:1], *mention.halves):
                made.doubles[given, more].add(mention.label)
        return made

    def hold(self, mention: Mention) -> bool:
        """Tell whether a name is only a part of another person's name.

        Both given names (Peggy Sue is Peggy Sue Harada where there is one), all of the family name
        (Van Horn is Sonja Van Horn), or one half of it (Ana Jones is Ana Smith-Jones). A name that
        is written with the family name first somewhere is whole.
        """
        given, middle, family = mention.first
        if mention.sure or middle:
            return False
        if any(one.family in self.families for one in mention.readings if not one.given):
            return True
        pairs = {(given, family)}
        pairs |= {(one.given, one.middle) for one in mention.readings if not one.family}
        labels = {label for pair in pairs for label in self.doubles.get(pair, ())}
        agree = not mention.label or mention.label in labels or "" in labels
        return bool(labels) and agree and (given, family) not in self.sure


def _same(one: Person, other: Person, language: str) -> bool:
    return (
        given_names_agree(one.given, other.given, language)
        and _middles_agree(one.middle, other.middle)
        and (not one.mark or not other.mark or one.mark == other.mark)
    )


def _likeliest(
    mention: Mention, votes: Mapping[str, Counter[NameReading]], language: str
) -> NameReading:
    """Return the reading of a full name that most writings of the name share."""

    def weight(reading: NameReading) -> tuple[int, int, NameReading]:
        leaning = given_leaning(reading.given) - given_leaning(reading.family)
        return _votes_for(reading, votes, language), leaning, reading

    full = [one for one in mention.readings if len(one.given) > 1 and len(one.family) > 1]
    voted = (one for one in full if _votes_for(one, votes, language))
    return max(voted, key=weight, default=mention.first)


def _votes_for(
    reading: NameReading, votes: Mapping[str, Counter[NameReading]], language: str
) -> int:
    near = {
        other: count
        for key in _pairs(reading.given, reading.family, language)
        for other, count in votes.get(key, {}).items()
    }
    return sum(
        count for other, count in near.items() if _middles_agree(reading.middle, other.middle)
    )


@dataclass(slots=True, repr=False)
class Directory:
    """Persons, found by any part of their names.

    A name in full leads to those who share both of its parts or are known by one of them, a shorter
    name to those who have it. Where a key leads to more than `_MOST`, the first of them count.
    """

    language: str = ENGLISH
    people: set[Person] = field(default_factory=set)
    _by_key: dict[str, list[Person]] = field(default_factory=lambda: defaultdict(list))
    _halves: dict[Person, set[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, found: Mapping[Mention, int], *, language: str = ENGLISH) -> "Directory":
        """Return a directory of the persons behind full names."""
        made = cls(language)
        for person in unite(found, language=language):
            made.add(person)
        for mention in found:
            made.learn_halves(mention)
        return made

    def without(self, people: Container[Person]) -> "Directory":
        """Return a directory of the other persons."""
        made = Directory(self.language)
        for person in self.people:
            if person not in people:
                made.add(person)
                for half in self._halves.get(person, ()):
                    made._learn(person, half)
        return made

    def add(self, person: Person) -> None:
        """Enter a person; a known person does not change."""
        if person not in self.people:
            self.people.add(person)
            last = person.family[:1], person.middle[:1] if len(person.given) == 1 else ""
            initials = {f"{person.given[:1]}.{letter}" for letter in last}
            middle = person.middle.split()
            formal = formal_names(person.given, self.language)
            words = {person.family, *middle, *formal, *initials, *_cuts(person.given)}
            self._enter(person, words.union(_pairs_of(person, person.family, self.language)))

    def _learn(self, person: Person, half: str) -> None:
        self._halves.setdefault(person, set()).add(half)
        self._enter(person, {half, *_pairs_of(person, half, self.language)})

    def _enter(self, person: Person, keys: set[str]) -> None:
        for key in keys - {""}:
            known = self._by_key[key]
            insort(known, person)
            del known[_MOST:]

    def learn_halves(self, mention: Mention) -> None:
        """Also enter the persons of a mention under both halves of a family name."""
        if mention.halves:
            for _, person in self.fitting(mention):
                for half in set(mention.halves) - self._halves.get(person, set()):
                    self._learn(person, half)

    def fitting(self, mention: Mention) -> list[tuple[int, Person]]:
        """Return the persons that a mention fits, and how well, unordered."""
        by_key = self._by_key
        seen: set[Person] = set()
        for key in _keys(mention, self.language):
            if key in by_key:
                seen.update(by_key[key])
        found = []
        for person in seen:
            halves = self._halves.get(person, ())
            quality = fit(mention, person, halves, language=self.language)
            if quality is not None:
                found.append((quality, person))
        return found


@lru_cache(maxsize=_KEPT)
def _keys(mention: Mention, language: str) -> frozenset[str]:
    """Return the keys of the persons that a mention can mean."""
    if mention.initials:
        letters = mention.initials
        return frozenset({f"{letters[0]}.{letters[-1]}", f"{letters}.", f".{letters}"})
    full = [one for one in mention.readings if len(one.given) > 1 and len(one.family) > 1]
    short = [one for one in mention.readings if one not in full]
    words = {word for one in short for word in (one.given, one.family, *one.middle.split())}
    words |= {word for one in full for word in one.middle.split()}
    words |= {formal for word in words for formal in formal_names(word, language)}
    cuts = _cuts("".join(mention.first)) if mention.is_word else ()
    pairs = {key for one in full for key in _pairs(one.given, one.family, language)}
    pairs |= {key for one in full for key in _pairs(one.given, "", language)}
    pairs |= {f" {one.family}" for one in full}
    return frozenset({*words, *cuts, *pairs} - {""})


def _pairs_of(person: Person, family: str, language: str) -> tuple[str, ...]:
    """Return the keys by which names in full lead to a person; initials count as unknown."""
    given, known = person.given, family if len(family) > 1 else ""
    return _pairs(given, known, language) if len(given) > 1 else (f" {known}",)


def _cuts(word: str) -> tuple[str, ...]:
    """Return keys by which nicknames and given names meet that begin or end alike."""
    return (f"{word[:3]}...", f"...{word[-4:]}") if len(word) >= 3 else ()
