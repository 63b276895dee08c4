"""Distance: no surrogate resembles the value that it stands for."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.terms.policy_terms import is_operator, masks_in_part
from textveil.values.verdict import Verdict, Witness
from textveil.verify.passages.kept_labels import is_changed
from textveil.verify.passages.likeness import EXEMPT
from textveil.verify.passages.must_change import tells_nothing
from textveil.verify.passages.own_kinds import likeness_of_kind
from textveil.verify.passages.shown_edges import SHOWN, shows_edges
from textveil.verify.readers.tables import squeeze_text

__all__ = ["Distance"]

_REASONS: Final = {
    "word": "the surrogate has a distinctive word of the value that it replaces",
    "letters": "the surrogate begins with the same three letters as the value that it replaces",
    "digits": "the surrogate has four digits in a row of the value that it replaces",
    "made": "the surrogate is made from the value that it replaces",
}
_KINDS: Final = "values of kinds whose surrogates may resemble them: dates, ages, rooms and so on"
_TAGS: Final = "tags and general words in place of a value"
_KEPT: Final = "values of labels that the policy keeps"


@dataclass(frozen=True, slots=True)
class Distance:
    """Check that surrogates and the values that they replace have nothing telling in common.

    Parameters
    ----------
    language
        Language of the texts.
    rules
        The part `transform` of the policy: labels that it keeps or masks in part are exempt.
        Without it, labels of which no value was changed are taken for kept.

    Notes
    -----
    The claim: a value and its surrogate share no distinctive word, no distinctive words of both
    begin with the same three letters, and they share no four digits in a row. In names of people
    and organizations all words are compared with all, elsewhere each with the one at its place.
    Generic words (titles, kinds of streets, what an organization is) are not distinctive, and
    digits that a numbering plan prescribes do not count; `docs/methods/surrogates.md` has the list.

    Nor is a surrogate made from its value: initials, the same letters or digits in another order,
    shifted or in a compound (`verify.passages.derived`).

    Dates, times, ages, amounts, rooms, network addresses, initials, occupations and traits may
    resemble their surrogates as far as the verifier itself reads them as such
    (`verify.passages.own_kinds`). Exempt are tags, and labels that the policy keeps. Two passes.
    Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "distance"

    language: str = ENGLISH
    rules: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        changed: set[str] = set()
        checked, labels, tags, masks = 0, Counter[str](), 0, 0
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            for edit, _, _, value in case.passages():
                labels[edit.label] += 1
                judged = edit.label not in EXEMPT
                checked += judged
                tags += judged and tells_nothing(edit.replacement, edit.label, value)
                masks += judged and self._is_mask(edit, value)
                same = squeeze_text(edit.replacement) == squeeze_text(value)
                if is_changed(self.rules, edit.label, same=same):
                    changed.add(edit.label)
        found = (w for case in cases for w in self._found(case, changed))
        kept = sum(labels[label] for label in labels.keys() - changed - EXEMPT)
        exempt = {_KINDS: sum(labels[label] for label in EXEMPT), _TAGS: tags, _KEPT: kept}
        exempt |= {SHOWN: masks} if masks_in_part(self.rules) else {}
        return Verdict.of(self.claim, checked, found, exempt=exempt)

    def _found(self, case: Case, changed: set[str]) -> Iterator[Witness]:
        for edit, start, end, value in case.passages():
            if edit.label not in changed or tells_nothing(edit.replacement, edit.label, value):
                continue
            if self._is_mask(edit, value):
                continue
            # What stands in brackets and names no label is read as what it shows.
            bare = edit.replacement.strip("[]")
            language = case.read_in(self.language)
            shown = likeness_of_kind(bare, value, edit.label, language=language)
            if shown:
                yield Witness(case.release.id, start, end, _REASONS[shown], redraw=True)

    def _is_mask(self, edit: Edit, value: str) -> bool:
        """Tell whether the policy masks passages of this label in part, and this is such a one."""
        rule = self.rules.get("labels", {}).get(edit.label, self.rules.get("default"))
        return is_operator(rule) and shows_edges(value, edit.replacement)
