"""A random field that is fitted again and again: the same model as CRFsuite's, in less time.

Features, penalties and search are those of `crf.fit`, so weights and probabilities agree up to
rounding. What differs: features are numbers that the caller keeps, only seen pairs of tags are
summed, and the weights live in memory. A model that is written to a file comes from CRFsuite.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.models.fields.crf import OUTSIDE, Settings, nothing_to_learn
from textveil.models.fields.descent import least
from textveil.models.fields.field_kernels import (
    FieldWeights,
    FieldWords,
    counts_by_tag,
    expectations,
    marginals,
    numbered,
)

__all__ = ["Field", "fit_field"]

_WIDE: Final = 4
"""Tags from which on a feature has a weight for every tag: adding up whole rows is quick."""


@dataclass(frozen=True, slots=True)
class Field:
    """Weights that are ready for use.

    Attributes
    ----------
    labels
        What a word can be.
    """

    labels: tuple[str, ...]
    _tags: tuple[str, ...] = field(repr=False)
    _places: NDArray[np.uint32] = field(repr=False)
    _weights: FieldWeights = field(repr=False)

    def judge(self, words: FieldWords) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the chances of words, and whether each begins a passage; as `Crf.judge` does."""
        known = self._places[np.minimum(words.features, len(self._places) - 1)]
        found = marginals(words._replace(features=known), self._weights, len(self._tags))
        # One column more, for tags that were never seen.
        found = np.column_stack([np.clip(found, 0.0, 1.0), np.zeros(len(found))])
        first, later = (self._columns(side) for side in "BI")
        begin = found[:, first]
        both = begin + found[:, later]
        nothing = found[:, [self._column(OUTSIDE)]]
        best = both.argmax(axis=1)[:, None]
        most = np.take_along_axis(both, best, axis=1)
        begins = np.take_along_axis(begin, best, axis=1) / np.where(most > 0, most, 1.0)
        chances = np.concatenate([nothing, both], axis=1).astype(np.float32)
        return chances, begins[:, 0].astype(np.float32)

    def _columns(self, side: str) -> list[int]:
        return [self._column(f"{side}-{label}") for label in self.labels]

    def _column(self, tag: str) -> int:
        return self._tags.index(tag) if tag in self._tags else len(self._tags)


def fit_field(
    words: FieldWords, right: Sequence[str], size: int, settings: Settings | None = None
) -> Field:
    """Find the weights for words and their right tags.

    Parameters
    ----------
    words
        With their features.
    right
        The tag of each.
    size
        One more than the highest number of a feature.
    settings
        How.

    Returns
    -------
    Field
        The same words give the same bits, whatever the numbers of their features are.

    Raises
    ------
    ModelError
        If no word has a label.
    """
    settings = settings or Settings()
    if all(tag == OUTSIDE for tag in right):
        raise nothing_to_learn()
    places = np.full(size + 1, size + 1, np.uint32)
    count = numbered(words.features, places)
    # The last place stands for all features that have no weight.
    places[places > count] = count
    words = words._replace(features=places[words.features])
    numbers = {tag: at for at, tag in enumerate(dict.fromkeys(right))}
    told = _Told(words, np.array([numbers[tag] for tag in right], np.uint16), count, settings)
    found = least(told, told.size, settings.sparsity, settings.rounds)
    shown, weights = told.without_zeros(found)
    labels = sorted({tag[2:] for tag in numbers if tag != OUTSIDE})
    return Field(tuple(labels), tuple(numbers), shown[places], weights)


class _Told:
    """How unlikely the right tags are, by the weights; a function with its gradient.

    Weights stand in one row: of wide features, of the others, and of pairs of tags.
    """

    def __init__(
        self, words: FieldWords, right: NDArray[np.uint16], count: int, settings: Settings
    ) -> None:
        self._tags = int(right.max()) + 1
        self._damping = settings.damping
        counts = np.zeros((count + 1, self._tags), np.uint32)
        counts_by_tag(words, right, counts)
        kept = counts >= settings.rarest
        degree = kept.sum(axis=1)
        wide = np.flatnonzero(degree >= _WIDE)
        narrow = np.flatnonzero((degree > 0) & (degree < _WIDE))
        order = np.concatenate([wide, narrow])
        self._places = np.full(count + 1, len(order), np.uint32)
        self._places[order] = np.arange(len(order), dtype=np.uint32)
        self._words = words._replace(features=self._places[words.features])
        features, tags = np.nonzero(kept[order])
        self._wide = len(wide)
        self._cut = int((features < self._wide).sum())
        self._flat = features[: self._cut] * self._tags + tags[: self._cut]
        self._features, self._by_tag = features, tags.astype(np.uint16)
        # The last place stands for features without a weight: nothing begins or ends there.
        ends = np.cumsum(degree[narrow])
        self._starts = np.concatenate([[0], ends, ends[-1:] if len(ends) else [0]]).astype(
            np.uint32
        )
        followed = self._pairs(right, settings.rarest)
        self._before, self._after = (side.astype(np.uint16) for side in np.nonzero(followed))
        seen = [counts[order][features, tags], followed[followed > 0]]
        self._seen = np.concatenate(seen).astype(float)
        self.size = len(self._seen)

    def _pairs(self, right: NDArray[np.uint16], rarest: int) -> NDArray[np.int64]:
        """Return how often tags followed each other inside of windows; 0 where too seldom."""
        inside = np.ones(len(right), bool)
        inside[self._words.windows[:-1]] = False
        later = np.flatnonzero(inside)
        counts = np.zeros((self._tags, self._tags), np.int64)
        np.add.at(counts, (right[later - 1], right[later]), 1)
        return np.where(counts >= rarest, counts, 0)

    def __call__(self, weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        """Return the value of the function and its gradient."""
        sums = self._shaped(np.zeros(self.size))
        total = expectations(self._words, self._shaped(weights), self._tags, sums)
        expected = np.concatenate([sums.wide.ravel()[self._flat], sums.narrow, sums.pairs])
        value = total - (weights * self._seen).sum() + self._damping * (weights**2).sum()
        return float(value), expected - self._seen + 2.0 * self._damping * weights

    def _shaped(self, weights: NDArray[np.float64]) -> FieldWeights:
        wide = np.zeros((self._wide, self._tags))
        wide.ravel()[self._flat] = weights[: self._cut]
        last = len(self._features)
        tags, narrow = self._by_tag[self._cut :], weights[self._cut : last]
        return FieldWeights(
            wide, self._starts, tags, narrow, self._before, self._after, weights[last:]
        )

    def without_zeros(
        self, weights: NDArray[np.float64]
    ) -> tuple[NDArray[np.uint32], FieldWeights]:
        """Return the place of each feature, and the weights of those that have any."""
        last = len(self._features)
        there = np.flatnonzero(weights[:last])
        used, counts = np.unique(self._features[there], return_counts=True)
        places = np.full(len(self._places) + 1, len(used), np.uint32)
        places[used] = np.arange(len(used), dtype=np.uint32)
        ends = np.cumsum(counts)
        starts = np.concatenate([[0], ends, ends[-1:] if len(ends) else [0]]).astype(np.uint32)
        pairs = np.flatnonzero(weights[last:])
        return places[self._places], FieldWeights(
            np.zeros((0, self._tags)),
            starts,
            self._by_tag[there],
            weights[there],
            self._before[pairs],
            self._after[pairs],
            weights[last:][pairs],
        )
