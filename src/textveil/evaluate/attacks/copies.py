"""Copies: recipients lay their copies side by side and take what agrees in all of them for real.

A value that differs between copies is a surrogate, as everybody sees. So what agrees holds more
real values than one copy alone. How many more is what this attack measures. Since only a share of
the surrogates is marked, and marks often agree, it cannot be many: `docs/methods/marked-copies.md`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, Final

from textveil.errors import InvalidValueError

__all__ = ["CopyAgreement", "compare_copies"]

_SETS: Final = 200
"""Sets of copies that are compared at most, for each number of copies."""


@dataclass(frozen=True, slots=True)
class CopyAgreement:
    """What so many recipients see who compare their copies; means over the sets of copies.

    Attributes
    ----------
    copies
        How many copies are compared.
    values
        Values that agree in all of them, of which nobody sees that they are surrogates.
    real
        How many of these are real: left in the text by mistake.
    surrogates
        Share of all surrogates that agree.
    """

    copies: int
    values: float
    real: int
    surrogates: float

    @property
    def share(self) -> float:
        """The share of real values among those that agree; 0 if none agrees."""
        return self.real / self.values if self.values else 0.0

    @property
    def factor(self) -> float:
        """How many times the share of real values grows at most, however many there are.

        Of r real values and s surrogates, a share a of which agrees, r / (r + a s) is at most
        1 / a times r / (r + s).
        """
        return 1 / self.surrogates if self.surrogates else float("inf")

    def to_json(self) -> dict[str, Any]:
        """Return the figures as a JSON object."""
        return {
            "copies": self.copies,
            "values": round(self.values, 1),
            "real": self.real,
            "share": round(self.share, 6),
            "surrogates": round(self.surrogates, 4),
        }


def compare_copies(
    values: Sequence[Sequence[str]], real: Sequence[bool], most: int = 3
) -> tuple[CopyAgreement, ...]:
    """Compare copies of one release.

    Parameters
    ----------
    values
        For each value, what stands in each copy. A name that stands in many places is one value
        if it is given once.
    real
        For each value, whether it is real. Real values are the same in all copies.
    most
        Compare up to so many copies.

    Raises
    ------
    InvalidValueError
        If a value is not given for every copy, or a real one differs.

    Examples
    --------
    >>> rows = [["Ann Li", "Eve Orr"], ["Jo Day", "Jo Day"], ["555-0101", "555-0101"]]
    >>> [one.share for one in compare_copies(rows, [False, False, True])]
    [0.3333333333333333, 0.5]
    """
    copies = len(values[0]) if values else 0
    if any(len(row) != copies for row in values) or len(real) != len(values):
        raise InvalidValueError("every value must be given for every copy")
    kept = [row for row, is_real in zip(values, real, strict=True) if is_real]
    if any(len(set(row)) > 1 for row in kept):
        raise InvalidValueError("a real value is the same in all copies")
    fakes = [row for row, is_real in zip(values, real, strict=True) if not is_real]
    return tuple(_agreement(fakes, len(kept), copies, n) for n in range(1, min(most, copies) + 1))


def _agreement(
    fakes: Sequence[Sequence[str]], real: int, copies: int, number: int
) -> CopyAgreement:
    sets = list(islice(combinations(range(copies), number), _SETS))
    agreeing = sum(len({row[at] for at in chosen}) == 1 for chosen in sets for row in fakes)
    mean = agreeing / len(sets)
    return CopyAgreement(number, real + mean, real, mean / len(fakes) if fakes else 1.0)
