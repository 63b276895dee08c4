"""Scores: a measured number with its interval and what it was measured on."""

from dataclasses import dataclass
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.values.figures.json_fields import json_fields

__all__ = ["FOUND", "Score"]

FOUND: Final = "token recall (any label)"
"""The score that says how much was found: words of the annotations, whatever their label."""


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """One measured number.

    Attributes
    ----------
    name
        What was measured: `token recall`, `distortion`.
    value
        The number.
    low, high
        An interval around it; equal to the value where none was estimated.
    count
        How many things it was measured on.
    group
        What it is restricted to: a label, or empty for all.

    Raises
    ------
    InvalidValueError
        If the value does not lie inside its interval.

    Examples
    --------
    >>> str(Score("recall", 0.5, 0.4, 0.6, count=20))
    '0.500 [0.400, 0.600]'
    """

    name: str
    value: float
    low: float
    high: float
    count: int = 0
    group: str = ""

    def __post_init__(self) -> None:
        if not self.low <= self.value <= self.high:
            raise InvalidValueError("a score lies inside its interval", where=self.name)

    @classmethod
    def exact(cls, name: str, value: float, count: int = 0, group: str = "") -> "Score":
        """Return a number without an interval."""
        return cls(name, value, value, value, count, group)

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.value:.3f}"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"

    def to_json(self) -> dict[str, Any]:
        """Return the score as a JSON object."""
        return json_fields(self)
