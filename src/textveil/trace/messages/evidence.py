"""Evidence: what posts say against friends, as a test that may be looked at after every post.

Each draw of a message is one bet about who had which of its words, made from the first post that
shows one of them and from the words alone. For somebody innocent a bet pays at most one on
average, and bets on different draws are independent; so what they pay together is seldom large.
Definitions and proof: `docs/methods/message-tracing.md`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.trace.messages.kept import KeptDraw, KeptMessage
from textveil.trace.messages.posterior import likelihoods, posterior_of
from textveil.values.link import Link
from textveil.values.span import Explanation

__all__ = [
    "TOGETHER",
    "AccusedFriend",
    "FriendEvidence",
    "MessageBets",
    "accused_links",
    "bets_of",
    "counts",
    "paid",
]

TOGETHER: Final = 2
"""How many friends of a draw may put their versions together, and the bound still holds."""
HELD: Final = 0.2
"""Part of each bet that is not put on any word: a wrong bet leaves at least this."""
_METHOD: Final = "textveil.message.v1"
_SURE: Final = 0.5
"""How likely a post must be made from a word of the message, to be the one that counts."""

_WELL: Final = 4.0
"""What the best word must be paid in a bet that is made, if there are words enough."""

Numbers = NDArray[np.float64]


def paid(ratio: Numbers, held: float, together: int = TOGETHER) -> Numbers:
    """Return what a bet pays for each word of a draw, from how well each fits the post.

    Words stand on the last axis.

    Guarantee
    ---------
    For every `ratio`, the mean over any `len(ratio) - together` words or more is at most 1.

    Examples
    --------
    >>> paid(np.array([1.0, 0.0, 0.0, 0.0]), 0.2).round(2).tolist()
    [1.7, 0.1, 0.1, 0.1]
    """
    count = ratio.shape[-1]
    left = count - together
    whole = ratio.sum(axis=-1, keepdims=True)
    if left < 1 or not (whole > 0.0).all():
        return np.ones(ratio.shape)
    share = (1 - held) * ratio / whole + held / count
    result: Numbers = left * share
    return result


@dataclass(frozen=True, slots=True)
class MessageBets:
    """What the bets on one message paid.

    Attributes
    ----------
    message
        Its id.
    factors
        What each friend's evidence is multiplied by.
    """

    message: str
    factors: tuple[tuple[str, float], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the bets as a JSON object."""
        return {"message": self.message, "factors": [list(one) for one in self.factors]}


def counts(message: KeptMessage, seen: Sequence[frozenset[int]]) -> bool:
    """Tell whether a post is the one by which its message counts; friends have no part in it.

    It is the first that is likely made from one of the words, and by which some word is paid well.
    """
    shares = posterior_of(message, seen).draws
    if sum(shares) < _SURE:
        return False
    return any(
        pays.max() >= min(_WELL, (np.count_nonzero(pays) - TOGETHER) / 2)
        for _, pays in _bets(message, seen, shares)
    )


def bets_of(message: KeptMessage, seen: Sequence[frozenset[int]]) -> MessageBets:
    """Return what the bets on a message pay, by what was seen in the post that counts."""
    shares = posterior_of(message, seen).draws
    factors: dict[str, float] = {}
    for draw, pays in _bets(message, seen, shares):
        for friend, row in zip(draw.friends, draw.rows, strict=True):
            if friend is not None:
                factors[friend] = factors.get(friend, 1.0) * float(pays[row])
    return MessageBets(message.id, tuple(sorted(factors.items())))


def _bets(
    message: KeptMessage, seen: Sequence[frozenset[int]], shares: Sequence[float]
) -> Iterator[tuple[KeptDraw, Numbers]]:
    last = max((draw.run for draw in message.draws), default=1)
    for draw, share in zip(message.draws, shares, strict=True):
        # Friends of a later run may tell from their versions which words of this one were given.
        rows = np.arange(len(draw.words)) if draw.run == last else np.array(draw.rows)
        if draw.tells_apart and len(rows) > TOGETHER:
            pays = np.zeros(len(draw.words))
            pays[rows] = paid(likelihoods(message.sizes, seen, draw.words[rows]), _held(share))
            yield draw, pays


def _held(share: float) -> float:
    """Return the part of a bet that is held back: more where the draw fits less."""
    return max(HELD, 1 - share)


@dataclass(frozen=True, slots=True)
class AccusedFriend:
    """A friend with the bound on the probability that anybody innocent is accused so.

    Attributes
    ----------
    friend
        Name of the friend.
    p
        At most this is the probability that evidence against anybody innocent ever gets so high.
    """

    friend: str
    p: float

    def to_json(self) -> dict[str, Any]:
        """Return the friend as a JSON object."""
        return {"friend": self.friend, "p": self.p}


@dataclass(slots=True)
class FriendEvidence:
    """What all bets together say against each friend.

    Parameters
    ----------
    friends
        Everybody who has a version of some message.

    Examples
    --------
    >>> evidence = FriendEvidence(frozenset({"Ana", "Eve"}))
    >>> evidence.add(MessageBets("1", (("Ana", 0.5), ("Eve", 4000.0))))
    >>> [one.to_json() for one in evidence.accused(0.001)]
    [{'friend': 'Eve', 'p': 0.0005}]
    """

    friends: frozenset[str]
    messages: int = 0
    _logs: dict[str, float] = field(default_factory=dict)

    def add(self, bets: MessageBets) -> None:
        """Count the bets on one more message."""
        self.messages += 1
        for friend, factor in bets.factors:
            self._logs[friend] = self._logs.get(friend, 0.0) + float(np.log(factor))

    def suspicions(self) -> list[AccusedFriend]:
        """Return every friend with p, the lowest first."""
        many = len(self.friends)
        found = [
            AccusedFriend(one, float(min(1.0, many * np.exp(-self._logs.get(one, 0.0)))))
            for one in self.friends
        ]
        return sorted(found, key=lambda one: (one.p, one.friend))

    def accused(self, false_accusation: float) -> list[AccusedFriend]:
        """Return those whose p is at most the rate."""
        if not 0.0 < false_accusation < 1.0:
            raise InvalidValueError("the false accusation rate must lie between 0 and 1")
        return [one for one in self.suspicions() if one.p <= false_accusation]


def accused_links(document: str, accused: Iterable[AccusedFriend], messages: int) -> list[Link]:
    """Return a link to each accused friend."""
    why = Explanation(_METHOD, (("messages", float(messages)),))
    return [Link(document, one.friend, 1 - one.p, _METHOD, why) for one in accused]
