"""Usefulness: worked by hand on small texts."""

import numpy as np
import pytest

from textveil.errors import InvalidValueError
from textveil.evaluate.text.utility import (
    evaluate_utility,
    frequent_terms,
    remaining,
    topic_accuracy,
)
from textveil.values.document import Document
from textveil.values.edit import Edit, Release

NOTE = Document("n", "We live in Japan and Peru.")


def released(*edits):
    return Release.of(NOTE, [Edit(start, end, new, "QUASI") for start, end, new in edits])


@pytest.mark.parametrize(
    ("edits", "left"),
    [
        ([], 26),
        ([(11, 16, "Ja*n")], 24),
        ([(11, 16, "*")], 21),
        ([(11, 16, "ja*N")], 24),
        ([(11, 16, "[CITY]")], 21),  # no form of what stood there
        ([(11, 16, "*****")], 21),
        ([(11, 16, "J*"), (21, 25, "P*u")], 20),
    ],
)
def test_remaining_characters(edits, left):
    assert remaining(NOTE, released(*edits)) == left


def test_a_literal_star_remains():
    note = Document("n", "a*b")
    assert remaining(note, Release.of(note, [Edit(0, 3, r"a\**", "QUASI")])) == 2


def scores(documents, releases, *rest, **options):
    found = evaluate_utility(documents, releases, *rest, **options)
    return {(score.name, score.group): score for score in found}


def test_words_left_whole():
    found = scores([NOTE], [released((11, 16, "J*"), (21, 25, "*"))])
    assert found["words left whole", ""].value == pytest.approx(4 / 6)
    assert found["words left whole", ""].count == 6


def test_an_empty_text_loses_nothing():
    note = Document("n", "")
    found = scores([note], [Release.of(note)])
    assert all(score.value == 1.0 for score in found.values())


def test_frequent_terms_leave_pieces_out():
    texts = ["river bank bank", "river bank", "moun* *tain moun*tain valley"]
    assert frequent_terms(texts, 3) == ["bank", "river", "valley"]
    before = [Document("1", "river river bank"), Document("2", "river bank")]
    after = [
        Release.of(before[0], [Edit(12, 16, "b*", "QUASI")]),
        Release.of(before[1], [Edit(6, 10, "b*", "QUASI")]),
    ]
    assert scores(before, after)["frequent terms kept", ""].value == 0.5


SPORT = [f"goal match team player {n}" for n in range(6)]
MUSIC = [f"song band guitar album {n}" for n in range(6)]
TOPICS = ["sport"] * 6 + ["music"] * 6


def test_topics_that_can_be_told_apart():
    score = topic_accuracy(SPORT + MUSIC, TOPICS, rng=np.random.default_rng(0))
    assert score.value == 1.0
    assert score.low < 0.8
    assert score.count == 12


def test_topics_that_cannot():
    same = topic_accuracy(["word"] * 12, TOPICS, rng=np.random.default_rng(0))
    assert same.value == 0.5


def test_topics_before_and_after():
    documents = [Document(str(n), text) for n, text in enumerate(SPORT + MUSIC)]
    releases = [Release.of(d, [Edit(0, len(d), "*", "QUASI")]) for d in documents]
    found = scores(documents, releases, TOPICS, rng=np.random.default_rng(0))
    assert found["topic accuracy", "input"].value == 1.0
    assert found["topic accuracy", "release"].value == 0.5


@pytest.mark.parametrize("topics", [["a"] * 4, ["a", "a", "a", "b"], ["a", "b"]])
def test_too_few_topics(topics):
    with pytest.raises(InvalidValueError, match="two topics or more"):
        topic_accuracy(["x"] * 4, topics, rng=np.random.default_rng(0))


def test_what_does_not_fit_together():
    with pytest.raises(InvalidValueError, match="its release"):
        evaluate_utility([NOTE], [])
    with pytest.raises(InvalidValueError, match="randomness"):
        evaluate_utility([NOTE], [released()], ["a"])
