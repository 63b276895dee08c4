"""Codes over slots are as far apart as they say, and two apart wherever that is possible."""

from itertools import combinations, product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from textveil.strings.slot_codes import code_of, most_words


def apart(words):
    pairs = combinations(words, 2)
    return min(sum(a != b for a, b in zip(one, two, strict=True)) for one, two in pairs)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(2, 40), st.integers(0, 99))
def test_words_are_as_far_apart_as_told(sizes, wanted, seed):
    words, distance = code_of(sizes, wanted, Random(seed))  # noqa: S311 - the seed is drawn
    possible = len(list(product(*map(range, sizes))))
    assert len(words) == min(wanted, possible)
    if len(words) > 1:
        assert apart(words) >= distance
    if most_words(sizes, 2) >= wanted and len(sizes) > 1:
        assert distance >= 2


@given(st.lists(st.integers(2, 4), min_size=3, max_size=5), st.integers(0, 99))
def test_new_words_keep_their_distance_to_those_that_stand(sizes, seed):
    first, _ = code_of(sizes, 2, Random(seed))  # noqa: S311 - the seed is drawn
    rng = Random(seed + 1)  # noqa: S311 - the seed is drawn
    more, distance = code_of(sizes, 2, rng, standing=first)
    assert len(set(first + more)) == len(first) + len(more)
    for new in more:
        for old in first:
            assert sum(a != b for a, b in zip(new, old, strict=True)) >= distance
