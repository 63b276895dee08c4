"""Texts as sequences of letters, all at once, and back."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.strings.tokens import spell, tokenize
from textveil.values.sequence import Alphabet
from textveil.values.sequences import Sequences

__all__ = ["letters_of", "points_of", "text_of", "texts_of"]

_POINTS: Final = 0x110000
_UTF32: Final = "utf-32-le" if np.little_endian else "utf-32-be"


def letters_of(
    ids: tuple[str, ...],
    texts: Sequence[str],
    unit: str,
    subjects: tuple[str | None, ...] = (),
    also: str = "",
) -> Sequences:
    """Return texts as sequences over the alphabet of what occurs in them.

    Parameters
    ----------
    ids, subjects
        As for `Sequences`.
    texts
        One for each id.
    unit
        `char`, each character is a letter; `token`, what stands between white space is one.
    also
        With `char`: letters of the alphabet that need not occur.

    Examples
    --------
    >>> days = letters_of(("1", "2"), ["home bus", "bus"], "token")
    >>> days.alphabet.symbols, list(days.codes), list(days[1])
    (('bus', 'home'), [1, 0, 0], ['bus'])
    """
    points = points_of("".join(texts))
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))
    if unit == "char":
        present = np.zeros(_POINTS, np.bool_)
        present[points] = True
        present[points_of(also)] = True
        held = np.flatnonzero(present)
        table = np.zeros(_POINTS, np.int32)
        table[held] = np.arange(held.size)
        symbols = [chr(point) for point in held.tolist()]
        codes = table[points]
    else:
        tokens = tokenize(points, ends)
        bounds = zip(tokens.starts, tokens.stops, strict=True)
        found = [text_of(points[start:stop]) for start, stop in bounds]
        order = sorted(range(len(found)), key=found.__getitem__)
        table = np.empty(len(found), np.int32)
        table[order] = np.arange(len(found))
        symbols, ends = [found[at] for at in order], tokens.ends
        codes = table[tokens.codes]
    return Sequences(ids, codes.tobytes(), ends.tobytes(), Alphabet(tuple(symbols)), subjects)


def texts_of(sequences: Sequences, unit: str) -> list[str]:
    """Write sequences out; tokens have one space between them.

    Examples
    --------
    >>> texts_of(letters_of(("1", "2"), ["home  bus", ""], "token"), "token")
    ['home bus', '']
    """
    symbols = sequences.alphabet.symbols
    bounds = np.array([0, *accumulate(map(len, symbols))], np.int64)
    points, stops = spell(
        np.frombuffer(sequences.buffer, np.int32),
        np.frombuffer(sequences.ends, np.int64),
        points_of("".join(symbols)),
        bounds,
        spaced=unit == "token",
    )
    whole = text_of(points)
    return [whole[start:stop] for start, stop in pairwise([0, *stops.tolist()])]


def points_of(text: str) -> NDArray[np.uint32]:
    """Return the code points of a text."""
    return np.frombuffer(text.encode(_UTF32, "surrogatepass"), np.uint32)


def text_of(points: NDArray[np.uint32]) -> str:
    """Return the text of code points."""
    return points.tobytes().decode(_UTF32, "surrogatepass")
