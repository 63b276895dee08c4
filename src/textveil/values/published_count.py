"""Published counts: two digits, and for small ones only that they are small."""

from collections.abc import Mapping
from typing import Final

__all__ = ["ENOUGH", "FEW", "in_figures", "rounded", "rounded_rows"]

ENOUGH: Final = 15
"""The least count that is told."""
FEW: Final = 10
"""What stands for every smaller count."""


def rounded(count: int) -> int:
    """Return a count with two digits that mean something, and none below a hundred but the tens.

    Examples
    --------
    >>> [rounded(count) for count in (0, 1, 14, 96, 149, 1_409, 12_872)]
    [10, 10, 10, 100, 150, 1400, 13000]
    """
    step: int = max(FEW, 10 ** (len(str(count)) - 2))
    return max(step, (count + step // 2) // step * step)


def in_figures(count: int) -> str:
    """Return a rounded count as people read it.

    Examples
    --------
    >>> in_figures(rounded(0)), in_figures(rounded(1_409))
    ('fewer than 15', '1,400')
    """
    return f"fewer than {ENOUGH}" if count == FEW else f"{count:,}"


def rounded_rows(rows: Mapping[str, int]) -> dict[str, int]:
    """Return the rows of a table, rounded, without those that count few.

    Examples
    --------
    >>> rounded_rows({"NAME": 42, "PHONE": 14})
    {'NAME': 40}
    """
    return {name: rounded(count) for name, count in rows.items() if count >= ENOUGH}
