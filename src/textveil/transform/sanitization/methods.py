"""The methods of sanitization, from sequences and sensitive patterns to a result."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError, InvalidValueError
from textveil.strings.sanitization.baseline import replace_greedily
from textveil.strings.sanitization.edit_distance import Edited, edit_cells, edit_steps
from textveil.strings.sanitization.partial_order import partial_order
from textveil.strings.sanitization.permutation import hide_by_permutation, subsequences
from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts
from textveil.strings.sanitization.substitution import (
    BLOCK,
    NoSubstitutionError,
    fewest_substitutions,
)
from textveil.strings.sanitization.total_order import Pieces, origins, render, total_order
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.lots import lots
from textveil.transform.sanitization.outcome import MethodResult
from textveil.transform.sanitization.patterns import incoming_codes
from textveil.transform.sanitization.replacement import Replaced, replace_separators
from textveil.transform.sanitization.settings import Sanitize
from textveil.values.keys.draw import Draw
from textveil.values.runs.watch import Stopwatch, Track, untracked
from textveil.values.sequence import Sequence as Coded

__all__ = ["run_method"]

_RECORDS: Final = 5_000_000


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class _Job:
    """The input of a method."""

    collection: JoinedSequences
    sensitive: SensitiveSet
    settings: Sanitize
    reference: Sequence[Coded] | None
    draw: Draw | None
    track: Track


def run_method(
    collection: JoinedSequences,
    sensitive: SensitiveSet,
    settings: Sanitize,
    reference: Sequence[Coded] | None,
    draw: Draw | None,
    track: Track = untracked,
) -> MethodResult:
    """Sanitize a collection with the method that the settings name; `track` watches ETFS."""
    return _METHODS[settings.method](_Job(collection, sensitive, settings, reference, draw, track))


def _by_pieces(job: _Job) -> MethodResult:
    """TFS, PFS and whatever replaces their separators."""
    clock = Stopwatch()
    collection, sensitive, settings = job.collection, job.sensitive, job.settings
    codes, letters = collection.codes, len(collection.alphabet)
    starts = sensitive_starts(codes, collection.offsets, sensitive)
    clock.lap("scan")
    pieces = total_order(codes, collection.offsets, starts, sensitive.k)
    clock.lap("tfs")
    lengths = {"W": codes.size, "X": pieces.length}
    if settings.method not in ("tfs", "tm", "tmi"):
        pieces = partial_order(codes, pieces, sensitive.k, letters)
        lengths["Y"] = pieces.length
        clock.lap("pfs")
    marks = np.full(pieces.separators, letters, np.int32)
    replaced = Replaced(marks)
    if settings.method not in ("tfs", "pfs"):
        replaced = replace_separators(collection, pieces, sensitive, settings, job.reference, clock)
    shown = render(codes, pieces, replaced.letters)
    offsets = _kept_offsets(pieces, replaced.letters)
    origin = _local(origins(pieces, replaced.letters), offsets, collection.offsets)
    clock.lap("write")
    if settings.method not in ("tfs", "pfs"):
        lengths["Z"] = shown.size
    return MethodResult(
        shown,
        offsets,
        origin,
        lengths,
        clock.seconds,
        pieces.separators,
        replaced.distortion,
        replaced.cost,
        replaced.ghosts,
        replaced.proved,
        candidates=replaced.candidates,
    )


def _kept_offsets(pieces: Pieces, separators: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return where each sequence starts once some separators are gone."""
    before = np.concatenate([[0], np.cumsum(pieces.link == 2)])[pieces.first]
    gone = np.concatenate([[0], np.cumsum(separators < 0)])
    offsets: NDArray[np.int64] = pieces.offsets() - gone[before]
    return offsets


