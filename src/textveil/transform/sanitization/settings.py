"""Settings of sanitization: methods and what they promise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

from textveil.errors import InvalidValueError, require_known

__all__ = ["COMPARED", "IN_PLACE", "METHODS", "ORDERED", "SEPARATED", "Sanitize"]

METHODS: Final = ("tfs", "pfs", "tpm", "tm", "tmi", "ghosts", "etfs", "substitute", "ba", "ph")

COMPARED: Final = METHODS[-2:]
"""The methods that are there to compare, and hide patterns in another way."""

SEPARATED: Final = ("tfs", "pfs", "etfs", "ba")
"""The methods whose result may hold separators; its alphabet then ends with the separator."""


IN_PLACE: Final = "substitute"
"""The method that leaves every letter in its place, whether it changes or not."""

_MOVING: Final = ("tpm", "pfs", "ghosts", "ph")

ORDERED: Final = tuple(method for method in METHODS if method not in _MOVING)
"""The methods that leave the letters they keep in the order of the input."""


@dataclass(frozen=True, slots=True)
class Sanitize:
    """How to sanitize.

    Parameters
    ----------
    method
        One of `METHODS`.
    k
        Length of the patterns that are hidden and counted; None takes the shortest sensitive
        pattern. Sensitive patterns may be longer, never shorter.
    tau
        From 1 on: a pattern is a ghost if it occurs fewer than tau times in the input and at least
        tau times in the release.
    theta
        The distortion allowed when separators are replaced; None for the number of separators.
    rho
        Below 0: a pattern is implausible if its z-score (section 6.3) is smaller. For `tmi`.
    separator
        One symbol outside the alphabet.
    wildcard
        A symbol that stands for any one letter in sensitive patterns; empty for none.
    stands_for
        Symbols of sensitive patterns with the letters that each stands for; others are themselves.
    complement
        What pairs with each letter, if there are two strands: a pattern and its reverse complement
        are then counted and hidden together, and so are decoys. Empty for one strand.
    incoming
        The letters that may replace a separator or stand in a decoy; empty for all.
    weights
        Weight of the letters that replace a separator, 1 for those not named.
    deletion
        Weight of deleting a separator; None forbids it.
    refine
        Whether the choice of MCSR is improved by frequencies as they really become (fewer
        occurrences of ghosts, then less frequency distortion), within theta. False gives
        MCSR-ALGO of section 6.2 to the letter.
    implausible
        Patterns of length k that no replacement may create. For `tmi`.
    record
        `ph` cuts longer sequences into records of so many letters (section 8: 15).
    decoys
        M, from 1 on: each sensitive pattern is hidden among M patterns, itself included, that look
        hidden equally often. 1 for no others. Not for `ba` and `ph`.
    effort
        How many nodes the exact search of `ghosts` may visit before it settles for the best found.
    """

    method: str = "tpm"
    k: int | None = None
    tau: int = 1
    theta: int | None = None
    rho: float = -1.0
    separator: str = "#"
    wildcard: str = ""
    stands_for: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)
    complement: Mapping[str, str] = field(default_factory=dict, hash=False)
    incoming: tuple[str, ...] = ()
    weights: Mapping[str, int] = field(default_factory=dict, hash=False)
    deletion: int | None = 1
    refine: bool = True
    implausible: tuple[tuple[str, ...] | str, ...] = ()
    record: int = 15
    decoys: int = 1
    effort: int = 20_000

    @property
    def whole(self) -> bool:
        """Whether patterns are hidden as they are named, and not in parts of k letters."""
        return self.method == IN_PLACE and self.decoys == 1

    def __post_init__(self) -> None:
        require_known("method", self.method, METHODS)
        if not self.separator:
            raise InvalidValueError("the separator must not be empty")
        if self.separator == self.wildcard:
            raise InvalidValueError("the separator and the wildcard must differ")
        self._check_numbers()

    def _check_numbers(self) -> None:
        if self.k is not None and self.k < 1:
            raise InvalidValueError("k must be at least 1", where=f"k = {self.k}")
        if self.tau < 1:
            raise InvalidValueError("tau must be at least 1", where=f"tau = {self.tau}")
        if self.theta is not None and self.theta < 0:
            raise InvalidValueError("theta must not be negative", where=f"theta = {self.theta}")
        if not -inf < self.rho < 0:
            raise InvalidValueError("rho must be below 0 and finite", where=f"rho = {self.rho}")
        if self.decoys < 1:
            raise InvalidValueError(
                "decoys must be at least 1",
                where=f"decoys = {self.decoys}",
                hint="1 hides patterns without decoys",
            )
        if self.decoys > 1 and self.method in COMPARED:
            raise InvalidValueError(
                f"the method {self.method} has no decoys", hint="use tpm, tm, tmi or ghosts"
            )
        if self.record < 1:
            raise InvalidValueError("a record needs at least 1 letter")
        weights = [*self.weights.values(), *([] if self.deletion is None else [self.deletion])]
        if any(weight < 0 for weight in weights):
            raise InvalidValueError("a weight must not be negative")
