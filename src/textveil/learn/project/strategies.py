"""Query strategies: which documents a model would learn most from (chapter 4 of paper 4).

Each fulfils the contract `Strategy`: it gives a document a score, and the highest are annotated
first. The registry names them; nothing here knows it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import ClassVar, Final

import numpy as np

from textveil.errors import InvalidValueError
from textveil.values.contracts import Selector, Strategy
from textveil.values.figures.chances import DocumentChances
from textveil.values.keys.draw import lot

__all__ = [
    "READING",
    "BoundedEntropy",
    "BoundedLeastConfidence",
    "Diverse",
    "GeneralReturn",
    "LeastConfidence",
    "MeanLeastConfidence",
    "NetReturn",
    "RandomOrder",
    "WordEntropy",
]

READING: Final = 0.1
"""What reading a word costs, as a part of what a correction brings, if nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class RandomOrder:
    """Documents in a random order, which the seed decides: what other strategies must beat."""

    blind: ClassVar[bool] = True
    """Whether it looks at no probability, so that no model has to be asked."""

    seed: int = 0

    def score(self, document: DocumentChances) -> float:
        """Return a number that the id draws."""
        return lot(self.seed, document.id)


@dataclass(frozen=True, slots=True)
class LeastConfidence:
    """The sum of what the likeliest labels leave: Eq. 7."""

    def score(self, document: DocumentChances) -> float:
        """Return the sum over words of 1 - P."""
        return float((1.0 - document.confidence).sum())


@dataclass(frozen=True, slots=True)
class MeanLeastConfidence:
    """The mean of what the likeliest labels leave: Eq. 8."""

    def score(self, document: DocumentChances) -> float:
        """Return the mean over words of 1 - P; 0 for a document without words."""
        return LeastConfidence().score(document) / max(1, len(document))


@dataclass(frozen=True, slots=True)
class BoundedLeastConfidence:
    """Least confidence with an upper bound: only words with P below `theta` count (Eq. 9).

    Attributes
    ----------
    theta
        Above 0 and at most 1; with 1 every word counts.
    """

    theta: float = 0.6

    def __post_init__(self) -> None:
        if not 0.0 < self.theta <= 1.0:
            raise InvalidValueError("theta lies above 0 and is at most 1", where="lcub, theta")

    def score(self, document: DocumentChances) -> float:
        """Return the sum of 1 - P over the words with P strictly below theta."""
        confidence = document.confidence
        return float(np.where(confidence < self.theta, 1.0 - confidence, 0.0).sum())


@dataclass(frozen=True, slots=True)
class WordEntropy:
    """The sum of the entropy of words over all labels, in nats: Eq. 10 and 11."""

    def score(self, document: DocumentChances) -> float:
        """Return the sum over words of their entropy."""
        return float(document.entropy.sum())


@dataclass(frozen=True, slots=True)
class BoundedEntropy:
    """Entropy with a lower bound: only words with an entropy above `rho` count (Eq. 12).

    Attributes
    ----------
    rho
        In nats, 0 or more.
    """

    rho: float = 0.1

    def __post_init__(self) -> None:
        if not self.rho >= 0.0 or not isfinite(self.rho):
            raise InvalidValueError("rho is a number from 0 on", where="elb, rho")

    def score(self, document: DocumentChances) -> float:
        """Return the sum of the entropy of words that have strictly more of it than rho."""
        entropy = document.entropy
        return float(np.where(entropy > self.rho, entropy, 0.0).sum())


