"""Leaving out: patterns of the grammar, and how far they reach."""

import pytest

from textveil.errors import InputError
from textveil.pipeline.messages.composing import written_parse
from textveil.study.messages.suppression import measure_leaving_out, pattern_of
from textveil.values.document import Document


def test_times_of_one_shape_have_one_pattern():
    one, other = written_parse("Mary eats sushi at night"), written_parse("Ann walks home at noon")
    assert pattern_of(one, 16, 24) == pattern_of(other, 15, 22)


def test_all_times_go_once_their_patterns_were_seen():
    posts = [Document(str(at), f"We met Ana {word} week.") for at in range(9) for word in ("last",)]
    found = measure_leaving_out(posts, "2014-04-04T08:00")
    assert found["ten commonest"] == 100.0
    assert [row[1] for row in found["by training posts"]] == [100.0]


def test_posts_without_times_are_refused():
    with pytest.raises(InputError):
        measure_leaving_out([Document("1", "It rains.")])
