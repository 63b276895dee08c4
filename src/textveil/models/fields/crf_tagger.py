"""A tagger of a conditional random field: features in, marginals out."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from textveil.models.fields.crf import Crf
from textveil.models.fields.features import describe, featurize
from textveil.models.fields.windows import Window
from textveil.models.roles import Books
from textveil.values.contracts import Tagger
from textveil.values.span import Spans
from textveil.values.tagging import TaggedWords

__all__ = ["CrfTagger", "with_judgement"]

_STEPS = (0.02, 0.2, 0.5, 0.8)
_LEAST = 0.01


class CrfTagger:
    """Says of each word what it may be; fulfils the contract `Tagger`.

    Parameters
    ----------
    crf
        The weights.
    books
        What is known about words.
    base
        A model whose judgement is told to this one; see `with_judgement`.
    """

    def __init__(self, crf: Crf, books: Books, base: Tagger | None = None) -> None:
        self._crf = crf
        self.books = books
        self._base = base
        self.labels = crf.labels

    @property
    def weights(self) -> bytes:
        """The weights, in CRFsuite's own format."""
        return self._crf.weights

    def tag(
        self, texts: Sequence[str], hints: Sequence[Spans], least: float = 0.0
    ) -> Iterator[TaggedWords]:
        """Yield what the model thinks of the words of each text; see the contract."""
        for text, found in zip(texts, hints, strict=True):
            yield self.tag_windows(self._rows(text, found), least)

    def tag_windows(self, windows: Iterable[tuple[Window, Any]], least: float = 0.0) -> TaggedWords:
        """Return what the model thinks of the words of a text, from windows with their features.

        Whoever asks several models about one text can keep the features, as lists or as sequences
        of CRFsuite.
        """
        starts: list[int] = []
        ends: list[int] = []
        chances = [np.zeros((0, 1 + len(self.labels)), np.float32)]
        begins = [np.zeros(0, np.float32)]
        for window, rows in windows:
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

    def _rows(self, text: str, hints: Spans) -> Iterator[tuple[Window, list[list[str]]]]:
        found = featurize(text, hints, self.books.words)
        if self._base is None:
            return found
        return with_judgement(found, next(self._base.tag([text], [hints], _LEAST)))

    def reasons(self, text: str, hints: Spans, word: int, label: str) -> dict[str, float]:
        """Return what speaks for a label of a word, and how much, without quoting the text.

        The weights are read when this is first asked for; it takes a second.
        """
        found: dict[str, float] = {}
        before = 0
        for window, rows in self._rows(text, hints):
            first, last = window.core
            if word < before + last - first:
                for feature, weight in self._crf.influence(rows[first + word - before], label):
                    found[describe(feature)] = found.get(describe(feature), 0.0) + weight
                break
            before += last - first
        return found


def with_judgement(
    windows: Iterator[tuple[Window, list[list[str]]]], tagged: TaggedWords
) -> Iterator[tuple[Window, list[list[str]]]]:
    """Yield windows in which each word, and its neighbours, are told the judgement of a model.

    A judgement is the likeliest label and one of five steps of certainty.
    """
    places = {start: at for at, start in enumerate(tagged.starts)}
    steps = np.searchsorted(_STEPS, tagged.scores)
    best, begins = tagged.likeliest(), tagged.begins > 0.5
    said = [
        f"{tagged.labels[label] if step else '-'}{step}{'B' if begun and step else ''}"
        for label, step, begun in zip(best, steps, begins, strict=True)
    ]
    for window, rows in windows:
        judged = [said[places[start]] for start in window.starts]
        for at, row in enumerate(rows):
            row.append(f"j={judged[at]}")
            if at:
                row.append(f"<j={judged[at - 1]}")
            if at + 1 < len(rows):
                row.append(f">j={judged[at + 1]}")
        yield window, rows
