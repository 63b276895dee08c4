"""ETFS on the examples of paper 3, and in little memory."""

import tracemalloc

import numpy as np
import pytest
from tests.oracles.sequences import sanitization as naive

from textveil.strings.sanitization.edit_distance import least_edits
from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts


def etfs(text, sensitive, k):
    letters = sorted(set(text))
    codes = np.array([letters.index(c) for c in text], np.int32)
    rows = np.array([[letters.index(c) for c in pattern] for pattern in sensitive])
    known = SensitiveSet.of(rows, len(letters))
    starts = sensitive_starts(codes, np.array([0, len(text)]), known)
    edited = least_edits(codes, starts, k, len(letters))
    return "".join([*letters, "#"][c] for c in edited.codes), edited.distance


@pytest.mark.parametrize(
    ("text", "sensitive", "distance"),
    [
        ("aaaaaab", "aaaa aaab", 1),
        ("aaabbaabaccbbb", "aabb abba bbaa baab ccbb", 4),
        ("aabaaacbcbbbaabbacaab", "baaa bbaa", 6),
    ],
)
def test_examples(text, sensitive, distance):
    result, found = etfs(text, sensitive.split(), 4)
    assert found == distance == naive.edit_distance(text, result)
    assert naive.keeps_order(text, result, sensitive.split(), 4)


def test_single_letters():
    assert etfs("abcabc", ["b"], 1) == ("a#ca#c", 2) or etfs("abcabc", ["b"], 1)[1] == 2


def test_short_sequences_stay():
    codes = np.array([0, 1], np.int32)
    assert least_edits(codes, np.zeros(0, np.int64), 4, 2).codes.tolist() == [0, 1]


def test_memory_grows_with_the_root():
    rng = np.random.default_rng(2)
    codes = rng.integers(0, 4, 1500, dtype=np.int32)
    starts = sensitive_starts(
        codes, np.array([0, codes.size]), SensitiveSet.of(rng.integers(0, 4, (20, 4)), 4)
    )
    tracemalloc.start()
    least_edits(codes, starts, 4, 4)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # A full table would take 4 * 1500 * 1500 * 5 bytes.
    assert peak < 8_000_000
