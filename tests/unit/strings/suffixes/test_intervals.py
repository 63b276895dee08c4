"""Intervals of ranks agree with sorting all suffixes; a wrong suffix array is not accepted."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from textveil.strings.alphabet import BREAK, encode
from textveil.strings.suffixes.intervals import has_owners, rank_intervals, suffix_owners
from textveil.strings.suffixes.suffix_array import is_suffix_array, suffix_array

WIDTHS = st.sampled_from([np.uint8, np.uint16, np.int32])


def sorted_suffixes(codes):
    return sorted(codes[at:] for at in range(len(codes)))


def interval(codes, start, length):
    """Ranks of the suffixes that begin with a substring, by looking at all of them."""
    wanted = codes[start : start + length]
    ranks = [r for r, suffix in enumerate(sorted_suffixes(codes)) if suffix[:length] == wanted]
    assert ranks == list(range(ranks[0], ranks[-1] + 1))
    return ranks[0], ranks[-1] + 1


def found(codes, starts, lengths, width=np.uint8, rank=np.int32):
    array = np.array(codes, width)
    order = suffix_array(array).astype(rank)
    assert is_suffix_array(array, order)
    low, high = rank_intervals(array, order, np.array(starts, rank), np.array(lengths, rank))
    return list(zip(low.tolist(), high.tolist(), strict=True))


def test_banana():
    codes = list(b"banana")
    # a, ana, anana, banana, na, nana
    starts, lengths = [1, 3, 2, 0, 5], [1, 3, 2, 6, 1]
    assert found(codes, starts, lengths) == [(0, 3), (1, 3), (4, 6), (3, 4), (0, 3)]


@st.composite
def questions(draw):
    codes = draw(st.lists(st.integers(0, draw(st.integers(0, 3))), min_size=1, max_size=30))
    starts = draw(st.lists(st.integers(0, len(codes) - 1), unique=True))
    lengths = [draw(st.integers(1, len(codes) - start)) for start in starts]
    return codes, starts, lengths


@given(questions(), WIDTHS, st.sampled_from([np.int32, np.int64]))
@example(([1] * 30, list(range(30)), list(range(30, 0, -1))), np.uint8, np.int32)
@example(([1] * 30, list(range(30)), [1] * 30), np.uint8, np.int64)
def test_intervals_are_those_of_the_sorted_suffixes(asked, width, rank):
    codes, starts, lengths = asked
    expected = [interval(codes, *question) for question in zip(starts, lengths, strict=True)]
    assert found(codes, starts, lengths, width, rank) == expected


def test_every_substring_of_deeply_nested_repeats():
    codes = [1]
    for _ in range(6):
        codes = [*codes, 2, *codes]
    for length in (1, 2, 3, 7, 15, 31, 63, 64):
        starts = list(range(len(codes) - length + 1))
        expected = [interval(codes, start, length) for start in starts]
        assert found(codes, starts, [length] * len(starts)) == expected


def test_no_question_has_no_answer():
    assert found([1, 2], [], []) == []
    assert found([], [], []) == []


@given(st.lists(st.text("ab*", max_size=6), min_size=1, max_size=5), st.data())
def test_suffixes_belong_to_the_subject_of_their_document(texts, data):
    subjects = [data.draw(st.integers(0, 2)) for _ in texts]
    coded = encode(texts, [ord("*")])
    order = suffix_array(coded.codes)
    owners = suffix_owners(coded.codes, order, coded.starts, np.array(subjects, np.int32))
    by_place = [
        subject if character != "*" else -1
        for text, subject in zip(texts, subjects, strict=True)
        for character in f"{text}*"
    ][:-1]
    assert owners.tolist() == [by_place[at] for at in order.tolist()]
    assert ((owners < 0) == (coded.codes[order] == BREAK)).all()


@given(st.lists(st.integers(-1, 4), min_size=1, max_size=20), st.integers(1, 6), st.data())
def test_owners_of_an_interval_are_counted_once(owners, k, data):
    low = data.draw(st.lists(st.integers(0, len(owners) - 1), max_size=8))
    high = [data.draw(st.integers(start + 1, len(owners))) for start in low]
    bounds = list(zip(low, high, strict=True))
    expected = [len(set(owners[start:end]) - {-1}) >= k for start, end in bounds]
    ranks = (np.array(low, np.int32), np.array(high, np.int32))
    assert has_owners(np.array(owners, np.int32), *ranks, k).tolist() == expected


@pytest.mark.parametrize("text", ["banana", "aaaa", "abracadabra*abra"])
def test_every_swap_of_two_ranks_is_refused(text):
    codes = encode([text], [ord("*")]).codes
    order = suffix_array(codes)
    assert is_suffix_array(codes, order)
    for left in range(order.size):
        for right in range(left):
            wrong = order.copy()
            wrong[[left, right]] = wrong[[right, left]]
            assert not is_suffix_array(codes, wrong)


@pytest.mark.parametrize("wrong", [[0, 0, 2], [0, 1, 3], [-1, 0, 1], [0, 1], [0, 1, 2, 3]])
def test_what_is_no_permutation_is_refused(wrong):
    assert not is_suffix_array(np.array([1, 2, 3], np.uint8), np.array(wrong, np.int32))
