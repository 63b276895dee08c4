"""What is promised of a result, and what its owner keeps: the settings and the private files."""

from collections.abc import Mapping, Sequence

import numpy as np

from textveil.certify.sequences.kept import DECOYS, IMPLAUSIBLE, MAP, PATTERNS, Decoys
from textveil.certify.sequences.settings import SequenceSettings
from textveil.formats.outputs import json_bytes
from textveil.formats.tables.events import EventColumns
from textveil.pipeline.sanitize.coordinates import CoordinateMap
from textveil.transform.sanitization.sanitize import Sanitize, Sanitized

__all__ = ["kept_files", "promised"]

Pattern = Sequence[str]

_BETWEEN = {"char": "", "token": " ", "event": "\t"}


def promised(
    settings: Sanitize,
    k: int,
    *,
    form: str,
    unit: str,
    strands: str,
    quality: str,
    events: EventColumns | None,
    mapped: bool,
    reference: bool,
) -> SequenceSettings:
    """Return what is promised of sequences that are sanitized so.

    Strands are those that were asked for, not what the settings make of them.
    """
    return SequenceSettings(
        settings.method,
        k,
        settings.tau,
        settings.rho,
        settings.separator,
        form,
        unit,
        settings.wildcard,
        strands,
        bool(settings.stands_for),
        settings.decoys,
        quality,
        events,
        mapped,
        reference,
    )


def kept_files(
    result: Sanitized,
    patterns: Sequence[Pattern],
    settings: Sanitize,
    unit: str,
    coordinates: CoordinateMap | None,
    named: Mapping[str, bytes],
) -> dict[str, bytes]:
    """Return the private files of a result by their names.

    Parameters
    ----------
    result
        What becomes of the sequences.
    patterns
        The sensitive patterns.
    settings
        How they were hidden.
    unit
        What a letter is.
    coordinates
        The map; None if there is to be none.
    named
        Files of patterns as the user gave them, by the names under which they are kept. Where one
        is missing, the patterns are written out.
    """
    files = {PATTERNS: _listed(patterns, unit), **named}
    if settings.implausible and IMPLAUSIBLE not in files:
        files[IMPLAUSIBLE] = _listed(settings.implausible, unit)
    if settings.decoys > 1:
        files[DECOYS] = json_bytes(_decoys(result).to_json())
    if coordinates is not None:
        files[MAP] = coordinates.to_bytes()
    return files


def _listed(patterns: Sequence[Pattern], unit: str) -> bytes:
    rows = (_BETWEEN[unit].join(pattern) for pattern in patterns)
    return "".join(f"{row}\n" for row in rows).encode("utf-8", "surrogatepass")


def _decoys(result: Sanitized) -> Decoys:
    """Return the groups of a result, and where places were made for their patterns."""
    symbols, k = result.alphabet.symbols, result.k
    groups = [[tuple(symbols[code] for code in row) for row in g.tolist()] for g in result.groups]
    spelled = {one: (at, n) for at, group in enumerate(groups) for n, one in enumerate(group)}
    ends, sources = (np.frombuffer(side.ends, np.int64) for side in (result.made, result.sequences))
    starts = np.concatenate([[0], sources[:-1]])
    new = np.flatnonzero(result.made_origin < 0)[::k]
    owners = np.searchsorted(ends, new, side="right")
    # So many letters of the input stand before the place.
    before = np.cumsum(result.made_origin >= 0)[new]
    codes = np.frombuffer(result.made.buffer, np.int32)[new[:, None] + np.arange(k)]
    places = [
        (owner, offset, *spelled[tuple(symbols[code] for code in row)])
        for owner, offset, row in zip(
            owners.tolist(), (before - starts[owners]).tolist(), codes.tolist(), strict=True
        )
    ]
    return Decoys(result.draws, tuple(map(tuple, groups)), tuple(places))
