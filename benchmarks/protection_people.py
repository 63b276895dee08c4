"""Persons of the truth against persons of linking, and which of them no reader could tell.

Some mentions do not say who is meant: `Smith` where two carers of one subject bear the name, or the
initials of both. The criterion for that looks at the truth alone and never at what linking made of
it. A mention is *undecidable* if its words fit another person of the same subject as well, with the
title and the words for relatives beside it, unless the document names one of the two more fully and
the other not at all, or it is the subject's family name and the subject is named in full. Mentions
of one person are *apart* if they share no word and nobody is called by the words of both anywhere:
`Murilo` here and `Dr. Carvalho` there.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from benchmarks.measure import Row
from textveil.lexicon.people.given_names import formal_names, gender_of
from textveil.lexicon.tables.folding import fold

_LETTERS = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_KIN = (
    r"(?:mother|father|sister|brother|wife|husband|son|daughter|niece|nephew|aunt|uncle|partner|"
    r"friend|neighbor|[a-z]+-in-law|married to)"
)
_KIN_BEFORE = re.compile(rf"(?i)(?<!my )\b{_KIN},? \(?\Z")
_KIN_AFTER = re.compile(rf"(?i)\A(?:, (?:his|her|the patient's) | \(|, ){_KIN}\b")
_SUBJECT_BEFORE = re.compile(r"(?i)\b(?:patient|pt|client|name|re)\b:? \Z")
_TITLE = re.compile(r"(?:\A|[^\w/])(Mrs?|Ms|Miss)\.? \Z", re.IGNORECASE)


@lru_cache(maxsize=1 << 16)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a name from given name to family name, folded, initials too."""
    folded = fold(text.replace("-\n", "")).text.casefold()
    last, _, rest = folded.partition(",")
    found = [_LETTERS.findall(part) for part in (rest, last)]
    return tuple(re.sub(r"['-]", "", word) for part in found for word in part)


@dataclass(frozen=True)
class Named:
    """One mention of somebody, in the truth and as it was linked."""

    subject: str
    document: str
    before: str
    value: str
    after: str
    label: str
    person: str
    entity: str

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words, with one letter each where it is initials."""
        found = _words(self.value)
        return tuple("".join(found)) if self.label == "INITIALS" else found

    @property
    def is_full(self) -> bool:
        """Whether there are two words or more that are no initials."""
        return self.label != "INITIALS" and sum(len(word) > 1 for word in self.words) > 1

    @cached_property
    def is_kin(self) -> bool:
        """Whether the words beside it say that it is a relative."""
        before = re.sub(r"\s+", " ", self.before)
        after = re.sub(r"\s+", " ", self.after)
        return bool(_KIN_BEFORE.search(before) or _KIN_AFTER.search(after))

    @cached_property
    def is_subject(self) -> bool:
        """Whether the words beside it say that it is the subject."""
        return _SUBJECT_BEFORE.search(re.sub(r"\s+", " ", self.before)) is not None

    @cached_property
    def gender(self) -> str:
        """The gender by the title before it."""
        title = _TITLE.search(re.sub(r"\s+", " ", self.before))
        return "" if title is None else gender_of(title.group(1).casefold(), "")


class _Known:
    """What a person is called in all documents that may tell."""

    def __init__(self, mentions: Iterable[Named]) -> None:
        self.mentions = list(mentions)
        self.words = {w for one in self.mentions for w in one.words if len(w) > 1}
        self.full = [one.words for one in self.mentions if one.is_full]
        self.signed = {"".join(o.words) for o in self.mentions if o.label == "INITIALS"}
        given = {words[0] for words in self.full}
        genders = {gender_of("", word) for word in given}
        self.gender = genders.pop() if len(genders) == 1 else ""

    def is_called(self, mention: Named) -> bool:
        """Tell whether the words of a mention can be this person's."""
        if mention.gender and self.gender and mention.gender != self.gender:
            return False
        if mention.label == "INITIALS":
            letters = "".join(mention.words)
            return letters in self.signed or any(_initials_of(n, letters) for n in self.full)
        names = {formal for word in self.words for formal in formal_names(word)}
        return bool(mention.words) and all(
            any(name.startswith(word) for name in self.words)
            if len(word) == 1
            else not names.isdisjoint(formal_names(word))
            for word in mention.words
        )


def _initials_of(name: tuple[str, ...], letters: str) -> bool:
    ends = name[0][0] + name[-1][0]
    middle = [word[0] for word in name[1:-1]]
    return letters[0] + letters[-1] == ends and (
        len(letters) == 2 or not middle or letters[1] in middle
    )


