"""What an attacker recovers from sanitized sequences."""

import numpy as np
import pytest

from textveil.errors import InvalidValueError
from textveil.evaluate.attack import replacement_attack, reversal_attack
from textveil.values.sequence import Sequence

W = "aabaaacbcbbbaabbacaab"
HIDDEN = ["baaa", "bbaa"]


def reversal(before, after, sensitive, k, **more):
    old, new = [Sequence.of("w", before)], [Sequence.of("w", after)]
    return [score.value for score in reversal_attack(old, new, sensitive, k, **more)]


def test_every_separator_of_x_gives_its_pattern_away():
    assert reversal(W, "aabaa#aaacbcbbba#baabbacaab", HIDDEN, 4) == [1, 1, 1]


def test_what_stands_beside_a_separator_of_y_may_come_from_elsewhere():
    recovered, places, precision = reversal(W, "aaacbcbbba#aabaabbacaab", HIDDEN, 4)
    assert (recovered, places) == (0.5, 1)
    assert 0 < precision < 1


def test_a_stretch_of_two_sensitive_patterns_comes_out_whole():
    # k = 4, abcd and bcde are sensitive: xabc cdef overlap by one letter.
    assert reversal("xabcdefg", "xabc#cdefg", ["abcd", "bcde"], 4) == [1, 1, 1]


def test_a_stretch_of_k_patterns_has_lost_letters():
    # The letters between abc and fgh are gone.
    assert reversal("abcdefgh", "abc#fgh", ["bcd", "cde", "def", "efg"], 3)[0] == 0


def test_patterns_that_never_occurred_are_not_counted():
    found = reversal_attack([Sequence.of("w", W)], [Sequence.of("w", W)], ["cccc"], 4)
    assert [(score.value, score.count) for score in found] == [(0, 0), (0, 0), (0, 0)]


def test_windows_do_not_reach_across_the_next_separator():
    before, after = [Sequence.of("w", "abcabc")], [Sequence.of("w", "ab#bc#a")]
    guesses = [reversal_attack(before, after, [], k)[2].count for k in (1, 2, 3, 4)]
    # Two letters: bb and ca. Three: abc and bca. Four would hold the other separator.
    assert guesses == [0, 2, 2, 0]
    assert reversal("abcabc", "ab#bc#a", ["bca"], 3) == [1, 0.5, 0.5]


def test_another_separator():
    assert reversal(W, "aabaa|aaacbcbbba|baabbacaab", HIDDEN, 4, separator="|")[0] == 1


def route_without(words, length):
    """A random text over abc in which some words of three letters never occur."""
    rng, text = np.random.default_rng(0), "cc"
    while len(text) < length:
        letter = "abc"[rng.integers(3)]
        if text[-2:] + letter not in words:
            text += letter
    return text


def test_a_letter_that_fits_nowhere_is_guessed():
    before = route_without({"caa", "aab", "abc"}, 900)
    # Put in between ca and bc, the letter a makes three words that are expected and never occur.
    place = next(at for at in range(300, 900) if before[at - 2 : at] == "ca")
    after = before[:place] + "a" + "bc" + before[place:]
    old, new = [Sequence.of("w", before)], [Sequence.of("w", after)]
    found = replacement_attack(old, new, {0: [place]}, ["cac"], 3)
    assert (found[0].name, found[0].value, found[0].count) == ("found replacements", 1, 1)
    # One guess, at which k - 1 windows at most are spelled.
    assert found[2].count == 1
    assert found[3].count <= 2


def test_without_replacements_there_is_nothing_to_find():
    text = [Sequence.of("w", "abcabc")]
    assert [s.value for s in replacement_attack(text, text, {}, ["abc"], 3)] == [0, 0, 0, 0]


def test_short_patterns_have_no_plausibility():
    with pytest.raises(InvalidValueError, match="3 letters"):
        replacement_attack([], [], {}, [], 2)
