"""Each defect of a toy attack is caught, and named without quoting a text."""

from itertools import count

import pytest

from textveil.testing import check_attack
from textveil.testing.samples import CANARIES
from textveil.values.figures.attack import Glimpse, Guess, Knowledge, Seen

NUMBERS = count()


class Copies:
    """Takes what is shown for what was; as it should be."""

    name, meaning = "copies", "takes what is shown for what was"
    needs = frozenset({"lists"})

    def guesses(self, view, known):
        return [Guess("a value", s.shown, (at,), 0.5) for at, s in enumerate(view.passages)]

    def is_right(self, guess, real):
        return guess.value in real


class Nameless(Copies):
    name = ""


class Speechless(Copies):
    meaning = ""


class Asks(Copies):
    needs = frozenset({"the key"})


class Outside(Copies):
    def guesses(self, view, known):
        return [Guess("a value", "x", (len(view.passages),), 0.5)]


class Changes(Copies):
    def guesses(self, view, known):
        return [Guess("a value", str(next(NUMBERS)), (0,), 0.5)] if view.passages else []


class Quotes(Copies):
    def guesses(self, view, known):
        return [Guess(s.shown, "x", (at,), 0.5) for at, s in enumerate(view.passages)]


class Unsure(Copies):
    def is_right(self, guess, real):
        return 0.5


class Invents(Copies):
    def guesses(self, view, known):
        return [Guess("a value", "x", (), 0.5)]


class Certain(Copies):
    def guesses(self, view, known):
        return [Guess("a value", "x", (), 2.0)]


class Yields(Copies):
    def guesses(self, view, known):
        return ["Zilpah"] if view.passages else []


class Expects(Copies):
    def guesses(self, view, known):
        return [known.lists["NAME"][0]]


def test_a_sound_attack_passes():
    check_attack(Copies())


@pytest.mark.parametrize(
    ("attack", "promise"),
    [
        (Nameless(), "is empty"),
        (Speechless(), "is empty"),
        (Asks(), "`needs` has something else than"),
        (Outside(), "a passage that the view does not have"),
        (Changes(), "other guesses the second time"),
        (Quotes(), "shows text of a document"),
        (Unsure(), "gives no True or False"),
        (Invents(), "guesses at a release of nothing"),
        (Certain(), "breaks with InvalidValueError"),
        (Yields(), "gives something else"),
        (Expects(), "breaks with KeyError"),
        (object(), "lacks"),
    ],
)
def test_a_defect_is_named(attack, promise):
    with pytest.raises(AssertionError, match=promise) as told:
        check_attack(attack)
    assert not any(word in str(told.value) for word in CANARIES)


def test_guessing_nothing_from_the_release_given_fails():
    class Silent(Copies):
        def guesses(self, view, known):
            return []

    # A local class cannot be pickled: the check is of what comes after.
    Silent.__reduce__ = lambda self: (Copies, ())
    view = Glimpse({"n": "Ana"}, (Seen("n", "n", "NAME", 0, 3, "Ana"),))
    check_attack(Copies(), view, Knowledge())
    with pytest.raises(AssertionError, match="guesses nothing"):
        check_attack(Silent(), view)
