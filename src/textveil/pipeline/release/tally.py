"""The tally: what a release counts while it rewrites."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from textveil.evaluate.spans import SpanEvaluation
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.score import Score
from textveil.values.span import Spans

__all__ = ["Excerpt", "Tally", "counts_json"]


@dataclass(frozen=True, slots=True, repr=False)
class Excerpt:
    """One document before and after, for a report whose reader asked for it."""

    document: Document
    release: Release


class Tally:
    """Counts over rewritten documents, scores against annotations, and a few excerpts."""

    def __init__(self, excerpts: int = 0) -> None:
        self._wanted = excerpts
        self.excerpts: list[Excerpt] = []
        self.fields: set[str] = set()
        self._labels: Counter[str] = Counter()
        self._documents = self._characters = self._withheld = 0
        self._gold: SpanEvaluation | None = None

    def count(
        self,
        document: Document,
        spans: Spans,
        release: Release,
        whole: Document | None = None,
    ) -> None:
        """Take in one rewritten document and the spans of its text that were rewritten.

        `release` is that of `whole`, where more than the text was rewritten.
        """
        self._documents += 1
        self._characters += release.input_length
        self._withheld += sum(edit.end - edit.start for edit in release.edits)
        self._labels.update(edit.label for edit in release.edits)
        if document.spans is not None:
            self._gold = self._gold or SpanEvaluation()
            self._gold.add(document, spans)
        if release.edits and len(self.excerpts) < self._wanted:
            self.excerpts.append(Excerpt(whole or document, release))

    def scores(self, rng: np.random.Generator) -> tuple[Score, ...]:
        """Return detection scores where the input came with annotations."""
        return () if self._gold is None else self._gold.scores(rng)

    def to_json(self) -> dict[str, Any]:
        """Return the counts as a JSON object."""
        return counts_json(self._documents, self._characters, self._withheld, self._labels)


def counts_json(
    documents: int, characters: int, withheld: int, labels: Counter[str]
) -> dict[str, Any]:
    """Return counts in the form that certificates hold."""
    return {
        "documents": documents,
        "characters": characters,
        "withheld_characters": withheld,
        "passages": sum(labels.values()),
        "labels": dict(sorted(labels.items())),
    }
