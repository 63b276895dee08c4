"""How long sanitizing will take on this machine: a part of the work is done and timed."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from textveil.errors import InputError, TextveilError
from textveil.pipeline.memory import available_bytes
from textveil.strings.sanitization.edit_distance import edit_bytes, edit_cells, least_edits
from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.sanitize import Pattern, Sanitize, sanitize
from textveil.values.sequences import Sequences

__all__ = ["LONG", "Estimate", "estimate"]

LONG: Final = 10.0
"""Seconds from which on a user is told."""

_MANY_CELLS: Final = 300_000_000
_MANY_LETTERS: Final = 2_000_000
"""Less than this takes seconds, and is not estimated."""

_PROBED_CELLS: Final = 15_000_000
_PROBES: Final = 3
_SHARE: Final = 16
"""A probe has one letter in so many."""
_GROWTH: Final = 1.1
"""The time of other methods grows as this power of n, for their tables outgrow the caches."""
_ENOUGH: Final = 0.3
"""Seconds of probes after which no other is made."""
_BYTES: Final = 150
"""Memory that a letter takes in a run, about."""
_PAGE: Final = 4096
_WARM: Final = 2_000

_ALTERNATIVES: Final = {
    "etfs": "-m tfs makes the same promises and takes seconds",
    "ghosts": "-m tpm is faster, with some more ghosts",
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will take.

    Attributes
    ----------
    seconds
        Right within a factor of 2 while the load of the machine stays the same.
    method, decoys
        What it was asked for.
    """

    seconds: float
    method: str
    decoys: int

    @property
    def is_long(self) -> bool:
        """Whether a user wants to know before it begins."""
        return self.seconds >= LONG

    def words(self) -> str:
        """Say how long it will take, and what would be faster."""
        faster = _ALTERNATIVES.get(self.method, "")
        if not faster and self.decoys > 1:
            faster = "fewer --decoys are faster"
        told = f"this will take about {_duration(self.seconds)} on this machine"
        return f"{told}; {faster}. Ctrl-C stops it" if faster else f"{told}. Ctrl-C stops it"


def estimate(
    sequences: Sequences,
    patterns: Sequence[Pattern],
    settings: Sanitize,
    work: Callable[[Sequences], object],
) -> Estimate | None:
    """Estimate a run; None if it is over in seconds.

    Parameters
    ----------
    sequences, patterns, settings
        As for `sanitize`.
    work
        Does everything but writing for sequences; a part of the input is given to it.

    Raises
    ------
    InputError
        If `etfs` needs more memory than there is.
    """
    letters = len(sequences.buffer) // 4
    if settings.method == "etfs":
        # TFS takes next to no time, and its input with made places is that of ETFS.
        quick = sanitize(sequences, patterns, replace(settings, method="tfs"))
        rows = np.concatenate([quick.patterns, *quick.groups])
        hidden = SensitiveSet.of(rows, len(sequences.alphabet))
        seconds = _by_edits(JoinedSequences.of(quick.made), hidden)
    elif letters >= _MANY_LETTERS:
        seconds = _by_letters(sequences, letters, work)
    else:
        return None
    return None if seconds is None else Estimate(seconds, settings.method, settings.decoys)


def _by_edits(joined: JoinedSequences, hidden: SensitiveSet) -> float | None:
    """Scale the time of a part of one sequence by the cells of all tables."""
    codes, offsets, k = joined.codes, joined.offsets, hidden.k
    starts = sensitive_starts(codes, offsets, hidden)
    owners, hits = np.unique(np.searchsorted(offsets, starts, side="right") - 1, return_counts=True)
    if not owners.size:
        return None
    lengths = np.diff(offsets)[owners]
    sizes = [(int(n), int(n) - k + 1 - int(hit)) for n, hit in zip(lengths, hits, strict=True)]
    cells = sum(edit_cells(n, shown, k) for n, shown in sizes)
    if cells < _MANY_CELLS:
        return None
    needed, there = max(edit_bytes(n, shown, k) for n, shown in sizes), available_bytes()
    if needed > there:
        raise InputError(
            f"etfs needs about {needed / 1e9:,.1f} GB of memory for the longest sequence, and "
            f"{there / 1e9:,.1f} GB are free",
            hint=f"{_ALTERNATIVES['etfs']}; or cut the sequence into parts",
        )
    owner = int(owners[int(np.argmax(lengths))])
    begin, end = int(offsets[owner]), int(offsets[owner + 1])
    size = min(end - begin, int((_PROBED_CELLS / (1.5 * k)) ** 0.5))
    # A part without anything sensitive takes no time at all.
    first = int(starts[np.searchsorted(starts, begin)])
    begin = max(begin, min(first - size // 2, end - size))
    part = codes[begin : begin + size]
    inside = starts[(starts >= begin) & (starts <= begin + size - k)] - begin
    least_edits(part[: inside[0] + k], inside[:1], k, len(joined.alphabet))  # compiles
    took = -time.perf_counter()
    for _ in range(_PROBES):
        least_edits(part, inside, k, len(joined.alphabet))
    took += time.perf_counter()
    return took / _PROBES * cells / edit_cells(size, size - k + 1 - inside.size, k)


def _by_letters(
    sequences: Sequences, letters: int, work: Callable[[Sequences], object]
) -> float | None:
    """Scale the time of the first sequences, or of a part of the first one, by their letters."""
    try:
        work(_first(sequences, _WARM))
        _take_memory(min(_BYTES * letters, available_bytes() // 2))
        part = _first(sequences, letters // _SHARE)
        took, probes = -time.perf_counter(), 0
        while probes < _PROBES and took + time.perf_counter() < _ENOUGH:
            work(part)
            probes += 1
        took += time.perf_counter()
    except TextveilError:
        # The run says what is wrong.
        return None
    seconds: float = took / probes * (letters / (len(part.buffer) // 4)) ** _GROWTH
    return seconds


def _take_memory(size: int) -> None:
    """Use the memory that the run will need once, and give it back.

    A probe needs little. Memory that nobody used for a while comes slowly, on virtual machines as
    slowly as a run computes, so that the run would take twice what the probe says.
    """
    np.empty(size, np.uint8)[::_PAGE] = 1


def _first(sequences: Sequences, letters: int) -> Sequences:
    """Return the first letters of a collection; a sequence may be cut."""
    ends = np.frombuffer(sequences.ends, np.int64)
    count = int(np.searchsorted(ends, letters)) + 1
    cut = np.minimum(ends[:count], letters)
    return Sequences(
        sequences.ids[:count],
        sequences.buffer[: 4 * int(cut[-1])],
        cut.tobytes(),
        sequences.alphabet,
        sequences.subjects[:count],
    )


def _duration(seconds: float) -> str:
    for size, name in ((172_800, "days"), (7_200, "hours"), (120, "minutes")):
        if seconds >= size:
            return f"{seconds / (size / 2):.0f} {name}"
    return f"{seconds:.0f} seconds"
