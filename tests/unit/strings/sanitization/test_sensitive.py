"""Scanning for sensitive patterns: every coding, no pattern across sequences."""

import numpy as np
import pytest

from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts
from textveil.strings.windows.kmers import Coding, table_of, window_keys, window_starts


@pytest.mark.parametrize("letters", [3, 100, 1_000_000])
def test_patterns_stay_inside_a_sequence(letters):
    codes = np.array([0, 1, 2, 0, 1, 2, 0, 0, 1, 2, 0], np.int32)
    offsets = np.array([0, 5, 7, 11], np.int64)
    patterns = SensitiveSet.of(np.array([[0, 1, 2, 0], [2, 0, 1, 2]]), letters)
    assert sensitive_starts(codes, offsets, patterns).tolist() == [0, 7]


def test_many_hits_find_room():
    codes = np.zeros(5000, np.int32)
    for letters in (2, 10**6):
        zeros = SensitiveSet.of(np.zeros((1, 4)), letters)
        assert sensitive_starts(codes, np.array([0, 5000]), zeros).size == 4997


def test_a_hash_is_confirmed_by_letters():
    coding = Coding.of(10**6, 4)
    assert coding.size == 0
    patterns = SensitiveSet.of(np.array([[5, 6, 7, 8]]), 10**6)
    other = np.array([1, 2, 3, 4, 5], np.int32)
    # A table that claims another window's key, as a collision would.
    claimed = table_of(window_keys(other, np.array([0, 4], np.int64), coding))
    forged = SensitiveSet(4, patterns.patterns, coding, patterns.bits, claimed)
    assert sensitive_starts(other, np.array([0, 5]), forged).size == 0


def test_keys_and_starts():
    codes, offsets = np.array([1, 0, 1, 1], np.int32), np.array([0, 3, 3, 4], np.int64)
    assert window_keys(codes, offsets, Coding.of(2, 2)).tolist() == [2, 1]
    assert window_starts(offsets, 2).tolist() == [0, 1]
    assert window_starts(offsets, 1).tolist() == [0, 1, 2, 3]
