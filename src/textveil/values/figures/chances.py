"""Chances: what a model thinks of every word of one document, for query strategies."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.values.tagging import TaggedWords

__all__ = ["DocumentChances"]

_CLOSE = 0.01
_GRAM = 3


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class DocumentChances:
    """The words of one document with the probability of nothing and of every label.

    Attributes
    ----------
    id
        Of the document.
    labels
        What a word can be; nothing is not among them.
    chances
        A row a word: first the probability that it is nothing, then that of each label. Rows add up
        to 1; they are the model's own, and not calibrated. The array cannot be written to.
    calibrated
        For each word, the calibrated probability that it is part of something; None where there is
        no calibration. It may be used as the true probability.
    words
        The words themselves, for strategies that compare documents; empty where only probabilities
        are known.

    Examples
    --------
    >>> note = DocumentChances("n1", ("NAME",), np.array([[0.9, 0.1], [0.4, 0.6]]))
    >>> note.confidence
    array([0.9, 0.6])
    """

    id: str
    labels: tuple[str, ...]
    chances: NDArray[np.float64]
    calibrated: NDArray[np.float64] | None = None
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.chances.ndim != 2 or self.chances.shape[1] != 1 + len(self.labels):
            raise InvalidValueError("a word lacks a probability", where=self.id)
        outside = (self.chances < -_CLOSE) | (self.chances > 1 + _CLOSE)
        # A comparison with NaN is false, so the sums are asked whether they are right.
        right = np.abs(self.chances.sum(axis=1) - 1.0) <= _CLOSE
        if outside.any() or not right.all():
            raise InvalidValueError(
                "the probabilities of a word do not add up to 1, or one lies outside [0, 1]",
                where=self.id,
            )
        for known in (self.words, self.calibrated):
            if known is not None and len(known) not in (0, len(self.chances)):
                raise InvalidValueError("not every word is described", where=self.id)
        # Rounding may leave a probability a hair outside.
        clipped = np.clip(self.chances.astype(np.float64), 0.0, 1.0)
        clipped.setflags(write=False)
        object.__setattr__(self, "chances", clipped)

    @classmethod
    def of(cls, document_id: str, text: str, tagged: TaggedWords) -> "DocumentChances":
        """Return what a tagger said about a text."""
        places = zip(tagged.starts, tagged.ends, strict=True)
        words = tuple(text[start:end] for start, end in places)
        return cls(document_id, tagged.labels, tagged.chances.astype(np.float64), None, words)

    def __repr__(self) -> str:
        return f"DocumentChances({len(self)} words, {len(self.labels)} labels)"

    def __len__(self) -> int:
        return len(self.chances)

    @property
    def something(self) -> NDArray[np.float64]:
        """For each word, the probability that it is part of something."""
        scores: NDArray[np.float64] = 1.0 - self.chances[:, 0]
        return scores

    @property
    def true(self) -> NDArray[np.float64]:
        """For each word, the best estimate that it is part of something: calibrated if possible."""
        return self.something if self.calibrated is None else self.calibrated

    @property
    def confidence(self) -> NDArray[np.float64]:
        """For each word, the probability of what is likeliest: nothing or a label."""
        most: NDArray[np.float64] = self.chances.max(axis=1)
        return most

    @property
    def entropy(self) -> NDArray[np.float64]:
        """For each word, the entropy of its probabilities in nats."""
        logarithms = np.log(np.where(self.chances > 0.0, self.chances, 1.0))
        # The sum of zeros with a minus sign would be -0.0.
        sums: NDArray[np.float64] = 0.0 - (self.chances * logarithms).sum(axis=1)
        return sums

    def trigrams(self) -> frozenset[tuple[str, ...]]:
        """Return all runs of three words, upper and lower case alike.

        A document of one or two words is one run. Without words there is none.
        """
        words = [word.casefold() for word in self.words]
        runs = range(max(1, len(words) - _GRAM + 1)) if words else ()
        return frozenset(tuple(words[at : at + _GRAM]) for at in runs)

    def with_calibrated(self, calibrated: NDArray[np.float64]) -> "DocumentChances":
        """Return the same words with calibrated probabilities."""
        return replace(self, calibrated=calibrated)
