"""The roster of a subject: the people in its documents, and who the subject is.

Full names are entered first, then relatives who have the subject's name, then people named by
less: as somebody of the roster, as the one carer of the corpus who fits, or as a person of their
own. The set of mentions decides, in sorted order, never the order of documents.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final, NamedTuple

from textveil.detect.people.mentions import Mention
from textveil.detect.people.roster import KIN, Directory, fit, rank
from textveil.lexicon.people.given_names import clear_gender_of, given_leaning
from textveil.values.person import Person

__all__ = ["Draft", "SubjectRoster", "alone", "full_names", "is_family_name"]

_WEIGHTS: Final = {"subject": 4, "head": 2}
"""How much a mention speaks for its person as the subject, by the words around it."""
_AGAINST: Final = 6
"""How much a word for a relative speaks against it; namesakes in a family are few."""

_RELATED: Final = frozenset({"kin", "kin of namesake"})


@dataclass(slots=True, repr=False)
class SubjectRoster:
    """The persons of one subject, and what the mentions say about each."""

    people: Directory
    labels: Mapping[Person, set[str]]
    genders: Mapping[Person, str]
    counts: Mapping[Person, int]
    protagonist: Person | None
    has_carers: bool
    relatives: Container[Person]
    _fitting: dict[Mention, tuple[tuple[int, Person], ...]] = field(default_factory=dict)

    def allows(self, mention: Mention, person: Person) -> bool:
        """Tell whether a mention can mean a person with that label and place."""
        if mention.relation == "kin of namesake":
            return person.mark == KIN
        if mention.relation == "kin" and person == self.protagonist:
            return not mention.is_word and Person(*mention.first, KIN) not in self.people.people
        if self._is_somebody_else(mention, person):
            return False
        labels = self.labels.get(person, set())
        if mention.initials and not mention.called:
            return self._may_sign(mention, person, labels)
        return mention.is_full or not mention.label or not labels or mention.label in labels

    def _is_somebody_else(self, mention: Mention, person: Person) -> bool:
        """Tell whether a family name means the subject rather than a relative."""
        titled = mention.label == "PATIENT" and mention.is_word and bool(mention.title)
        subject = mention.relation == "subject" or (titled and self.protagonist is None)
        if subject and person in self.relatives:
            return is_family_name(mention, person)
        # Mr. Grasso is not his wife Rosa.
        return titled and person != self.protagonist and self.clash(mention, person)

    def _may_sign(self, mention: Mention, person: Person, labels: Container[str]) -> bool:
        """Tell whether initials can mean a person: carers sign so, subjects are named so."""
        if mention.relation == "subject":
            return "PATIENT" in labels
        if not self.has_carers or person == self.protagonist:
            return True
        return "PROVIDER" in labels or (not labels and rank(person) > 0)

    def clash(self, mention: Mention, person: Person) -> bool:
        """Tell whether a title speaks against a person; never for a full name."""
        known = self.genders.get(person, "")
        differs = bool(mention.gender and known) and known != mention.gender
        return differs and (not mention.is_full or is_family_name(mention, person))

    def fitting(self, mention: Mention) -> tuple[tuple[int, Person], ...]:
        """Return the persons a mention can mean, and how well it fits, in a fixed order."""
        known = self._fitting.get(mention)
        if known is None:
            known = tuple(
                sorted(
                    (quality, person)
                    for quality, person in self.people.fitting(mention)
                    if self.allows(mention, person)
                )
            )
            self._fitting[mention] = known
        return known


def full_names(found: Mapping[Mention, int]) -> dict[Mention, int]:
    """Return the full names of a subject's documents.

    Le Gordon and Baron Bradstreet are full names where Le and Baron stand alone, too.
    """
    full = {
        one: count
        for one, count in found.items()
        if one.is_full and one.relation != "kin of namesake"
    }
    words = {"".join(one.first) for one in found if one.is_word and not one.title}
    for one, count in found.items():
        for reading in one.readings[1:] if not (one.is_full or one.first.given) else ():
            if reading.given in words and min(len(reading.given), len(reading.family)) > 1:
                others = (other for other in one.readings if other != reading)
                full[replace(one, readings=(reading, *others))] = count
                break
    return full


@dataclass(slots=True, repr=False)
class Draft:
    """The roster of a subject in the making."""

    found: Mapping[Mention, int]
    people: Directory
    labels: dict[Person, set[str]] = field(default_factory=dict)
    titles: dict[Person, Counter[str]] = field(default_factory=dict)
    counts: Counter[Person] = field(default_factory=Counter)
    central: Counter[Person] = field(default_factory=Counter)
    headed: set[Person] = field(default_factory=set)
    related: set[Person] = field(default_factory=set)
    unrelated: set[Person] = field(default_factory=set)

    def roster(self) -> SubjectRoster:
        """Return what is known so far."""
        # Who is named as a relative rather than otherwise is not whom documents are about.
        own = (p for p in self.central if self.central[p] > 0 or p in self.headed)
        best = max(own, key=lambda person: (self.central[person], person), default=None)
        genders = {person: _gender(person, titles) for person, titles in self.titles.items()}
        has_carers = any("PROVIDER" in found for found in self.labels.values())
        relatives = self.related - self.unrelated
        return SubjectRoster(
            self.people, self.labels, genders, self.counts, best, has_carers, relatives
        )

    def enter_full(self, full: Directory, carers: Directory) -> None:
        """Enter people who are named in full; carers as known from the whole corpus."""
        fitting = {
            one: [person for _, person in full.fitting(one)] for one in full_names(self.found)
        }
        known: dict[Person, Person] = {}
        for mention, own in fitting.items():
            if mention.is_provider and len(own) == 1:
                everywhere = [person for _, person in carers.fitting(mention)]
                if len(everywhere) == 1:
                    known[own[0]] = everywhere[0]
        # What fits one person only tells whose label the others have.
        for mention, own in sorted(fitting.items(), key=lambda item: len(item[1])):
            persons = {known.get(person, person) for person in own}
            labelled = {p for p in persons if mention.label in self.labels.get(p, ())}
            for person in persons:
                self.people.add(person)
            self._note(mention, self.found.get(mention, 1), labelled or persons)
        for mention in self.found:
            self.people.learn_halves(mention)
            if mention.is_word:
                self._weigh(mention)

    def _weigh(self, mention: Mention) -> None:
        """Count one word against people of that name who are not the subject."""
        titled = mention.label == "PATIENT" and mention.title and mention.gender
        if not titled and mention.relation != "kin":
            return
        for _, person in self.people.fitting(mention):
            gender = _gender(person, self.titles.get(person, Counter()))
            if mention.relation == "kin":
                self.central[person] -= _AGAINST
            elif gender and gender != mention.gender:
                # Who is titled is the subject; Mr. Grasso is not Rosa.
                self.central[person] -= 2

    def _note(self, mention: Mention, count: int, persons: Iterable[Person]) -> None:
        """Store what a mention says about the persons it means."""
        for person in persons:
            self.labels.setdefault(person, set()).update({mention.label} - {""})
            self.titles.setdefault(person, Counter())[mention.gender] += count
            self.counts[person] += count
            if mention.is_full:
                (self.related if "kin" in mention.relation else self.unrelated).add(person)
            if "kin" in mention.relation:
                self.central[person] -= _AGAINST
            elif mention.label == "PATIENT" and _tells_subject(mention):
                # Headers write the family name first, and letters a title; they name the subject.
                weight = 1 + mention.sure + _WEIGHTS.get(mention.relation, 0)
                weight += 2 if mention.title and mention.is_full else 0
                self.central[person] += count * weight
                self.headed |= {person} if mention.relation == "subject" else set()

    def enter_namesakes(self) -> None:
        """Enter relatives who have the full name of the subject, if the words say so."""
        relatives = [one for one in self.found if one.is_full and one.relation in _RELATED]
        subject = self.roster().protagonist if relatives else None
        for mention in relatives:
            namesake = mention.relation == "kin of namesake"
            if subject is not None and mention.relation == "kin":
                same = mention.first.family == subject.family
                namesake = same and fit(mention, subject, language=self.people.language) is not None
            if namesake:
                person = Person(*mention.first, KIN)
                self.people.add(person)
                self.labels.setdefault(person, set()).update({mention.label} - {""})

    def enter_short(self, carers: Directory, everybody: Directory) -> None:
        """Enter people who are never named in full."""
        short = sorted((one for one in self.found if not one.is_full), key=_fullest_first)
        if not short:
            return
        roster = self.roster()
        missing = [one for one in short if not self._is_placed(one, roster)]
        # People named by more words come first: a shorter name may mean one of them.
        for _, group in groupby(missing, key=lambda one: one.size):
            same = list(group)
            for mention in same:
                if not self._is_placed(mention, roster):
                    self._enter(mention, self._only_one(mention, carers, everybody), carers)
            for mention in same:
                if not self._is_placed(mention, roster):
                    self._enter(mention, _one_of_most(mention, carers, missing), carers)
                if not self._is_placed(mention, roster) and not self._joined(mention):
                    self._enter(mention, alone(mention, roster), carers)
        self._join_halves()
        # Who a short name means is known where it fits nobody else.
        roster = self.roster()
        for mention in short:
            fitting = [p for _, p in roster.fitting(mention) if not roster.clash(mention, p)]
            if len(fitting) == 1:
                self._note(mention, self.found[mention], fitting)

    def _only_one(self, mention: Mention, carers: Directory, everybody: Directory) -> Person | None:
        """Return the one person beyond the subject's documents whom a mention fits, if any."""
        # Those who treat people are shared by subjects; others are not.
        for directory in (carers, everybody) if _may_be_carer(mention) else (everybody,):
            fitting = [p for _, p in directory.fitting(mention) if p not in self.people.people]
            if len(fitting) == 1:
                return fitting[0]
        return None

    def _enter(self, mention: Mention, person: Person | None, carers: Directory) -> None:
        if person is not None:
            self.people.add(person)
            label = "PROVIDER" if person in carers.people else mention.label
            self.labels.setdefault(person, set()).update({label} - {""})

    def _joined(self, mention: Mention) -> bool:
        """Give initials to the only carer with a single name that fits them."""
        letters = mention.initials
        label = "PATIENT" if mention.relation == "subject" else "PROVIDER"
        if len(letters) < 2 or mention.called:
            return False
        fitting = [
            person
            for person in self.people.people
            if label in self.labels.get(person, ())
            and not (person.given and person.family)
            and (person.given[:1], person.family[:1]) in ((letters[0], ""), ("", letters[-1]))
        ]
        if len(fitting) != 1:
            return False
        [half] = fitting
        whole = Person(half.given or letters[0], letters[1:-1], half.family or letters[-1])
        self._replace({half}, whole)
        return True

    def _replace(self, halves: set[Person], whole: Person) -> None:
        labels = {label for half in halves for label in self.labels.pop(half, ())}
        self.people = self.people.without(halves)
        self.people.add(whole)
        self.labels.setdefault(whole, set()).update(labels)

    def _join_halves(self) -> None:
        """Join the subject's given name and family name if they stand apart.

        Documents whose subject nobody names in full speak of Mr. Romanov here and of Yevgeny
        there. They are one where there is no other choice.
        """
        named = any(one.is_word and one.label == "PATIENT" for one in self.found)
        if not named or self.roster().protagonist is not None:
            return
        halves = self._halves()
        titled = [one for one in halves if one.titled]
        if len(halves) == 2 and len(titled) < 2:
            family = titled[0] if titled else min(halves, key=lambda one: (one.leaning, one))
            givens = [one for one in halves if one != family]
        elif len(titled) == 1:
            [family] = titled
            givens = [one for one in halves if one != family and one.person.given]
        else:
            return
        agreeing = [
            one
            for one in givens
            if not (family.gender and one.gender) or family.gender == one.gender
        ]
        if len(agreeing) == 1:
            whole = Person(agreeing[0].word, "", family.word)
            self._replace({family.person, agreeing[0].person}, whole)

    def _halves(self) -> list["_Half"]:
        """Return people labelled as the subject with a one-word name, without relatives."""
        found: dict[Person, _Half] = {}
        kin = set()
        for mention in self.found:
            if not mention.is_word or mention.label != "PATIENT":
                continue
            for _, person in self.people.fitting(mention):
                if rank(person) == 2 and not person.mark:
                    word = person.given + person.family
                    known = found.get(person)
                    gender = mention.gender or (known.gender if known else clear_gender_of(word))
                    titled = bool(mention.title) or bool(known and known.titled)
                    found[person] = _Half(given_leaning(word), word, titled, gender, person)
                    kin |= {person} if "kin" in mention.relation else set()
        return sorted(one for person, one in found.items() if person not in kin)

    def _is_placed(self, mention: Mention, roster: SubjectRoster) -> bool:
        return any(roster.allows(mention, person) for _, person in self.people.fitting(mention))


