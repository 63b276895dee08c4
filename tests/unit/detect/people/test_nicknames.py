"""People are found by what they are called, once a name or handle is known."""

import pytest

from textveil.detect.people.nicknames import Nicknames
from textveil.lexicon.people.handles import handle_words
from textveil.values.document import Document
from textveil.values.metadata import CLOCK, Metadata
from textveil.values.span import Span, Spans

CHAT = Metadata({CLOCK: "9:15", "date": "3/1/24"})


def message(number, text, sender, **fields):
    return Document(number, text, sender, Metadata({**CHAT, **fields}))


def called(known, label, text, *, score=1.0):
    """Return what is found in a message after another one told a name or handle."""
    first, other = message("1", known, "a"), message("2", text, "b")
    nicknames = Nicknames()
    spans = Spans([Span(0, len(known), label, score)])
    nicknames.learn(first, spans | Spans([Span(0, 1, "NAME")]))
    return [other.covered_by(span) for span in nicknames.places(other, Spans())]


@pytest.mark.parametrize(
    ("known", "label", "text", "expected"),
    [
        ("Sophie Laurent", "NAME", "lol Soph", ["Soph"]),
        ("Sophie Laurent", "NAME", "it was soph's idea", ["soph"]),
        ("Thomas Becker", "NAME", "tommy or BECKER", ["tommy", "BECKER"]),
        ("Jordan Reyes", "NAME", "ok jords", ["jords"]),
        ("Charlotte Brandt", "NAME", "go lotte", ["lotte"]),
        ("@soph_92", "USERNAME", "soph left", ["soph"]),
        ("sophlaurent@example.org", "EMAIL", "soph left", ["soph"]),
        ("zuzu_88", "NAME", "who is late, zuzu?", ["zuzu"]),
        ("Will Harper", "NAME", "it will rain, Will", ["Will"]),
        ("May Harper", "NAME", "it may rain in May", []),
        ("@sun", "USERNAME", "I like the sun, @sun", ["sun"]),
        ("Theodore Lind", "NAME", "meet at The Crown", []),
        ("Sophie Laurent", "NAME", "philosophy is sophistry", []),
    ],
)
def test_a_nickname_is_found_in_another_message(known, label, text, expected):
    assert called(known, label, text) == expected


def test_other_chats_and_guesses_that_nobody_bears_do_not_count():
    nicknames = Nicknames()
    one = message("1", "Sophie Laurent", "a", channel="x")
    nicknames.learn(one, Spans([Span(0, 14, "NAME")]))
    assert not nicknames.places(message("2", "lol Soph", "b", channel="y"), Spans())
    assert called("Omg", "NAME", "omg again", score=0.6) == []


def test_everyday_words_outside_chats_stay():
    nicknames, note = Nicknames(), Document("1", "Mr. Black", "p1")
    nicknames.learn(note, Spans([Span(4, 9, "PATIENT")]))
    assert not nicknames.places(Document("2", "Race: Black.", "p1"), Spans())


def test_without_any_name_found_handles_tell_nothing():
    nicknames, note = Nicknames(), message("1", "ana.ruiz@example.org", "a")
    nicknames.learn(note, Spans([Span(0, 20, "EMAIL")]))
    assert not nicknames.places(message("2", "ask Ana Ruiz", "b"), Spans())


def test_the_order_of_messages_does_not_matter():
    pairs = [
        (message("1", "Sophie Laurent", "a"), Spans([Span(0, 14, "PATIENT")])),
        (message("2", "Sophie Reyes", "b"), Spans([Span(0, 12, "NAME")])),
    ]
    asked = message("3", "soph and laurent", "c")
    one, other = Nicknames(), Nicknames()
    for pair in pairs:
        one.learn(*pair)
    for pair in reversed(pairs):
        other.learn(*pair)
    assert one.places(asked, Spans()) == other.places(asked, Spans())
    assert len(one.places(asked, Spans())) == 2


def test_a_handle_is_divided_where_a_name_ends():
    assert set(handle_words("xxtommybxx")) >= {"tommyb", "tommy"}
    assert "soph" in set(handle_words("SophLaurent"))
    assert list(handle_words("info@example.org")) == []
