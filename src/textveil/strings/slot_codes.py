"""Slot codes: words over several alphabets, any two of which differ in many slots.

A *word* has one letter for each slot; slot `i` has `sizes[i]` letters. A *code* is a set of words,
and its distance is the fewest slots in which two of them differ. Far apart, a word is still told
from all others after somebody changed some of its slots.
"""

from collections.abc import Callable, Sequence
from math import prod
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["code_of", "most_words", "smallest_distance"]

_TRIES: Final = 8
"""Words that are drawn for each word wanted, at least; all of them where there are fewer."""
_LISTED: Final = 4096
"""Words that are drawn at least."""

Words = NDArray[np.int64]


def most_words(sizes: Sequence[int], distance: int) -> int:
    """Return how many words at least so many slots apart there can be at most.

    The bound of Singleton: without its `distance - 1` largest slots, all words are still different.

    Examples
    --------
    >>> most_words([2, 3, 4], 1), most_words([2, 3, 4], 2), most_words([2, 3, 4], 4)
    (24, 6, 1)
    """
    return prod(sorted(sizes)[: max(0, len(sizes) - distance + 1)])


def smallest_distance(words: Words) -> int:
    """Return the fewest slots in which two words differ; the number of slots if there is one word.

    Cost: quadratic in the number of words.

    Examples
    --------
    >>> smallest_distance(np.array([[0, 0, 1], [1, 1, 1], [0, 1, 0]]))
    2
    """
    found = words.shape[1] if words.ndim == 2 else 0
    for at in range(1, len(words)):
        found = min(found, int((words[:at] != words[at]).sum(axis=1).min()))
    return found


def code_of(
    sizes: Sequence[int],
    wanted: int,
    rng: Random,
    allowed: Callable[[tuple[int, ...]], bool] = lambda _: True,
    standing: Sequence[tuple[int, ...]] = (),
    spare: int = 0,
) -> tuple[list[tuple[int, ...]], int]:
    """Return new words and the distance at which they, and those that stand, lie apart.

    The largest distance at which enough words are found by taking one after the other is searched
    by halving, below the bound of Singleton. If two is
    possible at all without `allowed` and `standing`, it is reached by a check letter: the letter
    of the largest slot is the sum of all others. Fewer words than wanted come back only if there
    are not enough that are allowed.

    Parameters
    ----------
    sizes
        Letters of each slot, each 1 or more.
    wanted
        How many new words.
    rng
        Decides which words of the possible ones are used, and in which order.
    allowed
        Says whether a word may be used.
    standing
        Words that were used before; new ones keep their distance to them. A letter below 0 is none
        of the slot's own.
    spare
        How many more words are returned at most, as far apart as the others.
    """
    # Words that stand may have letters of their own, so they do not count against the bound.
    top = next((d for d in range(len(sizes), 1, -1) if most_words(sizes, d) >= wanted), 1)
    pool = _pool(sizes, rng, wanted)
    near = _nearest(pool, standing)
    low, best, distance = 1, _greedy(pool, near, wanted, 1, allowed), 1
    while low < top and len(best) == wanted:
        middle = (low + top + 1) // 2
        found = _greedy(pool, near, wanted, middle, allowed)
        if len(found) == wanted:
            low, best, distance = middle, found, middle
        else:
            top = middle - 1
    if distance < 2 and len(sizes) > 1 and most_words(sizes, 2) >= wanted:
        found = _checked_words(sizes, wanted, spare, rng, allowed, standing)
        if len(found) >= wanted:
            return found, 2
    if spare and len(best) == wanted:
        best = _greedy(pool, near, wanted + spare, distance, allowed)
    return best, distance


def _pool(sizes: Sequence[int], rng: Random, wanted: int) -> Words:
    """Return words in an order that is drawn: all of them if they are few."""
    count, many = prod(sizes), max(_LISTED, _TRIES * wanted)
    generator = np.random.Generator(np.random.PCG64(rng.getrandbits(128)))
    if count > many:
        columns = [generator.integers(0, size, many) for size in sizes]
        return np.stack(columns, axis=1).astype(np.int64)
    numbers = generator.permutation(count)
    columns = []
    for size in sizes:
        numbers, letters = np.divmod(numbers, size)
        columns.append(letters)
    return np.stack(columns, axis=1).astype(np.int64) if columns else np.zeros((1, 0), np.int64)


def _nearest(pool: Words, standing: Sequence[tuple[int, ...]]) -> Words:
    """Return how far each word is from the nearest that stands."""
    near = np.full(len(pool), pool.shape[1] + 1, dtype=np.int64)
    for word in standing:
        near = np.minimum(near, (pool != np.array(word, dtype=np.int64)).sum(axis=1))
    return near


def _greedy(
    pool: Words,
    near: Words,
    wanted: int,
    distance: int,
    allowed: Callable[[tuple[int, ...]], bool],
) -> list[tuple[int, ...]]:
    """Return words of a pool, each taken if it is far enough from all that were taken before."""
    left = near.copy()
    found: list[tuple[int, ...]] = []
    while len(found) < wanted:
        at = int(np.argmax(left >= distance))
        if left[at] < distance:
            break
        word = tuple(pool[at].tolist())
        if allowed(word):
            found.append(word)
            left = np.minimum(left, (pool != pool[at]).sum(axis=1))
        left[at] = -1
    return found


def _checked_words(
    sizes: Sequence[int],
    wanted: int,
    spare: int,
    rng: Random,
    allowed: Callable[[tuple[int, ...]], bool],
    standing: Sequence[tuple[int, ...]],
) -> list[tuple[int, ...]]:
    """Return words two slots apart: a check letter in the largest slot.

    Two words that differ in one other slot only differ there by less than the size of the largest
    slot, so their sums, and their check letters, differ too.
    """
    check = max(range(len(sizes)), key=lambda at: sizes[at])
    others = [size for at, size in enumerate(sizes) if at != check]
    free = _pool(others, rng, wanted + spare)
    letters = (free.sum(axis=1) + rng.randrange(sizes[check])) % sizes[check]
    pool = np.insert(free, check, letters, axis=1)
    return _greedy(pool, _nearest(pool, standing), wanted + spare, 2, allowed)
