"""Tagging: what a model thinks of each word of a text, before anybody decides."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["TaggedWords"]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class TaggedWords:
    """The words of one text with the probability of nothing and of every label.

    Attributes
    ----------
    starts, ends
        Offsets of the words in the text that was given, in order.
    labels
        What a word can be; nothing is not among them.
    chances
        A row a word: first the probability that it is nothing, then that of each label. Rows add
        up to 1; they are the model's own, and not calibrated.
    begins
        For each word, the probability that a passage begins with it, given its likeliest label.
    mask
        For each word, the probability that it must be hidden if it is something; None from a model
        that did not learn this. A court case names places and courts that need not be.
    """

    starts: Sequence[int]
    ends: Sequence[int]
    labels: tuple[str, ...]
    chances: NDArray[np.float32]
    begins: NDArray[np.float32]
    mask: NDArray[np.float32] | None = None

    def __repr__(self) -> str:
        return f"TaggedWords({len(self)} words, {len(self.labels)} labels)"

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def scores(self) -> NDArray[np.float32]:
        """For each word, the probability that it is part of something."""
        scores: NDArray[np.float32] = np.float32(1.0) - self.chances[:, 0]
        return scores

    def likeliest(self) -> NDArray[np.intp]:
        """Return, for each word, the place of its likeliest label in `labels`."""
        best: NDArray[np.intp] = self.chances[:, 1:].argmax(axis=1)
        return best
