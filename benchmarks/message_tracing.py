"""Tracing messages: whose version a rewritten post is, and how long that takes.

Invented posts (`message_posts.txt`) are composed for 130 friends in two groups; those whose
versions are four slots or more apart count, the others stand in rows of their own. The vault for
speed has 50,000 versions of 391 posts whose slots are drawn, not composed. For false alarms 1,000
invented posts are kept, and posts of others are looked at: those that nobody here wrote, and
invented ones of the same sentences about other people and cities.
"""

import re
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from re import finditer
from statistics import median

import numpy as np

from benchmarks.measure import Row
from benchmarks.message_posts import KEY, composed, posts
from textveil.pipeline.messages.draws import DRAWS, kept_messages
from textveil.pipeline.trace.message import MessageTracer, trace_messages
from textveil.pipeline.trace.pair_model import pair_model
from textveil.store.sqlite_vault import SqliteVault
from textveil.study.messages.rewriting import REWRITINGS, rewritten
from textveil.study.messages.simulation import (
    ALL_REWRITTEN,
    NOTHING,
    LeakSimulationSettings,
    simulate_leaks,
)
from textveil.trace.messages.evidence import FriendEvidence, bets_of, counts
from textveil.trace.messages.kept import KeptMessage, SlotDraw
from textveil.values.document import Document

FRIENDS, LEAST = 130, 4
MESSAGES = 60
KEPT, FOREIGN, FEW_FRIENDS = 1000, 5000, 5
CONLL = ("wnut17/train", "wnut17/dev", "btc/train", "btc/dev")
SINGLE = ("words dropped", "synonyms swapped")
RATE = 0.001


def rows(samples: Path | None, count: int = MESSAGES) -> Iterator[Row]:
    """Yield the rows of detection, of identification, of accusing and of speed."""
    yield from detection(samples)
    made = list(composed(posts(count, 33, 4), FRIENDS, 1))
    kept = [(one, message) for one, _, message in made]
    far = [message for one, message in kept if one.apart >= LEAST]
    near = [message for one, message in kept if one.apart < LEAST]
    for messages, what in ((far, f"{LEAST} slots or more"), (near, f"1 to {LEAST - 1} slots")):
        if messages:
            yield from _identified(messages, what)
    yield _five(far)
    yield from _speed()


