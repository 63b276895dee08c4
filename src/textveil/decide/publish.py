"""Publish or withhold: the game of paper 4 played on measured curves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

import numpy as np

from textveil.decide.curves import Curves
from textveil.errors import InvalidValueError
from textveil.games.payoff import Claims, Stakes
from textveil.games.stackelberg import Ending, PublishPolicy, answers, play

__all__ = ["PRICES", "Decision", "MadeRelease", "Turn", "decide", "outcomes"]

PRICES: Final = ("value", "attacker_loss", "attacker_cost")
"""Prices whose turning points a decision names."""
_STEPS: Final = 100
_DIGITS: Final = 6
"""How often a step is divided by ten."""
_FURTHEST: Final = 100
"""How many times a price is raised in search of a turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The nearest price at which a decision would be another one.

    Attributes
    ----------
    price
        Which of `PRICES`.
    at
        The first price found beyond the turn; None if there is none up to `limit`.
    limit
        The highest price that was tried.
    """

    price: str
    at: float | None
    limit: float


@dataclass(frozen=True, slots=True)
class MadeRelease:
    """A release that is made, and is published or not.

    Attributes
    ----------
    documents
        How many it has.
    instances
        Identifiers in one of them, on average: those that were replaced, and those that were
        missed.
    recall
        The share of them that was replaced, at least.
    source
        Who says so.
    """

    documents: int
    instances: float
    recall: float
    source: str

    def to_json(self) -> dict[str, Any]:
        """Return the release as a JSON object."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Decision:
    """What a policy decides, and how firmly.

    Attributes
    ----------
    policy, case, attack
        Which game was played; `case` may be a name of the user's own.
    stakes, outcome
        The prices, and how the game ends.
    repeats
        How often it was measured; of one repetition, all resamplings are the same.
    agreement
        Share of resamplings with the same answers to: is it published, and is it attacked.
    alphas
        Training sizes in the middle 90 % of the resamplings that publish.
    turns
        Where the decision would turn, by price.
    release
        The release that is decided about; None if its training is still to be chosen.
    published
        How the game ends if this release is published, whatever is decided.
    """

    policy: PublishPolicy
    case: str
    attack: str
    stakes: Stakes
    outcome: Ending
    repeats: int
    agreement: float
    alphas: tuple[int, int] | None
    turns: tuple[Turn, ...]
    release: MadeRelease | None = None
    published: Ending | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the decision as a JSON object."""
        end = self.outcome
        return {
            "policy": str(self.policy),
            "case": self.case,
            "shares": end.shares,
            "alpha": end.alpha,
            "gamma": end.gamma,
            "publisher": end.publisher,
            "attacker": end.attacker,
            "agreement": self.agreement,
            **({} if self.release is None else {"release": self.release.to_json()}),
        }


def decide(
    curves: Curves,
    stakes: Stakes,
    policy: PublishPolicy,
    *,
    case: str = "",
    fines_back: float | None = None,
    resamplings: int = 1000,
    seed: int = 0,
    release: MadeRelease | None = None,
) -> Decision:
    """Play the game on measured curves, and say how firm the decision is.

    Parameters
    ----------
    curves
        What was measured.
    stakes
        Costs and values.
    policy
        What the publisher may do.
    case
        Name of the stakes.
    fines_back
        Share of the fines that goes to the publisher, in place of the policy's own.
    resamplings
        How often repetitions are drawn with replacement.
    seed
        For these draws.
    release
        A release that is made: its sizes and its recall count, and no training is chosen.
    """
    if release is not None:
        curves = curves.with_recall(release.recall)
        stakes = replace(stakes, published=release.documents, instances=release.instances)
    by_repeat = curves.expected(stakes)
    if release is not None:
        by_repeat = by_repeat.up_to(release.documents)
    mean = by_repeat.scaled(np.full(curves.repeats, 1 / curves.repeats))

    def game(expected: Claims, prices: Stakes) -> Ending:
        return play(answers(expected, prices), policy, fines_back)

    outcome = game(mean, stakes)
    drawn = list(outcomes(by_repeat, lambda e: game(e, stakes), resamplings, seed))
    alike = sum(times for end, times in drawn if _answer(end) == _answer(outcome))
    sizes = np.repeat([e.alpha for e, _ in drawn], [t if e.shares else 0 for e, t in drawn])
    low, high = np.quantile(sizes, (0.05, 0.95)) if len(sizes) else (0, 0)
    prices = PRICES if not stakes.reward else ("reward", *PRICES[1:])
    return Decision(
        policy=policy,
        case=case,
        attack=curves.attack,
        stakes=stakes,
        outcome=outcome,
        repeats=curves.repeats,
        agreement=alike / resamplings,
        alphas=(int(low), int(high)) if len(sizes) else None,
        turns=tuple(_turn(stakes, price, lambda s: _answer(game(mean, s))) for price in prices),
        release=release,
        published=None if release is None else _forced(mean, stakes, policy, fines_back),
    )


def _forced(
    expected: Claims, stakes: Stakes, policy: PublishPolicy, fines_back: float | None
) -> Ending:
    """Return how the game ends if the documents must be published."""
    back = float(policy is PublishPolicy.ATTACK_BACK) if fines_back is None else fines_back
    return play(answers(expected, stakes), PublishPolicy.TRADITIONAL, back)


def outcomes(
    by_repeat: Claims, game: Callable[[Claims], Ending], resamplings: int, seed: int
) -> Iterator[tuple[Ending, int]]:
    """Yield how the game ends with repetitions drawn at random, and how often it was so drawn."""
    if resamplings < 1:
        raise InvalidValueError("there must be at least one resampling")
    repeats = len(by_repeat.needless)
    draws = np.random.default_rng(seed).multinomial(
        repeats, np.full(repeats, 1 / repeats), size=resamplings
    )
    # Few repetitions can be drawn in few ways: each way is played once.
    ways, times = np.unique(draws, axis=0, return_counts=True)
    for way, count in zip(ways, times, strict=True):
        yield game(by_repeat.scaled(way / repeats)), int(count)


def _answer(end: Ending) -> tuple[bool, bool]:
    return end.shares, end.gamma > 0


def _turn(stakes: Stakes, price: str, answer: Callable[[Stakes], tuple[bool, bool]]) -> Turn:
    """Look for the nearest price at which the answer is another one, down to 0 and far upwards."""
    here = float(getattr(stakes, price))
    # A price of nothing has no size of its own; the value of a claim gives the scale.
    unit = here or stakes.reward or stakes.value or 1.0
    limit = here + _FURTHEST * unit
    now = answer(stakes)

    def differs(at: float) -> bool:
        changed: dict[str, Any] = {price: at}
        return answer(replace(stakes, **changed)) != now

    downwards = np.linspace(here, 0, _STEPS)
    upwards = here + np.concatenate(
        (np.linspace(0, unit, _STEPS), np.geomspace(unit, limit - here, _STEPS)[1:])
    )
    found = [at for way in (downwards, upwards) if (at := _first(way, differs)) is not None]
    nearest = min(found, key=lambda at: abs(at - here), default=None)
    return Turn(price, nearest, limit)


def _first(
    way: np.ndarray[Any, np.dtype[np.float64]], differs: Callable[[float], bool]
) -> float | None:
    """Return the first price on the way that differs, to a millionth of a step."""
    steps = ((float(near), float(far)) for near, far in pairwise(way))
    step = next((step for step in steps if differs(step[1])), None)
    if step is None:
        return None
    for _ in range(_DIGITS):
        # The answer may change to and fro within a step: the first tenth that differs counts.
        tenths = pairwise(np.linspace(*step, 11).tolist())
        step = next(((near, far) for near, far in tenths if differs(far)), step)
    return step[1]
