"""Files of a plan: curves as CSV, and prices as YAML."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import fields
from hashlib import sha256
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any, Final

from textveil.decide.curves import ATTACKER, PUBLISHER, Point
from textveil.errors import FormatError, InputError, InvalidValueError, PolicyError
from textveil.games.payoff import Stakes
from textveil.pipeline.yaml_lines import parse_yaml

__all__ = ["COLUMNS", "SHIPPED", "curves_bytes", "file_sha256", "read_curves", "read_stakes"]

COLUMNS: Final = ("side", "attack", "repeat", "alpha", "gamma", "precision", "recall")
SHIPPED: Final = "generated"
"""Name of the curves that come with textveil."""
_SHELF: Final = files("textveil.pipeline.plan").joinpath("curves.csv")
_LARGEST: Final = 1 << 26
_FINES_BACK: Final = "fines_back"


def read_curves(path: Path) -> list[Point]:
    """Return the measurements in a CSV file.

    Raises
    ------
    FormatError
        If it is no such table; the message names the line.
    """
    rows = csv.DictReader(StringIO(_read(path)), strict=True)
    try:
        missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
        if missing:
            raise FormatError(
                f"the column {missing[0]} is missing",
                where=f"{path}, line 1",
                hint=f"the columns are {', '.join(COLUMNS)}",
            )
        points = [_point(row, f"{path}, line {rows.line_num}") for row in rows]
    except csv.Error:
        raise FormatError("this is not CSV", where=str(path)) from None
    if not points:
        raise FormatError("there are no measurements here", where=str(path))
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


def read_stakes(path: Path) -> tuple[Stakes, float | None]:
    """Return the prices in a YAML file, and the share of the fines that comes back, if it says one.

    Raises
    ------
    PolicyError
        If a key is unknown or missing, or a price is not a number of at least 0.
    """
    root = parse_yaml(_read(path), str(path))
    names = [field.name for field in fields(Stakes)]
    root.only_keys((*names, _FINES_BACK))
    given: dict[str, Any] = dict(root.of_type(dict))
    back = given.pop(_FINES_BACK, None)
    for name in ("attacker_cost", "attacker_loss", "value"):
        root.get(name)
    if back is not None and (not isinstance(back, int | float) or not 0 <= back <= 1):
        raise root.get(_FINES_BACK).error("fines_back must lie between 0 and 1")
    try:
        return Stakes(**given), back
    except InvalidValueError as error:
        raise PolicyError(error.what, where=str(path)) from None


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of curves or prices."""
    data = _SHELF.read_bytes() if str(path) == SHIPPED else path.read_bytes()
    return sha256(data).hexdigest()


def _read(path: Path) -> str:
    if str(path) == SHIPPED:
        return _SHELF.read_text("utf-8")
    try:
        if not path.is_file():
            raise InputError("there is no such file", where=str(path))
        if path.stat().st_size > _LARGEST:
            raise FormatError("the file is too large for this", where=str(path))
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(
            f"the file cannot be read ({type(error).__name__})", where=str(path)
        ) from None
