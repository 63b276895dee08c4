"""Made places: stretches that were put into the input, each to spell a pattern of a group.

With decoys, a method sanitizes the input with made places. Here that text is made anew, from the
input and a list of places.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from textveil.values.sequences import Sequences
from textveil.values.verdict import Verdict, Witness

__all__ = ["check_places", "with_places"]

_SHOWN: Final = 10

Pattern = tuple[str, ...]
Groups = Sequence[Sequence[Pattern]]
Place = tuple[int, int, int, int]


def check_places(before: Sequences, groups: Groups, places: Sequence[Place]) -> Verdict:
    """Check that all places are made between two letters of sequences that can hold a pattern.

    Parameters
    ----------
    before
        The input.
    groups
        Patterns as symbols.
    places
        Number of the sequence from 0 on, offset in it, number of the group, and of the pattern in
        it. They are sorted.
    """
    lengths = np.diff(np.frombuffer(before.ends, np.int64), prepend=0).tolist()
    wrong: list[Witness] = []
    last = (0, 0)
    for number, offset, group, one in places:
        known = number < len(lengths) and group < len(groups) and one < len(groups[group])
        if not known:
            wrong.append(Witness("", 0, 0, "a place is in no sequence, or spells no pattern"))
            continue
        size = len(groups[group][one])
        if not 0 < offset < lengths[number] or lengths[number] < size or (number, offset) < last:
            reason = "offsets in the input: a place must not be made here"
            wrong.append(Witness(before.ids[number], offset, offset + 1, reason))
        last = number, offset
    return Verdict.of("made-places", len(places), wrong[:_SHOWN], len(wrong))


def with_places(before: Sequences, groups: Groups, places: Sequence[Place]) -> Sequences | None:
    """Return a text with places made in it; None if one of them cannot be made."""
    index = before.alphabet.index
    known = all(letter in index for group in groups for one in group for letter in one)
    if not known or not check_places(before, groups, places).holds:
        return None
    ends = np.frombuffer(before.ends, np.int64)
    starts = np.concatenate([[0], ends[:-1]])
    put = [[index[letter] for letter in groups[group][one]] for _, _, group, one in places]
    gaps = [int(starts[number]) + offset for number, offset, _, _ in places]
    sizes = np.array([len(letters) for letters in put], np.int64)
    codes = np.insert(
        np.frombuffer(before.buffer, np.int32),
        np.repeat(np.array(gaps, np.int64), sizes),
        np.array([code for letters in put for code in letters], np.int32),
    )
    grown = np.bincount([number for number, *_ in places], sizes, len(ends)).astype(np.int64)
    longer = ends + np.cumsum(grown)
    return Sequences(before.ids, codes.tobytes(), longer.tobytes(), before.alphabet)
