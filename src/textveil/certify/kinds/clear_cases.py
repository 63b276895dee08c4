"""Clearing: cases with nothing hidden, for verifiers that read values as a person does."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from textveil.values.contracts import Case
from textveil.values.runs.clear_document import Clear
from textveil.values.verdict import Verdict, Witness
from textveil.values.view import View
from textveil.verify.readers.clear_view import clear_view

__all__ = ["ClearCases", "clear_case"]


def clear_case(case: Case) -> tuple[Case, View | None]:
    """Return a case in clear, and the view of its released text; no view if it is as it was."""
    if case.before is None:
        return case, None
    before = case.before
    if before.language != case.language:
        before = replace(before, language=case.language)
    clear = Clear.of(before, clear_view(before.text, language=before.language))
    read = clear.read(case.release) if clear.hides else None
    if read is None:
        return case, None
    release, view = read
    return replace(case, before=clear.document, release=release), view


@dataclass(frozen=True, slots=True)
class ClearCases:
    """Cases in clear, for verifiers that read values as a person does.

    A case that cannot be shown in clear, because an edit cuts what stands for one character, is
    shown as it is.
    """

    cases: Iterable[Case]
    _views: dict[str, View] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Case]:
        return map(self._read, self.cases)

    def _read(self, case: Case) -> Case:
        shown, view = clear_case(case)
        if view is not None:
            self._views[case.release.id] = view
        return shown

    def back(self, verdict: Verdict) -> Verdict:
        """Return a verdict with witnesses that point at the texts as they are."""
        if not self._views:
            return verdict
        return replace(verdict, witnesses=tuple(map(self._placed, verdict.witnesses)))

    def _placed(self, witness: Witness) -> Witness:
        view = self._views.get(witness.document)
        if view is None or not witness.start < witness.end <= len(view):
            return witness
        start, end = view.locate(witness.start, witness.end)
        return replace(witness, start=start, end=end)
