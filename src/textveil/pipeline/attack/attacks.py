"""The attacks on releases of text that textveil knows."""

from typing import Final

from textveil.evaluate.attacks.known_pairs import KnownPairs
from textveil.values.attacking import Attack

__all__ = ["ATTACKS"]

ATTACKS: Final[tuple[Attack, ...]] = (KnownPairs(),)
