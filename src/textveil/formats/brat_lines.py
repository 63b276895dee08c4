"""What the lines of a brat .ann file look like."""

import re
from typing import Final

__all__ = [
    "ATTRIBUTE",
    "NOTE",
    "NUMBERED",
    "OUR_NOTE",
    "THEIR_NOTE",
    "is_kept",
    "mentioned",
]

OUR_NOTE: Final = "textveil"
"""The type of the notes that carry what brat has no line for."""

THEIR_NOTE: Final = "AnnotatorNotes"
"""The type of the notes that people write."""

ATTRIBUTE: Final = re.compile(r"A[0-9]+\t(\S+) (T[0-9]+)(?: (\S.*))?", re.DOTALL)
"""Name, T number and value (none for a binary one) of an attribute of a span."""

NOTE: Final = re.compile(r"#[0-9]+\t(\S+) (T[0-9]+)\t(.*)", re.DOTALL)
"""Type, T number and string of a note on a span."""

NUMBERED: Final = re.compile(r"([TA#])([0-9]+)")
"""The id of a line that we number ourselves."""

_OTHER = re.compile(r"(?:[RENAM][0-9]+|#[0-9]+|\*)\t.+", re.DOTALL)
_MENTION = re.compile(r"(?<![^\s:])T[0-9]+(?!\S)")


def is_kept(line: str) -> bool:
    """Tell whether a line belongs to no span and is kept unchanged."""
    note = NOTE.fullmatch(line)
    ours = ATTRIBUTE.fullmatch(line) or (note and note.group(1) == OUR_NOTE)
    whole = "\n" not in line and not line.endswith("\r")
    return whole and not ours and _OTHER.fullmatch(line) is not None


def mentioned(line: str) -> set[str]:
    """Return the T numbers that a kept line refers to; notes of people have none."""
    return set(_MENTION.findall("\t".join(line.split("\t")[:2])))
