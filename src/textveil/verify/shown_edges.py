"""Shown edges: the part of a value that a mask leaves readable, by its form."""

from textveil.values.edit import Edit
from textveil.values.label import RARE

__all__ = ["shows_edges", "shows_part"]


def shows_edges(value: str, shown: str) -> bool:
    """Tell whether a replacement is its value with marks over some letters and digits, not all.

    Examples
    --------
    >>> shows_edges("617-555-0134", "********0134"), shows_edges("617-555-0134", "************")
    (True, False)
    >>> shows_edges("Ana Ruiz", "Eva Lund")
    False
    """
    if len(value) != len(shown) or value == shown:
        return False
    pairs = list(zip(value, shown, strict=True))
    marks = {new for old, new in pairs if new != old}
    left = any(new == old and new.isalnum() for old, new in pairs)
    return left and len(marks) == 1 and not any(map(str.isalnum, marks))


def shows_part(edit: Edit, before: str) -> bool:
    """Tell whether an edit masks a part of its passage; text withheld as rare is not meant."""
    return edit.label != RARE and shows_edges(before[edit.start : edit.end], edit.replacement)