def _local(
    origin: NDArray[np.int64], offsets: NDArray[np.int64], source: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Turn positions in all codes into offsets in the sequence they belong to."""
    shift = np.repeat(source[:-1], np.diff(offsets))
    found: NDArray[np.int64] = np.where(origin < 0, -1, origin - shift)
    return found


def _by_edits(job: _Job) -> MethodResult:
    """ETFS, sequence by sequence."""
    clock = Stopwatch()
    collection, sensitive = job.collection, job.sensitive
    codes, offsets, k = collection.codes, collection.offsets, sensitive.k
    starts = sensitive_starts(codes, offsets, sensitive)
    clock.lap("scan")
    shown, origin, lengths = [], [], np.diff(offsets)
    owners, hits = np.unique(np.searchsorted(offsets, starts, side="right") - 1, return_counts=True)
    cells = sum(
        edit_cells(int(lengths[owner]), int(lengths[owner]) - k + 1 - int(hidden), k)
        for owner, hidden in zip(owners, hits, strict=True)
    )
    separator = len(collection.alphabet)
    found: list[Edited] = []

    def steps() -> Iterator[int]:
        for owner in owners.tolist():
            begin, end = int(offsets[owner]), int(offsets[owner + 1])
            first, last = np.searchsorted(starts, [begin, end])
            own = starts[first:last] - begin
            found.append((yield from edit_steps(codes[begin:end], own, k, separator)))

    for _ in job.track(steps(), "hide", cells, int):
        pass  # the work is done in the steps
    done, distance, separators = 0, 0, 0
    for owner, edited in zip(owners.tolist(), found, strict=True):
        begin, end = int(offsets[owner]), int(offsets[owner + 1])
        shown.append(codes[done:begin])
        origin.append(np.arange(done, begin))
        shown.append(edited.codes)
        origin.append(np.where(edited.origin < 0, -1, edited.origin + begin))
        lengths[owner] = edited.codes.size
        distance += edited.distance
        separators += int((edited.codes == separator).sum())
        done = end
    shown.append(codes[done:])
    origin.append(np.arange(done, codes.size))
    ends = np.concatenate([[0], np.cumsum(lengths)])
    clock.lap("etfs")
    return MethodResult(
        np.concatenate(shown).astype(np.int32),
        ends,
        _local(np.concatenate(origin), ends, offsets),
        {"W": codes.size, "X": int(ends[-1])},
        clock.seconds,
        separators,
        distance=distance,
    )


def _by_baseline(job: _Job) -> MethodResult:
    """BA: letters replaced in place."""
    clock = Stopwatch()
    collection, sensitive = job.collection, job.sensitive
    letters = len(collection.alphabet)
    shown = replace_greedily(collection.codes, collection.offsets, sensitive, letters)
    kept = shown == collection.codes
    origin = np.where(kept, np.arange(shown.size), -1)
    clock.lap("ba")
    return MethodResult(
        shown,
        collection.offsets,
        _local(origin, collection.offsets, collection.offsets),
        {"W": shown.size, "Z": shown.size},
        clock.seconds,
        int((shown == letters).sum()),
        ghosts=None,
    )


def _by_substitution(job: _Job) -> MethodResult:
    """Fewest substitutions: letters replaced in place, drawn among all best results."""
    clock = Stopwatch()
    collection, draw = job.collection, job.draw
    if draw is None:
        raise InvalidValueError("substitute draws letters, and there is nothing to draw them by")
    codes, offsets = collection.codes, collection.offsets
    try:
        made = fewest_substitutions(
            codes,
            offsets,
            [job.sensitive.patterns, *job.sensitive.longer],
            len(collection.alphabet),
            incoming_codes(collection.alphabet, job.settings),
            lambda owner, block: lots(draw, BLOCK, "sanitize letters", str(owner + 1), str(block)),
        )
    except NoSubstitutionError as error:
        raise InputError(
            "no letters can be changed so that no sensitive pattern is left: too few letters may "
            "come in, or the patterns leave no way",
            where=collection.sequences.ids[error.sequence],
            hint="name fewer or longer patterns; tfs puts separators in, tm and tpm other lengths",
        ) from None
    clock.lap("substitute")
    width = np.int32 if codes.size < 2**31 else np.int64
    origin: NDArray[Any] = np.arange(codes.size, dtype=width)
    if offsets.size > 2:
        origin -= np.repeat(offsets[:-1].astype(width), np.diff(offsets))
    origin[made.codes != codes] = -1
    clock.lap("write")
    return MethodResult(
        made.codes,
        offsets,
        origin,
        {"W": codes.size, "Z": codes.size},
        clock.seconds,
        ghosts=None,
        changed=made.changed,
    )


def _by_permutation(job: _Job) -> MethodResult:
    """PH: short records, permuted or thinned out."""
    clock = Stopwatch()
    collection, sensitive = job.collection, job.sensitive
    work = subsequences(np.diff(collection.offsets), job.settings.record, sensitive.k)
    if work > _RECORDS:
        raise InputError(
            f"ph would have to look at {work} subsequences, more than {_RECORDS}",
            hint="ph is for small collections: use tpm, or a smaller record",
        )
    shown, offsets, origin = hide_by_permutation(
        collection.codes, collection.offsets, sensitive, job.settings.record, job.settings.tau
    )
    clock.lap("ph")
    return MethodResult(
        shown,
        offsets,
        _local(origin, offsets, collection.offsets),
        {"W": collection.codes.size, "Z": shown.size},
        clock.seconds,
        ghosts=None,
    )


_METHODS: Final[Mapping[str, Callable[[_Job], MethodResult]]] = MappingProxyType(
    {
        **dict.fromkeys(("tfs", "pfs", "tpm", "tm", "tmi", "ghosts"), _by_pieces),
        "etfs": _by_edits,
        "substitute": _by_substitution,
        "ba": _by_baseline,
        "ph": _by_permutation,
    }
)
