"""Known vectors of repeats and of their coverings."""

import numpy as np
import pytest

from textveil.strings.alphabet import encode
from textveil.strings.coverings.covering import minimum
from textveil.strings.coverings.longest_covering import longest_first, paper
from textveil.strings.coverings.self_covering import self_covering
from textveil.strings.suffixes.repeats import longest_repeats, maximal_repeats
from textveil.strings.suffixes.subject_repeats import longest_shared
from textveil.strings.suffixes.suffix_array import suffix_array


def repeats(documents, k, broken=()):
    coded = encode(documents, broken)
    return coded, longest_repeats(coded.codes, suffix_array(coded.codes), k)


def released(document, kept) -> str:
    return "".join(c if k else "*" for c, k in zip(document, kept, strict=True))


@pytest.mark.parametrize(
    ("text", "k", "expected"),
    [
        ("abaababa", 2, [(0, 3), (3, 6), (5, 8)]),
        ("banana", 2, [(1, 4), (3, 6)]),
        ("banana", 3, [(1, 2), (3, 4), (5, 6)]),
        ("bananan", 3, [(1, 3), (3, 5), (5, 7)]),
        ("", 2, []),
        ("aaaa", 5, []),
    ],
)
@pytest.mark.parametrize("kind", [str, str.encode, lambda t: np.array([ord(c) for c in t], int)])
def test_maximal_repeats(text, k, expected, kind):
    _, longest = repeats([kind(text)], k)
    starts, ends = maximal_repeats(longest)
    assert list(zip(starts.tolist(), ends.tolist(), strict=True)) == expected


def test_longest_first_keeps_abra_and_a_and_abra():
    _, longest = repeats(["abracadabra"], 2)
    assert released("abracadabra", longest_first(longest)) == "abra*a*abra"


def test_paper_drops_a_repeat_that_touches_a_kept_one():
    _, longest = repeats(["banana"], 2)
    # "ana" at 1 and at 3 overlap: the second goes as a whole, trimmed it would be "a".
    assert released("banana", paper(longest)) == "*ana**"
    assert released("banana", longest_first(longest)) == "*ana*a"


def test_minimum_suppresses_one_symbol_between_runs():
    _, longest = repeats(["banana"], 2)
    assert released("banana", minimum(longest)) == "*ana*a"


def test_a_minimum_length_is_worth_a_different_cut():
    _, longest = repeats(["abcabxcab"], 2)
    for length in (1, 2, 3):
        kept = minimum(longest, length)
        runs = released("abcabxcab", kept).split("*")
        assert all(len(run) >= length for run in runs if run)


def test_repeats_do_not_cross_documents():
    _, apart = repeats(["ab", "ab"], 2)
    _, together = repeats(["abab"], 2)
    assert apart.tolist() == [2, 1, 0, 2, 1]
    assert together.tolist() == [2, 1, 2, 1]


def test_a_mark_in_the_input_ends_every_run():
    _, longest = repeats(["ab*ab*ab"], 2, [ord("*")])
    assert longest.tolist() == [2, 1, 0, 2, 1, 0, 2, 1]
    assert released("ab*ab*ab", minimum(longest)) == "ab*ab*ab"


def test_subjects_count_once():
    coded = encode(["aa aa", "aa", "b"])
    order = suffix_array(coded.codes)
    same = np.array([0, 0, 1], np.int32)
    other = np.array([0, 1, 2], np.int32)
    assert longest_shared(coded.codes, order, coded.starts, same, 2).max() == 0
    assert longest_shared(coded.codes, order, coded.starts, other, 2).max() == 2
    assert longest_shared(coded.codes, order, coded.starts, other, 4).max() == 0


def test_shown_symbols_stay():
    text = "x y x-y"
    coded, longest = repeats([text], 2)
    shown = coded.mask([ord(" "), ord("-")])
    assert released(text, minimum(longest, 1, shown)) == "* * *-*"


@pytest.mark.parametrize("k", [2, 3, 7])
def test_runs_of_the_release_support_each_other(k):
    text = "the cat sat; the cat ran; a cat sat; the rat ran; " * 3 + "zebra"
    coded, longest = repeats([text], k)
    kept = self_covering(coded.codes, suffix_array(coded.codes), k)
    shown = released(text, kept)
    for run in filter(None, shown.split("*")):
        assert sum(shown.startswith(run, i) for i in range(len(shown))) >= k
    assert kept.sum() <= minimum(longest).sum()


@pytest.mark.parametrize("cover", [minimum, longest_first, paper])
def test_nothing_in_nothing_out(cover):
    assert cover(np.zeros(0, np.int32)).tolist() == []
    assert cover(np.zeros(3, np.int32)).tolist() == [False] * 3


def test_output_of_nothing_is_nothing():
    empty = np.zeros(0, np.uint8)
    assert self_covering(empty, suffix_array(empty), 2).tolist() == []