class _Truth:
    """The persons of a hospital, by subject; carers are known from all documents."""

    def __init__(self, mentions: list[Named]) -> None:
        by_person: dict[tuple[str, str], list[Named]] = defaultdict(list)
        self.persons: dict[str, dict[str, list[Named]]] = defaultdict(lambda: defaultdict(list))
        for one in mentions:
            by_person[_where(one), one.person].append(one)
            self.persons[one.subject][one.person].append(one)
        self._known = {key: _Known(found) for key, found in by_person.items()}

    def known(self, one: Named) -> _Known:
        """Return what the person of a mention is called."""
        return self._known[_where(one), one.person]

    def is_undecidable(self, one: Named) -> bool:
        """Tell whether a mention fits another person of its subject as well."""
        others = self.persons[one.subject]
        mine = others[one.person]
        family = {words[-1] for words in (o.words for o in mine if o.is_full)}
        own = _is_subject(one.person)
        if own and one.words[-1:] and one.words[-1] in family and len(one.words) == 1:
            return False
        here = self._fuller(mine, one)
        for person, found in others.items():
            if person == one.person or not _may_be(one, person, found[0]):
                continue
            there = any(other.document == one.document for other in found)
            if self.known(found[0]).is_called(one) and not (here and not there):
                return True
        return False

    @staticmethod
    def _fuller(mine: list[Named], one: Named) -> bool:
        """Tell whether the document names the person with more words than the mention has."""
        size = sum(len(word) > 1 for word in one.words)
        return any(
            other.document == one.document and sum(len(word) > 1 for word in other.words) > size
            for other in mine
        )

    def components(self, mentions: list[Named]) -> list[list[Named]]:
        """Return the mentions of one person in groups that some name ties together."""
        if not mentions:
            return []
        names = [set(one.words) for one in self.known(mentions[0]).mentions]
        groups: list[tuple[set[str], list[Named]]] = []
        for one in mentions:
            words = _tied(one, names)
            joined, rest = [one], []
            for known, found in groups:
                if known & words:
                    words |= known
                    joined += found
                else:
                    rest.append((known, found))
            groups = [*rest, (words, joined)]
        return [found for _, found in groups]


def _tied(one: Named, names: list[set[str]]) -> set[str]:
    """Return the words that a mention is tied to: its own, and those beside them in a name."""
    own = {formal for word in one.words for formal in formal_names(word)}
    if one.label == "INITIALS":
        full = [name for name in names if sum(len(word) > 1 for word in name) > 1]
        return own | {w for name in full for w in name} | {"".join(one.words)}
    return own | {w for name in names if name & set(one.words) for w in name if len(w) > 1}


def _where(one: Named) -> str:
    return "" if one.person.startswith("provider") else one.subject


def _is_subject(person: str) -> bool:
    return re.fullmatch(r"person-\d+", person) is not None


def _may_be(one: Named, person: str, other: Named) -> bool:
    """Tell whether label and the words beside a mention leave open that it is another person."""
    if _is_subject(person) and one.is_kin:
        return False
    if one.is_subject and not _is_subject(person):
        return False
    labels = {one.label, other.label}
    return len(labels) == 1 or "INITIALS" in labels or "NAME" in labels


class People:
    """Gold persons against the persons that linking made of them, within each subject."""

    def __init__(self) -> None:
        self.persons = self.whole = self.joined = self.fakes = 0
        self.unsure: Counter[str] = Counter()
        self.misses: Counter[str] = Counter()
        self.missed: list[list[Named]] = []

    def add(self, mentions: list[Named]) -> None:
        """Take in the names of a hospital."""
        truth = _Truth(mentions)
        shared: dict[tuple[str, str], dict[str, list[Named]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for one in mentions:
            shared[one.subject, one.entity][one.person].append(one)
        for persons in truth.persons.values():
            self.persons += len(persons)
            for found in persons.values():
                self._judge(found, truth)
        self.fakes += len(shared)
        for people in shared.values():
            # Who has been named in full by nobody else's name can only be told by guessing.
            full = {who: [o for o in found if o.is_full] for who, found in people.items()}
            if len(people) > 1 and all(full.values()):
                if all(truth.is_undecidable(one) for one in min(full.values(), key=len)):
                    self.unsure["two persons with the same name"] += 1
                else:
                    self.joined += 1
                    self.missed.append([one for found in full.values() for one in found])

    def _judge(self, found: list[Named], truth: _Truth) -> None:
        if len({one.entity for one in found}) == 1:
            self.whole += 1
            return
        clear = [one for one in found if not truth.is_undecidable(one)]
        if len({one.entity for one in clear}) < 2:
            self.unsure["a mention that fits two persons of the subject"] += 1
        elif all(len({o.entity for o in part}) == 1 for part in truth.components(clear)):
            self.unsure["names that nothing ties together"] += 1
        else:
            self.misses[_kind(found)] += 1
            self.missed.append(found)

    def rows(self) -> Iterator[Row]:
        """Say how many persons are one, how many are two, and how many nobody could tell."""
        split = {kind: n for kind, n in self.unsure.items() if not kind.startswith("two")}
        told = self.persons - sum(split.values())
        missed = ", ".join(f"{kind}: {count}" for kind, count in self.misses.most_common())
        yield _row(
            "gold persons whose mentions all share one surrogate",
            f"{self.whole:,} of {told:,}" + (f" (missed: {missed})" if missed else ""),
            f"{100 * self.whole / told:.2f} %",
            ("100 %", self.whole == told),
        )
        yield _row(
            "surrogates that stand for two gold persons who are both named in full",
            f"{self.joined} of {self.fakes:,}",
            str(self.joined),
            ("0", self.joined == 0),
        )
        kinds = ", ".join(f"{kind}: {count}" for kind, count in self.unsure.most_common())
        unsure = sum(self.unsure.values())
        yield _row(
            "gold persons left out above: the text does not tell, and linking guessed otherwise",
            f"{unsure} of {self.persons:,}" + (f" ({kinds})" if kinds else ""),
            f"{100 * unsure / self.persons:.2f} %",
        )


def _row(name: str, figure: str, ratio: str, bar: tuple[str, bool | None] = ("", None)) -> Row:
    return Row("protection", name, figure, ratio, *bar, 1)


def _kind(found: list[Named]) -> str:
    if not any(one.is_full for one in found):
        return "never named in full"
    return "initials" if any(one.label == "INITIALS" for one in found) else "named in full"
