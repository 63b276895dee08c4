"""Consistency: one person has one fake name, and two persons have two."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, Final, NamedTuple

from textveil.errors import require_known
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.contracts import Case
from textveil.values.label import family_of
from textveil.values.verdict import Verdict, Witness
from textveil.verify.readers.read_names import NameRead, may_be_one, the_name
from textveil.verify.readers.tables import facts

__all__ = ["Consistency"]

_SCOPES: Final = ("subject", "corpus", "document")
_AROUND: Final = 24
_TITLE: Final = re.compile(r"\s{0,20}([^\W\d_]{1,60})\.?\s")
_TITLE_BEFORE: Final = re.compile(r"([^\W\d_]{1,60})\.?\s{1,20}$")
_MANY: Final = "this name has another surrogate elsewhere in its scope"
_SHARED: Final = "another person has the same surrogate as this name"
_PART: Final = "a part of the name does not match the surrogate of the full name"
_UNREAD: Final = "names that are tags, initials, several names, or have a number inside"
_ALONE: Final = "parts of names, where only names in full are checked"
_GIVEN: Final = "names of two words that are two given names elsewhere"
_RELATIVE: Final = "names beside a word for a relative, who may be a namesake"
_OTHERS: Final = "parts of names with another label than the names in full, who may be others"
_EXEMPT: Final = (_UNREAD, _ALONE, _GIVEN, _RELATIVE, _OTHERS)
_ROLES: Final = frozenset({"PATIENT", "PROVIDER"})
"""Labels that tell carers from patients; `NAME` tells nothing."""


@cache
def _kin(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for a word for a relative before a name, and after it.

    A relative may bear the name of the subject; which of them is meant, only the words around tell.
    """
    kin = rf"(?:[a-z]+-in-law|(?:grand|step)\w+|{facts(language).pattern('kin')})s?"
    return (
        re.compile(rf"(?i)\b{kin}[,:(]{{0,60}}\s{{1,20}}\(?$"),
        re.compile(rf"(?i)\A\s*[,(]\s*(?:[a-z']+\s+){{0,2}}{kin}\b"),
    )


Words = tuple[str, ...]
Key = frozenset[str]


class _Named(NamedTuple):
    """A name of the input, its surrogate, and where that stands in the release."""

    name: NameRead
    shown: NameRead
    label: str
    start: int
    end: int
    kin: bool
    civil: bool
    """Whether a title such as Ms stands with it, which no role goes with."""

    @property
    def real(self) -> Words:
        return self.name.words

    @property
    def fake(self) -> Words:
        return self.shown.words

    @property
    def is_full(self) -> bool:
        # A surrogate of one word counts too: it must not stand for several persons.
        return self.name.is_full


def _key(words: Words) -> Key:
    """Return the key of a full name: its first and last word, in either order."""
    return frozenset((words[0], words[-1]))


@dataclass(slots=True)
class _Learnt:
    """The full names of one scope or one subject."""

    fakes: dict[Key, Counter[tuple[str, Key]]] = field(default_factory=lambda: defaultdict(Counter))
    pairs: set[Key] = field(default_factory=set)
    owners: dict[Key, dict[Key, Words]] = field(default_factory=lambda: defaultdict(dict))
    parts: dict[str, dict[str, set[str]]] = field(default_factory=lambda: defaultdict(dict))
    labels: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    families: set[str] = field(default_factory=set)

    def learn(self, named: _Named, full: bool) -> None:
        """Learn a name for its scope, or for its subject if parts count."""
        if full:
            real, fake = _key(named.real), _key(named.fake)
            if len(named.real) > 2:
                self.pairs.add(frozenset(named.real[:2]))
            self.fakes[real][named.name.mark, fake] += 1
            self.owners[fake].setdefault(real, named.real)
            return
        self.families.add("".join(named.name.family))
        # Of several given names only the first is what somebody is called by.
        for word in (named.name.given[0], "".join(named.name.family)):
            others = {other[0] for other in named.real if other != word} | {""}
            for initial in others:
                self.parts[word].setdefault(initial, set()).update(named.fake)
            self.labels[word].add(named.label)


