"""Decoding: passages from what a tagger thinks."""

import numpy as np
import pytest

from textveil.models.decoding import passages
from textveil.values.tagging import TaggedWords

LABELS = ("CITY", "NAME")


def tagged(*words, mask=None):
    """Return words `ab ab …` with a score, the likeliest label, and how likely each begins."""
    chances = np.zeros((len(words), 3), np.float32)
    for row, (score, label, _) in zip(chances, words, strict=True):
        row[0] = 1 - score
        row[1 + LABELS.index(label)] = score
    begins = np.array([begun for *_, begun in words], np.float32)
    starts = [3 * at for at in range(len(words))]
    told = None if mask is None else np.array(mask, np.float32)
    return TaggedWords(starts, [start + 2 for start in starts], LABELS, chances, begins, told)


def decode(*words, threshold=0.5, mask=None):
    return list(passages(tagged(*words, mask=mask), threshold))


def test_words_of_one_label_are_one_passage():
    [found] = decode((0.1, "CITY", 0), (0.6, "NAME", 1), (0.8, "NAME", 0), (0.1, "NAME", 0))
    assert found[:3] == (3, 8, "NAME")
    assert found.score == pytest.approx((0.6 + 0.8) / 2)
    assert found.strongest == 2


def test_a_word_that_begins_and_a_word_of_another_label_start_a_passage():
    found = decode((0.9, "NAME", 1), (0.9, "NAME", 1), (0.9, "CITY", 0))
    assert [one[:3] for one in found] == [(0, 2, "NAME"), (3, 5, "NAME"), (6, 8, "CITY")]


def test_a_word_in_between_that_is_nothing_parts_two_passages():
    found = decode((0.9, "NAME", 1), (0.2, "NAME", 0), (0.9, "NAME", 0))
    assert [one[:2] for one in found] == [(0, 2), (6, 8)]


def test_the_threshold_itself_is_taken():
    assert decode((0.5, "NAME", 1))
    assert not decode((0.4999, "NAME", 1))


def test_a_passage_must_be_hidden_as_much_as_its_most_telling_word():
    [found] = decode((0.9, "NAME", 1), (0.9, "NAME", 0), mask=[0.25, 0.75])
    assert found.mask == 0.75
    [found] = decode((0.9, "NAME", 1))
    assert found.mask == 1.0


def test_nothing_is_found_among_no_words():
    assert decode() == []
