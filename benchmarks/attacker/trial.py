"""Trials: what each kind of attack is to the loop.

A trial is one text, file, release, corpus, run or model that is tried. A kind makes a few of them
at a time from a seed, and tells what it finds. A find is an object of JSON with everything that is
needed to try it again; all data are invented, so it may hold the text itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

__all__ = ["Attack", "Find", "Made"]

Find = Mapping[str, Any]
"""What was found: enough for `Attack.again`, and `why`."""


class Made(NamedTuple):
    """How many trials were made, and what was found."""

    trials: int
    found: Sequence[Find]


class Attack(Protocol):
    """A kind of attack.

    Attributes
    ----------
    name
        What it is called in files and results.
    share
        How much of the time it gets, beside the others.
    about
        What a trial is, in words.
    """

    name: str
    share: float
    about: str

    def some(self, seed: str) -> Made:
        """Make a few trials; the same for the same seed."""
        ...

    def again(self, find: Find) -> str:
        """Try a find again; return what is wrong, or nothing if it was mended."""
        ...
