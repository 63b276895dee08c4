"""What publishing and attacking are worth: paper 4, Eq. 1-6.

A publisher trains a detector on some documents and publishes others with surrogates. An attacker
labels some of these, and claims that certain names are real. Everything that both gain is linear in
three expected counts: true claims, false claims, and words that were changed without need. So the
counts are made once, and any number of prices is tried on them.
"""

from dataclasses import dataclass, fields
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError

__all__ = ["CASES", "Claims", "Stakes", "claims"]

Numbers = NDArray[np.float64]
"""What is counted or paid, by size."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What things cost and are worth: Table 2 of the paper, without what is measured.

    Attributes
    ----------
    attacker_cost
        What the attacker pays to label one document (c_a).
    attacker_loss
        What the attacker pays for a false claim (l_a).
    value
        What a true claim is worth to the attacker, and costs the publisher (v).
    instances
        Identifiers in one document, on average (i).
    published
        Documents that are published (beta).
    publisher_cost
        What the publisher pays to label one document (c_p).
    publisher_loss
        What a passage costs that was changed without need (l_p).
    publisher_budget, attacker_budget
        What each can spend (B_p, B_a).
    reward
        If above 0, the attacker gets it once, for the first true claim, and stops there; `value`
        does not count then.

    Raises
    ------
    InvalidValueError
        If a number is negative or no number, or if nothing is published.

    Examples
    --------
    >>> Stakes(attacker_cost=4, attacker_loss=0, value=0.1).published
    400
    """

    attacker_cost: float
    attacker_loss: float
    value: float
    instances: float = 20
    published: int = 400
    publisher_cost: float = 10
    publisher_loss: float = 0.1
    publisher_budget: float = 2000
    attacker_budget: float = 1000
    reward: float = 0

    def __post_init__(self) -> None:
        for field in fields(self):
            number = getattr(self, field.name)
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise InvalidValueError(f"{field.name} must be a number")
            if not np.isfinite(number) or number < 0:
                raise InvalidValueError(f"{field.name} must not be negative")
        if not self.instances or not self.published:
            raise InvalidValueError("instances and published must be above 0")

    @property
    def total(self) -> float:
        """Identifiers in all published documents."""
        return self.instances * self.published


CASES: Final = {
    "low": Stakes(attacker_cost=1, attacker_loss=0.3, value=0.1),
    "mid-low": Stakes(attacker_cost=4, attacker_loss=0, value=0.1),
    "mid-high": Stakes(attacker_cost=4, attacker_loss=0.5, value=0.5),
    "high": Stakes(attacker_cost=10, attacker_loss=0.3, value=0.5),
}
"""The cases of Table 4."""


@dataclass(frozen=True, slots=True, eq=False)
class Claims:
    """Expected counts for each size of the publisher's training (row) and the attacker's (column).

    Attributes
    ----------
    alpha, gamma
        The sizes, rising.
    needless
        Passages that the publisher changes without need, by alpha.
    true, false
        Claims of the attacker, by alpha and gamma.
    """

    alpha: NDArray[np.int64]
    gamma: NDArray[np.int64]
    needless: Numbers
    true: Numbers
    false: Numbers

    def kept(self, stakes: Stakes) -> Numbers:
        """Return, by alpha, what the publisher has left if nobody attacks (Eq. 5)."""
        spent = stakes.publisher_cost * self.alpha + stakes.publisher_loss * self.needless
        return stakes.publisher_budget - spent

    def gain(self, stakes: Stakes) -> Numbers:
        """Return what the attacker gains, the budget left out (Eq. 1 without B_a)."""
        won = (stakes.reward or stakes.value) * self.true
        return won - stakes.attacker_loss * self.false - stakes.attacker_cost * self.gamma

    def up_to(self, documents: int) -> Self:
        """Return the counts for an attacker who has so many documents and labels no more.

        The smallest size stays, whatever the number.
        """
        sizes = max(1, int(np.sum(self.gamma <= documents)))
        shorter = (numbers[..., :sizes] for numbers in (self.true, self.false))
        return type(self)(self.alpha, self.gamma[:sizes], self.needless, *shorter)

    def scaled(self, weights: Numbers) -> Self:
        """Return the mean over repetitions, which are the first axis of all counts, by weight."""
        mean = (np.tensordot(weights, n, 1) for n in (self.needless, self.true, self.false))
        return type(self)(self.alpha, self.gamma, *mean)


def claims(
    sizes: tuple[NDArray[np.int64], NDArray[np.int64]],
    publisher: tuple[Numbers, Numbers],
    attacker: tuple[Numbers, Numbers],
    stakes: Stakes,
) -> Claims:
    """Return what is expected at given precision and recall.

    Parameters
    ----------
    sizes
        The publisher's training sizes, and the attacker's.
    publisher
        Precision and recall by the publisher's size.
    attacker
        Precision and recall by both sizes, the publisher's first.
    stakes
        How much is published; whether only the first true claim counts.

    Examples
    --------
    >>> one, flat = np.array([200]), np.array([[0.4]])
    >>> detector = np.array([0.86]), np.array([0.80])
    >>> low = CASES["low"]
    >>> expected = claims((one, np.array([10])), detector, (flat, flat), low)
    >>> float(expected.kept(low)[0].round(2))
    -104.19
    """
    (p_publisher, r_publisher), (p_attacker, r_attacker) = publisher, attacker
    needless = stakes.total * r_publisher * (1 / p_publisher - 1)
    true = stakes.total * (1 - r_publisher)[..., None] * r_attacker
    if stakes.reward:
        # Who stops at the first true claim has made 1/P - 1 false ones before it, on average.
        true = np.minimum(true, 1)
    return Claims(*sizes, needless, true, true * (1 / p_attacker - 1))
