"""Invented posts for the suites that trace messages, and versions of them for friends."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from re import sub

from textveil.errors import TextveilError
from textveil.pipeline.messages.composing import Composer
from textveil.pipeline.messages.draws import slot_draws
from textveil.pipeline.messages.levels import Group
from textveil.trace.messages.kept import KeptMessage, SlotDraw
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.messages.composition import Composition

AT = "2025-11-18T10:00"
KEY = Secret(b"0123456789abcdef0123456789abcdef")


@cache
def _lists() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if line.startswith("== "):
            found[line[3:]] = []
        elif line and not line.startswith("#"):
            found[list(found)[-1]].append(line)
    return found


def post(rng: Random, middles: int = 2) -> str:
    """Return an invented post: an opening, some middles and an end."""
    lists = _lists()
    chosen = [rng.choice(lists["opening"]), *rng.sample(lists["middle"], middles)]
    chosen.append(rng.choice(lists["end"]))
    # What one post says is about the same people and places all along.
    fixed = {name: rng.choice(lists[name]) for name in ("city", "spot", "firm", "animal")}
    return " ".join(
        sub(r"\{(\w+)\}", lambda m: fixed.get(m[1]) or rng.choice(lists[m[1]]), one)
        for one in chosen
    )


def posts(count: int, seed: int, middles: int = 2) -> list[str]:
    """Return different invented posts."""
    rng = Random(seed)  # noqa: S311 - a simulation
    found: dict[str, None] = {}
    while len(found) < count:
        found[post(rng, middles)] = None
    return list(found)


def groups(friends: int) -> tuple[Group, ...]:
    """Return two groups with so many friends together, and the public."""
    names = [f"friend {number}" for number in range(friends)]
    return Group("family", tuple(names[: friends // 5])), Group(
        "friends", tuple(names[friends // 5 :])
    )


def composed(
    texts: list[str], friends: int, least: int
) -> Iterator[tuple[Composition, list[SlotDraw], KeptMessage]]:
    """Yield the messages for which so many versions exist that are `least` slots apart or more."""
    from textveil.pipeline.messages.checking import CheckSettings

    composer = Composer(groups(friends), CheckSettings(at=AT), KEY)
    for number, text in enumerate(texts):
        try:
            made = composer.compose(Document(str(number), text)).made
        except TextveilError:
            continue
        draws = slot_draws(made)
        if draws and made.apart >= least:
            yield made, draws, KeptMessage.of(str(number), text, draws)
