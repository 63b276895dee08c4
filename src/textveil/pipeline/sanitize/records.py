"""Records of biologists: case and qualities go with the letters that are kept."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from textveil.formats.sequences.fasta import DESCRIPTION, with_length
from textveil.formats.sequences.fastq import LOWEST, QUALITIES
from textveil.pipeline.sanitize.lettering import points_of, text_of
from textveil.transform.sanitization.lots import lots
from textveil.values.document import Document
from textveil.values.keys.draw import Draw
from textveil.values.metadata import Metadata

__all__ = ["DRAWN", "QUALITY", "folded", "lower_letters", "restored", "signs_of"]

_CASE = ord("a") - ord("A")
_UPPER = {at: at - _CASE for at in range(ord("a"), ord("z") + 1)}

QUALITY = ("lowest", "drawn")
"""What letters that come in may have as a quality."""

DRAWN = QUALITY[1]

_NEAR = 4
"""A quality is drawn from so many kept letters on either side."""

Flags = NDArray[np.bool_]


def folded(text: str) -> str:
    """Return the letters in upper case, those of ASCII alone: the length stays."""
    return text.upper() if text.isascii() else text.translate(_UPPER)


def lower_letters(text: str) -> Flags:
    """Tell which letters are lower case (soft-masked)."""
    points = points_of(text)
    lower: Flags = (points >= ord("a")) & (points <= ord("z"))
    return lower


def signs_of(
    qualities: str,
    origin: NDArray[np.int64],
    kept: Flags,
    draw: Draw | None,
    number: int,
) -> NDArray[np.uint8]:
    """Return the qualities of a release.

    Parameters
    ----------
    qualities
        Of the record.
    origin
        The offset in the record of each letter of the release, -1 for one that came in.
    kept
        Which letters the coordinate map has. They keep their qualities.
    draw
        Draws the others, each from the kept letters beside it; None gives them the lowest.
    number
        Of the record, from 1 on.
    """
    given = points_of(qualities).astype(np.uint8)
    signs = np.full(origin.size, ord(LOWEST), np.uint8)
    signs[kept] = given[origin[kept]]
    coming = np.flatnonzero(~kept)
    if draw is None or not given.size or not coming.size:
        return signs
    drawn = lots(draw, origin.size, "sanitize qualities", str(number))[coming]
    places = np.flatnonzero(kept)
    if not places.size:
        signs[coming] = given[(drawn % np.uint64(given.size)).astype(np.int64)]
        return signs
    turn = (drawn % np.uint64(2 * _NEAR)).astype(np.int64) - _NEAR
    near = np.clip(np.searchsorted(places, coming) + turn, 0, places.size - 1)
    signs[coming] = signs[places[near]]
    return signs


def restored(
    document: Document,
    text: str,
    origin: NDArray[np.int64],
    kept: Flags,
    signs: NDArray[np.uint8] | None,
) -> Document:
    """Return the release of a record.

    Parameters
    ----------
    document
        The record as it was read.
    text
        Its release, in upper case.
    origin
        The offset in the record of each letter of the release, -1 for one that came in.
    kept
        Which letters the coordinate map has.
    signs
        Its qualities, where it has any.

    Notes
    -----
    A description that says how many letters the record has says how many there are now. A kept
    letter has its case. One that came in has the case of the kept letter before it, or of
    the first one, so that case does not show it.
    """
    lower = lower_letters(document.text)
    if lower.any():
        text = _lowered(text, lower, origin, kept)
    more = dict(document.metadata)
    if signs is not None:
        more[QUALITIES] = signs.tobytes().decode("ascii")
    if DESCRIPTION in more:
        more[DESCRIPTION] = with_length(more[DESCRIPTION], len(document), len(text))
    return replace(document, text=text, metadata=Metadata(more), spans=None, layers=())


def _lowered(text: str, lower: Flags, origin: NDArray[np.int64], kept: Flags) -> str:
    known = np.flatnonzero(kept)
    if not known.size:
        return text
    before = np.searchsorted(known, np.arange(origin.size), side="right") - 1
    flags = lower[origin[known[np.maximum(before, 0)]]]
    points = points_of(text).copy()
    flags &= (points >= ord("A")) & (points <= ord("Z"))
    points[flags] += _CASE
    return text_of(points)
