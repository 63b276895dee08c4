"""Checking messages: what is returned, in which shape, and what is refused."""

import pytest

from textveil.errors import InputError, InvalidValueError, TextveilError, UsageError
from textveil.pipeline.messages.checking import compose_check
from textveil.values.document import Document

NOON = "2020-06-01T12:00"


def test_a_text_gives_one_result_and_a_list_a_list():
    one = compose_check("I live in Seattle.")
    assert one.private
    assert one.spans.labels == ("CITY",)
    first, second = compose_check(["I live in Seattle.", "It rains."])
    assert (first.private, second.private) == (True, False)
    assert [r.message.id for r in compose_check(iter([Document("a", "It rains.")]))] == ["a"]


def test_a_table_gives_a_series():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"post": ["I live in Seattle.", "It rains."]}, index=["x", "y"])
    made = compose_check(frame, columns={"post": "text"})
    assert list(made.index) == ["x", "y"]
    assert made["x"].private


def test_the_row_has_no_word_of_the_message():
    row = compose_check("I live in Seattle since May.").to_json()
    assert set(row) == {"id", "language", "private", "score", "spans"}
    assert "Seattle" not in str(row)


def test_a_passage_that_identifies_alone_makes_a_message_private():
    checked = compose_check("Mail ana@example.org.")
    assert checked.private
    assert checked.spans.labels == ("EMAIL",)


def test_another_language_is_told_and_nothing_is_done():
    checked = compose_check("Ich wohne seit dem letzten Jahr mit meiner Frau in München.")
    assert (checked.language, checked.passages, checked.private) == ("de", (), False)


@pytest.mark.parametrize("text", ["", "   ", "😀😀", "\u05e9\u05dc\u05d5\u05dd", "a" * 100_000])
def test_odd_messages_are_read(text):
    assert not compose_check(text).private


def test_wrong_arguments_are_named():
    with pytest.raises(UsageError, match="compose_check takes"):
        compose_check(7)
    with pytest.raises(InvalidValueError, match="no such key"):
        compose_check("Hi.", {"shoe": "42"})
    with pytest.raises(TextveilError, match="says nothing"):
        compose_check("Hi.", {})
    with pytest.raises(InvalidValueError, match="not a date"):
        compose_check("Hi.", at="soon")


def test_handles_and_links_of_others_are_open_and_own_ones_private():
    others = compose_check("RT @harbourlights: what a night http://t.co/ab12Cd34", at=NOON)
    assert {one.span.label for one in others.passages} >= {"USERNAME", "URL"}
    assert not any(one.private for one in others.passages)
    assert not others.private
    own = compose_check("add me on insta @harbourlights", at=NOON)
    assert [one.span.label for one in own.passages if one.private] == ["USERNAME"]


def test_an_index_is_opened_even_where_no_profile_reads_it(tmp_path):
    with pytest.raises(InputError, match="no index"):
        compose_check("I live in Leeds", index=str(tmp_path / "none.index"))


@pytest.mark.parametrize(
    ("text", "private"),
    [
        ("I live in \U0001f3e0 Leeds", True),
        ("See you at the station in Leeds at 7", True),
        ("I wish I was in Hawaii right now", False),
        ("House is empty till the 14th", True),
        ("Houses are empty in spring, says the paper", False),
    ],
)
def test_pictures_meetings_wishes_and_homes_are_read(text, private):
    assert compose_check(text, at=NOON).private is private
