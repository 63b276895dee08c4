"""The attacks on releases of text that textveil knows."""

from collections.abc import Mapping, Sequence
from typing import Final

from textveil.evaluate.attacks.calendar import CalendarAttack
from textveil.evaluate.attacks.exclusion import Exclusion
from textveil.evaluate.attacks.inside import InsideAttack
from textveil.evaluate.attacks.known_pairs import KnownPairs
from textveil.evaluate.attacks.leftovers import Leftovers
from textveil.evaluate.attacks.letters import LettersAttack
from textveil.evaluate.attacks.templates import TemplateAttack
from textveil.values.attacking import MORE, Attack, AttackResult
from textveil.values.round_counts import FEW

__all__ = ["ATTACKS", "MEANINGS", "attack_summary"]

ATTACKS: Final[tuple[Attack, ...]] = (
    Exclusion(),
    TemplateAttack(),
    LettersAttack(),
    InsideAttack(),
    CalendarAttack(),
    Leftovers(),
    KnownPairs(),
)

MEANINGS: Final[Mapping[str, str]] = {
    "calendar": "looks for the days by which dates moved, from weekdays and holidays beside them",
    "completions": "completes partly shown words with a list of names",
    "exclusion": "looks for what many people share: the value that never appears",
    "inside": "takes words of a surrogate for words of the real value",
    "known-pairs": "knows some documents, and what their surrogates stand for",
    "leftovers": "looks for names in full that were not replaced",
    "letters": "takes letters of numbers for initials",
    "quality": "leaves out letters of the lowest quality in reads, and looks for what then appears",
    "templates": "looks for listed organizations that share words with a surrogate",
    "undoing": "undoes repeats in a sequence, and looks for what is missing",
}
"""What each attack does, for people who read of it for the first time."""


def attack_summary(results: Sequence[AttackResult]) -> str:
    """Say in a sentence what attackers got.

    Examples
    --------
    >>> attack_summary([AttackResult("inside", "CITY", 9, 0, 0.1)])
    'Of 9 guesses 0 are right, by chance 0 would be.'
    """
    judged = [one for one in results if one.right is not None]
    if results and not judged:
        return _published_summary(results)
    guesses, right = sum(one.guesses for one in judged), sum(one.right or 0 for one in judged)
    chance = sum(one.chance for one in judged)
    said = f"Of {guesses:,} guesses {right:,} are right, by chance {chance:,.0f} would be."
    better = [_named(one) for one in judged if one.beyond_chance]
    return f"{said} Better than chance: {', '.join(better)}." if better else said


def _published_summary(results: Sequence[AttackResult]) -> str:
    """Say what attackers got, where only the owner of the release knows how many were right."""
    guesses = sum(one.guesses for one in results if one.guesses > FEW)
    better = [_named(one) for one in results if one.verdict == MORE]
    got = f"Better than chance: {', '.join(better)}." if better else "None is better than chance."
    return f"{f'About {guesses:,}' if guesses else 'A few'} guesses. {got}"


def _named(result: AttackResult) -> str:
    return f"{result.attack} ({result.label})" if result.label else result.attack
