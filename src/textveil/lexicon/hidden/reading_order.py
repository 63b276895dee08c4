r"""Reading order: what a person reads where a text says that its letters run from right to left.

An override (U+202E) shows the letters behind it from the right to the left, until its end or the
end of the line; inside it, others turn them again. A reader sees one word after the other and no
mark, so that `\u202ehtimS` says Smith. Text without overrides is in the order in which it stands.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from textveil.lexicon.tables.lookalikes import ACCENTS

__all__ = ["turned_passages"]

_RIGHT_TO_LEFT: Final = "\u202e"
_BEGINS: Final = frozenset("\u202a\u202b\u202d\u202e\u2066\u2067\u2068")
_ENDS: Final = frozenset("\u202c\u2069")
_DEEPEST: Final = 125
"""Depth of the deepest passage inside others; what would be deeper is ignored (UAX #9, BD2)."""

_Letter = tuple[int, str]
"""How deep a letter lies, and the letter with its accents."""

_STEP: Final = re.compile(
    rf"[\u202a-\u202e\u2066-\u2069]|[\n\r\x1c-\x1e\x85\u2029]|[^{ACCENTS}][{ACCENTS}]*|[{ACCENTS}]+"
)
"""A sign of direction, the end of a line, or a letter with the accents on it."""
_LINE_ENDS: Final = frozenset("\n\r\x1c\x1d\x1e\x85\u2029")


def turned_passages(text: str) -> Iterator[tuple[int, int, str]]:
    r"""Yield passages under an override: start, end, and what a person reads there.

    Passages without a letter that is read from the left (Hebrew, Arabic) stay as they stand.

    Examples
    --------
    >>> list(turned_passages("Dr. \u202ehtimS\u202c, A\u202eb\u202dcd\u202ce"))
    [(4, 11, 'Smith'), (14, 21, 'ecdb')]
    """
    start = text.find(_RIGHT_TO_LEFT)
    while start >= 0:
        end, shown = _passage(text, start)
        if any(unicodedata.bidirectional(one) == "L" for one in shown):
            yield start, end, shown
        start = text.find(_RIGHT_TO_LEFT, end)


def _passage(text: str, start: int) -> tuple[int, str]:
    """Return where the passage that begins here ends, and how it is read."""
    depths: list[int] = []
    letters: list[_Letter] = []
    ignored = 0
    for step in _STEP.finditer(text, start):
        sign = step.group()
        if sign in _LINE_ENDS:
            return step.start(), _shown(letters, 1)
        if sign in _BEGINS:
            depth = _next_depth(depths[-1] if depths else 0, turned=sign == _RIGHT_TO_LEFT)
            if ignored or depth > _DEEPEST:
                ignored += 1
            else:
                depths.append(depth)
        elif sign not in _ENDS:
            letters.append((depths[-1], sign))
        elif ignored:
            ignored -= 1
        else:
            depths.pop()
            if not depths:
                return step.end(), _shown(letters, 1)
    return len(text), _shown(letters, 1)


def _next_depth(depth: int, *, turned: bool) -> int:
    """Return the next odd depth for letters from the right to the left, the next even one else."""
    return depth + 1 if (depth + 1) % 2 == turned else depth + 2


def _shown(letters: Sequence[_Letter], depth: int) -> str:
    """Return letters of this depth and deeper as they are read: at an odd depth, from the right."""
    shown: list[str] = []
    for deeper, group in groupby(letters, lambda one: one[0] > depth):
        same = list(group)
        shown += [_shown(same, depth + 1)] if deeper else [sign for _, sign in same]
    return "".join(reversed(shown) if depth % 2 else shown)
