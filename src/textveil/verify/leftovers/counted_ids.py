"""Counted ids: those that say in which place a document or subject stands, and nothing else.

A file of notes is often numbered: `note-000`, `note-001`, … Such a number equals a removed one by
chance, and tells nothing about it. The same is true of rows and lines, which formats count. Some
numbers may be missing, because documents were left out.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

__all__ = ["without_counters"]

_COUNTED: Final = re.compile(
    r"(.{0,4000}?)([0-9]{1,12})((?:\.[A-Za-z][A-Za-z0-9]{0,99}){0,9})", re.DOTALL
)
"""Words, a number, and the endings of a file's name."""
_MISSING: Final = 10
"""One in so many numbers may be missing: those of documents that were left out."""


def without_counters(ids: Iterable[str]) -> dict[str, str]:
    """Return what each id says beside numbers that count from 0 or 1 on, nearly without a gap.

    One in ten of the numbers up to the last may be missing.

    Each part of a path is a counter of its own (`chat.csv/12`, `3.txt`). Parts in one folder or
    file are counted together if they are equal but for their numbers and endings. One part counts
    nothing, whatever its number.

    Examples
    --------
    >>> without_counters(["note-0", "note-1", "note-2"])["note-1"], without_counters(["mrn-471"])
    ('note-', {'mrn-471': 'mrn-471'})
    """
    names = list(dict.fromkeys(ids))
    stems: dict[tuple[str, str], dict[int, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for name in names:
        for folder, part in _parts(name):
            found = _COUNTED.fullmatch(part)
            if found is not None:
                stems[folder, found[1]][int(found[2])][part] = found[1] + found[3]
    said: dict[tuple[str, str], str] = {}
    for (folder, _), numbered in stems.items():
        first = min(numbered)
        span = max(numbered) - first + 1
        if len(numbered) > 1 and first <= 1 and (span - len(numbered)) * _MISSING <= span:
            for parts in numbered.values():
                said |= {(folder, part): rest for part, rest in parts.items()}
    return {
        name: "/".join(said.get((folder, part), part) for folder, part in _parts(name))
        for name in names
    }


def _parts(name: str) -> list[tuple[str, str]]:
    """Return the parts of a path, each with the path before it."""
    parts = name.split("/")
    return [("/".join(parts[:at]), part) for at, part in enumerate(parts)]
