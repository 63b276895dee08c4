"""Shown text: what a release shows of its input, with the length and the offsets of the input."""

import re
from collections.abc import Iterable
from dataclasses import replace

from textveil.values.contracts import Case
from textveil.values.edit import Release
from textveil.values.label import LABELS
from textveil.values.verdict import Verdict, Witness

__all__ = ["in_releases", "shown_text"]

_LONG = 4
"""Passages with fewer characters coincide with parts of words."""


def in_releases(verdict: Verdict, cases: Iterable[Case]) -> Verdict:
    """Return a verdict whose witnesses have offsets in the releases instead of the inputs."""
    releases = {case.release.id: case.release for case in cases}
    placed = tuple(_placed(one, releases[one.document]) for one in verdict.witnesses)
    return replace(verdict, witnesses=placed)


def _placed(witness: Witness, release: Release) -> Witness:
    """Return a witness with offsets in the release instead of the input."""
    if not 0 <= witness.start < witness.end <= release.input_length:
        return witness
    last = _at(release, witness.end - 1)
    return replace(witness, start=_at(release, witness.start), end=last + 1)


def _at(release: Release, offset: int) -> int:
    for edit, start, end in release.placed():
        if edit.start <= offset < edit.end and end - start == edit.end - edit.start:
            return start + offset - edit.start
    return release.to_output(offset)


def shown_text(case: Case, mark: str) -> str:
    """Return what a release shows of its input, in the length of the input.

    A tag of a known label shows nothing of what it replaced, and another replacement of another
    length the passage as a whole, if at all; one of fewer than four characters not inside a word:
    *LS* does not stand in `INITIALS`. One of the same length shows the characters that it has in
    common with the input. So a record of edits cannot hide text that was left in place; without the
    input a replacement of the same length speaks for itself.
    """
    release, pieces, at = case.release, [], 0
    for edit, start, end in release.placed():
        pieces.append(release.text[start - (edit.start - at) : start])
        old = case.before.text[edit.start : edit.end] if case.before else ""
        new = release.text[start:end]
        hidden = edit.label in LABELS and new == f"[{edit.label}]" != old
        length = edit.end - edit.start
        pieces.append(mark * length if hidden else _left(old, new, length, mark))
        at = edit.end
    return "".join(pieces) + release.text[len(release.text) - (release.input_length - at) :]


def _left(old: str, new: str, length: int, mark: str) -> str:
    """Return what a replacement leaves of a passage; `old` is empty if it is not known."""
    if old and _holds(new, old):
        return old
    if len(new) != length:
        return mark * length
    if not old:
        return new
    return "".join(c if c == o else mark for c, o in zip(new, old, strict=True))


def _holds(new: str, old: str) -> bool:
    """Tell whether a replacement has a passage in it; a short one as no part of a longer word."""
    if len(old) >= _LONG:
        return old in new
    before = r"(?<!\w)" if old[0].isalnum() else ""
    after = r"(?!\w)" if old[-1].isalnum() else ""
    return re.search(f"{before}{re.escape(old)}{after}", new) is not None
