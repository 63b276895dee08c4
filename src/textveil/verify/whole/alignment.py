"""Alignment: outside the recorded edits, the released text is the input, character by character."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textveil.values.contracts import Case
from textveil.values.verdict import Verdict, Witness

__all__ = ["Alignment"]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Check that kept text is unchanged and that the offset map agrees with both texts.

    Notes
    -----
    For each document the unchanged stretches that the edits leave are compared with the input, and
    the lengths must add up; together they cover everything outside the replacements, so a change
    anywhere else is found. Linear in the length of the texts. Without the input the claim is not
    checkable.
    """

    claim: ClassVar[str] = "alignment"

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        witnesses: list[Witness] = []
        checked = 0
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            checked += 1
            witness = _first_difference(case, case.before.text)
            witnesses += [witness] if witness else []
        return Verdict.of(self.claim, checked, witnesses)


def _first_difference(case: Case, before: str) -> Witness | None:
    release = case.release
    if release.input_length != len(before):
        return Witness(release.id, 0, len(release.text), "the input has another length")
    for source, target, length in release.kept():
        kept, original = release.text[target : target + length], before[source : source + length]
        if kept != original:
            at = target + next(i for i in range(length) if kept[i : i + 1] != original[i])
            return Witness(release.id, at, at + 1, "kept text differs from the input")
    return None
