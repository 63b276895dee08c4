"""A tagger of a conditional random field: features in, marginals out."""

from collections.abc import Iterator, Sequence

import numpy as np

from textveil.models.crf import Crf
from textveil.models.features import describe, featurize
from textveil.values.span import Spans
from textveil.values.tagging import TaggedWords

__all__ = ["CrfTagger"]


class CrfTagger:
    """Says of each word what it may be; fulfils the contract `Tagger`."""

    def __init__(self, crf: Crf) -> None:
        self._crf = crf
        self.labels = crf.labels

    def tag(
        self, texts: Sequence[str], hints: Sequence[Spans], least: float = 0.0
    ) -> Iterator[TaggedWords]:
        """Yield what the model thinks of the words of each text; see the contract."""
        for text, found in zip(texts, hints, strict=True):
            yield self._tagged(text, found, least)

    def _tagged(self, text: str, hints: Spans, least: float) -> TaggedWords:
        starts: list[int] = []
        ends: list[int] = []
        chances = [np.zeros((0, 1 + len(self.labels)), np.float32)]
        begins = [np.zeros(0, np.float32)]
        for window, rows in featurize(text, hints):
            first, last = window.core
            judged, begun = self._crf.judge(rows, least)
            starts += window.starts[first:last]
            ends += window.ends[first:last]
            chances.append(judged[first:last])
            if first == 0:
                # What stands before a window is another line: no passage goes on from there.
                begun[0] = 1.0
            begins.append(begun[first:last])
        return TaggedWords(
            starts, ends, self.labels, np.concatenate(chances), np.concatenate(begins)
        )

    def reasons(self, text: str, hints: Spans, word: int, label: str) -> dict[str, float]:
        """Return what speaks for a label of a word, and how much, without quoting the text.

        The weights are read when this is first asked for; it takes a second.
        """
        found: dict[str, float] = {}
        before = 0
        for window, rows in featurize(text, hints):
            first, last = window.core
            if word < before + last - first:
                for feature, weight in self._crf.influence(rows[first + word - before], label):
                    found[describe(feature)] = found.get(describe(feature), 0.0) + weight
                break
            before += last - first
        return found
