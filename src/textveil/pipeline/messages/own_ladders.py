"""Own ladders: covers that a user gives for passages, as YAML or CSV.

YAML has `passage: [cover, cover]`; a row of CSV has a passage and its covers, from fine to coarse.
"""

import csv
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final

from textveil.errors import InputError
from textveil.policy.yaml_lines import parse_yaml

__all__ = ["read_ladders", "require_rising"]

_HINT: Final = "write `passage: [cover, cover]`, from fine to coarse, or the same as rows of CSV"

Ladders = dict[str, tuple[str, ...]]


def read_ladders(path: Path) -> Ladders:
    """Return the ladders of a file; a name that ends in `.csv` is CSV, all else YAML.

    Raises
    ------
    InputError
        If the file cannot be read, or a ladder leads back to where it was.
    PolicyError
        If the YAML has anything else in it; the message names the line.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        kind = type(error).__name__
        raise InputError(
            f"the ladders cannot be read ({kind})", where=str(path), hint=_HINT
        ) from None
    found = _rows(text, path) if path.suffix.lower() == ".csv" else _mapping(text, path)
    require_rising(found, str(path))
    return found


def _rows(text: str, path: Path) -> Ladders:
    found: Ladders = {}
    for number, row in enumerate(csv.reader(text.splitlines()), 1):
        cells = [cell.strip() for cell in row if cell.strip()]
        if not cells:
            continue
        if len(cells) < 2 or cells[0] in found:
            what = "a passage stands twice" if cells[0] in found else "a passage has no cover"
            raise InputError(what, where=f"{path}, line {number}", hint=_HINT)
        found[cells[0]] = tuple(cells[1:])
    return found


def _mapping(text: str, path: Path) -> Ladders:
    content = parse_yaml(text, str(path))
    content.of_type(dict)
    found: Ladders = {}
    for passage in content.value:
        covers = content.get(passage)
        found[passage] = tuple(str(one.of_type(str)) for one in covers.items())
    return found


def require_rising(ladders: Mapping[str, tuple[str, ...]], where: str) -> None:
    """Raise if a passage lies above itself, on its own ladder or by way of another.

    Examples
    --------
    >>> require_rising({"Tokyo": ("Japan",), "Japan": ("Asia",)}, "L.yaml")
    """
    above: dict[str, set[str]] = {}
    for passage, covers in ladders.items():
        for one, other in pairwise(name.casefold() for name in (passage, *covers)):
            above.setdefault(one, set()).add(other)
    for number, (passage, covers) in enumerate(ladders.items(), 1):
        if any(_leads_back(name.casefold(), above) for name in (passage, *covers)):
            raise InputError(
                "a ladder leads back to where it was",
                where=f"{where}, ladder {number}",
                hint="each cover must say less than the one before; write none of them twice",
            )


def _leads_back(start: str, above: Mapping[str, set[str]]) -> bool:
    reached: set[str] = set()
    waiting = [*above.get(start, ())]
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached.add(one)
            waiting += above.get(one, ())
    return start in reached
