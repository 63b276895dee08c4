"""Collisions: no surrogate is its own original or another real value."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.label import family_of
from textveil.values.verdict import Verdict, Witness
from textveil.verify.fakes.namesakes import Namesakes
from textveil.verify.fakes.owners import SurrogateOwners, identifying_forms
from textveil.verify.passages.kept_labels import is_changed
from textveil.verify.passages.must_change import must_change, tells_nothing
from textveil.verify.readers.read_dates import read_date
from textveil.verify.readers.read_names import name_words
from textveil.verify.readers.tables import squeeze_text

__all__ = ["Collisions"]

_MOVING: Final = frozenset({"AGE", "DATE", "TIME"})
_KINDS: Final = "dates, ages and times of day"
_KEPT: Final = "labels that the policy keeps"
_OWN: Final = "the surrogate is the value that it replaces"
_OWN_PART: Final = "the surrogate shows a part of the name that it replaces"
_OTHER: Final = "the fake name is the name of somebody else in the same conversation"
_TWO: Final = "another person or thing has the same surrogate"
_REAL: Final = "the surrogate is a real value of the corpus"


@dataclass(slots=True)
class _Real:
    """The real values that no surrogate may be.

    They are held by family; beside them, the labels that are changed at all, and for each word of a
    subject's names in full the words that stand with it.
    """

    values: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    changed: set[str] = field(default_factory=set)
    parts: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))

    def learn(
        self, subject: str, edit: Edit, value: str, language: str, rules: Mapping[str, Any]
    ) -> None:
        """Take in a value and what became of it."""
        same = squeeze_text(edit.replacement) == squeeze_text(value)
        if is_changed(rules, edit.label, same=same):
            self.changed.add(edit.label)
        self.values[family_of(edit.label)].update(identifying_forms(edit.label, value, language))
        if family_of(edit.label) == "NAME" and edit.label != "INITIALS":
            words = name_words(value, language=language)
            for word in words if len(words) > 1 else ():
                self.parts[subject, word].update(words)


@dataclass(frozen=True, slots=True)
class Collisions:
    """Check surrogates against the real values of the corpus.

    Parameters
    ----------
    language
        Language of the texts.
    fresh
        Whether no earlier batch gave surrogates away. Then a fake name is nobody else's in the same
        conversation (`verify.fakes.namesakes`); else such names are counted.
    rules
        The part `transform` of the policy: labels that it keeps are exempt. Without it, labels of
        which no value was changed are taken for kept.

    Notes
    -----
    The claim: (1) no surrogate is the value that it replaces, case, spacing and punctuation aside;
    and no word of a fake name is one of the name that it replaces, or stands with it in a name in
    full in the subject's documents; (2) a name in full, an identifying value or a street address
    that was written in place of another is no real one of the same family anywhere in the corpus;
    and (3) no two different ones of a family have the same surrogate anywhere in the corpus.
    Parts of names, dates, ages, amounts, occupations, organizations and places without a number may
    coincide with those of others, so that their absence tells nothing.

    Exempt from (1) are ages, times of day and dates that can be read (whether a date may stay says
    `intervals`), and labels that the policy keeps. Two passes; memory grows with the number of
    distinct values. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "collisions"
    unhides: ClassVar[bool] = True

    language: str = ENGLISH
    fresh: bool = False
    rules: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        real, labels, namesakes = _Real(), Counter[str](), Namesakes()
        owners = SurrogateOwners()
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            language = case.read_in(self.language)
            for edit, _, _, value in case.passages():
                labels[edit.label] += 1
                real.learn(case.subject, edit, value, language, self.rules)
                namesakes.learn(case, edit, value, language)
                owners.learn(edit, value, language)
        found = list[Witness]()
        for case in cases:
            found += _found(case, real, case.read_in(self.language))
            found += _shared(case, owners, case.read_in(self.language))
            confused = list(self._confused(case, namesakes))
            found += confused if self.fresh else []
        kept = sum(labels[label] for label in labels.keys() - real.changed - _MOVING)
        exempt = {_KINDS: sum(labels[label] for label in _MOVING), _KEPT: kept}
        return Verdict.of(
            self.claim, labels.total(), found, reason=namesakes.remark(), exempt=exempt
        )

    def _confused(self, case: Case, namesakes: Namesakes) -> Iterator[Witness]:
        language = case.read_in(self.language)
        for edit, start, end, value in case.passages():
            if namesakes.confuses(case, edit, value, language):
                yield Witness(case.release.id, start, end, _OTHER, redraw=True)


def _found(case: Case, real: _Real, language: str) -> Iterator[Witness]:
    for edit, start, end, value in case.passages():
        if tells_nothing(edit.replacement, edit.label, value):
            # "Hospital" may become [HOSPITAL]: a tag shows its label, and no value.
            continue
        reason = (
            _own(edit, value, (case.subject, language), real) if edit.label in real.changed else ""
        )
        taken = real.values[family_of(edit.label)]
        shown = identifying_forms(edit.label, edit.replacement, language)
        if not reason and any(one in taken for one in shown):
            reason = _REAL if not _same(edit.replacement, value) else _OWN
        if reason:
            yield Witness(case.release.id, start, end, reason, redraw=True)


def _shared(case: Case, owners: SurrogateOwners, language: str) -> Iterator[Witness]:
    """Yield the surrogates that stand for somebody else, too."""
    for edit, start, end, value in case.passages():
        if owners.has_other(edit, value, language):
            yield Witness(case.release.id, start, end, _TWO, redraw=True)


def _same(one: str, other: str) -> bool:
    return squeeze_text(one) == squeeze_text(other)


def _can_be_read(value: str, language: str) -> bool:
    """Tell whether `intervals` can judge a date, which may stay where the offset drawn is 0."""
    read = read_date(value, language=language)
    return read is not None and not read.impossible


def _own(edit: Edit, value: str, whose: tuple[str, str], real: _Real) -> str:
    """Return the reason if a surrogate shows what it replaces; else nothing.

    `whose` are the subject and the language of the document.
    """
    subject, language = whose
    if not squeeze_text(value) or not must_change(edit.label, value, language=language):
        return ""
    if edit.label == "DATE" and _can_be_read(value, language):
        return ""
    if _same(edit.replacement, value):
        return _OWN
    if family_of(edit.label) != "NAME" or edit.label == "INITIALS":
        return ""
    words = name_words(value, language=language)
    shown = set(name_words(edit.replacement, language=language))
    if shown & set(words):
        return _OWN_PART
    # "Ruiz" must not become "Ana" where the subject's documents name an Ana Ruiz.
    beside = real.parts.get((subject, words[0]), set()) if len(words) == 1 else set()
    return _OWN_PART if shown & beside else ""
