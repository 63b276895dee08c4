"""Tracing messages by trying everything: friend by friend, and one order after the other."""

from collections.abc import Callable, Sequence
from itertools import permutations
from math import prod

Word = tuple[int, ...]


def likelihood(word: Word, seen: Sequence[set[int]], sizes: Sequence[int], kept: float) -> float:
    """How likely a word shows what was seen, over how likely chance does."""
    total = 1.0
    for letter, letters, size in zip(word, seen, sizes, strict=True):
        if not letters or size < 2 or len(letters) == size:
            continue
        if letter in letters:
            total *= kept / len(letters) / (1 / size)
        else:
            total *= (1 - kept) / (size - len(letters)) / (1 / size)
    return total


def posterior(
    words: Sequence[Word],
    seen: Sequence[set[int]],
    sizes: Sequence[int],
    kept: Sequence[float],
    nobody: float,
) -> tuple[list[float], float]:
    """The probability of each friend, and that it was nobody's version."""
    weights = []
    for word in words:
        mean = sum(likelihood(word, seen, sizes, one) for one in kept) / len(kept)
        weights.append((1 - nobody) / len(words) * mean)
    whole = nobody + sum(weights)
    return [weight / whole for weight in weights], nobody / whole


def wrongly_accused(
    words: Sequence[Word],
    friends: int,
    leaks: Sequence[Callable[[Word], Word]],
    pays: Callable[[Word], Sequence[float]],
    bar: float,
) -> float:
    """The probability that evidence against somebody other than friend 0 ever reaches a bar.

    Friend 0 leaks a message in each of these ways; all orders of the words are equally likely for
    every message.
    """
    orders = [one[:friends] for one in permutations(range(len(words)), friends)]
    # For every order what each friend's evidence is multiplied by, for one message after another.
    states: dict[tuple[float, ...], float] = {(1.0,) * (friends - 1): 1.0}
    wrong = 0.0
    for leak in leaks:
        after: dict[tuple[float, ...], float] = {}
        for state, chance in states.items():
            for order in orders:
                paid = pays(leak(words[order[0]]))
                new = tuple(
                    prod((one, paid[row])) for one, row in zip(state, order[1:], strict=True)
                )
                if max(new) >= bar:
                    wrong += chance / len(orders)
                else:
                    key = tuple(round(one, 12) for one in new)
                    after[key] = after.get(key, 0.0) + chance / len(orders)
        states = after
    return wrong
