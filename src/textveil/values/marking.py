"""Marking: says which of two surrogates each recipient's copy has at each marked place.

It is a Tardos code. Everything follows from a secret and from names: nothing is stored, and a
recipient who is added later changes nothing for the others. Writing copies and finding whose copy
leaked both use it. Proofs: `docs/methods/marked-copies.md`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from statistics import NormalDist
from typing import Final

from textveil.errors import InvalidValueError
from textveil.values.keys.draw import Draw

__all__ = ["COLLUSION_SHARE", "CopyMarks", "MarkingCode", "colluders_covered", "places_needed"]

COLLUSION_SHARE: Final = 0.25
"""Part of the false accusation rate that the score for colluders has; the one for a single leaker
has the rest."""


@dataclass(frozen=True, slots=True, repr=False)
class MarkingCode:
    """The code of one project: which places are marked, and with what for whom.

    Attributes
    ----------
    secret
        Key of the code; derive it from the project's key for this purpose alone.
    share
        Share of the places that are marked, more than 0 and at most 1.
    colluders
        How many recipients may put their copies together and one of them is still named.

    Raises
    ------
    InvalidValueError
        If the share or the number of colluders is out of bounds.

    Examples
    --------
    >>> code = MarkingCode(b"k" * 32)
    >>> code.bit("north", "p1") == code.bit("north", "p1"), 0 < code.bias("p1") < 1
    (True, True)
    """

    secret: bytes
    share: float = 0.8
    colluders: int = 3

    def __post_init__(self) -> None:
        if not 0.0 < self.share <= 1.0:
            raise InvalidValueError("the share of marked places must be more than 0 and at most 1")
        if self.colluders < 1:
            raise InvalidValueError("the number of colluders must be at least 1")

    def __repr__(self) -> str:
        return f"MarkingCode(share={self.share}, colluders={self.colluders})"

    def is_marked(self, place: str) -> bool:
        """Tell whether the place is one of the secret share that has two surrogates."""
        return self._number("marked", place) < self.share

    def bias(self, place: str) -> float:
        """Return the probability that a recipient has 1 at the place.

        It has the arcsine density between the cutoff 1/(300 c) and its mirror image: the square of
        the sine of an angle that is drawn uniformly (Tardos 2008).
        """
        return _biased(self._number("bias", place), self.colluders)

    def bit(self, recipient: str, place: str) -> int:
        """Return which of the two surrogates a recipient has at the place, 0 or 1."""
        return self.bits(recipient, {place: self.bias(place)})[0]

    def bits(self, recipient: str, biases: Mapping[str, float]) -> list[int]:
        """Return what `bit` does for many places at once, from their biases."""
        own = Draw(self.secret).digest("marking:bit", recipient)
        drawn = (_keyed(own, place) for place in biases)
        return [int(number < bias) for number, bias in zip(drawn, biases.values(), strict=True)]

    def salt(self, recipient: str) -> bytes:
        """Return what keys the hashes of a recipient's texts.

        A plain hash in a certificate would let others test which surrogates the recipient has.
        """
        return Draw(self.secret).digest("marking:salt", recipient)

    def needed(self, recipients: int, false_accusation: float) -> int:
        """Return how many marked places name one of `colluders` in about 95 of 100 cases."""
        return places_needed(self.colluders, recipients, false_accusation)

    def _number(self, space: str, place: str) -> float:
        """Return a number from 0 to 1, 1 left out, that the place draws."""
        return _keyed(Draw(self.secret).digest(f"marking:{space}"), place)


def _keyed(key: bytes, place: str) -> float:
    """Return a number from 0 to 1, 1 left out; one hash, because copies have many places."""
    data = place.encode("utf-8", "surrogatepass")
    # 53 bits: with more, the quotient could be rounded up to 1.
    return (int.from_bytes(blake2b(data, digest_size=8, key=key).digest(), "big") >> 11) / 2**53


@dataclass(frozen=True, slots=True)
class CopyMarks:
    """How the copies of a project are marked; the same for all of them.

    Attributes
    ----------
    colluders, share
        As for the code.
    """

    colluders: int = 3
    share: float = 0.8

    def code(self, draw_key: bytes) -> MarkingCode:
        """Return the code of the project whose choices this key draws."""
        return MarkingCode(Draw(draw_key).digest("marking code"), self.share, self.colluders)


@lru_cache(maxsize=1 << 16)
def _biased(drawn: float, colluders: int) -> float:
    lowest = math.asin(math.sqrt(1 / (300 * colluders)))
    return math.sin(lowest + drawn * (math.pi / 2 - 2 * lowest)) ** 2


def places_needed(colluders: int, recipients: int, false_accusation: float) -> int:
    """Return how many marked places are needed in a leak by so many colluders.

    It is an estimate: a symmetric score of an innocent is about normal with variance m, and that of
    c colluders has the mean 2m / (pi c) (Skoric et al. 2008), which here stands at the bar. Tracing
    scores better than that; simulations name one of them in 95 of 100 cases or more.

    Examples
    --------
    >>> [places_needed(c, 64, 0.001) for c in (1, 2, 3)]
    [50, 198, 444]
    """
    innocent = false_accusation * COLLUSION_SHARE / max(recipients, 1)
    bar = -NormalDist().inv_cdf(min(innocent, 0.5))
    return max(1, math.ceil((bar * math.pi * colluders / 2) ** 2))


def colluders_covered(places: int, recipients: int, false_accusation: float) -> int:
    """Return how many colluders so many marked places are enough for; 0 if not even for one.

    Examples
    --------
    >>> colluders_covered(600, 64, 0.001), colluders_covered(10, 64, 0.001)
    (3, 0)
    """
    one = places_needed(1, recipients, false_accusation)
    most = math.isqrt(places // one) + 1
    while most and places_needed(most, recipients, false_accusation) > places:
        most -= 1
    return most
