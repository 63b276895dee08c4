"""Posterior: how likely each friend's version, or none of them, is what a post was made from.

Definitions: `docs/methods/message-tracing.md`. A place that shows none of its wordings tells
nothing, as dropped words and words of somebody's own do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.trace.messages.kept import NONE, KeptDraw, KeptMessage

__all__ = ["GROUP_SHARE", "MessagePosterior", "likelihoods", "posterior_of"]

KEPT: Final = (0.97, 0.75)
"""How likely a place still has the wording of the version, if it has one of its wordings: by
somebody who copies, and by somebody who rewrites; each is as likely as the other."""
NOBODY: Final = 0.8
"""How likely, before looking, a post is made from none of the versions."""
_CHANCE: Final = 0.2
"""The same for bets: a bet on a post that shows no version costs little, and one not made all."""
GROUP_SHARE: Final = 0.95
"""Groups are named until together they are this likely."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MessagePosterior:
    """Who had the version that a post shows.

    Attributes
    ----------
    friends
        Each friend with the probability, the likeliest first.
    groups
        The likeliest groups, until they are `GROUP_SHARE` together; none if no version fits.
    unknown
        The probability that it was none of the versions.
    draws
        Of each draw of the message the probability that one of its words is shown, whoever
        had it; it knows nothing of the order of the words.
    """

    friends: tuple[tuple[str, float], ...]
    groups: tuple[str, ...]
    unknown: float
    draws: tuple[float, ...]


def likelihoods(
    sizes: Sequence[int], seen: Sequence[frozenset[int]], words: NDArray[np.uint8]
) -> Numbers:
    """Return how likely each word shows what was seen, over how likely chance does.

    Chance writes each wording of a place equally often. Where several wordings stand, each counts
    as if it alone stood there in a share of the post.
    """
    ratios = np.ones((len(KEPT), len(words)))
    for column, (size, letters) in enumerate(zip(sizes, seen, strict=True)):
        if not letters or size < 2 or len(letters) == size:
            continue
        has = np.isin(words[:, column], list(letters))
        several = len(letters)
        for row, kept in enumerate(KEPT):
            match, miss = kept / several * size, (1 - kept) / (size - several) * size
            ratios[row] *= np.where(has, match, np.where(words[:, column] == NONE, 1.0, miss))
    mean: Numbers = ratios.mean(axis=0)
    return mean


def posterior_of(message: KeptMessage, seen: Sequence[frozenset[int]]) -> MessagePosterior:
    """Return the posterior over friends and over "none of them".

    Examples
    --------
    >>> from textveil.trace.messages.kept import KeptDraw, KeptPlace
    >>> places = tuple(KeptPlace(at, at, tuple("abcdef"), private=False) for at in range(4))
    >>> words = np.array([[0, 0, 0, 0], [1, 1, 1, 1]], dtype=np.uint8)
    >>> message = KeptMessage("1", "", places, (KeptDraw("all", ("Ana", "Eve"), (0, 1), words),))
    >>> found = posterior_of(message, [frozenset({1})] * 4)
    >>> found.friends[0][0], found.unknown < 0.02
    ('Eve', True)
    """
    sizes = message.sizes
    by_draw = [likelihoods(sizes, seen, draw.words) for draw in message.draws]
    count = max(1, message.count)
    named: list[tuple[str, str, float]] = []
    for draw, ratio in zip(message.draws, by_draw, strict=True):
        for friend, row in zip(draw.friends, draw.rows, strict=True):
            named.append((friend or "", draw.group, float(ratio[row]) * (1 - NOBODY) / count))
    total = NOBODY + sum(weight for _, _, weight in named)
    groups: dict[str, float] = {}
    for _, group, weight in named:
        groups[group] = groups.get(group, 0.0) + weight / total
    shown = [(friend, weight / total) for friend, _, weight in named if friend]
    return MessagePosterior(
        tuple(sorted(shown, key=lambda one: (-one[1], one[0]))),
        _likeliest(groups),
        NOBODY / total,
        _of_draws(message.draws, by_draw),
    )


def _likeliest(groups: dict[str, float]) -> tuple[str, ...]:
    whole, found, reached = sum(groups.values()), [], 0.0
    for name, share in sorted(groups.items(), key=lambda one: (-one[1], one[0])):
        if reached >= GROUP_SHARE * whole:
            break
        found.append(name)
        reached += share
    return tuple(found)


def _of_draws(draws: Sequence[KeptDraw], by_draw: Sequence[Numbers]) -> tuple[float, ...]:
    """Return how likely each draw is, from its words alone and not from who has which."""
    whole = max(1, sum(len(draw.friends) for draw in draws))
    weights = [
        (1 - _CHANCE) * len(draw.friends) / whole * float(ratio.mean())
        for draw, ratio in zip(draws, by_draw, strict=True)
    ]
    total = _CHANCE + sum(weights)
    return tuple(weight / total for weight in weights)
