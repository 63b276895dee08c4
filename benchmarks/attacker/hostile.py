"""Hostile texts: what takes more than twice as long at twice the length.

The search takes times. A find is tried again by counting calls, which a slow machine does not
change.
"""

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from benchmarks.attacker.trial import Find, Made
from benchmarks.growth import RATIO_BAR
from benchmarks.hostile import WAYS, Text, Trials, drawn, ratio

COUNTED = 4_000
"""Characters at which calls are counted, at twice as many, and in doubt at four times."""


class Hostile:
    """Texts that are made to take long, read by one command."""

    name, share = "hostile", 4.0
    about = "a repeated, counted, nested or random text, read by one command at n and at 2n"

    def __init__(self) -> None:
        self._folder = TemporaryDirectory()
        self._trials = Trials(Path(self._folder.name))

    def some(self, seed: str) -> Made:
        """Measure one text with one command."""
        rng = Random(seed)  # noqa: S311 - repeatable
        text, way = drawn(rng), rng.choice(WAYS)
        grown, _ = ratio(lambda one: self._trials.seconds(way, one), text)
        about = {"way": way.name, "shape": text.shape, "parts": text.parts, "seed": text.seed}
        why = f"{grown:.2f} times as long at twice the length"
        return Made(1, [{**about, "why": why}] if grown > RATIO_BAR else [])

    def again(self, find: Find) -> str:
        """Count the calls for the text of a find at two lengths."""
        text = Text(find["shape"], tuple(find["parts"]), find["seed"])
        way = next(one for one in WAYS if one.name == find["way"])
        count = lambda size: calls(lambda: self._trials.seconds(way, text.of(size)))  # noqa: E731
        self._trials.seconds(way, text.of(COUNTED))  # tables are read, caches are filled
        once, twice = count(COUNTED), count(2 * COUNTED)
        grown = twice / once
        if grown > RATIO_BAR:
            # A step counts once; what grows with the square grows again, as in the search.
            grown = min(grown, count(4 * COUNTED) / twice)
        return f"{grown:.2f} times the calls" if grown > RATIO_BAR else ""


def calls(work: Any) -> int:
    """Return how many calls some work makes, those of generators and of C too."""
    counted = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:  # noqa: ARG001 - a profiler
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted
