"""The simulation of leaks: friends' versions are rewritten, and tracing says what is left.

For each message and each way to rewrite it, a friend is drawn, and the version is rewritten. What
counts is whether the message is found, and whether the friend comes first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from textveil.errors import InvalidValueError
from textveil.pipeline.messages.draws import kept_messages
from textveil.pipeline.trace.message import MessageTracer, opened_tracer
from textveil.study.chart import SHARES, Line, Panel
from textveil.study.messages.rewriting import PAIRS, REWRITINGS, interleaved, rewritten
from textveil.study.page import Study
from textveil.study.table import Row, ShownTable
from textveil.trace.messages.disclosing import PairModel
from textveil.trace.messages.kept import KeptMessage
from textveil.values.document import Document
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.runs.watch import Track, untracked

__all__ = ["LeakSimulationSettings", "Version", "simulate_leaks", "simulate_messages"]

NOTHING: Final = "unchanged"
TWO_MERGED: Final = "two friends merged"
ANOTHERS: Final = "made to look like another's"
ALL_REWRITTEN: Final = "all slots rewritten"
_Z: Final = 1.959964


@dataclass(frozen=True, slots=True)
class LeakSimulationSettings:
    """What is tried.

    Attributes
    ----------
    shares
        Shares of words or clauses that are changed.
    pairs
        Whether every two rewritings are tried together, too.
    seed
        Decides everything that chance does.
    most
        Messages that are tried at most; 0 for all.

    Raises
    ------
    InvalidValueError
        If a share does not lie between 0 and 1.
    """

    shares: tuple[float, ...] = (0.1, 0.2, 0.3, 0.4, 0.5)
    pairs: bool = True
    seed: int = 1
    most: int = 0

    def __post_init__(self) -> None:
        if not self.shares or not all(0.0 < one < 1.0 for one in self.shares):
            raise InvalidValueError("shares lie between 0 and 1", where="--shares")


@dataclass(frozen=True, slots=True, repr=False)
class Version:
    """A version that somebody may leak.

    Attributes
    ----------
    friend
        Who has it.
    text
        What it says.
    word
        Its letters at the places of the message.
    """

    friend: str
    text: str
    word: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class _Trial:
    way: str
    share: float
    text: str
    friends: tuple[str, ...]


def simulate_messages(
    vault: SealedStore,
    settings: LeakSimulationSettings,
    model: PairModel | None = None,
    track: Track = untracked,
) -> Study:
    """Rewrite versions of a vault's messages and trace them; nothing is kept.

    Raises
    ------
    VaultError
        If the vault keeps no versions of messages.
    """
    tracer = opened_tracer(vault, model, alone=True)
    return simulate_leaks(list(kept_messages(vault)), tracer, settings, track)


def simulate_leaks(
    messages: Sequence[KeptMessage],
    tracer: MessageTracer,
    settings: LeakSimulationSettings,
    track: Track = untracked,
) -> Study:
    """Rewrite versions of messages, and trace them with a tracer that knows the messages."""
    rng = Random(settings.seed)  # noqa: S311 - a simulation
    chosen = messages if not settings.most else rng.sample(list(messages), settings.most)
    rows: dict[tuple[str, float], dict[str, int]] = {}
    for message in track(chosen, "simulate", len(chosen)):
        versions = _versions(message)
        if len(versions) < 2:
            continue
        for trial in _trials(message, versions, settings, rng):
            row = rows.setdefault((trial.way, trial.share), _EMPTY.copy())
            _judge(row, trial, message, tracer)
    if not rows:
        raise InvalidValueError(
            "no message has versions of two friends", hint="compose messages for more friends"
        )
    points = [_point(way, share, row) for (way, share), row in rows.items()]
    return _study(points, len(chosen), settings)


_EMPTY: Final = {"trials": 0, "detected": 0, "first": 0, "unknown": 0}


def _versions(message: KeptMessage) -> list[Version]:
    found = []
    for draw in message.draws:
        for friend, row in zip(draw.friends, draw.rows, strict=True):
            if friend is not None:
                word = tuple(draw.words[row].tolist())
                found.append(Version(friend, message.written(word), word))
    return found


def _trials(
    message: KeptMessage,
    versions: Sequence[Version],
    settings: LeakSimulationSettings,
    rng: Random,
) -> Iterator[_Trial]:
    one, other = rng.sample(versions, 2)
    yield _Trial(NOTHING, 0.0, one.text, (one.friend,))
    for way in (*REWRITINGS, *(PAIRS if settings.pairs else ())):
        for share in settings.shares:
            leaker = rng.choice(versions)
            yield _Trial(way, share, rewritten(leaker.text, way, share, rng), (leaker.friend,))
    merged = interleaved(one.text, other.text, rng)
    yield _Trial(TWO_MERGED, 0.5, merged, (one.friend, other.friend))
    for share in settings.shares:
        leaker, target = rng.sample(versions, 2)
        word = [
            b if rng.random() < share else a for a, b in zip(leaker.word, target.word, strict=True)
        ]
        yield _Trial(ANOTHERS, share, message.written(word), (leaker.friend,))
    letters = [
        rng.choice([n for n in range(size) if n != letter] or [letter])
        for size, letter in zip(message.sizes, one.word, strict=True)
    ]
    yield _Trial(ALL_REWRITTEN, 1.0, message.written(letters), (one.friend,))


def _judge(row: dict[str, int], trial: _Trial, message: KeptMessage, tracer: MessageTracer) -> None:
    row["trials"] += 1
    found = [
        disclosure
        for disclosure, one in tracer.look(Document("leak", trial.text))
        if one.shape.message.text == message.text
    ]
    if not found:
        return
    row["detected"] += 1
    best = max(found, key=lambda one: one.end - one.start).posterior
    first = best.friends[0] if best.friends else ("", 0.0)
    row["first"] += first[0] in trial.friends
    row["unknown"] += best.unknown > first[1]


def _point(way: str, share: float, row: dict[str, int]) -> Row:
    detected = row["detected"]
    return {
        "way": way,
        "share": share,
        **row,
        "detection": row["detected"] / row["trials"],
        "detection_interval": interval(row["detected"], row["trials"]),
        "identification": row["first"] / detected if detected else None,
        "identification_interval": interval(row["first"], detected),
        "unknown_leads": row["unknown"] / detected if detected else None,
    }


def interval(right: int, count: int) -> tuple[float, float]:
    """Return the interval of Wilson (1927) for a share, 95 %.

    Examples
    --------
    >>> [round(one, 3) for one in interval(9, 10)]
    [0.596, 0.982]
    """
    if not count:
        return 0.0, 1.0
    share, square = right / count, _Z**2 / count
    middle = (share + square / 2) / (1 + square)
    half = _Z * sqrt(share * (1 - share) / count + square / (4 * count)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def _study(points: Sequence[Row], messages: int, settings: LeakSimulationSettings) -> Study:
    numbers: dict[str, Any] = {
        "messages": messages,
        "seed": settings.seed,
        "shares": list(settings.shares),
        "points": points,
    }
    heads = ("rewriting", "share", "trials", "detected", "95 %", "right friend first", "95 %")
    rows = [
        [
            point["way"],
            f"{point['share']:.0%}",
            str(point["trials"]),
            f"{point['detection']:.1%}",
            _shown(point["detection_interval"]),
            "-" if point["identification"] is None else f"{point['identification']:.1%}",
            _shown(point["identification_interval"]),
        ]
        for point in points
    ]
    single = [point for point in points if point["way"] in (*REWRITINGS, ANOTHERS)]
    panels = [
        Panel(
            title,
            "share of words, clauses or slots",
            axis,
            _lines(single, key),
            SHARES,
        )
        for title, axis, key in (
            ("Messages that are found", "share of leaks", "detection"),
            ("The right friend comes first", "share of found leaks", "identification"),
        )
    ]
    charts = {"rewriting": panels} if len(settings.shares) > 1 else {}
    return Study(numbers, [ShownTable(heads, rows)], charts, _remarks(points))


def _lines(points: Sequence[Row], key: str) -> list[Line]:
    ways = list(dict.fromkeys(point["way"] for point in points))
    kept: Callable[[str], list[Row]] = lambda way: [  # noqa: E731 - used below alone
        point for point in points if point["way"] == way and point[key] is not None
    ]
    return [
        Line(
            way,
            [(point["share"], point[key]) for point in kept(way)],
            band=[point[f"{key}_interval"] for point in kept(way)],
        )
        for way in ways
    ]


def _remarks(points: Sequence[Row]) -> tuple[str, ...]:
    rewritten_all = [point for point in points if point["way"] == ALL_REWRITTEN]
    return tuple(
        f"where all slots are rewritten, `unknown` leads in {point['unknown_leads']:.1%}"
        for point in rewritten_all
        if point["unknown_leads"] is not None
    )


def _shown(ends: tuple[float, float]) -> str:
    return f"{ends[0]:.1%}-{ends[1]:.1%}"
