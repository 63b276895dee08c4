"""The tally: what a release counts."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from textveil.certify.document.record import is_changed
from textveil.evaluate.detection.spans import SpanEvaluation
from textveil.evaluate.text.changed_meaning import MeaningEvaluation
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.figures.score import Score
from textveil.values.span import Spans

__all__ = ["Excerpt", "Tally"]


@dataclass(frozen=True, slots=True, repr=False)
class Excerpt:
    """One document before and after, for a report whose reader asked for it.

    `gaps` are what stands between text and cells: the column that follows, start and end.
    """

    document: Document
    release: Release
    gaps: tuple[tuple[str, int, int], ...] = ()


class Tally:
    """Scores of rewritten documents against annotations, what was changed, and a few excerpts.

    Excerpts are a random sample of the documents in which something was changed: each of them is
    equally likely to be in it. The same seed and documents give the same sample.
    """

    def __init__(self, excerpts: int = 0, seed: int = 0) -> None:
        self._wanted = excerpts
        self._rng = np.random.default_rng(seed)
        self._sample: dict[int, tuple[int, Excerpt]] = {}
        self._candidates = 0
        self.meaning = MeaningEvaluation(excerpts=excerpts > 0)
        self._gold: SpanEvaluation | None = None

    def add(
        self,
        document: Document,
        spans: Spans,
        whole: Document,
        release: Release,
        gaps: Iterable[tuple[str, int, int]] = (),
    ) -> None:
        """Take in one rewritten document and the spans of its text that were rewritten.

        `release` is that of `whole`, where more than the text was rewritten; `gaps` are those
        between its text and cells.
        """
        if document.spans is not None:
            self._gold = self._gold or SpanEvaluation()
            self._gold.add(document, spans)
        changed = [edit for edit in release.edits if is_changed(edit, whole.text)]
        # Cells of declared columns identify people; that is why they were declared.
        end = len(document.text)
        places = ((e.start, e.end, e.label) for e in changed if e.end <= end)
        self.meaning.add(document.text, places, language=document.language)
        if changed and self._wanted:
            self._draw(Excerpt(whole, release, tuple(gaps)))

    def _draw(self, excerpt: Excerpt) -> None:
        # Algorithm R (Vitter, "Random Sampling with a Reservoir", ACM TOMS 11, 1985, section 2).
        place = self._candidates
        self._candidates += 1
        if place >= self._wanted:
            place = int(self._rng.integers(self._candidates))
        if place < self._wanted:
            self._sample[place] = self._candidates, excerpt

    @property
    def excerpts(self) -> list[Excerpt]:
        """The sample, in the order of the documents."""
        drawn = sorted(self._sample.values(), key=lambda one: one[0])
        return [excerpt for _, excerpt in drawn]

    def scores(self, rng: np.random.Generator) -> tuple[Score, ...]:
        """Return detection scores where the input came with annotations."""
        return () if self._gold is None else self._gold.scores(rng)
