"""Clearing: documents and cases as they are read, with nothing hidden (`lexicon.hidden`)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from textveil.lexicon.hidden import unhidden
from textveil.values.clear import Clear
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.verdict import Verdict, Witness
from textveil.values.view import View
from textveil.verify.clear_view import clear_view

__all__ = ["ClearCases", "clear_of"]


def clear_of(document: Document, length: int | None = None) -> Clear:
    """Return a document as it is read; of `length` characters only, if that is given.

    Cells of a table stand behind the text, and their places must not move.
    """
    text = document.text[:length]
    view = unhidden(text, language=document.language)
    if len(text) < len(document.text):
        view = View(view.text + document.text[len(text) :], view.resized)
    return Clear.of(document, view)


@dataclass(frozen=True, slots=True)
class ClearCases:
    """Cases in clear, for verifiers that read values as a person does, by a view of their own.

    A case that cannot be shown in clear, because an edit cuts what stands for one character, is
    shown as it is.
    """

    cases: Iterable[Case]
    _views: dict[str, View] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Case]:
        return map(self._read, self.cases)

    def _read(self, case: Case) -> Case:
        if case.before is None:
            return case
        before = case.before
        if before.language != case.language:
            before = replace(before, language=case.language)
        clear = Clear.of(before, clear_view(before.text, language=before.language))
        read = clear.read(case.release) if clear.hides else None
        if read is None:
            return case
        release, self._views[release.id] = read
        return replace(case, before=clear.document, release=release)

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
