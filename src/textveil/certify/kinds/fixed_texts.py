"""Fixed texts: what a policy writes for every value of a label tells nothing of any of them.

Verifiers that compare a replacement with its value would take such a text for a false date or for
one person's surrogate. They are shown marks in its place; the claim `operators` speaks about it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from textveil.values.contracts import Case, Verifier
from textveil.values.edit import Edit, Release
from textveil.values.terms.policy_terms import REPLACE
from textveil.values.verdict import Verdict

__all__ = ["WithoutFixedTexts"]

_OF_VALUES: Final = frozenset(
    {"calendar", "coarseness", "collisions", "consistency", "distance", "intervals", "sharing"}
)
"""Claims about what a replacement tells of its value."""
_LEFT: Final = (
    "passages in place of which the policy writes a text, which the claim operators checks"
)


@dataclass(slots=True)
class WithoutFixedTexts:
    """Cases in which marks of the same length stand for the fixed texts of a policy."""

    cases: Iterable[Case]
    rules: Mapping[str, Any]
    _count: dict[str, int] = field(default_factory=dict)

    @staticmethod
    def concerns(verifier: Verifier, rules: Mapping[str, Any]) -> bool:
        """Tell whether a verifier is shown marks."""
        steps = (rules.get("default"), *rules.get("labels", {}).values())
        fixed = any(isinstance(step, Mapping) and step.get("use") == REPLACE for step in steps)
        return fixed and verifier.claim in _OF_VALUES

    def __iter__(self) -> Iterator[Case]:
        return map(self._marked, self.cases)

    def _marked(self, case: Case) -> Case:
        old = case.release
        edits = tuple(map(self._hidden, old.edits))
        self._count[old.id] = sum(e is not o for e, o in zip(edits, old.edits, strict=True))
        if not self._count[old.id]:
            return case
        pieces, at = [], 0
        for edit, (_, start, end) in zip(edits, old.placed(), strict=True):
            pieces += [old.text[at:start], edit.replacement]
            at = end
        text = "".join((*pieces, old.text[at:]))
        return replace(case, release=Release(old.id, text, edits, old.input_length))

    def _hidden(self, edit: Edit) -> Edit:
        rule = self.rules.get("labels", {}).get(edit.label, self.rules.get("default"))
        own = isinstance(rule, Mapping) and rule.get("use") == REPLACE
        if not own or edit.replacement != rule.get("text"):
            return edit
        return replace(edit, replacement="*" * len(edit.replacement))

    def counted(self, verdict: Verdict) -> Verdict:
        """Return the verdict with the number of passages that were not shown."""
        return replace(verdict, exempt=(*verdict.exempt, (_LEFT, sum(self._count.values()))))
