"""A handle of thousands of words takes steps with their number, not with its square."""

import sys
from random import Random

from textveil.transform.surrogates.maker import Persona
from textveil.transform.surrogates.persons.handles import rewrite_handle


def steps(words):
    """Return how many lines are run, rounds of comprehensions too."""
    counted = 0

    def count(frame, event, argument):
        nonlocal counted
        counted += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        rewrite_handle("a." * words, Persona("Mary", "", "Jones"), ("", ""), Random(1), 0)  # noqa: S311
    finally:
        sys.settrace(before)
    return counted


def test_steps_grow_with_the_number_of_words():
    steps(10)
    assert steps(800) <= 2.3 * steps(400)
