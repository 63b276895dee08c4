"""Denied: no word that the policy denies is left in a release."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar

from textveil.values.contracts import Case
from textveil.values.label import LABELS
from textveil.values.terms.word_lists import NO_LISTS, WordLists
from textveil.values.verdict import Verdict, Witness
from textveil.verify.leftovers.counted_ids import without_counters
from textveil.verify.rare.dictionary_identifiers import IdentifiersRemoved, Written
from textveil.verify.whole.travelled import ID, travelling

__all__ = ["Denied"]

_SURVIVES = "a denied word survives"
_COUNTED = "numbers in ids that count documents"


@dataclass(frozen=True, slots=True)
class Denied:
    """Check that no denied word is left: in no text, no id and no field that travels along.

    A word is left where the words of a text, folded and joined, spell it
    (`textveil.verify.rare.dictionary_identifiers`). What stands inside a tag says of what kind the
    passage was. The input is not needed.
    """

    claim: ClassVar[str] = "denied"
    unhides: ClassVar[bool] = True

    lists: WordLists = field(default=NO_LISTS, repr=False)

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        searches = {
            label: IdentifiersRemoved(word for one, word in self.lists.deny if one == label)
            for label in self.lists.labels
        }
        checked, beside = 0, list[Witness]()
        said = without_counters(case.release.id for case in cases)
        for case in cases:
            checked += 1
            tags = list(_tags(case))
            for search in searches.values():
                search.look(case.release.id, case.release.text, tags)
                beside += _beside(case, search, said[case.release.id])
        found = [
            replace(witness, reason=f"{_SURVIVES} in the text", label=label, redraw=True)
            for label, search in searches.items()
            for witness in search.verdict().witnesses
        ]
        number = len(self.lists.deny)
        reason = f"{number:,} word{'' if number == 1 else 's'} looked for"
        witnesses = [*beside, *sorted(found)]
        exempt = {_COUNTED: sum(name != rest for name, rest in said.items())}
        return Verdict.of(self.claim, checked, witnesses, reason=reason, exempt=exempt)


def _tags(case: Case) -> Iterator[Written]:
    for edit, start, end in case.release.placed():
        if edit.label in LABELS and edit.replacement.startswith(f"[{edit.label}"):
            yield start, end, ""


def _beside(case: Case, search: IdentifiersRemoved, said: str) -> Iterator[Witness]:
    for name, value in travelling(case):
        if search.survives(said if name == ID else value):
            where = "the document id" if name == ID else f"metadata field {name}"
            yield Witness(case.release.id, 0, 0, f"{_SURVIVES} in {where}", beside=name)
