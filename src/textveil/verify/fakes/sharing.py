"""Sharing: what many subjects have shows few surrogates, so that none is missing among many."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple

from textveil.errors import InvalidValueError
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.contracts import Case
from textveil.values.label import RARE, family_of
from textveil.values.verdict import Verdict, Witness
from textveil.verify.passages.must_change import tells_nothing
from textveil.verify.readers.read_names import the_name
from textveil.verify.readers.tables import squeeze_text

__all__ = ["Sharing"]

_EXEMPT: Final = frozenset({"AGE", "DATE", "TIME", "INITIALS", "OTHER", RARE})
_KINDS: Final = "dates, times, ages, initials, parts of names, and tags"
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
    language
        Language of the texts.

    Notes
    -----
    The claim: a value that more than `shared` subjects have shows at most `shared` different
    surrogates in the corpus. Writings are compared without case, spacing and punctuation.

    Of names only those in full are checked, without middle names: a single word may mean different
    persons. Letters that stand for an organization follow its name and are exempt, and so are ages,
    times of day and dates, which move with the clock of their subject. Tags are no surrogates. The
    verdict counts what is shared. Two passes; memory grows with the number of distinct values.
    Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "sharing"

    shared: int = 5
    language: str = ENGLISH

    def __post_init__(self) -> None:
        if self.shared < 1:
            raise InvalidValueError("`shared` is at least 1", where=f"shared: {self.shared}")

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        had: dict[_Value, _Had] = defaultdict(_Had)
        checked, passages = 0, 0
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            subject = case.before.counted_subject
            passages += len(case.release.edits)
            for _, value, shown in self._values(case):
                checked += 1
                self._learn(had[value], subject, shown)
        found = (w for case in cases for w in self._found(case, had))
        many = sum(len(one.subjects) > self.shared for one in had.values())
        reason = f"{many} values are shared by more than {self.shared} subjects" if many else ""
        exempt = {_KINDS: passages - checked}
        return Verdict.of(self.claim, checked, found, reason=reason, exempt=exempt)

    def _learn(self, had: _Had, subject: str, shown: str) -> None:
        if len(had.subjects) <= self.shared:
            had.subjects.add(subject)
        if len(had.shown) <= self.shared:
            had.shown.add(shown)

    def _values(self, case: Case) -> Iterator[tuple[tuple[int, int], _Value, str]]:
        """Yield place, value and surrogate of each passage that is compared by its value."""
        language = case.read_in(self.language)
        for edit, start, end, value in case.passages():
            family = family_of(edit.label)
            if edit.label in _EXEMPT or tells_nothing(edit.replacement, edit.label, value):
                continue
            said, shown = squeeze_text(value), squeeze_text(edit.replacement)
            if family == "NAME":
                said, shown = (_person(one, language) for one in (value, edit.replacement))
            if said and not (family == "ORGANIZATION" and _LETTERS_ONLY.fullmatch(value)):
                yield (start, end), _Value(family, said), shown

    def _found(self, case: Case, had: dict[_Value, _Had]) -> Iterator[Witness]:
        for (start, end), value, _ in self._values(case):
            if len(had[value].subjects) > self.shared and len(had[value].shown) > self.shared:
                yield Witness(case.release.id, start, end, _MANY)


def _person(name: str, language: str) -> str:
    """Return given and family name; nothing if one of them is missing."""
    read = the_name(name, language=language)
    return f"{read.given[0]} {''.join(read.family)}" if read.is_full else ""
