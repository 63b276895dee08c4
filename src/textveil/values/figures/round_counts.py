"""Counts that may be published: two digits tell how large something is, and no more.

Counts below 15 are all the same, zero too.
"""

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["BELOW", "FEW", "in_figures", "rounded", "rounded_inside", "rounded_rows", "rounded_up"]

FEW: Final = 10
"""What stands for every count below 15."""
BELOW: Final = 15
"""The least count that is shown as itself."""


def rounded(count: int) -> int:
    """Return a count with two digits that mean something, and none below a hundred but the tens.

    Examples
    --------
    >>> [rounded(count) for count in (0, 1, 14, 96, 149, 1_409, 12_872)]
    [10, 10, 10, 100, 150, 1400, 13000]
    """
    step = _step(count)
    return max(step, (count + step // 2) // step * step)


def rounded_up(count: int) -> int:
    """Return the next larger count that is round; a bound stays one.

    Examples
    --------
    >>> [rounded_up(count) for count in (1, 20, 27, 104, 1_409)]
    [10, 20, 30, 110, 1500]
    """
    step = _step(count)
    return -(-count // step) * step


def _step(count: int) -> int:
    return max(FEW, int(10 ** (len(str(count)) - 2)))


def in_figures(count: int) -> str:
    """Return a rounded count as people read it.

    Examples
    --------
    >>> in_figures(rounded(0)), in_figures(rounded(1_409))
    ('fewer than 15', '1,400')
    """
    return f"fewer than {BELOW}" if count == FEW else f"{count:,}"


def rounded_rows(rows: Mapping[str, int]) -> dict[str, int]:
    """Return the rows of a table, rounded, without those that count few.

    Examples
    --------
    >>> rounded_rows({"NAME": 42, "PHONE": 14})
    {'NAME': 40}
    """
    return {name: rounded(count) for name, count in rows.items() if count >= BELOW}


def rounded_inside(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Return counts inside counts, rounded; what does not occur at all stays 0.

    Examples
    --------
    >>> rounded_inside({"allow": 0, "deny": {"NAME": 23}})
    {'allow': 0, 'deny': {'NAME': 20}}
    """
    return {
        name: rounded_inside(value) if isinstance(value, Mapping) else value and rounded(value)
        for name, value in counts.items()
    }
