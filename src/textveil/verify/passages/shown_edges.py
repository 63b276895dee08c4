"""Shown edges: the part of a value that a mask leaves readable, by its form."""

from collections.abc import Mapping
from typing import Any, Final

from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.label import RARE
from textveil.values.terms.policy_terms import masks_in_part

__all__ = ["SHOWN", "masked_parts", "shows_edges", "shows_part"]

SHOWN: Final = "passages of which a mask shows a part, which the claim operators checks"
"""Under this name verifiers count them."""


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


def masked_parts(case: Case, rules: Mapping[str, Any]) -> dict[str, int]:
    """Return how many passages of a case show a part; nothing if the policy has no such masks."""
    before = case.before.text if case.before else ""
    shown = sum(shows_part(edit, before) for edit in case.release.edits)
    return {SHOWN: shown} if masks_in_part(rules) else {}
