"""Counted ids: those that say in which place a document or subject stands, and nothing else.

A file of notes is often numbered: `note-000`, `note-001`, … Such a number equals a removed one by
chance, and tells nothing about it.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

__all__ = ["without_counters"]

_NUMBER: Final = re.compile(r"[0-9]{1,12}$")


def without_counters(ids: Iterable[str]) -> dict[str, str]:
    """Return what each id says beside a number that counts from 0 or 1 on without a gap.

    Ids are counted together if they are equal but for the digits at their end. One id counts
    nothing, whatever its number.

    Examples
    --------
    >>> without_counters(["note-0", "note-1", "note-2"])["note-1"], without_counters(["mrn-471"])
    ('note-', {'mrn-471': 'mrn-471'})
    """
    stems: dict[str, dict[int, str]] = defaultdict(dict)
    said = {name: name for name in ids}
    for name in said:
        number = _NUMBER.search(name)
        if number is not None:
            stems[name[: number.start()]][int(number.group())] = name
    for stem, numbered in stems.items():
        first = min(numbered)
        if len(numbered) > 1 and first <= 1 and max(numbered) == first + len(numbered) - 1:
            said |= dict.fromkeys(numbered.values(), stem)
    return said
