r"""White space between tokens, written in a column in the way of CoNLL-U and UDPipe.

`SpaceAfter=No` says that nothing follows a token; `SpacesAfter=\s\n` and `SpacesBefore=\t` spell
out what does. `_` says nothing, and leaves the default.
"""

import re

__all__ = ["is_spacing", "spaces_around", "spacing_column"]

_ESCAPES = {" ": "\\s", "\t": "\\t", "\n": "\\n", "\r": "\\r", "|": "\\p", "\\": "\\\\"}
_UNESCAPES = {escape: character for character, escape in _ESCAPES.items()}
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_COLUMN = re.compile(r"SpaceAfter=No|Spaces(?:After|Before)=", re.DOTALL)


def is_spacing(column: str) -> bool:
    """Tell whether a column speaks of spaces."""
    return _COLUMN.match(column) is not None


def spacing_column(before: str, after: str | None) -> str:
    """Return the column for a token; `after=None` means the default."""
    parts = [f"SpacesBefore={_escape(before)}"] if before else []
    if after == "":
        parts.append("SpaceAfter=No")
    elif after is not None:
        parts.append(f"SpacesAfter={_escape(after)}")
    return "|".join(parts) or "_"


def spaces_around(column: str) -> tuple[str, str | None]:
    """Return the space before a token and after it; None means the default."""
    before, after = "", None
    for part in column.split("|"):
        name, _, value = part.partition("=")
        if name == "SpacesBefore":
            before = _unescape(value)
        elif name == "SpacesAfter":
            after = _unescape(value)
        elif part == "SpaceAfter=No":
            after = ""
    return before, after


def _escape(text: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in text)


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda found: _UNESCAPES.get(found.group(), found.group()), text)
