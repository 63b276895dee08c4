"""Which letters of a release were changed: what a reader tells who looks for near misses.

A substitution leaves a sensitive pattern with one letter changed, a *near miss*. A reader ranks the
patterns that do not occur by how many more near misses the release has than its letters lead one to
expect, and takes the best for the sensitive ones. Then every place at which one letter makes a
window such a pattern is suspected.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from textveil.strings.sanitization.undoing import number_rows
from textveil.strings.windows.exact_windows import END, NOWHERE, SEPARATOR, lay_out
from textveil.values.figures.score import Score
from textveil.values.sequence import Sequence as Letters
from textveil.values.sequences import Sequences

__all__ = ["NEAR_MISSES", "changed_places_attack"]

NEAR_MISSES: Final = "recovered by near misses"
"""The score of a reader who guesses patterns by their near misses."""

_MOST: Final = 2**22
"""The most patterns that are ranked."""


def changed_places_attack(
    before: Sequence[Letters],
    after: Sequence[Letters],
    sensitive: Iterable[Sequence[str]],
    k: int,
    *,
    separator: str = "#",  # noqa: ARG001 - attacks are called alike
) -> tuple[Score, ...]:
    """Suspect every near miss of a pattern, and count how many suspected places were changed.

    Parameters
    ----------
    before, after
        Input and release, each sequence as long on both sides. The attacker sees the release.
    sensitive
        Patterns as symbols; those of length k count.
    k
        Their length, from 1 on.
    separator
        A symbol that no letter is.

    Returns
    -------
    tuple of Score
        `changed among suspected`: which share of the places that a reader suspects who knows the
        patterns was changed; `suspected among changed`: which share of the changed places that is;
        `recovered by near misses`: which share of the N patterns is among the N best guesses;
        `changed among guessed`, `guessed among changed`: as the first two, by these guesses;
        `changed`: the share of all letters. Empty if there are too many patterns to rank.

    Examples
    --------
    >>> old = [Letters.of("w", "TTGATCCATT")]
    >>> new = [Letters.of("w", "TTGAACCATT", old[0].alphabet)]
    >>> for score in changed_places_attack(old, new, ["GATC"], 4):
    ...     print(score.name, score)
    changed among suspected 1.000
    suspected among changed 1.000
    recovered by near misses 0.000
    changed among guessed 0.500
    guessed among changed 1.000
    changed 0.100
    """
    sides = [Sequences.of(side) for side in (before, after)]
    names = {symbol: at for at, symbol in enumerate(sides[0].alphabet.symbols, SEPARATOR + 1)}
    old, new = (_laid(side, names) for side in sides)
    changed = old != new
    codes = [
        [names.get(symbol, SEPARATOR) for symbol in pattern]
        for pattern in dict.fromkeys(map(tuple, sensitive))
        if len(pattern) == k
    ]
    wanted = np.array(codes, np.int32).reshape(-1, k)
    if len(names) ** k > _MOST or wanted.size * len(names) > _MOST:
        return ()
    guessed = _guessed(new, k, len(names), len(wanted))
    right = len({*map(bytes, wanted)} & {*map(bytes, guessed)})
    scores: list[Score] = []
    for told, patterns in (("suspected", wanted), ("guessed", guessed)):
        found = _near_misses(new, patterns, len(names))
        both = found & changed
        scores.append(_share(f"changed among {told}", both, found))
        scores.append(_share(f"{told} among changed", both, changed))
    hits = Score.exact(NEAR_MISSES, right / max(len(wanted), 1), len(wanted))
    return (*scores[:2], hits, *scores[2:], _share("changed", changed, old != END))


def _guessed(letters: NDArray[np.int32], k: int, size: int, count: int) -> NDArray[np.int32]:
    """Return the absent windows with the most near misses, against what letters lead to expect."""
    codes = letters.astype(np.int64) - SEPARATOR - 1
    keys = np.zeros(max(codes.size - k + 1, 0), np.int64)
    whole = np.ones(keys.size, np.bool_)
    for at in range(k):
        part = codes[at : at + keys.size]
        keys, whole = keys * size + part, whole & (part >= 0)
    times = np.bincount(keys[whole], minlength=size**k).reshape((size,) * k)
    share = np.bincount(codes[codes >= 0], minlength=size) / max(int((codes >= 0).sum()), 1)
    near, due = -k * times, np.zeros(times.shape)
    for at in range(k):
        near = near + times.sum(axis=at, keepdims=True)
        own = np.ones(times.shape)
        for other in range(k):
            along = [1] * k
            along[other] = size
            own *= (1 - share if other == at else share).reshape(along)
        due += own * int(whole.sum())
    score = np.where(times == 0, (near - due) / np.sqrt(np.maximum(due, 1)), -np.inf).reshape(-1)
    best = np.argsort(-score, kind="stable")[:count]
    rows = np.stack(np.unravel_index(best, times.shape), axis=1) if k else best[:, None]
    return (rows + SEPARATOR + 1).astype(np.int32)


def _laid(side: Sequences, names: dict[str, int]) -> NDArray[np.int32]:
    known = np.array([names.get(symbol, SEPARATOR) for symbol in side.alphabet.symbols], np.int32)
    codes, ends = np.frombuffer(side.buffer, np.int32), np.frombuffer(side.ends, np.int64)
    return lay_out(codes, ends, known)


def _near_misses(
    letters: NDArray[np.int32], patterns: NDArray[np.int32], size: int
) -> NDArray[np.bool_]:
    """Tell at which places one letter makes a window a pattern."""
    count, k = patterns.shape
    rows = np.repeat(patterns, k * size, axis=0)
    place = np.tile(np.repeat(np.arange(k), size), count)
    rows[np.arange(len(rows)), place] = np.tile(np.arange(size), count * k) + SEPARATOR + 1
    missed = (rows != np.repeat(patterns, k * size, axis=0)).any(axis=1)
    rows, place = rows[missed], place[missed]
    found = np.zeros(letters.size, np.bool_)
    if rows.size:
        here, near = number_rows(letters, rows)
        for at in range(k):
            starts = np.flatnonzero(np.isin(here, near[place == at]) & (here != NOWHERE))
            found[starts + at] = True
    return found


def _share(name: str, part: NDArray[np.bool_], whole: NDArray[np.bool_]) -> Score:
    count = int(np.count_nonzero(whole))
    return Score.exact(name, int(np.count_nonzero(part)) / count if count else 0.0, count)
