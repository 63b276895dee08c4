"""The shipped model of paraphrases, as tracing asks it: loaded when it is asked first."""

from functools import cached_property

from textveil.models import paraphrase
from textveil.trace.messages.disclosing import PairModel

__all__ = ["ShippedPairs", "pair_model"]


class ShippedPairs:
    """Says how likely two sentences say the same, by the model that ships."""

    def probability(self, left: str, right: str) -> float:
        """Return the probability that they do."""
        return self._model.probability(left, right)

    @cached_property
    def _model(self) -> PairModel:
        loaded: PairModel = paraphrase.load_paraphrase(None)
        return loaded


def pair_model() -> PairModel:
    """Return the shipped model, which is loaded when it is asked first."""
    return ShippedPairs()
