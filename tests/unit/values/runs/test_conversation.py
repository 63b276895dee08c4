"""Messages of one chat, channel or thread belong together."""

import pytest

from textveil.values.document import Document
from textveil.values.metadata import CLOCK, Metadata
from textveil.values.runs.conversation import conversation_of


def place(number, **fields):
    return conversation_of(Document(number, "hi", "Ana", Metadata(fields)))


def test_a_thread_begins_with_its_first_message():
    first = {"from": "ana@example.org", "date": "3 May"}
    assert place("box.mbox/1", **first) == place("box.mbox/2", **first, thread="m1")
    assert place("box.mbox/1", **first) != place("box.mbox/3", **first)
    assert place("box.mbox/1", **first) != place("other.mbox/1", **first)


@pytest.mark.parametrize("fields", [{CLOCK: "9:15"}, {"date": "3 May", "time": "9:15"}])
def test_a_chat_is_one_conversation(fields):
    assert place("a/1", **fields) == place("a/2", **fields) != place("b/1", **fields)


def test_channels_are_apart_and_other_documents_are_their_subjects():
    assert place("1", channel="x") != place("2", channel="y")
    assert place("1", ward="B2") == "subject:Ana"
    assert place("1", time="9:15", date="3 May", ward="B2") == "subject:Ana"
