"""Files of a plan: curves as CSV, and prices as YAML."""

from dataclasses import fields
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from textveil.decide.curve_table import points_of
from textveil.decide.curves import Point
from textveil.errors import FormatError, InputError, InvalidValueError, PolicyError
from textveil.games.payoff import Stakes
from textveil.policy.yaml_lines import parse_yaml

__all__ = ["SHIPPED", "file_sha256", "read_curves", "read_stakes"]

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
    return points_of(_read(path), str(path))


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
            told = "this is not a plain file" if path.exists() else "there is no such file"
            raise InputError(told, where=str(path))
        if path.stat().st_size > _LARGEST:
            raise FormatError("the file is too large for this", where=str(path))
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(
            f"the file cannot be read ({type(error).__name__})", where=str(path)
        ) from None