@dataclass(frozen=True, slots=True)
class NetReturn:
    """Return on investment with one net contribution of a correction: Eq. 19.

    Attributes
    ----------
    net
        What a correction brings beyond what it costs: NC_FN and NC_FP of Eq. 17 alike.
    cost
        Of reading a word, 0 or more. Without it, reading costs a part of what a correction brings:
        that of `at_prices`, or a tenth.
    """

    net: float = 0.1
    cost: float | None = None

    def __post_init__(self) -> None:
        cost = self.cost or 0.0
        if not isfinite(self.net) or not cost >= 0.0 or not isfinite(cost):
            raise InvalidValueError(
                "the net contribution is a number, and the cost one from 0 on", where="roi"
            )

    def at_prices(self, reading: float, correcting: float) -> "NetReturn":
        """Return it with these costs of a word and of a correction, unless it has its own.

        A correction is taken to bring, net, as much as it costs.
        """
        if self.cost is not None:
            return self
        return replace(self, cost=max(0.0, self.net) * reading / correcting)

    def score(self, document: DocumentChances) -> float:
        """Return the sum over words of (NC_FN + NC_FP) P (1 - P) - cost, for two classes."""
        something = document.something
        gains = 2.0 * self.net * something * (1.0 - something)
        cost = self.at_prices(READING, 1.0).cost or 0.0
        return float((gains - cost).sum())


@dataclass(frozen=True, slots=True)
class GeneralReturn:
    """Return on investment with its parts apart: Eq. 13 to 18.

    A word is something or nothing. The true probability is the calibrated one where the document
    has it, and otherwise that of the model.

    Attributes
    ----------
    gain_missed, gain_wrong
        What the model learns from a word that was missed (false negative), and from one that was
        marked by mistake (false positive).
    cost_missed, cost_wrong
        What it costs a person to correct each.
    reading
        What it costs to read a word; without it as in `NetReturn`, with the mean of both nets.
    """

    gain_missed: float = 0.1
    gain_wrong: float = 0.1
    cost_missed: float = 0.0
    cost_wrong: float = 0.0
    reading: float | None = None

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name) or 0.0
            if not value >= 0.0 or not isfinite(value):
                raise InvalidValueError(
                    "gains and costs are numbers from 0 on", where=f"roi-general, {name}"
                )

    def score(self, document: DocumentChances) -> float:
        """Return the sum over words of what they are expected to bring, less what they cost."""
        # Eq. 17 tells words that were taken for nothing from words that were taken for something.
        # With two classes, both of its lines are this one.
        said, true = document.something, document.true
        missed = (self.gain_missed - self.cost_missed) * (1.0 - said) * true
        wrong = (self.gain_wrong - self.cost_wrong) * said * (1.0 - true)
        reading = self.at_prices(READING, 1.0).reading or 0.0
        return float((missed + wrong - reading).sum())

    def at_prices(self, reading: float, correcting: float) -> "GeneralReturn":
        """Return it with these costs of a word and of a correction, unless it has its own."""
        if self.reading is not None:
            return self
        gains, costs = self.gain_missed + self.gain_wrong, self.cost_missed + self.cost_wrong
        return replace(self, reading=max(0.0, gains - costs) / 2 * reading / correcting)


@dataclass(frozen=True, slots=True)
class Diverse:
    """Another strategy, without documents that nearly repeat one of the batch.

    Attributes
    ----------
    strategy
        Gives the scores.
    most
        A document is left out if it shares a larger part of its distinct runs of three words with a
        document of the batch.
    """

    strategy: Strategy = LeastConfidence()
    most: float = 0.8

    def __post_init__(self) -> None:
        if not isinstance(self.strategy, Strategy):
            raise InvalidValueError("this is no strategy", where="diverse, strategy")
        if not 0.0 <= self.most <= 1.0:
            raise InvalidValueError("a share lies between 0 and 1", where="diverse, most")

    def score(self, document: DocumentChances) -> float:
        """Return the score of the strategy inside."""
        return self.strategy.score(document)

    def admits(self, document: DocumentChances, batch: Sequence[DocumentChances]) -> bool:
        """Tell whether no document of the batch has too much of this one."""
        if isinstance(self.strategy, Selector) and not self.strategy.admits(document, batch):
            return False
        own = document.trigrams()
        return not any(len(own & one.trigrams()) > self.most * len(own) for one in batch)
