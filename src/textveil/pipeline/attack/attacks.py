"""The attacks on releases of text that textveil knows."""

from collections.abc import Mapping, Sequence
from typing import Final

from textveil.evaluate.attacks.calendar import CalendarAttack
from textveil.evaluate.attacks.exclusion import Exclusion
from textveil.evaluate.attacks.inside import InsideAttack
from textveil.evaluate.attacks.kept_dates import KeptDates
from textveil.evaluate.attacks.known_pairs import KnownPairs
from textveil.evaluate.attacks.leftovers import Leftovers
from textveil.evaluate.attacks.letters import LettersAttack
from textveil.evaluate.attacks.row_order import RowOrder
from textveil.evaluate.attacks.shared_days import SharedDays
from textveil.evaluate.attacks.templates import TemplateAttack
from textveil.values.attacking import MORE, Attack, AttackResult
from textveil.values.round_counts import BELOW, FEW

__all__ = ["ATTACKS", "MEANINGS", "attack_summary"]

ATTACKS: Final[tuple[Attack, ...]] = (
    Exclusion(),
    TemplateAttack(),
    LettersAttack(),
    InsideAttack(),
    SharedDays(),
    CalendarAttack(),
    KeptDates(),
    RowOrder(),
    Leftovers(),
    KnownPairs(),
)

MEANINGS: Final[Mapping[str, str]] = {
    "calendar": "looks for the time of the year behind a date, from words and time zones beside it",
    "completions": "completes partly shown words with a list of names",
    "exclusion": "looks for what many people share: the value that never appears",
    "inside": "takes words of a surrogate for words of the real value",
    "kept-dates": "takes days that were kept for the real ones of moved dates beside them",
    "known-pairs": "knows some documents, and what their surrogates stand for",
    "leftovers": "looks for names in full that were not replaced",
    "letters": "takes letters of numbers for initials",
    "quality": "leaves out letters of the lowest quality in reads, and looks for what then appears",
    "row-order": "takes the order of documents for the order in time",
    "shared-days": "looks for the week, quarter and year of what many people share",
    "templates": "looks for listed organizations that share words with a surrogate",
    "undoing": "undoes repeats in a sequence, and looks for what is missing",
}
"""What each attack does, for people who read of it for the first time."""

_LOOK: Final = "`textveil attack OUT --input IN` shows them."


def attack_summary(results: Sequence[AttackResult]) -> str:
    """Say what attackers got, and where to look if more than chance are right.

    Examples
    --------
    >>> attack_summary([AttackResult("inside", "CITY", 9, 1, 0.9)])
    'Of 9 guesses 1 is right; by chance 1 would be.'
    >>> attack_summary([AttackResult("inside", "", 0, 0, 0.0)])
    'Attackers found nothing to guess.'
    """
    judged = [one for one in results if one.right is not None]
    if results and not judged:
        return _published_summary(results)
    made, right = sum(one.guesses for one in judged), sum(one.right or 0 for one in judged)
    chance = sum(one.chance for one in judged)
    of, are = "guess" if made == 1 else "guesses", "is" if right == 1 else "are"
    said = f"Of {made:,} {of} {right:,} {are} right; by chance {chance:,.0f} would be."
    said = said if made else "Attackers found nothing to guess."
    if left := sum(one.guesses for one in results) - made:
        said += f" {left:,} may be names that were left: only you can judge them. {_LOOK}"
    return said + _better([one for one in judged if one.beyond_chance])


def _published_summary(results: Sequence[AttackResult]) -> str:
    """Say what attackers got, where only the owner of the release knows how many were right."""
    guesses = sum(one.guesses for one in results if one.guesses > FEW)
    few = any(one.guesses <= FEW for one in results)
    said = f"About {guesses:,} guesses" if guesses else "A few guesses at most"
    rest = f", without the rows that have fewer than {BELOW}" if guesses and few else ""
    better = _better([one for one in results if one.verdict == MORE])
    return f"{said}{rest}.{better or ' None is better than chance.'}"


def _better(results: Sequence[AttackResult]) -> str:
    """Say which attacks are better than chance, and what the owner can do about it."""
    if not results:
        return ""
    missed = any(one.attack == Leftovers().name for one in results)
    told = "write names that were left under `deny`" if missed else "hide these labels with tags"
    named = ", ".join(map(_named, results))
    return f" Better than chance: {named}. {_LOOK} If they tell too much, {told} in the policy."


def _named(result: AttackResult) -> str:
    return f"{result.attack} ({result.label})" if result.label else result.attack
