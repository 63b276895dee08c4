"""Texts with made places: stretches of letters put into gaps between letters."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from textveil.values.sequences import Sequences

__all__ = ["WIDTH", "MadeText", "Pair", "count_windows", "find_gaps"]

Codes = NDArray[np.int32]
Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]

WIDTH = 4
"""Bytes a letter."""


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class MadeText:
    """Sequences, with the place in another text that each letter comes from.

    Attributes
    ----------
    codes, offsets
        Sequence i is `codes[offsets[i] : offsets[i + 1]]`.
    origin
        Position in all codes of the other text, -1 for a letter that was put in.
    """

    codes: Codes
    offsets: Numbers
    origin: Numbers

    def sequences(self, source: Sequences) -> Sequences:
        """Return the text as sequences with the ids of a source."""
        return Sequences(
            source.ids,
            self.codes.tobytes(),
            self.offsets[1:].astype(np.int64).tobytes(),
            source.alphabet,
            source.subjects,
        )

    def open_gaps(self, starts: Numbers, k: int) -> Mask:
        """Return the letters before which a stretch may go.

        Their sequence has k letters or more and goes on before them, and no window of length k
        that starts at one of some places is cut.
        """
        lengths = np.diff(self.offsets)
        inner = np.repeat(lengths >= k, lengths)
        inner[self.offsets[:-1][lengths > 0]] = False
        opened: Mask = inner & ~_covered(starts + 1, starts + k, self.codes.size)
        return opened

    def put_in(self, gaps: Sequence[int], stretches: Sequence[bytes]) -> "MadeText":
        """Return the text with each stretch before the letter at its gap; gaps are distinct."""
        order = np.argsort(np.array(gaps, np.int64), kind="stable")
        places = np.array(gaps, np.int64)[order]
        lengths = np.array([len(s) // WIDTH for s in stretches], np.int64)[order]
        new = np.frombuffer(b"".join(stretches[at] for at in order.tolist()), np.int32)
        at = np.repeat(places, lengths)
        grown = np.concatenate([[0], np.cumsum(lengths)])
        return MadeText(
            np.insert(self.codes, at, new),
            self.offsets + grown[np.searchsorted(places, self.offsets)],
            np.insert(self.origin, at, -1),
        )


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Pair:
    """A release, and the input with made places; the release's origin points into that one."""

    release: MadeText
    made: MadeText

    def open_gaps(self, k: int, starts: Numbers, ends: Numbers) -> Mask:
        """Return the letters of the release before which a finished place may go.

        The k - 1 letters on either side, or those up to the end of the sequence, stand in the made
        text just so; and the gap lies in none of some stretches.
        """
        release, made = self.release, self.made
        size, at = release.codes.size, np.arange(release.codes.size)
        lengths = np.diff(release.offsets)
        first, last = (
            np.repeat(edge, lengths) for edge in (release.offsets[:-1], release.offsets[1:])
        )
        begin, end = (np.repeat(edge, lengths) for edge in (made.offsets[:-1], made.offsets[1:]))
        follows = np.append(False, release.origin[1:] == release.origin[:-1] + 1)[:size]
        follows &= release.origin >= 0
        breaks = np.concatenate([[0], np.cumsum(~follows)])
        low, high = np.maximum(at - k + 1, first), np.minimum(at + k - 1, last)
        same = breaks[high] == breaks[np.minimum(low + 1, size)]
        at_edge = (low == at - k + 1) | (release.origin[low] == begin)
        at_edge &= (high == at + k - 1) | (release.origin[high - 1] == end - 1)
        opened: Mask = same & at_edge & (at > first) & (end - begin >= k)
        return opened & ~_covered(starts + 1, ends, size)

    def put_in(
        self, gaps: Sequence[int], shown: Sequence[bytes], hidden: Sequence[bytes]
    ) -> "Pair":
        """Put stretches into the release, and what they hide into the made text."""
        places = [int(self.release.origin[gap]) for gap in gaps]
        grown = self.made.put_in(places, hidden)
        lengths = np.zeros(self.made.codes.size, np.int64)
        np.add.at(lengths, places, [len(stretch) // WIDTH for stretch in hidden])
        moved = np.arange(lengths.size) + np.cumsum(lengths)
        release = self.release.put_in(gaps, shown)
        origin = np.where(release.origin < 0, -1, moved[release.origin])
        return Pair(MadeText(release.codes, release.offsets, origin), grown)


def find_gaps(
    text: MadeText,
    open_gaps: Mask,
    stretches: Sequence[bytes],
    banned: set[bytes],
    k: int,
    hits: int,
    rng: np.random.Generator,
) -> list[int]:
    """Draw a gap for each stretch, such that it brings in only the banned windows it should.

    Parameters
    ----------
    text, open_gaps
        Where stretches may go: before the letters that are marked.
    stretches
        Letters as int32 bytes.
    banned
        Windows of length k that must not arise, as int32 bytes.
    k
        Their length. Gaps are at least this far apart.
    hits
        How many banned windows each stretch has by itself.
    rng
        Decides.

    Returns
    -------
    list of int
        A gap for each stretch, -1 where none was found.
    """
    buffer = text.codes.tobytes()
    candidates = iter(rng.permutation(np.flatnonzero(open_gaps)).tolist())
    owners = np.searchsorted(text.offsets, np.arange(text.codes.size), side="right") - 1
    taken: set[int] = set()
    found: list[int] = []
    for stretch in stretches:
        gap = -1
        for tried in candidates:
            if any(near in taken for near in range(tried - k + 1, tried + k)):
                continue
            owner = owners[tried]
            first = max(int(text.offsets[owner]), tried - k + 1)
            last = min(int(text.offsets[owner + 1]), tried + k - 1)
            around = (
                buffer[WIDTH * first : WIDTH * tried]
                + stretch
                + buffer[WIDTH * tried : WIDTH * last]
            )
            if count_windows(around, banned, WIDTH * k) == hits:
                gap = tried
                taken.add(tried)
                break
        found.append(gap)
    return found


def count_windows(letters: bytes, wanted: set[bytes], size: int) -> int:
    """Return how many windows of so many bytes are wanted ones."""
    ends = range(size, len(letters) + 1, WIDTH)
    return sum(letters[end - size : end] in wanted for end in ends)


def _covered(first: Numbers, last: Numbers, size: int) -> Mask:
    """Return which of so many places lie in one of some half-open stretches."""
    steps = np.zeros(size + 1, np.int64)
    np.add.at(steps, np.clip(first, 0, size), 1)
    np.add.at(steps, np.clip(last, 0, size), -1)
    covered: Mask = np.cumsum(steps)[:-1] > 0
    return covered