def detection(samples: Path | None, kept: int = KEPT, foreign: int = FOREIGN) -> Iterator[Row]:
    """Yield the rows of what is found and of false alarms, 1,000 messages kept."""
    # More than are kept, because some have no versions for so many friends.
    texts = [one for size in (1, 2) for one in posts(2 * kept // 3, 60 + size, size, 0)]
    messages = [one for _, _, one in islice(composed(texts, FEW_FRIENDS, 0), kept)]
    tracer = MessageTracer.of(messages, model=pair_model())
    rng = Random(6)  # noqa: S311 - a simulation
    told = f"{len(messages):,} messages kept"
    for way, bar in ((NOTHING, 1.0), *((way, 0.8) for way in REWRITINGS)):
        found = 0
        some = messages if way == NOTHING else rng.sample(messages, min(len(messages), 300))
        for one in some:
            text = _version(one, rng.choice(sorted(tracer.evidence.friends)))
            leak = text if way == NOTHING else rewritten(text, way, 0.2, rng)
            found += any(it.message == one.id for it, _ in tracer.look(Document("leak", leak)))
        share, wanted = found / len(some), bar if way in (NOTHING, *SINGLE) else None
        yield Row(
            "message_tracing",
            f"found: {way}, {0 if way == NOTHING else 20}%",
            f"{share:.1%} of {len(some)}",
            told,
            "" if wanted is None else f"at least {wanted:.0%}",
            None if wanted is None else share >= wanted,
            1,
        )
    others = [one for size in (1, 2) for one in posts(foreign // 2, 70 + size, size, 1)]
    yield _false_alarms("generated posts about others", others, tracer, told, 10)
    if samples is not None:
        real = [text for name in CONLL for text in _texts(samples / f"{name}.conll")]
        yield _false_alarms("posts of wnut17 and btc", real, tracer, told, 1)


def _false_alarms(what: str, others: list[str], tracer: MessageTracer, told: str, most: int) -> Row:
    alarms = sum(bool(tracer.look(Document("post", one))) for one in others)
    return Row(
        "message_tracing",
        f"false alarms: {what}",
        f"{alarms} of {len(others):,}",
        told,
        f"at most {most} in 10,000",
        alarms <= most * len(others) / 10_000,
        1,
    )


def _texts(path: Path) -> Iterator[str]:
    """Yield the posts of a file in CoNLL columns."""
    for part in re.split(r"\n\s*\n", path.read_text("utf-8")):
        words = [re.split(r"[\t ]", line)[0] for line in part.splitlines() if line.strip()]
        if words:
            yield re.sub(r" (['\u2019]\w+|n't|[.,!?;:])(?!\S)", r"\1", " ".join(words))


def _identified(messages: list[KeptMessage], what: str) -> Iterator[Row]:
    tracer = MessageTracer.of(messages)
    study = simulate_leaks(messages, tracer, LeakSimulationSettings((0.2,), pairs=False))
    bars = {NOTHING: 1.0, **dict.fromkeys(SINGLE, 0.9)}
    for point in study["points"]:
        way, first = point["way"], point["identification"] or 0.0
        bar = bars.get(way) if what.startswith(str(LEAST)) else None
        shown = f"right friend first in {first:.1%} of {point['detected']} found"
        told = f"{point['detection']:.1%} of {point['trials']} found"
        if way == ALL_REWRITTEN:
            leads = point["unknown_leads"] or 0.0
            shown, first, bar = f"unknown leads in {leads:.1%}", leads, 0.95 if bar else None
            bar = 0.95 if what.startswith(str(LEAST)) else None
        wanted = "" if bar is None else f"at least {bar:.0%}"
        met = None if bar is None else first >= bar
        name = f"{FRIENDS} friends, {what} apart: {way}, {point['share']:.0%}"
        yield Row("message_tracing", name, shown, told, wanted, met, 1)


def _five(messages: list[KeptMessage], trials: int = 100) -> Row:
    """Leak five messages of one friend, a fifth of the words swapped or dropped."""
    rng, accused, wrong = Random(5), 0, 0  # noqa: S311 - a simulation
    tracer = MessageTracer.of(messages)
    names = tracer.evidence.friends
    for _ in range(trials):
        leaker = rng.choice(sorted(names))
        evidence = FriendEvidence(names)
        for message in rng.sample(messages, 5):
            text = _version(message, leaker)
            leak = rewritten(text, rng.choice(SINGLE), 0.2, rng)
            for _, one in tracer.look(Document("leak", leak)):
                if one.shape.message is message and counts(message, one.seen):
                    evidence.add(bets_of(message, one.seen))
                    break
        found = {one.friend for one in evidence.accused(RATE)}
        accused += leaker in found
        wrong += bool(found - {leaker})
    return Row(
        "message_tracing",
        f"five leaks of one friend among {FRIENDS}, 20 % of the words changed, rate {RATE:g}",
        f"accused in {accused} of {trials} trials",
        f"innocents accused in {wrong}",
        "at least 90",
        accused >= 90,
        1,
    )


def _version(message: KeptMessage, friend: str) -> str:
    for draw in message.draws:
        if friend in draw.friends:
            return message.written(draw.words[draw.rows[draw.friends.index(friend)]].tolist())
    raise KeyError(friend)


def drawn_message(name: str, text: str, friends: int, rng: Random) -> tuple[KeptMessage, SlotDraw]:
    """Return a message with slots at words that are drawn, and versions by chance."""
    words = list(finditer(r"[a-z]{4,}", text))
    slots = tuple(
        (None, (one.start(), one.end(), f"{one[0]}x"), (one.start(), one.end(), f"{one[0]}y"))
        for one in sorted(rng.sample(words, 10), key=lambda one: one.start())
    )
    letters = np.random.default_rng(rng.randrange(10**9)).integers(0, 3, (friends + 128, 10))
    names = tuple(f"friend {number}" for number in range(friends))
    draw = SlotDraw("friends", names, tuple(range(friends)), slots, 2, letters.astype(np.uint8))
    return KeptMessage.of(name, text, [draw]), draw


def _speed(many: int = 391, friends: int = 128, looks: int = 100) -> Iterator[Row]:
    rng = Random(7)  # noqa: S311 - a simulation
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "v"
        with SqliteVault(path, KEY, create=True) as vault, vault.step():
            for number, text in enumerate(posts(many, 7, 2)):
                message, draw = drawn_message(str(number), text, friends, rng)
                vault.put(DRAWS, str(number), message.to_bytes([draw]))
        with SqliteVault(path, KEY) as vault:
            start = time.perf_counter()
            messages = list(kept_messages(vault))
            tracer = MessageTracer.of(messages)
            opened = time.perf_counter() - start
            seconds = []
            for message in rng.sample(messages, looks):
                leak = _version(message, "friend 3")[:280]
                start = time.perf_counter()
                tracer.look(Document("leak", leak))
                seconds.append(time.perf_counter() - start)
            assert trace_messages([Document("l", leak)], vault, alone=True).disclosures
    versions = sum(one.count for one in messages)
    told = f"{versions:,} versions of {many} messages"
    yield Row("message_tracing", "opening", f"{opened:.2f} s", told, "under 5 s", opened < 5, 1)
    middle = median(seconds)
    figure = f"{1000 * middle:.1f} ms at the median"
    yield Row(
        "message_tracing", "a post of 280 characters", figure, told, "under 100 ms", middle < 0.1, 1
    )
