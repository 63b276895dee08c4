"""Pools: lists of names to draw from, and how many may be drawn before an absence tells.

The bound and its proof stand in `docs/methods/surrogates.md` (Names of others).
"""

import math
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

from textveil.lexicon.people.name_lists import Listed
from textveil.lexicon.tables.folding import squeeze_text

__all__ = ["Pool", "tells_little"]

_BITS: Final = 0.1
"""What the absence of a name may tell."""
_CAP: Final = 0.4
"""Part of the largest share that a name may have, before what is left out makes shares grow."""
_LEAST: Final = 0.45
"""So much of a list is left at least after frequent names are thinned out."""
_GROWTH: Final = 2.4
"""How much shares grow at most by what is left out."""
_LARGEST: Final = 1 << 16


def _most(draws: int) -> float:
    """Return the largest chance of a name in each draw whose absence from all tells 0.1 bit."""
    return -math.expm1(-math.log(2) * _BITS / draws)


def tells_little(share: float, draws: int) -> bool:
    """Tell whether the absence of a name of this share from so many draws tells 0.1 bit at most."""
    return _GROWTH * share <= _most(draws)


class Pool:
    """Names with their counts.

    Attributes
    ----------
    values, sums
        The names, and the running sums of their counts.
    """

    def __init__(self, listed: Sequence[Listed]) -> None:
        self.values = tuple(one.value for one in listed)
        self.sums = tuple(accumulate(one.count for one in listed))

    @cached_property
    def shares(self) -> dict[str, float]:
        """The chance of each name, squeezed, to be drawn."""
        shares: dict[str, float] = {}
        for value, low, high in zip(self.values, (0, *self.sums), self.sums, strict=False):
            name = squeeze_text(value)
            shares[name] = shares.get(name, 0.0) + (high - low) / self.sums[-1]
        return shares

    @cached_property
    def limit(self) -> int:
        """So many names may be drawn together at most, if real ones are left out; 0 if none."""
        draws = _LARGEST
        while draws and self._left(self.cap(draws)) < _LEAST:
            draws //= 2
        return draws

    def _left(self, cap: float) -> float:
        """Return which share of all draws is left if no name has more than a cap."""
        return sum(min(share, cap) for share in self.shares.values())

    def cap(self, draws: int) -> float:
        """Return the largest share of a name among so many draws: more frequent ones are thinned.

        Examples
        --------
        >>> round(Pool([]).cap(1), 4), round(Pool([]).cap(8), 4)
        (0.0268, 0.0035)
        """
        return _CAP * _most(1 << (draws - 1).bit_length())