@dataclass(frozen=True, slots=True)
class Consistency:
    """Check that fake names follow persons.

    Parameters
    ----------
    scope
        Within what a person keeps one surrogate: `subject`, `corpus` or `document`.
    parts
        Whether single parts of names are checked too. Where names are found by a model, a word
        that it took for a name in one place may be part of one elsewhere.
    language
        Language of the texts.

    Notes
    -----
    The claim has three parts. Within a scope, a name in full (two words or more, initials, titles
    and order aside) has one surrogate, unless a word for a relative beside it says that a namesake
    is meant. Two names in full share a surrogate only if they can be one person's: a word is
    shared, and the others are short forms of one another. In a subject's documents, a single word
    that is the given or family name in a name in full becomes a word of its surrogate, whatever its
    label, unless a word for a relative beside it says that somebody else is meant. Left out and
    counted are words with another label than the full names and without a title such as Ms, if
    they are given names, or if one label is a carer's and the other one a patient's.

    Names are read anew from input and release; entity numbers are not believed. Tags, initials,
    passages with several names and passages with a number in them are not checked. Two passes;
    memory grows with the number of distinct names. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "consistency"
    unhides: ClassVar[bool] = True

    scope: str = "subject"
    parts: bool = True
    language: str = ENGLISH

    def __post_init__(self) -> None:
        require_known("scope", self.scope, _SCOPES)

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        scopes: dict[str, _Learnt] = defaultdict(_Learnt)
        subjects: dict[tuple[str, str], _Learnt] = defaultdict(_Learnt)
        checked, exempt = 0, Counter(dict.fromkeys(_EXEMPT, 0))
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            scope, subject = self._places(case)
            exempt[_UNREAD] += sum(family_of(edit.label) == "NAME" for edit in case.release.edits)
            for named in _names(case, case.read_in(self.language)):
                exempt[_UNREAD] -= 1
                checked += named.is_full or self.parts
                if named.is_full:
                    scopes[scope].learn(named, full=True)
                    subjects[scope, subject].learn(named, full=False)
        witnesses = []
        for case in cases:
            scope, subject = self._places(case)
            language = case.read_in(self.language)
            for named in _names(case, language):
                if not (named.is_full or self.parts):
                    exempt[_ALONE] += 1
                    continue
                reason = _fault(named, scopes[scope], subjects[scope, subject], language)
                if reason in exempt:
                    exempt[reason] += 1
                elif reason:
                    place, redraw = (named.start, named.end), reason == _SHARED
                    witnesses.append(Witness(case.release.id, *place, reason, redraw=redraw))
        return Verdict.of(self.claim, checked, witnesses, exempt=exempt)

    def _places(self, case: Case) -> tuple[str, str]:
        if self.scope == "document":
            return case.release.id, ""
        return ("", case.subject) if self.scope == "corpus" else (case.subject, "")


def _names(case: Case, language: str) -> Iterator[_Named]:
    text = "" if case.before is None else case.before.text
    for edit, start, end, passage in case.passages():
        if family_of(edit.label) != "NAME" or edit.label == "INITIALS":
            continue
        shown = the_name(edit.replacement, language=language)
        name = the_name(passage, language=language)
        # With a number inside, the passage is a name and something else: a sex, an age, a date.
        if name.words and shown.words and not any(map(str.isdecimal, passage)):
            before = text[max(0, edit.start - _AROUND) : edit.start]
            after = text[edit.end : edit.end + _AROUND]
            kin_before, kin_after = _kin(language)
            kin = bool(kin_before.search(before) or kin_after.search(after))
            civil = _is_civil(before, passage, language)
            yield _Named(name, shown, edit.label, start, end, kin, civil)


def _is_civil(before: str, passage: str, language: str) -> bool:
    """Tell whether a name has a title that patients have: Ms Cole, Mr Cole."""
    first = _TITLE.match(passage) or _TITLE_BEFORE.search(before)
    return first is not None and facts(language).is_a(first[1], "patient-title")


def _fault(named: _Named, scope: _Learnt, subject: _Learnt, language: str) -> str:
    """Return the reason if a name is wrong, or why it is exempt; else nothing."""
    if named.is_full:
        fake = _key(named.fake)
        if _key(named.real) in scope.pairs:
            # Two given names: whose they are may differ from document to document.
            return _GIVEN
        usual = _usual(scope.fakes[_key(named.real)], named.name.mark)
        # A relative may bear the very name of the subject.
        if fake not in usual and not named.kin:
            return _MANY
        owners = scope.owners[fake].values()
        same = (may_be_one(named.real, other, language=language) for other in owners)
        if not all(same):
            return _SHARED
        return "" if fake in usual else _RELATIVE
    if len(named.fake) > 1:
        return ""
    word = "".join(named.real)
    allowed = subject.parts.get(word, {}).get(named.name.initial)
    if not allowed or named.fake[0] in allowed:
        return ""
    if named.kin:
        return _RELATIVE
    labels = subject.labels[word]
    if named.civil or named.label in labels:
        return _PART
    # Many have one given name, and a carer may have the patient's family name.
    role = named.label in _ROLES and bool(labels & _ROLES)
    return _OTHERS if role or word not in subject.families else _PART


def _usual(fakes: Counter[tuple[str, Key]], distinction: str) -> set[Key]:
    """Return the surrogates that a name in full may have.

    One, that of most mentions; where initials or generations tell namesakes apart, one for those
    who may be meant here, and any of them where nothing is said.
    """
    said = {one for one, _ in fakes if one}
    apart = any(not _agree(one, other) for one in said for other in said)
    if apart and not distinction:
        return {fake for _, fake in fakes}
    votes: Counter[Key] = Counter()
    for (one, fake), count in fakes.items():
        if not apart or (one and _agree(one, distinction)):
            votes[fake] += count
    return {max(votes, key=lambda fake: (votes[fake], sorted(fake)))}


def _agree(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)
