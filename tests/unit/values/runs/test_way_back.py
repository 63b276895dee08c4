"""Ways back: from a release to its input, and through bytes."""

import pytest

from textveil.errors import InvalidValueError
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.runs.way_back import WayBack, text_digest

NOTE = Document("n", "Ana \ud83d\ude00 met Bo\0b")
RELEASE = Release.of(
    NOTE, [Edit(0, 3, "[NAME]", "NAME"), Edit(4, 6, "", "X"), Edit(11, 15, "é", "NAME")]
)


def test_the_input_comes_back_through_bytes():
    way = WayBack.of(NOTE, RELEASE, {"subject": "p1"})
    again = WayBack.from_bytes(way.to_bytes())
    assert again.restored(RELEASE.text) == NOTE.text
    assert again.beside == {"subject": "p1"}
    assert again.to_bytes() == way.to_bytes()


def test_another_length_is_refused():
    with pytest.raises(InvalidValueError, match="another length"):
        WayBack.of(NOTE, RELEASE).restored(RELEASE.text + "x")


@pytest.mark.parametrize("passages", [((2, 1, ""),), ((0, 2, ""), (1, 3, "")), ((0, 9, ""),)])
def test_passages_are_in_order_and_inside(passages):
    with pytest.raises(InvalidValueError):
        WayBack(5, passages)


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"[3, [[0]], {}]", b"\xff"])
def test_other_bytes_are_refused(data):
    with pytest.raises(InvalidValueError, match="no way back"):
        WayBack.from_bytes(data)


def test_digests_tell_texts_apart():
    assert len({text_digest(text) for text in ("", "a", "\ud800", "\ud801")}) == 4


def test_repr_shows_no_text():
    assert "Ana" not in repr(WayBack.of(NOTE, RELEASE))
