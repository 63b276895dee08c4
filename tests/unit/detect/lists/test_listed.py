"""ListedWords words: denied words and own patterns are found however they are written."""

import pytest

from textveil.detect.lists.listed import ListedWords, allowed_places, own_pattern
from textveil.errors import InvalidValueError
from textveil.values.document import Document
from textveil.values.terms.word_lists import WordLists


def found(text, **lists):
    spans = ListedWords(WordLists.of(**lists)).detect(Document("n", text))
    return sorted({(span.label, text[span.start : span.end]) for span in spans})


@pytest.mark.parametrize(
    ("word", "text", "shown"),
    [
        ("Zephyr", "the ZEPHYR study", ["ZEPHYR"]),
        ("Zoë", "Zoe and zoë, not Zoes", ["Zoe", "zoë"]),
        ("Bo", "Bo, not Bob", ["Bo"]),
        ("José Lund", "jose-lund and JOSÉ  LUND", ["JOSÉ  LUND", "jose-lund"]),
        ("Ruiz", "R\u200buiz and Ｒｕｉｚ", ["R\u200buiz", "Ｒｕｉｚ"]),
        ("山田", "私は山田です", ["山田"]),
        ("1617", "room 1617, not 16 17", ["1617"]),
        ("Hasan", "she has an ulcer", []),
    ],
)
def test_a_denied_word_is_found_as_people_write_it(word, text, shown):
    assert found(text, deny=[word]) == [("IDENTIFIER", one) for one in shown]


def test_denied_words_have_their_label_and_may_overlap():
    lists = {"NAME": ["Ana Ruiz"], "CITY": "Ruiz Valley"}
    assert found("Ana Ruiz Valley", deny=lists) == [("CITY", "Ruiz Valley"), ("NAME", "Ana Ruiz")]


def test_patterns_see_the_text_and_its_folded_form():
    assert found("No. １２３４", patterns={"MRN": r"\d{4}"}) == [("MRN", "１２３４")]
    assert found("né or ne", patterns={"X-BIRTH": "né"}) == [("X-BIRTH", "né")]
    assert found("none", patterns={"MRN": "x*"}) == []


def test_a_group_called_value_is_the_passage():
    pattern = {"MRN": [r"file (?P<value>[0-9]+)", r"(A|B)[0-9]+"]}
    assert found("file 12, B34", patterns=pattern) == [("MRN", "12"), ("MRN", "B34")]


@pytest.mark.parametrize("expression", ["(Okafor", "(?<=Okafor)x", r"(Okafor)\1", "Okafor{9999}"])
def test_a_refused_pattern_is_an_error_that_does_not_quote_it(expression, capfd):
    with pytest.raises(InvalidValueError, match="RE2 refuses this pattern") as caught:
        own_pattern(expression)
    assert "Okafor" not in f"{caught.value} {caught.value.hint} {''.join(capfd.readouterr())}"


def test_allowed_words_are_whole_words():
    lists = WordLists.of(allow=["New York", "york city", "10/325"])
    text = "NEW YORK City, New Yorker, 10/325"
    shown = [text[span.start : span.end] for span in allowed_places(lists, text)]
    assert shown == ["NEW YORK", "YORK City", "10/325"]
