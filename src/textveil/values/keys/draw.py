"""Draws: choices that look random to everyone without the key, and are the same every time."""

import hmac
from dataclasses import dataclass
from random import Random

__all__ = ["Draw", "lot"]


@dataclass(frozen=True, slots=True, repr=False)
class Draw:
    """Keyed randomness: the same key, space and parts give the same choices.

    Examples
    --------
    >>> draw = Draw(b"k" * 32)
    >>> draw.rng("names", "p1").random() == draw.rng("names", "p1").random()
    True
    >>> draw.digest("names", "p1") == draw.digest("dates", "p1")
    False
    """

    key: bytes

    def __repr__(self) -> str:
        return "Draw()"

    def digest(self, space: str, *parts: str) -> bytes:
        """Return 32 bytes that nobody without the key can tell from random ones."""
        # Lengths keep the parts apart, whatever characters they hold.
        message = bytearray()
        for part in (space, *parts):
            data = part.encode("utf-8", "surrogatepass")
            message += len(data).to_bytes(8, "big") + data
        return hmac.digest(self.key, bytes(message), "sha256")

    def of_organization(self) -> "Draw":
        """Return the draws for names of people in the name of an organization."""
        return self

    def rng(self, space: str, *parts: str) -> Random:
        """Return a generator of random numbers of its own for these parts."""
        return Random(self.digest(space, *parts))  # noqa: S311 - seeded by a keyed digest


def lot(seed: int, name: str) -> float:
    """Return a number from 0 to 1 that a name draws; other seeds give other numbers.

    It depends on nothing else, so the order in which names come does not matter.

    Examples
    --------
    >>> lot(1, "n1") == lot(1, "n1"), lot(1, "n1") == lot(2, "n1")
    (True, False)
    """
    drawn = Draw(str(seed).encode()).digest("lot", name)
    return int.from_bytes(drawn[:6], "big") / 2**48
