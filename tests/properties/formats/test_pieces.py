"""The cores of pieces partition a text, and each has its surroundings."""

import io
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import UsageError
from textveil.formats.plain.pieces import read_pieces

TEXTS = st.one_of(
    st.text("ab \n", max_size=300), st.text("a𝔸é", max_size=300), st.text(max_size=100)
)


@given(text=TEXTS, size=st.integers(2, 40), overlap=st.integers(0, 20))
def test_cores_partition_the_text_and_have_surroundings(text: str, size: int, overlap: int) -> None:
    # A text that begins with a byte order mark is not what the file holds.
    raw = ("x" + text).encode("utf-8", "replace")
    text = raw.decode()
    at = 0
    for piece in read_pieces(io.BytesIO(raw), overlap=overlap, size=size):
        end = piece.offset + len(piece.text)
        assert piece.text == text[piece.offset : end]
        assert piece.offset + piece.core_start == at
        at = piece.offset + piece.core_end
        assert piece.core_end - piece.core_start <= size
        assert piece.core_start >= min(overlap, at - (piece.core_end - piece.core_start))
        assert end - at >= min(overlap, len(text) - at)
        assert len(piece.text) <= size + 4 * overlap
    assert at == len(text)


@given(
    words=st.lists(st.from_regex(r"[a-z]{1,9}", fullmatch=True), max_size=60),
    size=st.integers(20, 60),
)
def test_a_search_of_bounded_reach_finds_the_same_in_pieces(words: Any, size: int) -> None:
    text = " ".join(words)
    # Two words that begin alike: at most 19 letters, and a look at the letter on either side.
    pattern = re.compile(r"\b([a-z])[a-z]* \1[a-z]*\b")

    def starts(passage: str) -> set[int]:
        return {match.start() for match in re.finditer(f"(?={pattern.pattern})", passage)}

    found: list[int] = []
    for piece in read_pieces(io.BytesIO(text.encode()), overlap=20, size=size):
        found += sorted(
            piece.offset + start
            for start in starts(piece.text)
            if piece.core_start <= start < piece.core_end
        )
    assert found == sorted(starts(text))


def test_cuts_fall_on_white_space() -> None:
    text = "seven ab " * 50
    pieces = list(read_pieces(io.BytesIO(text.encode()), overlap=10, size=64))
    assert len(pieces) > 5
    for piece in pieces[:-1]:
        assert piece.text[piece.core_end - 1] == " "
        end = piece.offset + len(piece.text)
        assert end == len(text) or (piece.text[-1] != " " and text[end] == " ")
        assert piece.offset == 0 or text[piece.offset - 1] == " "


def test_nothing_gives_one_empty_piece_and_shows_no_text() -> None:
    (piece,) = read_pieces(io.BytesIO(b""), overlap=5)
    assert (piece.text, piece.core_end) == ("", 0)
    (piece,) = read_pieces(io.BytesIO(b"CANARY"), overlap=5)
    assert "CANARY" not in repr(piece)
    with pytest.raises(UsageError):
        next(read_pieces(io.BytesIO(b""), overlap=-1))
