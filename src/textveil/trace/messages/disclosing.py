"""Disclosing: how likely a stretch of a post says what a message says.

The weights were chosen on posts that nobody here wrote and on rewritten messages that were
generated; `docs/methods/message-tracing.md` says how often they are wrong.
"""

from math import exp
from typing import Final, Protocol

from textveil.trace.messages.matching import MatchedMessage

__all__ = ["THRESHOLD", "PairModel", "probability_of"]

THRESHOLD: Final = 0.5
"""Probability from which on a message counts as disclosed."""
_COVERAGE, _BITS, _RUNS, _OFFSET = 12.0, 0.06, 5.0, -11.5
_CONTRADICTED: Final = 30.0
_RIVALLED: Final = 6.0
_WHOLE: Final = 0.9
_RIVAL: Final = 0.85
"""Share of what was found that another message has, too: then it is what many posts say."""
_MOST_BITS: Final = 60.0
_MODEL: Final = 4.0
"""What the model of pairs can take away; it adds nothing, because equal sentences of different
messages are alike, too."""
_DOUBT: Final = 3.0
"""Log-odds within which the model of pairs is asked."""


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
        The text of this stretch, for the model.
    model
        Asked where the words alone leave it open.
    rival
        Bits of the other message of which most stands in the same place.
    """
    odds = (
        _COVERAGE * found.coverage
        + _BITS * min(found.bits, _MOST_BITS)
        + _RUNS * found.runs
        + _OFFSET
        - _CONTRADICTED * found.contradicted
    )
    if rival >= _RIVAL * found.bits and found.whole < _WHOLE:
        odds -= _RIVALLED
    if model is not None and post and abs(odds) < _DOUBT:
        odds += _MODEL * min(0.0, 2 * model.probability(found.closest(), post) - 1)
    return 1 / (1 + exp(-odds))
