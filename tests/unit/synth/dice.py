"""Randomness for tests of generated text."""

from random import Random


def dice(seed=1):
    """Return a source of randomness."""
    return Random(seed)  # noqa: S311 - nothing secret
