"""Records: what goes with the letters that are kept, case and qualities.

The origin of each letter of the release comes from the coordinate map, which has a verifier of its
own. Nothing here is shared with what writes records.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.values.keys.draw import Draw
from textveil.values.sequences import Sequences
from textveil.values.verdict import Verdict, Witness
from textveil.verify.sequences.coordinates import NEW
from textveil.verify.sequences.draws import drawn_numbers

__all__ = ["check_case", "check_qualities", "drawn_qualities_differ"]

_SHOWN: Final = 10
_LOWEST: Final = ord("!")
_NEAR: Final = 4

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


def check_case(
    before: Sequence[str], after: Sequences, shown: Sequence[str], origin: Numbers
) -> Verdict:
    """Check that kept letters keep their case, and that no other letter shows by its own.

    A letter that came in has the case of the kept letter before it, or of the first one; if its
    record keeps no letter, upper case.

    Parameters
    ----------
    before, shown
        The texts of input and release.
    after
        The release, for ids and lengths.
    origin
        For each letter of the release its place among all letters of the input, or `NEW`.
    """
    old, new = (_lower("".join(texts)) for texts in (before, shown))
    if not old.any() and not new.any():
        return Verdict.of("case", origin.size, [])
    source = _nearest_kept(origin, after)
    letters = _points("".join(shown))
    has_case = (letters | _CASE >= ord("a")) & (letters | _CASE <= ord("z"))
    due = has_case & (source != NEW)
    due[due] = old[source[due]]
    return _verdict("case", after, np.flatnonzero(new != due), "a letter has another case")


def check_qualities(
    before: Sequence[str], after: Sequences, shown: Sequence[str], origin: Numbers, *, drawn: bool
) -> Verdict:
    """Check that kept letters keep their qualities, and that all others have the lowest one.

    Parameters
    ----------
    before, shown
        The qualities of input and release, a sign for each letter.
    after, origin
        As for `check_case`.
    drawn
        Whether letters that came in have a quality of a kept letter beside them instead.
    """
    old, new = (_points("".join(signs)) for signs in (before, shown))
    if new.size != origin.size:
        return Verdict.of("qualities", 0, [Witness("", 0, 0, "there is not one for each letter")])
    kept = origin != NEW
    wrong = np.zeros(new.size, np.bool_)
    wrong[kept] = new[kept] != old[origin[kept]]
    if not drawn:
        wrong[~kept] = new[~kept] != _LOWEST
    return _verdict("qualities", after, np.flatnonzero(wrong), "a letter has another quality")


def drawn_qualities_differ(
    before: Sequence[str], after: Sequences, shown: Sequence[str], origin: Numbers, draw: Draw
) -> Iterator[Witness]:
    """Yield where a letter that came in has another quality than the one that the key draws."""
    stops = np.concatenate([[0], np.frombuffer(after.ends, np.int64)])
    for number, (given, signs) in enumerate(zip(before, shown, strict=True)):
        own = origin[stops[number] : stops[number + 1]]
        new = np.flatnonzero(own == NEW)
        if not new.size:
            continue
        chance = drawn_numbers(draw, own.size, "sanitize qualities", str(number + 1))[new]
        kept = np.flatnonzero(own != NEW)
        there = _points(signs)
        if kept.size:
            turn = (chance % np.uint64(2 * _NEAR)).astype(np.int64) - _NEAR
            near = np.searchsorted(kept, new) + turn
            due = there[kept[near.clip(0, kept.size - 1)]]
        elif given:
            due = _points(given)[(chance % np.uint64(len(given))).astype(np.int64)]
        else:
            due = np.full(new.size, _LOWEST, np.uint32)
        for at in new[there[new] != due][:1].tolist():
            reason = "the key draws another quality"
            yield Witness(after.ids[number], at, at + 1, reason)


_CASE: Final = np.uint32(ord("a") - ord("A"))


def _points(text: str) -> NDArray[np.uint32]:
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8).astype(np.uint32)
    return np.array(list(map(ord, text)), np.uint32)


def _lower(text: str) -> Flags:
    points = _points(text)
    lower: Flags = (points >= ord("a")) & (points <= ord("z"))
    return lower


def _nearest_kept(origin: Numbers, after: Sequences) -> Numbers:
    """Return for each letter the origin of the kept one at or before it, or of the first one."""
    ends = np.frombuffer(after.ends, np.int64)
    lengths = np.diff(ends, prepend=0)
    first = np.repeat(ends - lengths, lengths)
    kept = np.flatnonzero(origin != NEW)
    if not kept.size:
        return origin
    before = np.searchsorted(kept, np.arange(origin.size), side="right") - 1
    near = kept[np.maximum(before, 0)]
    # Before the first kept letter of a record, the next one counts.
    behind = kept[np.minimum(np.searchsorted(kept, first), kept.size - 1)]
    near = np.where((before >= 0) & (near >= first), near, behind)
    last = np.repeat(ends, lengths)
    inside = (near >= first) & (near < last)
    return np.where(inside, origin[near], NEW)


def _verdict(claim: str, after: Sequences, wrong: Numbers, reason: str) -> Verdict:
    ends = np.frombuffer(after.ends, np.int64)
    witnesses = []
    for place in wrong[:_SHOWN].tolist():
        owner = int(np.searchsorted(ends, place, side="right"))
        at = place - (int(ends[owner - 1]) if owner else 0)
        witnesses.append(Witness(after.ids[owner], at, at + 1, reason))
    return Verdict.of(claim, len(after.codes), witnesses, wrong.size)
