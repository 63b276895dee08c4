"""Evidence against friends: bets are fair, whatever the posts are, and posteriors are exact."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import message_tracing as oracle

from textveil.trace.messages.evidence import HELD, TOGETHER, paid
from textveil.trace.messages.kept import KeptDraw, KeptMessage, KeptPlace
from textveil.trace.messages.posterior import KEPT, NOBODY, likelihoods, posterior_of

RATIOS = st.lists(st.floats(0.0, 1e9), min_size=3, max_size=9)
WORDS = [(0, 0, 0), (1, 1, 0), (0, 1, 1), (1, 0, 1), (2, 2, 2)]
SIZES = (3, 3, 3)


@given(RATIOS, st.floats(0.0, 1.0))
def test_a_bet_pays_at_most_one_on_average_to_any_who_are_left(ratios, held):
    pays = paid(np.array(ratios), held)
    for left in range(max(1, len(ratios) - TOGETHER), len(ratios) + 1):
        for some in combinations(pays.tolist(), left):
            assert sum(some) / left <= 1 + 1e-9


@given(
    st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=5, unique=True),
    st.tuples(*[st.sets(st.integers(0, 2))] * 3),
)
def test_the_posterior_is_that_of_the_oracle(words, seen):
    places = tuple(KeptPlace(at, at, ("a", "b", "c"), private=False) for at in range(3))
    names = tuple(f"f{number}" for number in range(len(words)))
    draw = KeptDraw("all", names, tuple(range(len(words))), np.array(words, np.uint8))
    found = posterior_of(KeptMessage("1", "", places, (draw,)), [frozenset(one) for one in seen])
    wanted, unknown = oracle.posterior(words, seen, SIZES, KEPT, NOBODY)
    assert found.unknown == pytest.approx(unknown)
    assert dict(found.friends) == pytest.approx(dict(zip(names, wanted, strict=True)))


def pays(shown):
    seen = [frozenset({letter}) for letter in shown]
    words = np.array(WORDS, np.uint8)
    return paid(likelihoods(SIZES, seen, words), HELD).tolist()


@pytest.mark.parametrize(
    "leaks",
    [
        [lambda word: word] * 2,
        [lambda word: WORDS[(WORDS.index(word) + 1) % len(WORDS)]] * 2,
        [lambda _: WORDS[3]] * 2,
        [lambda word: (*word[:2], WORDS[0][2])] * 2,
    ],
    ids=["own version", "another's version", "always one version", "half of another's"],
)
@pytest.mark.parametrize("rate", [0.6, 0.4])
def test_no_leaker_makes_innocents_accused_more_often_than_stated(leaks, rate):
    friends = 3
    wrong = oracle.wrongly_accused(WORDS, friends, leaks, pays, friends / rate)
    assert wrong <= rate
