"""The model: from two sentences to the probability that they say the same."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.models.paraphrase.analysis import Analysis, analyse
from textveil.models.paraphrase.encoder import ENCODED, EncodedSentence, Encoder, alignment
from textveil.models.paraphrase.features import BEYOND, METRICS, SIMMAT, word_features
from textveil.models.paraphrase.logistic import Logistic
from textveil.models.paraphrase.simmat import Comparison

__all__ = ["COMBINED", "OWN", "WORDS", "ParaphraseModel"]

OWN: Final = "own pair"
"""What an encoder that was fitted on the user's pairs says of both sentences at once."""
WORDS: Final = (*SIMMAT, *METRICS, *BEYOND)
"""Features that need no encoder."""
COMBINED: Final = (*WORDS, *ENCODED)
"""All features but those of an encoder of the user's own."""

_KEPT: Final = 4096


@dataclass(frozen=True, eq=False)
class ParaphraseModel:
    """Says how probable it is that two sentences say the same.

    Attributes
    ----------
    names
        The features in the order of the weights.
    logistic
        From features to log odds.
    slope, shift
        Calibration of the log odds on pairs that were not learnt from (Platt 1999).
    threshold
        The probability from which a pair counts as a paraphrase.
    graph, vocabulary
        The encoder.
    own
        The graph of an encoder that was fitted on the user's pairs; empty if there is none.
    """

    names: tuple[str, ...]
    logistic: Logistic
    threshold: float = 0.5
    slope: float = 1.0
    shift: float = 0.0
    graph: bytes = field(default=b"", repr=False)
    vocabulary: tuple[str, ...] = field(default=(), repr=False)
    own: bytes = field(default=b"", repr=False)

    def probability(self, left: str, right: str) -> float:
        """Return the probability that two sentences say the same."""
        return self.probability_of(self.read(left), self.read(right))

    def probabilities(self, pairs: Iterable[tuple[str, str]]) -> NDArray[np.float64]:
        """Return the probability of each pair."""
        return np.array([self.probability(left, right) for left, right in pairs], np.float64)

    def probability_of(
        self, left: Analysis, right: Analysis, pair: Comparison | None = None
    ) -> float:
        """Return the probability for sentences that were read before."""
        return float(self.chances(self.features(left, right, pair)[None])[0])

    def chances(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the calibrated probability of each row of features."""
        logits = self.slope * self.logistic.logits(features) + self.shift
        chances: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-np.clip(logits, -40.0, 40.0)))
        return chances

    def read(self, text: str) -> Analysis:
        """Return a sentence as it is compared; the last ones are kept."""
        found: Analysis = self._analysed(text)
        return found

    def features(
        self, left: Analysis, right: Analysis, pair: Comparison | None = None
    ) -> NDArray[np.float64]:
        """Return the features of two sentences in the order of `names`."""
        words = [name for name in self.names if name in _WORDS]
        made = dict(zip(words, word_features(left, right, words, pair), strict=True))
        if not _ENCODED.isdisjoint(self.names):
            one, other = self._encoded(left.text), self._encoded(right.text)
            made |= zip(ENCODED, alignment(one, other), strict=True)
        if OWN in self.names:
            made[OWN] = self._own.pair(left.text, right.text)
        return np.array([made[name] for name in self.names], np.float64)

    @cached_property
    def _analysed(self) -> Any:
        return lru_cache(maxsize=_KEPT)(analyse)

    @cached_property
    def _encoded(self) -> Any:
        return lru_cache(maxsize=_KEPT)(self._sentence)

    def _sentence(self, text: str) -> EncodedSentence:
        return self._encoder.sentence(text)

    @cached_property
    def _encoder(self) -> Encoder:
        return Encoder(self.graph, self.vocabulary)

    @cached_property
    def _own(self) -> Encoder:
        return Encoder(self.own, self.vocabulary)


_WORDS: Final = frozenset(WORDS)
_ENCODED: Final = frozenset(ENCODED)
