"""A tagger that asks one of several: each text is read by the model of its cluster."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from textveil.errors import ModelError
from textveil.models.fields.crf_tagger import CrfTagger
from textveil.models.style_clusters import StyleClusters
from textveil.values.span import Spans
from textveil.values.tagging import TaggedWords

__all__ = ["RoutedTagger"]


class RoutedTagger:
    """Says of each word what it may be; fulfils the contract `Tagger`.

    Parameters
    ----------
    general
        Reads texts of clusters without a model of their own, and texts of fewer than two sentences.
    clusters
        Where the clusters lie.
    own
        The models of clusters, by number. They know no label that the general one does not know.
    """

    def __init__(
        self, general: CrfTagger, clusters: StyleClusters, own: Mapping[int, CrfTagger]
    ) -> None:
        self._general = general
        self._clusters = clusters
        self._own = own
        self.labels = general.labels
        if any(set(tagger.labels) - set(self.labels) for tagger in own.values()):
            raise ModelError("the model of a cluster has labels that the general one lacks")

    def tag(
        self, texts: Sequence[str], hints: Sequence[Spans], least: float = 0.0
    ) -> Iterator[TaggedWords]:
        """Yield what the model of its cluster thinks of the words of each text."""
        for text, found in zip(texts, hints, strict=True):
            [tagged] = self._reader(text).tag([text], [found], least)
            yield _relabelled(tagged, self.labels)

    def reasons(self, text: str, hints: Spans, word: int, label: str) -> dict[str, float]:
        """Return what speaks for a label of a word; see `CrfTagger.reasons`."""
        return self._reader(text).reasons(text, hints, word, label)

    def _reader(self, text: str) -> CrfTagger:
        place = self._clusters.place(text)
        return self._general if place is None else self._own.get(place, self._general)


def _relabelled(tagged: TaggedWords, labels: tuple[str, ...]) -> TaggedWords:
    """Return tagged words with a column for each label; those that a model lacks are 0."""
    if tagged.labels == labels:
        return tagged
    chances = np.zeros((len(tagged), 1 + len(labels)), np.float32)
    columns = [0, *(1 + labels.index(label) for label in tagged.labels)]
    chances[:, columns] = tagged.chances
    return replace(tagged, labels=labels, chances=chances)
