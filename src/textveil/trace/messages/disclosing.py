"""Disclosing: how likely a stretch of a post says what a message says.

The weights were chosen on posts that nobody here wrote and on rewritten messages that were
generated; `docs/methods/message-tracing.md` says how often they are wrong.
"""

from math import exp, log
from typing import Final, Protocol

from textveil.trace.messages.matching import MatchedMessage

__all__ = ["THRESHOLD", "PairModel", "probability_of"]

THRESHOLD: Final = 0.5
"""Probability from which on a message counts as disclosed."""
_OFFSET: Final = -15.5
_COVERAGE, _TOLD, _BITS, _RUNS, _WHOLE = 3.0, 0.05, 0.045, 3.0, 7.0
_CONTRADICTED: Final = 22.0
_RIVALLED: Final = 10.0
_RIVAL: Final = (0.5, 0.85)
"""Shares of what was found that another message has, too: from the first on it counts against the
message, from the second on wholly; then it is what many posts say."""
_MOST_TOLD: Final = 60.0
_MOST_BITS: Final = 120.0
_MODEL: Final = 0.35
"""How much the log odds of the model of pairs count: it reads one sentence, and equal sentences of
different messages are alike, too."""
_SUREST: Final = 0.98
"""Probability above which, or below the rest of it, the model is not believed."""
_DOUBT: Final = 1.4
"""Log odds within which the model of pairs is asked: beyond, it can change nothing."""


class PairModel(Protocol):
    """Says how likely two sentences say the same."""

    def probability(self, left: str, right: str) -> float:
        """Return the probability that they do."""
        ...


def probability_of(
    found: MatchedMessage, post: str = "", model: PairModel | None = None, rival: float = 0.0
) -> float:
    """Return how likely a message is disclosed.

    Parameters
    ----------
    found
        What of it stands in the post.
    post
        The text in which its most telling sentence stands, for the model.
    model
        Asked where the words alone leave it open.
    rival
        Bits of the other message of which most stands in the same place.
    """
    odds = (
        _OFFSET
        + _COVERAGE * found.coverage
        + _TOLD * min(found.told, _MOST_TOLD)
        + _BITS * min(found.bits, _MOST_BITS)
        + _RUNS * found.runs
        + _WHOLE * found.whole
        - _CONTRADICTED * found.contradicted
        - _RIVALLED * _rivalled(found, rival) * (1 - found.whole)
    )
    if model is not None and post and abs(odds) < _DOUBT:
        said = min(_SUREST, max(1 - _SUREST, model.probability(found.closest(), post)))
        odds += _MODEL * log(said / (1 - said))
    return 1 / (1 + exp(-odds))


def _rivalled(found: MatchedMessage, rival: float) -> float:
    low, high = _RIVAL
    return min(1.0, max(0.0, (rival / (found.bits or 1.0) - low) / (high - low)))
