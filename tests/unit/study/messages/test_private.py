import pytest

from textveil.errors import InvalidValueError
from textveil.study.messages.learners import ALL_LEARNERS, crossed
from textveil.study.messages.private import compare_private
from textveil.values.document import Document
from textveil.values.metadata import Metadata

pytest.importorskip("sklearn")

TEXTS = [f"i am {word}" for word in ["a", "b", "c", "a", "b", "c", "a", "b", "c", "a"]] + [
    f"they are {word}" for word in ["a", "b", "c", "a", "b", "c", "a", "b", "c", "a"]
]
TOLD = [True] * 10 + [False] * 10


@pytest.mark.parametrize("name", ALL_LEARNERS)
def test_every_learner_judges_each_message_once(name):
    assert len(crossed(name, TEXTS, TOLD, 2, 5, 0)) == len(TEXTS)


def test_the_telling_words_are_learnt():
    assert crossed("SMO", TEXTS, TOLD, 1, 5, 0) == TOLD


def test_too_few_messages_are_refused():
    few = [Document("1", "x", metadata=Metadata({"private": True}))]
    with pytest.raises(InvalidValueError):
        compare_private(few)
