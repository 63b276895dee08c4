"""Tagged words: what a model thinks, in one value."""

import numpy as np

from textveil.values.tagging import TaggedWords

CHANCES = np.array([[0.25, 0.5, 0.25], [0.75, 0.05, 0.2]], np.float32)
TAGGED = TaggedWords([0, 4], [3, 8], ("CITY", "NAME"), CHANCES, np.ones(2, np.float32))


def test_a_score_is_the_chance_of_being_anything():
    assert TAGGED.scores.tolist() == [0.75, 0.25]


def test_the_likeliest_label_is_told_also_where_nothing_is_likelier():
    assert [TAGGED.labels[at] for at in TAGGED.likeliest()] == ["CITY", "NAME"]


def test_there_are_as_many_as_there_are_words():
    assert len(TAGGED) == 2
    none = TaggedWords([], [], ("CITY",), np.zeros((0, 2), np.float32), np.zeros(0, np.float32))
    assert len(none) == len(none.scores) == len(none.likeliest()) == 0


def test_the_representation_counts_and_shows_no_place():
    assert repr(TAGGED) == "TaggedWords(2 words, 2 labels)"
