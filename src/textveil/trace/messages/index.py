"""The index of messages: which few of thousands a post may disclose."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.trace.messages.kept import KeptMessage
from textveil.trace.messages.matching import MatchedMessage, matched
from textveil.trace.messages.reading import PostWords, bits_of
from textveil.trace.messages.shape import MessageShape

__all__ = ["MessageIndex"]

_CANDIDATES: Final = 4
"""Messages that a sentence is compared with at most."""
_BETWEEN: Final = 2
"""Other sentences that may stand between two of one disclosure."""
_LEAST: Final = 14.0
"""Bits that a sentence shares with a message at least."""
_SMOOTHED: Final = 1000
"""Messages that are thought to be there besides, so that few messages do not change all weights."""


@dataclass(frozen=True, eq=False, repr=False)
class MessageIndex:
    """Finds messages by the words that they share with a post.

    Attributes
    ----------
    shapes
        All messages.
    postings
        Of each word the messages in which it can stand, by number.
    """

    shapes: tuple[MessageShape, ...]
    postings: dict[str, NDArray[np.int32]]

    @classmethod
    def of(cls, messages: Sequence[KeptMessage]) -> "MessageIndex":
        """Index messages with all their wordings."""
        shapes = tuple(map(MessageShape.of, messages))
        listed: dict[str, list[int]] = defaultdict(list)
        for number, shape in enumerate(shapes):
            for word in shape.all_words:
                listed[word].append(number)
        return cls(shapes, {word: np.array(one, np.int32) for word, one in listed.items()})

    def found(self, post: PostWords) -> list[MatchedMessage]:
        """Return the messages that may be disclosed, with what of them stands where."""
        runs: dict[int, list[tuple[int, int]]] = defaultdict(list)
        sentences = post.sentences()
        for at, (first, stop) in enumerate(sentences):
            for number in self._candidates(post.words[first:stop]):
                stretches = runs[number]
                # Sentences near each other are one disclosure, also with words of others between.
                if stretches and stretches[-1][1] >= sentences[max(0, at - _BETWEEN)][0]:
                    stretches[-1] = (stretches[-1][0], stop)
                else:
                    stretches.append((first, stop))
        return [
            matched(self.shapes[number], post, first, stop)
            for number, stretches in sorted(runs.items())
            for first, stop in stretches
        ]

    def _candidates(self, words: Sequence[str]) -> list[int]:
        scores = np.zeros(len(self.shapes))
        for word in set(words):
            where = self.postings.get(word)
            if where is not None:
                scores[where] += min(
                    bits_of(word), log2((len(self.shapes) + _SMOOTHED) / len(where))
                )
        if not len(scores):
            return []
        top = np.argpartition(-scores, min(_CANDIDATES, len(scores)) - 1)[:_CANDIDATES]
        return [int(one) for one in top if scores[one] >= _LEAST]
