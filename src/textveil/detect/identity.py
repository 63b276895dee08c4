"""Identity: which mentions mean the same person, in a document and across a subject's documents.

Full names (a given name and a family name) make persons; what is written shorter is linked to a
person it fits: same family name, a given name that agrees (equal, initial, short form), the same
initials. Where several fit, title, label, the subject of the document and who was mentioned last
decide; where none fits, the mention is a person of its own. Two full names are two persons unless
they agree.

`People` is filled in a first pass over all documents, so that a surname in an early document is
linked to the full name in a later one. The rules, with reasons and limits, are in
`docs/methods/identity.md`.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from textveil.detect.mentions import Mention, mentions
from textveil.detect.roster import KIN, Directory, Person, fit, unite
from textveil.lexicon.given_names import gender_of
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["People", "Person", "link"]

_ROSTERS: Final = 256
_NEVER: Final = 1 << 30


@dataclass(frozen=True, slots=True, repr=False)
class _Roster:
    """The persons of one subject, and what the mentions say about each."""

    people: Directory
    labels: Mapping[Person, set[str]]
    genders: Mapping[Person, str]
    counts: Mapping[Person, int]
    protagonist: Person | None
    has_carers: bool

    def allows(self, mention: Mention, person: Person) -> bool:
        """Tell whether a short mention can be of a person with that label and place."""
        labels = self.labels.get(person, set())
        if mention.relation == "kin" and mention.is_word and person == self.protagonist:
            return False
        if mention.initials and self.has_carers and person != self.protagonist:
            # Carers sign with initials, and subjects are named by them; others are not.
            return "PROVIDER" in labels or (not labels and person.rank > 0)
        return mention.is_full or not mention.label or not labels or mention.label in labels


@dataclass(slots=True)
class People:
    """The mentions of a corpus, by scope and subject; grows with the number of distinct ones."""

    _found: dict[str, dict[str, Counter[Mention]]] = field(default_factory=dict, repr=False)
    _united: dict[str, Directory] = field(default_factory=dict, repr=False)
    _carers: Directory | None = field(default=None, repr=False)
    _rosters: "OrderedDict[tuple[str, str], _Roster]" = field(
        default_factory=OrderedDict, repr=False
    )

    def __len__(self) -> int:
        return sum(len(found) for by in self._found.values() for found in by.values())

    def add(self, scope: str, document: Document, spans: Spans) -> None:
        """Learn the names of a document."""
        found = self._found.setdefault(scope, {}).setdefault(document.counted_subject, Counter())
        found.update(one for _, pieces in mentions(document, spans) for _, one in pieces)
        self._united.clear()
        self._rosters.clear()
        self._carers = None

    def of(self, scope: str) -> tuple[Person, ...]:
        """Return the persons with full names of a scope, in a fixed order."""
        return tuple(sorted(self._full(scope).people))

    def roster(self, scope: str, document: Document) -> _Roster:
        """Return the persons that the documents of a subject mention."""
        key = (scope, document.counted_subject)
        if key not in self._rosters:
            self._rosters[key] = self._made(scope, document.counted_subject)
            while len(self._rosters) > _ROSTERS:
                self._rosters.popitem(last=False)
        return self._rosters[key]

    def _full(self, scope: str) -> Directory:
        if scope not in self._united:
            if len(self._united) > _ROSTERS:
                self._united.clear()
            total: Counter[Mention] = Counter()
            for found in self._found.get(scope, {}).values():
                total.update({one: count for one, count in found.items() if one.is_full})
            self._united[scope] = Directory.of(unite(total))
        return self._united[scope]

    def _providers(self) -> Directory:
        """Return those who treat people, whoever's documents name them in full."""
        if self._carers is None:
            total: Counter[Mention] = Counter()
            for by in self._found.values():
                for found in by.values():
                    total.update({o: n for o, n in found.items() if o.is_full and o.is_provider})
            self._carers = Directory.of(unite(total))
        return self._carers

    def _made(self, scope: str, subject: str) -> _Roster:
        by_subject = self._found.get(scope, {})
        found = by_subject.get(subject, Counter())
        full = self._full(scope)
        people = Directory()
        facts = _Facts()
        for mention, count in found.items():
            if mention.is_full:
                fitting = [person for _, person in full.fitting(mention)]
                for person in fitting:
                    people.add(person)
                facts.note(mention, count, fitting)
            elif mention.is_word and mention.relation == "kin":
                for _, person in full.fitting(mention):
                    facts.central[person] -= 3
        carers = self._providers()
        roster = facts.roster(people)
        shared = [carers, full] if len(by_subject) > 1 else [carers]
        for mention in sorted((one for one in found if not one.is_full), key=_fullest_first):
            if not any(roster.allows(mention, p) for _, p in people.fitting(mention)):
                person = _elsewhere(mention, shared) or _alone(mention, roster)
                people.add(person)
                label = "PROVIDER" if person in carers.people else mention.label
                facts.labels.setdefault(person, set()).update({label} - {""})
        return facts.roster(people)


