"""Streams of posts on slots: whether anybody innocent is ever accused, and how soon a leaker is.

A stream has posts about as many messages, all by one leaker out of 40 friends. Every message has 64
words over six slots with four wordings each, of which 40 were given out in an order that is drawn
anew. The leaker knows all words, and not who has which, and changes a fifth of the slots. In half
of the streams each post is made to look like somebody else's: the leaker takes the word of another
place in the order, or half of its letters. Evidence is looked at after every post.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Row
from textveil.strings.slot_codes import code_of
from textveil.trace.messages.evidence import HELD, paid
from textveil.trace.messages.posterior import KEPT

FRIENDS, WORDS, SLOTS, LETTERS = 40, 64, 6, 4
POSTS, STREAMS, AT_ONCE = 1000, 10_000, 250
RATES = (0.001, 0.01, 0.05)
CHANGED = 0.2

Numbers = NDArray[np.float64]
WAYS = ("own version", "another's version", "half of another's")


def code(seed: int) -> NDArray[np.int64]:
    """Return words of which any two differ in three slots or more."""
    from random import Random

    found, _ = code_of([LETTERS] * SLOTS, WORDS, Random(seed))  # noqa: S311 - a simulation
    return np.array(found, dtype=np.int64)


def streams(
    way: str, many: int, posts: int, rng: np.random.Generator, words: NDArray[np.int64]
) -> tuple[Numbers, Numbers]:
    """Return of each stream the highest logs of evidence: of anybody innocent, of the leaker."""
    logs = np.zeros((many, FRIENDS))
    highest, leakers = np.full(many, -np.inf), np.full(many, -np.inf)
    rows = np.arange(many)
    for _ in range(posts):
        order = rng.random((many, WORDS)).argsort(axis=1)[:, :FRIENDS]
        shown = words[order[:, 0]]
        if way != "own version":
            other = words[(order[:, 0] + rng.integers(1, WORDS, many)) % WORDS]
            take = rng.random((many, SLOTS)) < (0.5 if way == "half of another's" else 1.0)
            shown = np.where(take, other, shown)
        changed = rng.random((many, SLOTS)) < CHANGED
        shown = np.where(changed, rng.integers(0, LETTERS, (many, SLOTS)), shown)
        same = (words[None, :, :] == shown[:, None, :]).sum(axis=2)
        ratio = np.mean([_ratio(kept, same) for kept in KEPT], axis=0)
        pays = paid(ratio, HELD)
        logs += np.log(pays[rows[:, None], order])
        highest = np.maximum(highest, logs[:, 1:].max(axis=1))
        leakers = np.maximum(leakers, logs[:, 0])
    return highest, leakers


def _ratio(kept: float, same: NDArray[np.int64]) -> Numbers:
    match, miss = kept * LETTERS, (1 - kept) / (LETTERS - 1) * LETTERS
    ratio: Numbers = match**same * miss ** (SLOTS - same)
    return ratio


def rows(_samples: Path | None, many: int = STREAMS, posts: int = POSTS) -> Iterator[Row]:
    """Yield for each rate how often anybody innocent was accused, and how often the leaker was."""
    words, rng = code(1), np.random.default_rng(33)
    shares = {WAYS[0]: many // 2, WAYS[1]: many // 4, WAYS[2]: many // 4}
    innocent: list[Numbers] = []
    for way, count in shares.items():
        found = [
            streams(way, min(AT_ONCE, count - at), posts, rng, words)
            for at in range(0, count, AT_ONCE)
        ]
        highest = np.concatenate([one for one, _ in found])
        leaker = np.concatenate([one for _, one in found])
        innocent.append(highest)
        yield _row(way, posts, highest, leaker)
    every = np.concatenate(innocent)
    for rate in RATES:
        wrong = int((every >= np.log(FRIENDS / rate)).sum())
        yield Row(
            "message_streams",
            f"anybody innocent is accused at {rate:g}, {posts:,} posts a stream",
            f"{wrong} of {len(every):,} streams",
            f"{FRIENDS} friends, evidence looked at after every post",
            f"at most {rate * len(every):.0f}",
            wrong <= rate * len(every),
            1,
        )


def _row(way: str, posts: int, highest: Numbers, leaker: Numbers) -> Row:
    bar = np.log(FRIENDS / RATES[0])
    return Row(
        "message_streams",
        f"{way}, {posts:,} posts, rate {RATES[0]:g}",
        f"innocent accused in {int((highest >= bar).sum())} of {len(highest):,}",
        f"leaker accused in {(leaker >= bar).mean():.1%}",
        "",
        None,
        1,
    )
