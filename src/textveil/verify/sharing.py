"""Sharing: what many subjects have shows few surrogates, so that none is missing among many."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple

from textveil.errors import InvalidValueError
from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.shared_days import SharedDays, day_said, wordings
from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.label import RARE, family_of
from textveil.values.verdict import Verdict, Witness
from textveil.verify.must_change import tells_nothing
from textveil.verify.read_names import the_name

__all__ = ["Sharing"]

_DATE: Final = "DATE"
_EXEMPT: Final = frozenset({"AGE", "TIME", "INITIALS", "OTHER", RARE})
_LETTERS_ONLY: Final = re.compile(r"(?:[A-Z]\W?){2,6}")
"""Letters that stand for a name: their surrogate follows that of the name."""
_MANY: Final = "many subjects share this value, and it has too many surrogates"


class _Value(NamedTuple):
    """A value of the input: its family, and how all its writings read."""

    family: str
    said: str


@dataclass(slots=True)
class _Had:
    """Who has a value, and what became of it; no more than is needed."""

    subjects: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Sharing:
    """Check that a value which many subjects have shows at most as many surrogates as allowed.

    Parameters
    ----------
    shared
        How many surrogates a value may have; as the transformer's.
    day_first
        How numbers that fit both ways are read; as the policy's.
    language
        Language of the texts.

    Notes
    -----
    The claim: (1) a value that more than `shared` subjects have shows at most `shared` different
    surrogates in the corpus; (2) so does a day, week or month that more than `shared` subjects, and
    a tenth of those with that wording, have in one wording (`lexicon.shared_days`). Writings are
    compared without case, spacing and punctuation.

    Of names only those in full are checked, without middle names: a single word may mean different
    persons. Letters that stand for an organization follow its name and are exempt, and so are ages
    and times of day. Tags are no surrogates. The verdict counts what is shared. Three passes;
    memory grows with the number of distinct values. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "sharing"

    shared: int = 5
    day_first: bool | None = None
    language: str = ENGLISH

    def __post_init__(self) -> None:
        if self.shared < 1:
            raise InvalidValueError("`shared` is at least 1", where=f"shared: {self.shared}")

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        had: dict[_Value, _Had] = defaultdict(_Had)
        days, checked = SharedDays(self.shared), 0
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            subject = case.before.counted_subject
            days.learn(subject, self._days(case))
            for _, value, shown in self._values(case):
                checked += 1
                self._learn(had[value], subject, shown)
        moved: dict[str, set[str]] = defaultdict(set)
        for case in cases:
            for said, shown in self._moved(case, days):
                if len(moved[said]) <= self.shared:
                    moved[said].add(shown)
        found = (w for case in cases for w in self._found(case, had, (days, moved)))
        many = sum(len(one.subjects) > self.shared for one in had.values())
        reason = (
            f"{many} values and {len(moved)} days are shared by more than {self.shared} subjects"
        )
        return Verdict.of(self.claim, checked, found, reason=reason if many or moved else "")

    def _learn(self, had: _Had, subject: str, shown: str) -> None:
        if len(had.subjects) <= self.shared:
            had.subjects.add(subject)
        if len(had.shown) <= self.shared:
            had.shown.add(shown)

    def _days(self, case: Case) -> Iterator[tuple[str, str]]:
        """Yield the wording of each passage, and the day that is said there."""
        text = "" if case.before is None else case.before.text
        edits = case.release.edits
        told = wordings(text, ((edit.start, edit.end) for edit in edits))
        for edit, wording in zip(edits, told, strict=True):
            yield wording, self._said(case, edit, text[edit.start : edit.end])

    def _said(self, case: Case, edit: Edit, value: str) -> str:
        if edit.label != _DATE:
            return ""
        language = case.read_in(self.language)
        return day_said(value, day_first=self.day_first, language=language)

    def _values(self, case: Case) -> Iterator[tuple[tuple[int, int], _Value, str]]:
        """Yield place, value and surrogate of each passage that is compared by its value."""
        text = "" if case.before is None else case.before.text
        language = case.read_in(self.language)
        for edit, start, end in case.release.placed():
            family, value = family_of(edit.label), text[edit.start : edit.end]
            if edit.label in _EXEMPT or edit.label == _DATE or tells_nothing(edit.replacement):
                continue
            said, shown = squeeze_text(value), squeeze_text(edit.replacement)
            if family == "NAME":
                said, shown = (_person(one, language) for one in (value, edit.replacement))
            if said and not (family == "ORGANIZATION" and _LETTERS_ONLY.fullmatch(value)):
                yield (start, end), _Value(family, said), shown

    def _moved(self, case: Case, days: SharedDays) -> Iterator[tuple[str, str]]:
        """Yield each shared day, and the day that stands for it."""
        for _, said, shown in self._shared_dates(case, days):
            yield said, shown

    def _shared_dates(
        self, case: Case, days: SharedDays
    ) -> Iterator[tuple[tuple[int, int], str, str]]:
        if case.before is None:
            return
        for edit, start, end in case.release.placed():
            said = self._said(case, edit, case.before.text[edit.start : edit.end])
            if days.has(said, case.before.counted_subject) and not tells_nothing(edit.replacement):
                shown = self._said(case, edit, edit.replacement) or squeeze_text(edit.replacement)
                yield (start, end), said, shown

    def _found(
        self,
        case: Case,
        had: dict[_Value, _Had],
        dates: tuple[SharedDays, dict[str, set[str]]],
    ) -> Iterator[Witness]:
        days, moved = dates
        places = [
            place
            for place, value, _ in self._values(case)
            if len(had[value].subjects) > self.shared and len(had[value].shown) > self.shared
        ]
        places += [
            place
            for place, said, _ in self._shared_dates(case, days)
            if len(moved[said]) > self.shared
        ]
        for start, end in sorted(places):
            yield Witness(case.release.id, start, end, _MANY)


def _person(name: str, language: str) -> str:
    """Return given and family name; nothing if one of them is missing."""
    read = the_name(name, language=language)
    return f"{read.given[0]} {''.join(read.family)}" if read.is_full else ""
