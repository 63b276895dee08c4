"""What remains: how many identifiers were missed, estimated from documents that people have read.

Documents are drawn at random and read. All bounds are one-sided, and hold with the stated
confidence whatever the distribution is; `docs/methods/remaining-risk.md` has the proofs.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log1p
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.values.figures.json_fields import json_fields

__all__ = [
    "Overlooked",
    "Remaining",
    "both_overlooked",
    "mean_bound",
    "rejects_mean",
    "remaining",
    "share_bound",
]

CONFIDENCE: Final = 0.95
_BETS: Final = ((1.0, 0.8), (0.9, 0.05), (0.75, 0.05), (0.5, 0.05), (0.25, 0.05))
"""Bets and their weights. The full bet is the best one if few documents hold anything, and is lost
when a document holds as much as one can hold; the smaller bets are for that case."""
_HALVINGS: Final = 50
_TAIL: Final = 0.025
"""Of a two-sided interval with 95 %."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """What a review says about all documents.

    Attributes
    ----------
    read, leaking, missed
        Documents that were read, those of them that hold something missed, and how much they hold.
    unread
        Documents that were drawn and not read. In both bounds each holds as much as one can hold.
    most
        How much one document can hold (M).
    share
        With the stated confidence, at most this share of the documents holds something missed.
    mean
        With the stated confidence, at most so many missed identifiers stand in a document on
        average.
    tightness
        `mean` in comparison with `share` times `most`, the bound that follows from the share alone.
    confidence
        Of each bound by itself.
    """

    read: int
    leaking: int
    missed: int
    most: int
    share: float
    mean: float
    tightness: float
    confidence: float = CONFIDENCE
    unread: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the figures as a JSON object."""
        return json_fields(self)


@dataclass(frozen=True, slots=True)
class Overlooked:
    """What two readers both overlooked, estimated from how far they agree.

    Attributes
    ----------
    first, second, both
        What each reader found, and what both did.
    estimate
        What neither found (Chapman's estimate).
    high
        Upper end of an exact 95 % interval; None if both found nothing in common, because then any
        number may have been overlooked.
    """

    first: int
    second: int
    both: int
    estimate: float
    high: int | None

    def to_json(self) -> dict[str, Any]:
        """Return the figures as a JSON object."""
        return json_fields(self)


def remaining(
    missed: Sequence[int], most: int, confidence: float = CONFIDENCE, *, unread: int = 0
) -> Remaining:
    """Return both bounds for a review.

    Parameters
    ----------
    missed
        For each document that was read, how many identifiers had been missed in it.
    most
        How many identifiers one document can hold; without such a number no bound on a mean exists.
    confidence
        Of each bound by itself.
    unread
        How many documents were drawn and not read, whoever chose them.

    Raises
    ------
    InvalidValueError
        If no document was read, or one holds more than `most`.

    Examples
    --------
    >>> found = remaining([0] * 95 + [1, 1, 2, 1, 1], most=40)
    >>> round(found.share, 3), round(found.mean, 2), round(found.tightness, 2)
    (0.102, 1.29, 0.32)
    """
    if not missed:
        raise InvalidValueError("at least one document must have been read")
    leaking = sum(count > 0 for count in missed)
    share = share_bound(leaking + unread, len(missed) + unread, confidence)
    mean = mean_bound([*missed, *[most] * unread], most, confidence)
    tightness = mean / (share * most)
    found = (len(missed), leaking, sum(missed))
    return Remaining(*found, most, share, mean, tightness, confidence, unread)


