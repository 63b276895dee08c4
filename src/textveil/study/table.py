"""Tables: rows of what was measured, for a terminal and as CSV."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

__all__ = ["Cell", "Row", "ShownTable", "cell_of", "csv_bytes", "pivoted"]

Row = Mapping[str, Any]
"""One trial: what was set and what was measured, by name."""

Cell = str | Callable[[Row], Any]
"""What of a row is meant: a name, or something that is made of several."""


class ShownTable(NamedTuple):
    """Columns, and rows of cells as they are shown."""

    columns: Sequence[str]
    rows: Iterable[Iterable[str]]


def cell_of(row: Row, cell: Cell) -> Any:
    """Return a cell of a row."""
    return row[cell] if isinstance(cell, str) else cell(row)


def pivoted(head: str, rows: Sequence[Row], down: str, across: str, cell: Cell) -> ShownTable:
    """Return a table with a line for each value of one name, and a column for each of another.

    Examples
    --------
    >>> rows = [{"k": k, "method": name, "kept": k / 4} for name in "ab" for k in (1, 2)]
    >>> columns, lines = pivoted("kept by k", rows, "k", "method", "kept")
    >>> columns, lines[1]
    (['kept by k', 'a', 'b'], ['2', '0.500', '0.500'])
    """
    lines: dict[Any, list[str]] = {}
    for row in rows:
        lines.setdefault(row[down], [f"{row[down]:,}"]).append(f"{cell_of(row, cell):.3f}")
    return ShownTable([head, *dict.fromkeys(row[across] for row in rows)], list(lines.values()))


def csv_bytes(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """Return a table as a CSV file."""
    text = StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(columns)
    table.writerows(rows)
    return text.getvalue().encode()
