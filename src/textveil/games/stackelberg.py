"""The game: the publisher moves first, the attacker answers, and both know it.

Every pair of sizes is tried; nothing is sampled or solved by approximation. Where two moves are
worth the same, the one with less training is taken.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.games.payoff import Claims, Numbers, Stakes

__all__ = ["BestAnswers", "Ending", "PublishPolicy", "answers", "play"]


class PublishPolicy(StrEnum):
    """What the publisher may do, and who gets the attacker's fines: 2.2.5 of the paper."""

    TRADITIONAL = "traditional"
    """The whole budget is spent, and the documents must be shared."""
    SAFE_FORWARD = "safe-forward"
    """Shared only if nobody gains by an attack, and if something is left."""
    ATTACK_FORWARD = "attack-forward"
    """Shared if something is left; fines go to somebody else."""
    ATTACK_BACK = "attack-back"
    """Shared if something is left; fines go to the publisher."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ends.

    Attributes
    ----------
    shares
        Whether the documents are published.
    alpha
        How many documents the publisher trains on; 0 if nothing is published.
    gamma
        How many documents the attacker labels; 0 if there is no attack.
    publisher, attacker
        What each has gained.
    """

    shares: bool
    alpha: int
    gamma: int
    publisher: float
    attacker: float


_WITHHELD = Ending(shares=False, alpha=0, gamma=0, publisher=0.0, attacker=0.0)


@dataclass(frozen=True, slots=True, eq=False)
class BestAnswers:
    """The attacker's best answer to each training size of the publisher, and what follows.

    Attributes
    ----------
    alpha
        The publisher's sizes.
    gamma
        How many documents the attacker labels; 0 where no attack pays.
    gain
        What the attacker gains.
    kept
        What the publisher would have without an attack (Eq. 5).
    harm, fines
        What the answer costs the publisher, and the attacker in fines.
    affordable
        Whether the publisher's budget pays for the size.
    """

    alpha: NDArray[np.int64]
    gamma: NDArray[np.int64]
    gain: Numbers
    kept: Numbers
    harm: Numbers
    fines: Numbers
    affordable: NDArray[np.bool_]

    def left(self, fines_back: float) -> Numbers:
        """Return what the publisher has in the end if a share of the fines comes back.

        No share gives Eq. 3, all of them Eq. 6.
        """
        if not 0 <= fines_back <= 1:
            raise InvalidValueError("the share of the fines must lie between 0 and 1")
        return self.kept - self.harm + fines_back * self.fines


def answers(expected: Claims, stakes: Stakes) -> BestAnswers:
    """Return the attacker's best answers.

    An attack needs a gain above 0, and its labelling must be paid for. Of equal gains the one with
    less labelling is taken.
    """
    # Sizes rise, so those that can be paid for come first.
    payable = int(np.sum(stakes.attacker_cost * expected.gamma <= stakes.attacker_budget))
    rows = np.arange(len(expected.alpha))
    if payable:
        gains = expected.gain(stakes)[:, :payable]
        columns = gains.argmax(axis=1)
        most = gains[rows, columns]
    else:
        columns, most = np.zeros_like(rows), np.zeros(len(rows))
    attacks = most > 0

    def answered(numbers: Numbers) -> Numbers:
        return np.where(attacks, numbers, 0.0)

    true, false = expected.true[rows, columns], expected.false[rows, columns]
    return BestAnswers(
        alpha=expected.alpha,
        gamma=np.where(attacks, expected.gamma[columns], 0),
        gain=answered(most),
        kept=expected.kept(stakes),
        harm=answered((stakes.reward or stakes.value) * true),
        fines=answered(stakes.attacker_loss * false),
        affordable=stakes.publisher_cost * expected.alpha <= stakes.publisher_budget,
    )


def play(answered: BestAnswers, policy: PublishPolicy, fines_back: float | None = None) -> Ending:
    """Return how the game ends under a policy.

    Parameters
    ----------
    answered
        What the attacker does.
    policy
        What the publisher may do.
    fines_back
        Share of the fines that the publisher gets, in place of the policy's own (0, or 1 for
        `attack-back`).

    Raises
    ------
    InvalidValueError
        If the budget does not pay for the smallest size.

    Examples
    --------
    >>> from textveil.games.payoff import CASES, claims
    >>> sizes = np.array([100, 200]), np.array([10])
    >>> detector = np.array([0.8, 0.86]), np.array([0.7, 0.8])
    >>> attacker = np.full((2, 1), 0.4), np.full((2, 1), 0.98)
    >>> low = CASES["low"]
    >>> answered = answers(claims(sizes, detector, attacker, low), low)
    >>> play(answered, PublishPolicy.SAFE_FORWARD).alpha
    100
    """
    allowed = np.flatnonzero(answered.affordable)
    if not len(allowed):
        raise InvalidValueError("the publisher's budget does not pay for the smallest size")
    back = float(policy is PublishPolicy.ATTACK_BACK) if fines_back is None else fines_back
    left = answered.left(back)
    if policy is PublishPolicy.TRADITIONAL:
        row = int(allowed[-1])
    else:
        if policy is PublishPolicy.SAFE_FORWARD:
            allowed = allowed[answered.gamma[allowed] == 0]
        allowed = allowed[left[allowed] > 0]
        if not len(allowed):
            return _WITHHELD
        # The first of equal payoffs: less training.
        row = int(allowed[left[allowed].argmax()])
    return Ending(
        shares=True,
        alpha=int(answered.alpha[row]),
        gamma=int(answered.gamma[row]),
        publisher=float(left[row]),
        attacker=float(answered.gain[row]),
    )
