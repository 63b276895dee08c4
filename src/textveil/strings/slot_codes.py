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

_TRIES: Final = 40
"""Words that are drawn for each word wanted before a distance counts as out of reach."""
_LISTED: Final = 4096
"""Up to so many words all are tried, in an order that is drawn."""

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
) -> tuple[list[tuple[int, ...]], int]:
    """Return new words and the distance at which they, and those that stand, lie apart.

    The largest distance that Singleton's bound allows is tried first, then smaller ones. If two is
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
        Words that were used before; new ones keep their distance to them.
    """
    total = wanted + len(standing)
    top = next((d for d in range(len(sizes), 1, -1) if most_words(sizes, d) >= total), 1)
    for distance in range(top, 2, -1):
        found = _greedy(sizes, wanted, rng, allowed, standing, distance)
        if len(found) == wanted:
            return found, distance
    if top >= 2:
        found = _checked_words(sizes, wanted, rng, allowed, standing)
        if len(found) == wanted:
            return found, 2
        found = _greedy(sizes, wanted, rng, allowed, standing, 2)
        if len(found) == wanted:
            return found, 2
    return _greedy(sizes, wanted, rng, allowed, standing, 1), 1


def _greedy(
    sizes: Sequence[int],
    wanted: int,
    rng: Random,
    allowed: Callable[[tuple[int, ...]], bool],
    standing: Sequence[tuple[int, ...]],
    distance: int,
) -> list[tuple[int, ...]]:
    """Return words, each taken if it is far enough from all that were taken before."""
    taken = np.zeros((wanted + len(standing), len(sizes)), dtype=np.int64)
    for at, word in enumerate(standing):
        taken[at] = word
    used, found = len(standing), []
    refused: set[tuple[int, ...]] = set()
    for word in _drawn(sizes, rng, _TRIES * max(1, wanted)):
        if len(found) == wanted:
            break
        if used and int((taken[:used] != word).sum(axis=1).min(initial=len(sizes))) < distance:
            continue
        if word in refused or not allowed(word):
            refused.add(word)
            continue
        taken[used] = word
        used += 1
        found.append(word)
    return found


def _drawn(sizes: Sequence[int], rng: Random, tries: int) -> list[tuple[int, ...]]:
    """Return words in an order that is drawn: all of them if they are few."""
    count = prod(sizes)
    if count <= max(_LISTED, tries):
        numbers = list(range(count))
        rng.shuffle(numbers)
    else:
        numbers = [rng.randrange(count) for _ in range(tries)]
    return [_word(number, sizes) for number in numbers]


def _word(number: int, sizes: Sequence[int]) -> tuple[int, ...]:
    letters = []
    for size in sizes:
        number, letter = divmod(number, size)
        letters.append(letter)
    return tuple(letters)


def _checked_words(
    sizes: Sequence[int],
    wanted: int,
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
    shift = rng.randrange(sizes[check])
    drawn = _drawn(others, rng, _TRIES * max(1, wanted))
    before = np.array(standing, dtype=np.int64).reshape(len(standing), len(sizes))
    found: dict[tuple[int, ...], None] = {}
    for free in drawn:
        if len(found) == wanted:
            break
        letter = (sum(free) + shift) % sizes[check]
        word = (*free[:check], letter, *free[check:])
        near = len(before) and int((before != word).sum(axis=1).min()) < 2
        if word not in found and not near and allowed(word):
            found[word] = None
    return list(found)