@dataclass(slots=True, repr=False)
class _Facts:
    """What the full mentions of a subject say about each person."""

    labels: dict[Person, set[str]] = field(default_factory=dict)
    titles: dict[Person, Counter[str]] = field(default_factory=dict)
    counts: Counter[Person] = field(default_factory=Counter)
    central: Counter[Person] = field(default_factory=Counter)

    def note(self, mention: Mention, count: int, fitting: Iterable[Person]) -> None:
        for person in fitting:
            self.labels.setdefault(person, set()).update({mention.label} - {""})
            self.titles.setdefault(person, Counter())[mention.title] += count
            self.counts[person] += count
            if mention.label == "PATIENT":
                # Headers write the family name first, and they name the subject.
                weight = 3 if mention.relation == "subject" else 2 if mention.sure else 1
                self.central[person] += -3 if "kin" in mention.relation else count * weight

    def roster(self, people: Directory) -> _Roster:
        best = max(self.central, key=lambda person: (self.central[person], person), default=None)
        genders = {person: _gender(person, titles) for person, titles in self.titles.items()}
        has_carers = any("PROVIDER" in found for found in self.labels.values())
        return _Roster(people, self.labels, genders, self.counts, best, has_carers)


def _gender(person: Person, titles: Counter[str]) -> str:
    known = max(("female", "male"), key=lambda gender: titles[gender])
    return known if titles[known] else gender_of("", person.given)


def _fullest_first(mention: Mention) -> tuple[int, int, Mention]:
    words = sum(map(bool, mention.first))
    letters = sum(map(len, mention.first)) or len(mention.initials)
    return -words, -letters, mention


def _elsewhere(mention: Mention, shared: Iterable[Directory]) -> Person | None:
    """Return the one person beyond the subject's documents whom a mention fits, if there is one."""
    for at, directory in enumerate(shared):
        # Those who treat people are shared by subjects; others are not.
        if at or mention.is_provider or mention.initials:
            fitting = [person for _, person in directory.fitting(mention)]
            if len(fitting) == 1:
                return fitting[0]
    return None


def _alone(mention: Mention, roster: _Roster) -> Person:
    """Return a person about whom nothing but the mention is known."""
    if mention.initials:
        letters = mention.initials
        family = letters[-1] if len(letters) > 1 else ""
        return Person(letters[0], letters[1:-1], family)
    namesake = roster.protagonist if mention.relation == "kin" else None
    mark = KIN if namesake and fit(mention, namesake) is not None else mention.generation
    return Person(*mention.first, mark)


def link(document: Document, spans: Spans, people: People, scope: str) -> Spans:
    """Return the spans, names with the person they mean as `entity`.

    A span with the names of several persons is divided; the words between them are in none.

    Examples
    --------
    >>> note = Document("n", "Ana Ruiz came. Mrs Ruiz left. Bo Ruiz stayed. Bo slept.")
    >>> found = Spans([Span(0, 8, "NAME"), Span(15, 23, "NAME"), Span(30, 37, "NAME"),
    ...     Span(46, 48, "NAME")])
    >>> people = People()
    >>> people.add("s", note, found)
    >>> [span.entity for span in link(note, found, people, "s")]
    ['ana||ruiz', 'ana||ruiz', 'bo||ruiz', 'bo||ruiz']
    """
    roster = people.roster(scope, document)
    found = list(mentions(document, spans))
    recent: dict[Person, int] = {}
    linked: dict[Span, list[Span]] = {}
    # Initials last: by then it is known who is named in the document.
    for initials in (False, True):
        for at, (span, pieces) in enumerate(found):
            for piece, mention in pieces:
                if bool(mention.initials) is initials:
                    person = _meant(mention, roster, recent)
                    recent[person] = at
                    linked.setdefault(span, []).append(replace(piece, entity=person.entity))
    return Spans(piece for span in spans for piece in linked.get(span, [span]))


def _meant(mention: Mention, roster: _Roster, recent: Mapping[Person, int]) -> Person:
    """Return the person that a mention means."""
    fitting = [
        (quality, person)
        for quality, person in roster.people.fitting(mention)
        if roster.allows(mention, person)
    ]
    if not fitting:
        return _alone(mention, roster)

    def order(found: tuple[int, Person]) -> tuple[bool, int, int, bool, int, int, Person]:
        quality, person = found
        gender = roster.genders.get(person, "")
        clash = mention.title in ("female", "male") and gender not in ("", mention.title)
        if mention.initials:
            # Those who treat people sign with initials.
            other = "PROVIDER" not in roster.labels.get(person, ())
        else:
            other = not mention.is_word or person != roster.protagonist
        since = -recent.get(person, -_NEVER)
        return (
            clash and not mention.is_full,
            person.rank,
            quality,
            other,
            since,
            -roster.counts.get(person, 0),
            person,
        )

    return min(fitting, key=order)[1]
