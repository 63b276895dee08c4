"""Distance: whether originals and surrogates agree in form more often than strangers do.

A surrogate may begin with the letter of its original, be as long, or come before another one in
the alphabet as its original does. If that happens as often as between originals and the surrogates
of others, a reader learns nothing from it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from textveil.lexicon.people.likeness import telling_words
from textveil.values.figures.score import Score

__all__ = ["FeatureShare", "Likened", "agreements", "distance_scores"]

_WITHIN: Final = 3
"""Standard errors within which the shares must agree."""


class Likened(NamedTuple):
    """An original and its surrogate; shuffled pairs are made within a group.

    `group` says what a surrogate may keep: gender and origin of a name for example.
    """

    label: str
    real: str
    fake: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class FeatureShare:
    """How often originals and surrogates agree, and how often shuffled pairs do.

    Attributes
    ----------
    name
        `initials`, `lengths` or `order`.
    share
        Share of the pairs that agree.
    shuffled
        Share of shuffled pairs that do, on average over all ways to shuffle.
    error
        Standard error of the share, if nothing but chance were at work.
    count
        Number of pairs that could agree.
    """

    name: str
    share: float
    shuffled: float
    error: float
    count: int

    @property
    def is_chance(self) -> bool:
        """Whether the two shares differ by at most 3 standard errors."""
        return abs(self.share - self.shuffled) <= _WITHIN * self.error

    @property
    def score(self) -> Score:
        """The share, with the interval in which it lies if nothing but chance is at work."""
        low, high = (self.shuffled + sign * _WITHIN * self.error for sign in (-1, 1))
        return Score(
            f"{self.name} agree",
            self.share,
            min(low, self.share),
            max(high, self.share),
            self.count,
        )


def distance_scores(pairs: Iterable[Likened], *, language: str = "en") -> tuple[Score, ...]:
    """Return how often initials, lengths and order agree, with the intervals of chance."""
    return tuple(one.score for one in agreements(pairs, language=language))


def agreements(pairs: Iterable[Likened], *, language: str = "en") -> tuple[FeatureShare, ...]:
    """Compare originals and surrogates with shuffled pairs: initials, lengths, alphabetical order.

    The first distinctive words are compared. Pairs without one on both sides do not count.

    Examples
    --------
    >>> same = [Likened("NAME", name, name[0] + "ix") for name in ("Ana", "Bo", "Cid", "Dora")]
    >>> [one.name for one in agreements(same * 25) if not one.is_chance]
    ['initials', 'order']
    """
    groups: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for pair in pairs:
        real = telling_words(pair.real, pair.label, language=language)
        fake = telling_words(pair.fake, pair.label, language=language)
        if real and fake:
            groups[pair.label, pair.group].append((real[0], fake[0]))
    words = [some for some in groups.values() if len(some) > 1]
    return (
        _matched("initials", [[(a[0], b[0]) for a, b in some] for some in words]),
        _matched("lengths", [[(len(a), len(b)) for a, b in some] for some in words]),
        _ordered(words),
    )


def _matched(name: str, groups: Sequence[Sequence[tuple[object, object]]]) -> FeatureShare:
    """Return how often the two sides are equal, and the mean over all shuffles of each group."""
    count = sum(map(len, groups))
    agree = sum(a == b for some in groups for a, b in some)
    expected = variance = 0.0
    for some in groups:
        ours, theirs = Counter(a for a, _ in some), Counter(b for _, b in some)
        mean = sum(ours[one] * theirs[one] for one in ours) / len(some)
        expected += mean
        variance += mean * (1 - mean / len(some))
    return _agreement(name, agree, expected, variance, count)


def _ordered(groups: Sequence[Sequence[tuple[str, str]]]) -> FeatureShare:
    """Return how often two neighbours of a group stand in the same order on both sides."""
    both = [
        (one[0] < other[0]) == (one[1] < other[1])
        for some in groups
        for one, other in _neighbours(some)
    ]
    return _agreement("order", sum(both), len(both) / 2, len(both) / 4, len(both))


def _neighbours(some: Sequence[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], ...]]:
    for one, other in zip(some[::2], some[1::2], strict=False):
        if one[0] != other[0] and one[1] != other[1]:
            yield one, other


def _agreement(
    name: str, agree: float, expected: float, variance: float, count: int
) -> FeatureShare:
    if not count:
        return FeatureShare(name, 0.0, 0.0, 0.0, 0)
    return FeatureShare(name, agree / count, expected / count, sqrt(variance) / count, count)