def is_family_name(mention: Mention, person: Person) -> bool:
    """Tell whether all of a mention is the family name, as Van Horn may be."""
    return "".join(mention.first) == person.family


def _tells_subject(mention: Mention) -> bool:
    """Tell whether a mention speaks for its person as the subject; relatives go by one word."""
    return not mention.is_word or bool(mention.title) or mention.relation == "subject"


class _Half(NamedTuple):
    """Somebody who is named by one word."""

    leaning: int
    word: str
    titled: bool
    gender: str
    person: Person


def _gender(person: Person, titles: Counter[str]) -> str:
    known = max(("female", "male"), key=lambda gender: titles[gender])
    return known if titles[known] else clear_gender_of(person.given)


def _fullest_first(mention: Mention) -> tuple[int, int, Mention]:
    letters = sum(map(len, mention.first)) or len(mention.initials)
    return -mention.size, -letters, mention


def _may_be_carer(mention: Mention) -> bool:
    return mention.is_provider or (bool(mention.initials) and not mention.called)


def _one_of_most(mention: Mention, carers: Directory, fitted: Iterable[Mention]) -> Person | None:
    """Return the carer who explains most of the short names, if they are more than one."""
    if not _may_be_carer(mention):
        return None
    explained = Counter(
        person for other in fitted if _may_be_carer(other) for _, person in carers.fitting(other)
    )
    ranked = sorted(((explained[p], p) for _, p in carers.fitting(mention)), reverse=True)
    return ranked[0][1] if ranked and ranked[0][0] > 1 else None


def alone(mention: Mention, roster: SubjectRoster) -> Person:
    """Return a new person who is known by this mention only."""
    if mention.initials:
        letters = mention.initials
        family = letters[-1] if len(letters) > 1 else ""
        return Person(letters[0], letters[1:-1], family)
    namesake = roster.protagonist if mention.relation == "kin" else None
    language = roster.people.language
    kin = namesake is not None and fit(mention, namesake, language=language) is not None
    mark = KIN if kin or mention.relation == "kin of namesake" else mention.generation
    return Person(*mention.first, mark)
