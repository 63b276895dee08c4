"""Decoding: from what a tagger thinks of each word to passages."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from textveil.values.tagging import TaggedWords

__all__ = ["Passage", "passages"]


class Passage(NamedTuple):
    """A run of words with one label.

    Attributes
    ----------
    start, end
        Offsets in the text that the tagger saw.
    label
        What it is.
    score
        Mean of the words' scores: the share of its words that are expected to be right.
    strongest
        Number of the word with the highest score.
    mask
        Highest probability of its words that they must be hidden; 1 where the tagger tells none.
    """

    start: int
    end: int
    label: str
    score: float
    strongest: int
    mask: float = 1.0


def passages(tagged: TaggedWords, threshold: float) -> Iterator[Passage]:
    """Yield the passages of a text in order.

    A passage is a maximal run of words with scores of at least `threshold` and one label, in which
    only the first word begins one.
    """
    scores = tagged.scores
    taken = np.flatnonzero(scores >= threshold)
    if not len(taken):
        return
    best = tagged.likeliest()[taken]
    fresh = np.ones(len(taken), bool)
    follows = (taken[1:] == taken[:-1] + 1) & (best[1:] == best[:-1])
    fresh[1:] = ~follows | (tagged.begins[taken[1:]] > 0.5)
    firsts = [*np.flatnonzero(fresh).tolist(), len(taken)]
    for low, high in pairwise(firsts):
        words = taken[low:high]
        run = scores[words]
        yield Passage(
            tagged.starts[int(words[0])],
            tagged.ends[int(words[-1])],
            tagged.labels[int(best[low])],
            float(run.mean()),
            int(words[int(run.argmax())]),
            1.0 if tagged.mask is None else float(tagged.mask[words].max()),
        )
