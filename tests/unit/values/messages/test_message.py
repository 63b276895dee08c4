"""What a component found in a message: what is checked, and what is shown."""

from datetime import UTC, datetime

import pytest

from textveil.errors import InvalidValueError
from textveil.values.messages.message import MessagePassage, private_spans
from textveil.values.span import Explanation, Span, Spans

NOON = datetime(2014, 4, 4, 12, tzinfo=UTC)


def test_a_time_shows_its_whole_phrase_and_its_seconds():
    span = Span(3, 7, "TIME", 0.9, "me", Explanation("clock"))
    shown = MessagePassage(span, True, (0, 7), "2014-04-04T12", NOON, NOON).to_json()
    assert shown["whole"] == [0, 7]
    assert shown["from"] == shown["to"] == "2014-04-04T12:00:00+00:00"
    assert "people" not in shown


def test_a_place_shows_its_people_and_no_time():
    shown = MessagePassage(Span(3, 7, "CITY"), False, people=12).to_json()
    assert shown["people"] == 12
    assert not {"whole", "from", "to", "value"} & shown.keys()


def test_what_contradicts_itself_is_refused():
    with pytest.raises(InvalidValueError, match="contain"):
        MessagePassage(Span(3, 7, "TIME"), True, (4, 9))
    with pytest.raises(InvalidValueError, match="end before"):
        MessagePassage(Span(3, 7, "TIME"), True, (3, 7), "", NOON, NOON.replace(hour=11))


def test_only_private_passages_are_spans():
    passages = (MessagePassage(Span(0, 2, "CITY"), True), MessagePassage(Span(3, 7, "CITY"), False))
    assert private_spans(passages) == Spans([Span(0, 2, "CITY")])
