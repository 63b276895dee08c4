"""The lists that come with this package: words, shapes of numbers and written forms, as text."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from random import Random
from typing import TypeVar

__all__ = ["common", "listed", "own_list", "sections", "table"]

_Item = TypeVar("_Item")


def own_list(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of a list: a heading and its lines."""
    text = files("textveil.synth").joinpath("lists", f"{name}.txt").read_text("utf-8")
    heading = ""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("= "):
            if heading:
                yield heading, lines
            heading, lines = line[2:], []
        elif heading and line:
            lines.append(line)
    if heading:
        yield heading, lines


@cache
def sections(name: str) -> dict[str, tuple[str, ...]]:
    """Return the lines of each section of a list, by its heading."""
    return {heading: tuple(lines) for heading, lines in own_list(name)}


def listed(name: str, heading: str) -> tuple[str, ...]:
    """Return the lines of one section of a list."""
    return sections(name)[heading]


@cache
def table(name: str, heading: str) -> dict[str, str]:
    """Return a section whose lines are a key, a blank and a value."""
    pairs = (line.partition(" ") for line in listed(name, heading))
    return {key: value for key, _, value in pairs}


def common(items: Sequence[_Item], rng: Random) -> _Item:
    """Draw an item; the first ones are commoner."""
    return items[min(rng.randrange(len(items)), rng.randrange(len(items)))]
