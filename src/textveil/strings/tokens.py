"""Texts as numbered tokens, and back: for collections of many short sequences.

A token is what stands between white space. Characters are code points, texts lie one after the
other, and each starts a token of its own.
"""

from typing import Final, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

Characters = NDArray[np.uint32]
Codes = NDArray[np.int32]
Positions = NDArray[np.int64]
Flags = NDArray[np.bool_]

_SPACE: Final = 32

SPACES: Final[Flags] = np.array([chr(point).isspace() for point in range(0x3001)])
"""Which code points are white space; none above is."""

_FNV: Final = np.uint64(0x100000001B3)
_SCATTER: Final = np.uint64(0x9E3779B97F4A7C15)


class NumberedTokens(NamedTuple):
    """Tokens of texts, numbered in order of first occurrence.

    `codes` has the number of each token, `ends` where each text ends in them; token t is spelled
    ``characters[starts[t] : stops[t]]``.
    """

    codes: Codes
    ends: Positions
    starts: Positions
    stops: Positions


def tokenize(characters: Characters, ends: Positions) -> NumberedTokens:
    """Split texts at white space and number the tokens, in O(n) expected time.

    Parameters
    ----------
    characters
        All texts, one after the other.
    ends
        Where each one ends.
    """
    return NumberedTokens(*_tokenize(characters, ends, SPACES))


def spell(
    codes: Codes, ends: Positions, symbols: Characters, bounds: Positions, *, spaced: bool
) -> tuple[Characters, Positions]:
    """Write texts out, with or without a space between symbols, in O(n) time.

    Parameters
    ----------
    codes, ends
        Numbers of symbols, and where each text ends in them.
    symbols, bounds
        Symbol s is spelled ``symbols[bounds[s] : bounds[s + 1]]``.

    Returns
    -------
    tuple of arrays
        The characters of all texts, and where each one ends.
    """
    size = int(np.diff(bounds)[codes].sum())
    if spaced:
        size += int(np.maximum(np.diff(ends, prepend=0) - 1, 0).sum())
    characters, stops = np.empty(size, np.uint32), np.empty(ends.size, np.int64)
    _spell(codes, ends, symbols, bounds, spaced, characters, stops)
    return characters, stops


@numba.njit(cache=True, nogil=True)
def _tokenize(
    characters: Characters, ends: Positions, spaces: Flags
) -> tuple[Codes, Positions, Positions, Positions]:
    codes = np.empty((characters.size + ends.size) // 2 + 1, np.int32)
    counts = np.empty(ends.size, np.int64)
    table = np.full(1024, -1, np.int32)
    hashes = np.empty(512, np.uint64)
    starts, stops = np.empty(512, np.int64), np.empty(512, np.int64)
    found, known, at = 0, 0, 0
    for text in range(ends.size):
        end = ends[text]
        while at < end:
            if characters[at] < spaces.size and spaces[characters[at]]:
                at += 1
                continue
            begin, mixed = at, np.uint64(0)
            while at < end and not (characters[at] < spaces.size and spaces[characters[at]]):
                mixed = (mixed ^ np.uint64(characters[at])) * _FNV
                at += 1
            mixed *= _SCATTER
            mixed ^= mixed >> np.uint64(29)
            slot = _slot(table, hashes, starts, stops, characters, begin, at, mixed)
            if table[slot] < 0:
                if known == starts.size:
                    table, hashes, starts, stops = _grown(hashes, starts, stops)
                    slot = _slot(table, hashes, starts, stops, characters, begin, at, mixed)
                table[slot] = known
                hashes[known], starts[known], stops[known] = mixed, begin, at
                known += 1
            codes[found] = table[slot]
            found += 1
        counts[text] = found
    return codes[:found].copy(), counts, starts[:known].copy(), stops[:known].copy()


@numba.njit(cache=True, nogil=True)
def _slot(
    table: Codes,
    hashes: NDArray[np.uint64],
    starts: Positions,
    stops: Positions,
    characters: Characters,
    begin: int,
    end: int,
    mixed: np.uint64,
) -> int:
    """Return the slot of a token; if it is new, the free slot for it."""
    last = table.size - 1
    slot = np.int64(mixed & np.uint64(last))
    while table[slot] >= 0:
        token = table[slot]
        if hashes[token] == mixed and stops[token] - starts[token] == end - begin:
            same = 0
            while same < end - begin and (
                characters[starts[token] + same] == characters[begin + same]
            ):
                same += 1
            if same == end - begin:
                return int(slot)
        slot = (slot + 1) & last
    return int(slot)


@numba.njit(cache=True, nogil=True)
def _grown(
    hashes: NDArray[np.uint64], starts: Positions, stops: Positions
) -> tuple[Codes, NDArray[np.uint64], Positions, Positions]:
    """Return room for twice as many tokens, with those known in their slots."""
    table = np.full(4 * starts.size, -1, np.int32)
    last = table.size - 1
    for token in range(starts.size):
        slot = np.int64(hashes[token] & np.uint64(last))
        while table[slot] >= 0:
            slot = (slot + 1) & last
        table[slot] = token
    return (
        table,
        np.concatenate((hashes, np.empty_like(hashes))),
        np.concatenate((starts, np.empty_like(starts))),
        np.concatenate((stops, np.empty_like(stops))),
    )


@numba.njit(cache=True, nogil=True)
def _spell(
    codes: Codes,
    ends: Positions,
    symbols: Characters,
    bounds: Positions,
    spaced: bool,
    characters: Characters,
    stops: Positions,
) -> None:
    start, at = 0, 0
    for text in range(ends.size):
        for place in range(start, ends[text]):
            if spaced and place > start:
                characters[at] = _SPACE
                at += 1
            for i in range(bounds[codes[place]], bounds[codes[place] + 1]):
                characters[at] = symbols[i]
                at += 1
        stops[text] = at
        start = ends[text]
