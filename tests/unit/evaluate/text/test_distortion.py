"""Distortion of sanitized sequences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.sequences import sequences as oracle

from textveil.errors import InvalidValueError
from textveil.evaluate.text.distortion import (
    edit_distance,
    measure_distortion,
    measure_edit_distance,
)
from textveil.values.sequence import Sequence

W = "aabaaacbcbbbaabbacaab"
HIDDEN = ["baaa", "bbaa"]
TEXTS = st.lists(st.text("abc", max_size=12), min_size=1, max_size=3)


def of(texts):
    return [Sequence.of(str(number), text) for number, text in enumerate(texts)]


def scores(before, after, sensitive, k, **more):
    found = measure_distortion(of(before), of(after), sensitive, k, **more)
    return {score.name: score for score in found}


def test_example_2_1():
    # The string I of permutation hiding: * stands for a deleted letter.
    found = scores([W], ["aaba**cbcbbb**bb*ca*b".replace("*", "")], HIDDEN, 4, tau=1)
    assert (found["tau-lost"].value, found["tau-ghost"].value) == (11, 6)


def test_the_papers_own_string_has_neither():
    found = scores([W], ["aaacbcbbbacaabaabbacaab"], HIDDEN, 4, tau=1)
    assert (found["tau-lost"].value, found["tau-ghost"].value) == (0, 0)
    assert (found["length"].value, found["length"].count) == (23, 21)
    assert found["frequency distortion"].value == 4


def test_separators_are_in_no_pattern():
    found = scores([W], ["aabaa#aaacbcbbba#baabbacaab"], HIDDEN, 4)
    assert found["frequency distortion"].value == 0


@given(TEXTS, st.data(), st.integers(1, 4), st.integers(1, 3))
def test_measures_equal_the_definitions(before, data, k, tau):
    after = [data.draw(st.text("abc#", max_size=14)) for _ in before]
    sensitive = data.draw(st.lists(st.text("abc", min_size=k, max_size=k), max_size=3))
    found = scores(before, after, sensitive, k, tau=tau)
    names = ("frequency distortion", "tau-lost", "tau-ghost")
    expected = oracle.distortion(before, after, sensitive, k, tau)
    assert tuple(found[name].value for name in names) == expected


@given(TEXTS, st.data(), st.integers(3, 4), st.sampled_from([-0.1, -0.5, -1.0]))
def test_the_implausible_share_equals_its_definition(before, data, k, rho):
    after = [data.draw(st.text("abc", max_size=14)) for _ in before]
    share = scores(before, after, [], k, rho=rho)["implausible share"]
    gained = oracle.gained(before, after, k)
    bad = sum(times for word, times in gained.items() if oracle.z_score(word, before) < rho)
    assert share.count == sum(gained.values())
    assert share.value == pytest.approx(bad / max(share.count, 1))


@given(st.text("ab#", max_size=40), st.text("ab#", max_size=40))
def test_the_edit_distance_equals_its_table(left, right):
    assert edit_distance(left, right) == oracle.edit_distance(left, right)


def test_edit_distances_of_the_paper():
    assert edit_distance("aaaaaab", "") == 7
    assert edit_distance("aaabbaabaccbbb", "aaabaccb#cbbb") == 5


def test_the_relative_error():
    before, after = of(["aaabbaabaccbbb"]), of(["aaabaccb#cbbb"])
    distance, error = measure_edit_distance(before, after, optimal=4)
    assert (distance.value, error.value) == (5, 0.25)
    assert measure_edit_distance(before, before, optimal=0)[1].value == 0
    assert measure_edit_distance(before, after, optimal=0)[1].value == float("inf")
    assert len(measure_edit_distance(before, after)) == 1


@pytest.mark.parametrize(
    ("problem", "more"),
    [("tau", {"tau": 0}), ("rho", {"rho": 0.0}), ("3 letters", {"rho": -1.0, "k": 2})],
)
def test_mistakes(problem, more):
    with pytest.raises(InvalidValueError, match=problem):
        scores(["abab"], ["abba"], [], **{"k": 3, **more})