def share_bound(leaking: int, read: int, confidence: float = CONFIDENCE) -> float:
    """Return the exact binomial upper bound of a share (Clopper and Pearson, one-sided).

    The largest share at which so few leaking documents, or fewer, would still be seen with a
    probability above 1 - confidence.

    Examples
    --------
    >>> round(share_bound(0, 59), 4), round(share_bound(3, 3), 4)
    (0.0495, 1.0)
    """
    if not 0 <= leaking <= read or read < 1:
        raise InvalidValueError("at least one document must have been read")
    if leaking == read:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _at_most(leaking, read, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _at_most(count: int, trials: int, share: float) -> float:
    """Return the probability of at most so many successes."""
    if share <= 0 or share >= 1:
        return float(share <= 0 or count >= trials)
    logs = (
        lgamma(trials + 1) - lgamma(k + 1) - lgamma(trials - k + 1)
        + k * log(share) + (trials - k) * log1p(-share)
        for k in range(count + 1)
    )  # fmt: skip
    return sum(map(exp, logs))


def mean_bound(missed: Sequence[int], most: int, confidence: float = CONFIDENCE) -> float:
    """Return an upper bound of the mean of counts that lie between 0 and `most`.

    A gambler bets against the claim that the mean is m. If it is m or more, the capital is expected
    to stay below its start, so it reaches 1 / (1 - confidence) times the start with a probability
    of at most 1 - confidence (Markov). The bound is the largest m that is not so rejected.
    """
    if not missed:
        raise InvalidValueError("at least one document must have been read")
    if most < 1 or max(missed) > most or min(missed) < 0:
        raise InvalidValueError("a document holds more than the most that was stated")
    shares = _shares(missed, most)
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        # The capital grows with m, so one search finds where it passes the limit.
        if _capital(shares, middle) < 1 / (1 - confidence):
            low = middle
        else:
            high = middle
    return high * most


def rejects_mean(
    missed: Sequence[int], most: int, mean: float, confidence: float = CONFIDENCE
) -> bool:
    """Tell whether a review rejects a mean; `mean_bound` is the largest that it does not.

    Examples
    --------
    >>> counts = [0] * 95 + [1, 1, 2, 1, 1]
    >>> [rejects_mean(counts, 40, mean) for mean in (1.28, 1.30)]
    [False, True]
    """
    return _capital(_shares(missed, most), mean / most) >= 1 / (1 - confidence)


def _shares(missed: Sequence[int], most: int) -> list[tuple[float, int]]:
    """Return counts as shares of the most; few different ones stand for many documents."""
    return [(count / most, times) for count, times in Counter(missed).items()]


def _capital(shares: Sequence[tuple[float, int]], mean: float) -> float:
    """Return what a gambler has who started with 1 and bet on means below `mean`."""
    if mean >= 1:
        return float("inf")
    total = 0.0
    for bet, weight in _BETS:
        stake = bet / (1 - mean)
        factors = [(1 + stake * (mean - share), times) for share, times in shares]
        if min(factors)[0] > 0:
            grown = sum(times * log(factor) for factor, times in factors)
            total += weight * exp(min(700.0, grown))
    return total


def both_overlooked(first: int, second: int, both: int) -> Overlooked:
    """Return Chapman's estimate of what neither of two readers found.

    It supposes that both read by themselves, and that all missed identifiers are equally hard to
    see; where some are harder, more was overlooked.

    Examples
    --------
    >>> found = both_overlooked(20, 18, 15)
    >>> round(found.estimate, 2), found.high
    (0.94, 6)
    """
    if not 0 <= both <= min(first, second):
        raise InvalidValueError("both readers cannot have found more than one of them")
    total = (first + 1) * (second + 1) / (both + 1) - 1
    known = first + second - both
    return Overlooked(
        first, second, both, max(0.0, total - known), _most_overlooked(first, second, both)
    )


def _most_overlooked(first: int, second: int, both: int) -> int | None:
    """Return the largest number at which two readers agree so often in more than 2.5 % of cases."""
    if not both:
        return None
    known, low, high = first + second - both, 0, 1
    while _agree(first, second, both, known + high) > _TAIL:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if _agree(first, second, both, known + middle) > _TAIL:
            low = middle
        else:
            high = middle
    return low


def _agree(first: int, second: int, both: int, total: int) -> float:
    """Return the chance that two draws out of a total have at least so many in common."""
    every = _log_ways(total, second)
    return sum(
        exp(_log_ways(first, n) + _log_ways(total - first, second - n) - every)
        for n in range(max(both, first + second - total), min(first, second) + 1)
    )


def _log_ways(total: int, chosen: int) -> float:
    return lgamma(total + 1) - lgamma(chosen + 1) - lgamma(total - chosen + 1)
