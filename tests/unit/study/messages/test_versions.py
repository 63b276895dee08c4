"""Counting: covers and versions, as Eq. 4.8 and 4.9 count them."""

import pytest

from textveil.errors import InputError
from textveil.study.messages.versions import measure_covers, measure_versions
from textveil.values.document import Document

AT = "2014-04-04T08:00"
POSTS = [Document("1", "I'm from Tokyo and I love it."), Document("2", "It rains.")]


def test_messages_without_private_passages_are_not_counted():
    found = measure_covers(POSTS, AT)
    assert found["messages"] == 1
    # Tokyo, Honshu, Japan, Asia: the verb "be" cannot do without a place.
    assert found["covers"]["mean"] == 4


def test_versions_are_covers_times_wordings():
    found = measure_versions(POSTS, AT)
    # Written as it is, and two ways to tell each of three wider places: "in" and "somewhere in".
    assert found["versions"]["mean"] == (1 + 2 * 3) * found["synonyms alone"]["mean"]
    with pytest.raises(InputError):
        measure_versions(POSTS[1:], AT)
