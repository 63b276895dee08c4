"""Repair: if a verdict is refuted, its places are rewritten more strongly.

A passage that should have gone is rewritten as its kind is; a replacement that does not do is
exchanged for another one; where that is not possible, or does not help, the passage becomes a tag.
Then everything is verified again. What no edit can repair (an id, a column, a file) is left to the
run, which refuses it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from textveil.pipeline.release.rewriting import REPAIRED, Rewriting
from textveil.pipeline.release.search.known_values import Known
from textveil.values.annotation import said_by
from textveil.values.contracts import Case, Exchanger
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.label import RARE
from textveil.values.runs.clear_document import Clear
from textveil.values.span import Span, Spans
from textveil.values.verdict import Status, Verdict, Witness

__all__ = ["ROUNDS", "Means", "Repairs"]

ROUNDS: Final = 3
"""How often a run repairs and verifies again, at most."""

_UNKNOWN: Final = "OTHER"
_SAID: Final = "annotations."
"""How verifiers call what annotations say, before its number (`verify.whole.travelled`)."""

Place = tuple[int, int]
Linked = Callable[[], Iterator[tuple[Clear, Spans]]]
"""Each document as it is read, with the spans of what is read."""


class Means(StrEnum):
    """What a repair does, the mildest first."""

    PASSAGE = "passage"
    """A passage that was left in the text is rewritten."""
    SURROGATE = "surrogate"
    """A person or thing gets another surrogate, in all documents."""
    TAG = "tag"
    """The label in brackets stands for the passage."""
    VALUE = "value"
    """What an annotation says is left out."""


@dataclass(slots=True)
class _Mended:
    """What is done differently in one document, by offsets in the input."""

    passages: dict[Place, str] = field(default_factory=dict)
    tags: dict[Place, str] = field(default_factory=dict)
    tried: dict[Place, tuple[int, Means]] = field(default_factory=dict)
    """What was done about a replacement, and in which round."""
    unsaid: set[str] = field(default_factory=set)
    """What annotations must not say."""


@dataclass(slots=True)
class Repairs:
    """All repairs of a release, or of one copy.

    No copy has repairs because of another one, so that it does not matter who else has a copy.

    Attributes
    ----------
    rewriting
        The transformers, which are asked for another replacement.
    known
        Says of what kind a value is that was found elsewhere.
    marked
        Whether other copies differ. Then kept text beside a surrogate stays: there all are alike.
    rounds
        How often everything was verified again.
    """

    rewriting: Rewriting
    known: Known
    marked: bool = False
    rounds: int = 0
    _documents: dict[str, _Mended] = field(default_factory=dict)
    _done: Counter[tuple[str, Means]] = field(default_factory=Counter)

    def to_json(self) -> dict[str, dict[str, int]]:
        """Return how many repairs there are: by claim, then by what was done."""
        found: dict[str, dict[str, int]] = {}
        for (claim, means), count in sorted(self._done.items()):
            found.setdefault(claim, {})[means.value] = count
        return found

    def passages(self, document: Document) -> Spans:
        """Return further passages that must be removed from a document."""
        mended = self._documents.get(document.id)
        places = mended.passages if mended else {}
        return Spans(Span(*place, label, 1.0, REPAIRED) for place, label in places.items())

    def unsaid(self, document: Document) -> frozenset[str]:
        """Return what the annotations of a document must not say."""
        mended = self._documents.get(document.id)
        return frozenset(mended.unsaid) if mended else frozenset()

    def applied(self, document: Document, release: Release) -> Release:
        """Return a release with the tags that repairs put into it."""
        mended = self._documents.get(document.id)
        if mended is None or not mended.tags:
            return release
        edits = list(release.edits)
        for (start, end), label in mended.tags.items():
            touched = [edit for edit in edits if edit.start < end and start < edit.end]
            edits = [edit for edit in edits if edit not in touched]
            first = min([start, *(edit.start for edit in touched)])
            last = max([end, *(edit.end for edit in touched)])
            number = next((edit.entity for edit in touched), len(release.edits) + 1)
            carried = all(edit.carried for edit in touched)
            edits.append(Edit(first, last, f"[{label}]", label, number, carried))
        return Release.of(document, edits)

    def mend(self, verdicts: Iterable[Verdict], cases: Iterable[Case], linked: Linked) -> bool:
        """Plan repairs for refuted verdicts; False if there is nothing to repair, or no way."""
        wanted: dict[str, list[tuple[str, Witness]]] = {}
        for verdict in verdicts:
            if verdict.status is Status.REFUTED:
                for witness in verdict.witnesses:
                    wanted.setdefault(witness.document, []).append((verdict.claim, witness))
        every = (witness for some in wanted.values() for _, witness in some)
        lost = any((w.beside or not w.start < w.end) and not _is_said(w) for w in every)
        if not wanted or lost or self.rounds == ROUNDS:
            return False
        self.rounds += 1
        for case, (clear, spans) in zip(cases, linked(), strict=True):
            for claim, witness in wanted.pop(case.release.id, ()):
                done = (
                    self._silence(witness, case)
                    if _is_said(witness)
                    else self._mend(witness, case.release, clear, spans)
                )
                if done is None:
                    return False
                self._done[claim, done] += 1
        # A witness may name no document of the run.
        return not wanted

    def _silence(self, witness: Witness, case: Case) -> Means:
        """Plan that an annotation does not say what a verifier has found there."""
        number = int(witness.beside.removeprefix(_SAID))
        mended = self._documents.setdefault(case.release.id, _Mended())
        mended.unsaid.add(said_by(case.annotations)[number])
        return Means.VALUE

    def _mend(self, witness: Witness, release: Release, clear: Clear, spans: Spans) -> Means | None:
        """Plan a repair, and return what is done; None if nothing can be."""
        document = clear.given
        mended = self._documents.setdefault(document.id, _Mended())
        touched = [
            edit
            for edit, start, end in release.placed()
            if start < witness.end and witness.start < end
        ]
        left = [] if self.marked and touched else list(_left(witness, release, document))
        for start, end in left:
            value = clear.document.text[slice(*clear.view.shown(start, end))]
            label = witness.label or self.known.label_of(document, value) or _UNKNOWN
            if self.rewriting.rewrites(label):
                mended.passages[start, end] = label
            else:
                mended.tags[start, end] = label
        if left:
            return Means.PASSAGE
        strongest: Means | None = None
        for edit in touched:
            done = self._redo(edit, witness, mended, (clear, spans))
            if done is None:
                return None
            strongest = done if strongest is None or done is Means.TAG else strongest
        return strongest

    def _redo(
        self, edit: Edit, witness: Witness, mended: _Mended, linked: tuple[Clear, Spans]
    ) -> Means | None:
        """Plan another replacement; a tag if that was tried before."""
        place = (edit.start, edit.end)
        when, done = mended.tried.get(place, (0, None))
        if when == self.rounds or done is Means.TAG:
            # Two verifiers may point at one place; a tag that is refuted is the last resort.
            return done if when == self.rounds else None
        again = witness.redraw and done is None and self._exchanged(edit, *linked)
        means = Means.SURROGATE if again else Means.TAG
        mended.tried[place] = self.rounds, means
        if means is Means.TAG:
            mended.tags[place] = edit.label
        return means

    def _exchanged(self, edit: Edit, clear: Clear, spans: Spans) -> bool:
        transformer: object = self.rewriting.of_label(edit.label)
        if not isinstance(transformer, Exchanger):
            return False
        place = clear.view.shown(edit.start, edit.end)
        span = next((span for span in spans if (span.start, span.end) == place), None)
        return span is not None and transformer.exchange(clear.document, span)


def _is_said(witness: Witness) -> bool:
    """Tell whether a witness points at what an annotation says."""
    return witness.beside.startswith(_SAID)


def _left(witness: Witness, release: Release, document: Document) -> Iterator[Place]:
    """Yield the parts of a witness that stand in kept text, by their offsets in the input."""
    for source, target, length in release.kept():
        start, end = max(target, witness.start), min(target + length, witness.end)
        if start < end:
            place = source + start - target, source + end - target
            value = document.text[slice(*place)]
            if witness.label == RARE or any(map(str.isalnum, value)):
                yield place
