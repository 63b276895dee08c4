"""Marks on codes: who is named after a leak by one or by several, and whether innocents are.

64 recipients; a trial has its own secret. What leaks is made from the colluders' marks alone, place
by place, in the ways that the literature on fingerprinting tries. `tried` in `docs/methods/marked-
copies.md` explains them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.measure import Row
from textveil.trace.accusing import accuse
from textveil.values.marking import MarkingCode

RECIPIENTS = 64
RATE = 0.001
TRIALS, INNOCENT_TRIALS = 200, 10_000

Mix = Callable[[list[int], Random], frozenset[int]]
"""From the colluders' marks at one place to what stands in the leak; nothing if it was deleted."""


def mixed(marks: list[int], rng: Random) -> frozenset[int]:
    """Take one colluder's at random."""
    return frozenset({rng.choice(marks)})


def mixed_often(marks: list[int], rng: Random) -> frozenset[int]:
    """Take one at random in each of three documents that name the person."""
    return frozenset(rng.choices(marks, k=3))


def majority(marks: list[int], _rng: Random) -> frozenset[int]:
    """Take what most of them have."""
    return frozenset({int(2 * sum(marks) > len(marks))})


def minority(marks: list[int], _rng: Random) -> frozenset[int]:
    """Take what fewer of them have, as long as somebody has it."""
    if len(set(marks)) == 1:
        return frozenset(marks)
    return frozenset({int(2 * sum(marks) <= len(marks))})


def agreed(marks: list[int], _rng: Random) -> frozenset[int]:
    """Delete the value where copies differ; the same as leaking only what all agree on."""
    return frozenset(marks) if len(set(marks)) == 1 else frozenset()


def ones(marks: list[int], _rng: Random) -> frozenset[int]:
    """Take 1 wherever somebody has it."""
    return frozenset({max(marks)})


def ones_alone(marks: list[int], _rng: Random) -> frozenset[int]:
    """Take 1 wherever somebody has it, and delete the value where nobody has."""
    return frozenset({1}) if max(marks) else frozenset()


def all_that_differ(marks: list[int], _rng: Random) -> frozenset[int]:
    """Write both where copies differ."""
    return frozenset(marks)


def exchanged(marks: list[int], rng: Random) -> frozenset[int]:
    """Exchange 30 % for names that are nobody's: nothing can be read there."""
    return mixed(marks, rng) if rng.random() >= 0.3 else frozenset()


def exchanged_for_others(marks: list[int], rng: Random) -> frozenset[int]:
    """Exchange 30 % for other recipients' surrogates, as if they knew some."""
    return mixed(marks, rng) if rng.random() >= 0.3 else frozenset({rng.randrange(2)})


TOGETHER: Mapping[str, Mix] = {
    "one at random": mixed,
    "one at random in each of 3 documents": mixed_often,
    "majority": majority,
    "minority": minority,
    "all-agree-only, or deleted where copies differ": agreed,
    "always 1": ones,
    "always 1, else deleted": ones_alone,
    "both where copies differ": all_that_differ,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How often some leaker was named, and how often some innocent was."""

    named: int
    innocent: int
    trials: int


def tried(
    mix: Mix, leakers: int, places: int, trials: int, recipients: int = RECIPIENTS
) -> Outcome:
    """Leak in one way, with a secret of its own in each trial."""
    named = innocent = 0
    names = [f"recipient {number}" for number in range(recipients)]
    for trial in range(trials):
        rng = Random(f"{mix.__name__} {leakers} {places} {trial}")  # noqa: S311 - a simulation
        code = MarkingCode(rng.randbytes(32))
        spots = [f"place {number}" for number in range(places)]
        guilty = rng.sample(names, leakers)
        leak = {spot: mix([code.bit(one, spot) for one in guilty], rng) for spot in spots}
        accused = {one.recipient for one in accuse(code, leak, names, RATE).accused}
        named += not accused.isdisjoint(guilty)
        innocent += not accused <= set(guilty)
    return Outcome(named, innocent, trials)


def rows(_samples: Path | None) -> Iterator[Row]:
    """Yield one leaker's rows, three colluders', and those of innocents."""
    for places in (30, 40, 50, 60, 80, 100):
        bar = 0.99 if places >= 50 else None
        yield _row(f"one leaker, {places} places", tried(mixed, 1, places, TRIALS), bar)
    for places in (40, 60, 80, 100):
        what = f"one leaker, {places} places, 30 % exchanged"
        bar = 0.9 if places >= 60 else None
        yield _row(what, tried(exchanged, 1, places, TRIALS), bar)
        yield _row(f"{what} at random", tried(exchanged_for_others, 1, places, TRIALS), None)
    for what, mix in TOGETHER.items():
        bar = 0.95 if mix is mixed else None
        yield _row(f"three colluders, 450 places, {what}", tried(mix, 3, 450, TRIALS // 2), bar)
    found = tried(exchanged, 3, 60, INNOCENT_TRIALS)
    what = "innocents, 60 places of three colluders"
    figure = f"accused in {found.innocent} of {found.trials:,} trials"
    yield Row(
        "marking", what, figure, f"{RECIPIENTS} recipients", "at most 10", found.innocent <= 10, 1
    )


def _row(what: str, found: Outcome, bar: float | None) -> Row:
    share = found.named / found.trials
    figure = f"named in {found.named} of {found.trials}"
    wanted = "" if bar is None else f"at least {bar:.0%}"
    met = None if bar is None else share >= bar
    return Row("marking", what, figure, f"innocents accused: {found.innocent}", wanted, met, 1)
