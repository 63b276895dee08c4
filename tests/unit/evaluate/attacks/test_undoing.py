"""What a reader recovers from sanitized sequences by undoing repeats."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.sequences import sequences as twins

from textveil.errors import InvalidValueError
from textveil.evaluate.attacks.undoing import guess_length, undo_repeats, undoing_attack
from textveil.strings.sanitization.undoing import suggested_windows
from textveil.strings.windows.exact_windows import lay_out
from textveil.transform.sanitization.sanitize import Sanitize, sanitize
from textveil.values.sequence import Alphabet, Sequence

W = "aabaaacbcbbbaabbacaab"
HIDDEN = ["baaa", "bbaa"]


def attacked(before, after, sensitive, k, **more):
    old, new = [Sequence.of("w", before)], [Sequence.of("w", after)]
    return [score.value for score in undoing_attack(old, new, sensitive, k, **more)]


def planted(letters, k, seed, size=3000, times=8):
    """Return random letters with two patterns put in, and the patterns."""
    rng = np.random.default_rng([letters, k, seed])
    text = rng.integers(0, letters, size)
    patterns = rng.choice(letters, (2, k))
    for number, slot in enumerate(rng.choice(size // (2 * k) - 1, 2 * times, replace=False)):
        text[2 * k * slot + 1 :][:k] = patterns[number % 2]
    names = Alphabet(tuple(chr(65 + code) for code in range(letters)))
    spelled = [tuple(names.symbols[code] for code in row) for row in patterns.tolist()]
    return [Sequence("w", text.astype(np.int32).tobytes(), names)], spelled


def test_every_separator_of_x_gives_its_pattern_away():
    recovered, chance, _ = attacked(W, "aabaa#aaacbcbbba#baabbacaab", HIDDEN, 4)
    assert recovered == 1
    assert 0 < chance < 0.05


def test_a_stretch_of_two_sensitive_patterns_comes_out_whole():
    # k = 4, abcd and bcde are sensitive: xabc cdef overlap by one letter.
    assert attacked("xabcdefg", "xabc#cdefg", ["abcd", "bcde"], 4)[0] == 1


def test_a_stretch_of_k_patterns_has_lost_letters():
    # The letters between abc and fgh are gone.
    assert attacked("abcdefgh", "abc#fgh", ["bcd", "cde", "def", "efg"], 3)[0] == 0


def test_patterns_that_never_occurred_are_not_counted():
    found = undoing_attack([Sequence.of("w", W)], [Sequence.of("w", W)], ["cccc"], 4)
    assert [(score.value, score.count) for score in found] == [(0, 0), (0, 0), (0, 0)]


def test_another_separator():
    assert attacked(W, "aabaa|aaacbcbbba|baabbacaab", HIDDEN, 4, separator="|")[0] == 1


@pytest.mark.parametrize("gap", ["x", ""])
def test_a_repeat_is_undone_whether_a_letter_was_put_in_or_not(gap):
    found = undo_repeats([Sequence.of("w", f"qabcd{gap}bcder")], 5)
    assert found.patterns[0] == tuple("abcde")
    assert found.times[0] == 1


def test_what_occurs_in_the_release_is_no_guess():
    found = undo_repeats([Sequence.of("w", "abcdxbcde" + "zabcdez")], 5)
    assert tuple("abcde") not in found.patterns


def test_ties_count_by_their_share():
    found = undo_repeats([Sequence.of("w", "abcxbcd"), Sequence.of("v", "efgyfgh")], 4)
    assert found.scores[0] == found.scores[1]
    assert found.expected_hits([tuple("abcd")]) == 0.5
    assert found.expected_hits([tuple("abcd"), tuple("efgh")]) == 2


def test_k_below_one():
    with pytest.raises(InvalidValueError, match="1 or more"):
        undo_repeats([Sequence.of("w", "ab")], 0)


@given(
    st.lists(st.text("ab#", max_size=14), min_size=1, max_size=2)
    | st.lists(st.text("abc", max_size=20), min_size=1, max_size=2),
    st.integers(2, 5),
)
def test_undoing_by_its_twin(texts, k):
    released = [Sequence.of(str(at), text) for at, text in enumerate(texts)]
    found = undo_repeats(released, k)
    separated = any("#" in text for text in texts)
    wanted: Counter[tuple[str, ...]] = Counter()
    shown = {w for text in texts for _, w in twins.windows(text, k)}
    for text in texts:
        # Where any sequence has separators, only those are undone.
        if separated and "#" not in text:
            continue
        wanted += twins.undone(text, k)
    counted = {p: n for p, n in zip(found.patterns, found.times, strict=True) if n}
    assert counted == {w: n for w, n in wanted.items() if w not in shown}


@given(st.text("abc", min_size=1, max_size=40), st.integers(3, 5))
def test_suggested_windows_by_their_twin(text, k):
    codes = np.array(["abc".index(letter) for letter in text], np.int32)
    letters = lay_out(codes, np.array([codes.size]), np.arange(2, 5, dtype=np.int32))
    rows = suggested_windows(letters, k)
    ends, middles = twins.totals([text], k - 1), twins.totals([text], k - 2)
    wanted = {
        (*head, tail[-1])
        for head in ends
        for tail in ends
        if head[1:] == tail[:-1]
        and min(ends[head], ends[tail]) >= 2
        and ends[head] * ends[tail] >= middles[head[1:]]
    }
    found = ["".join("abc"[code - 2] for code in row) for row in rows.tolist()]
    assert sorted(found) == sorted("".join(window) for window in wanted)
    assert len(found) <= len(text)


@pytest.mark.parametrize("method", ["tm", "tmi", "tpm", "ghosts", "tfs", "pfs"])
def test_without_decoys_the_reader_wins(method):
    shares = []
    for letters, k in ((10, 4), (10, 6), (20, 4)):
        for seed in range(3):
            source, patterns = planted(letters, k, seed)
            made = sanitize(source, patterns, Sanitize(method, k=k, tau=3))
            shares.append(undoing_attack(source, made.released, patterns, k)[0].value)
    assert np.mean(shares) > 0.5


def test_k_shows_itself():
    source, patterns = planted(10, 6, 1)
    made = sanitize(source, patterns, Sanitize("tm", k=6, tau=3))
    assert guess_length(made.released) == 6
    assert undoing_attack(source, made.released, patterns, 6)[2].value == 1
