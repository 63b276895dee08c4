"""What attackers got from a release, in a sentence or two."""

from collections.abc import Sequence
from typing import Final

from textveil.values.figures.attack import MORE, AttackResult
from textveil.values.figures.round_counts import BELOW, FEW

__all__ = ["attack_summary"]

_LOOK: Final = "`textveil attack OUT --input IN` shows them."
_LEFT: Final = "leftovers"
"""The attack that looks for names which were not replaced."""


def attack_summary(results: Sequence[AttackResult], *, policy: bool = True) -> str:
    """Say what attackers got, and where to look if more than chance are right.

    `policy` says whether a policy can be changed.

    Examples
    --------
    >>> attack_summary([AttackResult("inside", "CITY", 9, 1, 0.9)])
    'Of 9 guesses 1 is right; by chance 1 would be.'
    >>> attack_summary([AttackResult("inside", "", 0, 0, 0.0)])
    'Attackers found nothing to guess.'
    """
    judged = [one for one in results if one.right is not None]
    if results and not judged:
        return _published_summary(results, policy=policy)
    made, right = sum(one.guesses for one in judged), sum(one.right or 0 for one in judged)
    chance = sum(one.chance for one in judged)
    of, are = "guess" if made == 1 else "guesses", "is" if right == 1 else "are"
    said = f"Of {made:,} {of} {right:,} {are} right; by chance {chance:,.0f} would be."
    said = said if made else "Attackers found nothing to guess."
    if left := sum(one.guesses for one in results) - made:
        said += f" {left:,} may be names that were left: only you can judge them. {_LOOK}"
    return said + _better([one for one in judged if one.beyond_chance], policy=policy)


def _published_summary(results: Sequence[AttackResult], *, policy: bool) -> str:
    """Say what attackers got, where only the owner of the release knows how many were right."""
    guesses = sum(one.guesses for one in results if one.guesses > FEW)
    few = any(one.guesses <= FEW for one in results)
    said = f"About {guesses:,} guesses" if guesses else "A few guesses at most"
    rest = f", without the rows that have fewer than {BELOW}" if guesses and few else ""
    better = _better([one for one in results if one.verdict == MORE], policy=policy)
    return f"{said}{rest}.{better or ' None is better than chance.'}"


def _better(results: Sequence[AttackResult], *, policy: bool) -> str:
    """Say which attacks are better than chance, and what the owner can do about it."""
    if not results:
        return ""
    missed = any(one.attack == _LEFT for one in results)
    told = "write names that were left under `deny`" if missed else "hide these labels with tags"
    named = ", ".join(map(_named, results))
    advice = f" If they tell too much, {told} in the policy." if policy else ""
    return f" Better than chance: {named}. {_LOOK}{advice}"


def _named(result: AttackResult) -> str:
    return f"{result.attack} ({result.label})" if result.label else result.attack
