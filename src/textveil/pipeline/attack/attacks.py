"""The attacks on releases of text that textveil knows."""

from typing import Final

from textveil.evaluate.attacks.calendar import CalendarAttack
from textveil.evaluate.attacks.exclusion import Exclusion
from textveil.evaluate.attacks.inside import InsideAttack
from textveil.evaluate.attacks.known_pairs import KnownPairs
from textveil.evaluate.attacks.leftovers import Leftovers
from textveil.evaluate.attacks.letters import LettersAttack
from textveil.evaluate.attacks.templates import TemplateAttack
from textveil.values.attacking import Attack

__all__ = ["ATTACKS"]

ATTACKS: Final[tuple[Attack, ...]] = (
    Exclusion(),
    TemplateAttack(),
    LettersAttack(),
    InsideAttack(),
    CalendarAttack(),
    Leftovers(),
    KnownPairs(),
)
