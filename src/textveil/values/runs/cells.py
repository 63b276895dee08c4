"""Cells: how the cells of a row stand behind its text, so that all are read together."""

from typing import Final

__all__ = ["CELL_BREAK", "fills_cell"]

CELL_BREAK: Final = "\n\ua7f7\n"
"""Stands before a cell. It has a letter of its own, so that no value, name or run of words reaches
from one cell into the next."""


def fills_cell(before: str, after: str) -> bool:
    """Tell whether what stands between two texts is all that a cell holds.

    Examples
    --------
    >>> fills_cell(f"Seen.{CELL_BREAK}", ""), fills_cell("Aged ", "."), fills_cell("", "")
    (True, False, False)
    """
    return before.endswith(CELL_BREAK) and (not after or after[0] == "\n")
