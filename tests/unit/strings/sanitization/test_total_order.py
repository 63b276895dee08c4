"""TFS on the examples of paper 3."""

import numpy as np
import pytest
from tests.oracles.sequences import sanitization as naive

from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts
from textveil.strings.sanitization.total_order import render, total_order


def tfs(text, sensitive, k):
    letters = sorted(set(text))
    codes = np.array([letters.index(c) for c in text], np.int32)
    offsets = np.array([0, len(text)], np.int64)
    rows = np.array([[letters.index(c) for c in pattern] for pattern in sensitive])
    starts = sensitive_starts(codes, offsets, SensitiveSet.of(rows, len(letters)))
    pieces = total_order(codes, offsets, starts, k)
    shown = render(codes, pieces, np.full(pieces.separators, len(letters), np.int32))
    assert pieces.length == shown.size
    return "".join([*letters, "#"][c] for c in shown)


@pytest.mark.parametrize(
    ("text", "sensitive", "expected"),
    [
        ("aabaaacbcbbbaabbacaab", "baaa bbaa", "aabaa#aaacbcbbba#baabbacaab"),
        ("baaabbbaba", "aaab abbb bbab", "baaa#aabb#bbba#baba"),
        ("aaaaaab", "aaaa aaab", ""),
        ("aaabbaabaccbbb", "aabb abba bbaa baab ccbb", "aaabaccb#cbbb"),
    ],
)
def test_examples(text, sensitive, expected):
    assert tfs(text, sensitive.split(), 4) == expected
    assert naive.total_order(text, sensitive.split(), 4) == expected


def test_single_letters_are_dropped():
    assert tfs("abcabc", ["b"], 1) == "acac"


def test_metrics_of_the_oracle_on_example_2_1():
    before, after = "aabaaacbcbbbaabbacaab", "aaba**cbcbbb**bb*ca*b".replace("*", "")
    sensitive = {"baaa", "bbaa"}
    lost = set(naive.windows(before, 4)) - set(naive.windows(after, 4)) - sensitive
    assert (len(lost), len(naive.ghosts([before], [after], 4, 1))) == (11, 6)
