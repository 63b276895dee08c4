"""What characters are folded to, and the way back."""

# ruff: noqa: E501 - ambiguous characters and long tables are the point

import unicodedata

import pytest

from textveil.errors import InvalidValueError
from textveil.lexicon.tables.folding import fold, fold_character, squeeze, squeeze_text
from textveil.lexicon.tables.lookalikes import LOOKALIKES


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("plain", "plain"), ("é", "e"), ("e\u0301", "e"), ("\u200b\ufeff\u00ad", ""), ("１２ａＢ", "12aB"),
        ("𝐀𝟙", "A1"), ("①⑩ⓐ❶", "110a1"), ("٣४", "34"), ("раура1", "paypa1"), ("ΑΒο", "ABo"), ("օ", "o"),
        ("Ꭺ", "A"), ("–—−‐", "----"), ("\u00a0\u2009\u3000", "   "), ("‘’“”", "''\"\""), ("．｡。", "..."),
        ("＠", "@"), ("ﬁ", "fi"), ("\u2028", "\n"), ("日本", "日本"), ("😀", "😀"), ("\ud800", "\ud800"),
        ("½", "½"), ("™", "™"), ("Ж", "Ж"), ("й", "и"), ("ｶﾞ", "カ"), ("ß", "ß"), ("²", "2"), ("ł", "l"),
    ],
)  # fmt: skip
def test_fold(text: str, folded: str) -> None:
    assert fold(text).text == folded


def test_ascii_is_its_own_view() -> None:
    text = "plain text"
    view = fold(text)
    assert view.text is text
    assert view.resized is None


def test_one_to_one_folding_needs_no_offsets() -> None:
    assert fold("caf\u00e9 \u2013 ok").resized is None


def test_offsets() -> None:
    text = "a\u200bb⑩c"
    view = fold(text)
    assert view.text == "ab10c"
    assert view.locate(0, 2) == (0, 3)
    assert view.locate(1, 2) == (2, 3)
    assert view.locate(3, 4) == (3, 4)
    assert view.locate(4, 5) == (4, 5)
    with pytest.raises(InvalidValueError):
        view.locate(2, 2)
    assert "ab10c" not in repr(view) + repr(view.resized)


def test_squeeze() -> None:
    view = squeeze("  Stra\u00dfe\u200b-\uff11 ")
    assert view.text == "strasse1"
    assert view.locate(0, 8) == (2, 11)
    assert view.locate(7, 8) == (10, 11)
    assert squeeze("... --").text == ""
    assert squeeze("").text == ""


def test_case_does_not_matter_in_any_script() -> None:
    cased = [c for c in map(chr, range(0x110000)) if c.upper() != c or c.lower() != c]
    # The iota written under a Greek vowel is a mark, and becomes a letter in capitals.
    odd = [c for c in cased if "\u0345" not in unicodedata.normalize("NFD", c)]
    assert len(odd) > 2500
    for c in odd:
        assert squeeze_text(c) == squeeze_text(c.upper()) == squeeze_text(c.lower())
        assert squeeze_text(squeeze_text(c)) == squeeze_text(c)


def test_lookalikes_read_as_ascii() -> None:
    assert all(not odd.isascii() and plain.isascii() for odd, plain in LOOKALIKES.items())
    assert all(fold_character(odd) == plain for odd, plain in LOOKALIKES.items())
