"""Curves as a table: what `textveil attack simulate` writes and `textveil plan` reads."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any, Final

from textveil.decide.curves import ATTACKER, PUBLISHER, Point
from textveil.errors import FormatError, InvalidValueError

__all__ = ["COLUMNS", "curves_bytes", "points_of"]

COLUMNS: Final = ("side", "attack", "repeat", "alpha", "gamma", "precision", "recall")


def points_of(text: str, where: str) -> list[Point]:
    """Return the measurements in a table; `where` names it in messages.

    Raises
    ------
    FormatError
        If it is no such table; the message names the line.
    """
    rows = csv.DictReader(StringIO(text), strict=True)
    try:
        missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
        if missing:
            raise FormatError(
                f"the column {missing[0]} is missing",
                where=f"{where}, line 1",
                hint=f"the columns are {', '.join(COLUMNS)}",
            )
        points = [_point(row, f"{where}, line {rows.line_num}") for row in rows]
    except csv.Error:
        raise FormatError("this is not CSV", where=where) from None
    if not points:
        raise FormatError("there are no measurements here", where=where)
    return points


def _point(row: dict[str, Any], where: str) -> Point:
    if None in row or None in row.values():
        raise FormatError("a line has more or fewer cells than the header", where=where)
    try:
        return Point(
            row["side"],
            row["attack"],
            int(row["repeat"]),
            int(row["alpha"]),
            int(row["gamma"] or 0),
            float(row["precision"]) if row["precision"] else None,
            float(row["recall"]),
        )
    except InvalidValueError as error:
        raise FormatError(error.what, where=where) from None
    except ValueError:
        raise FormatError("sizes must be whole numbers, shares numbers", where=where) from None


def curves_bytes(points: Iterable[Point]) -> bytes:
    """Return measurements as a CSV file, the publisher's first."""
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(COLUMNS)
    sides = {PUBLISHER: 0, ATTACKER: 1}
    order = lambda p: (sides[p.side], p.attack, p.repeat, p.alpha, p.gamma)  # noqa: E731
    out.writerows(_cells(point) for point in sorted(points, key=order))
    return text.getvalue().encode()


def _cells(point: Point) -> Iterator[str]:
    for name in COLUMNS:
        value = getattr(point, name)
        if value is None or (name == "gamma" and not value):
            yield ""
        else:
            yield f"{value:.6g}" if isinstance(value, float) else str(value)
