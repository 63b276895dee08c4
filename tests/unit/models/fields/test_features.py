"""Features: what the model is told, and what may be told about it."""

import pytest

from textveil.models.fields import features
from textveil.models.fields.features import describe, featurize
from textveil.values.span import Span, Spans

TEXT = "PLAN: see Dr. Ruiz\nthe ruiz clinic, 47 E. Oak"

# What comes from word lists may grow with them; the rest is fixed by VERSION.
LISTED = {"k", "c", "z", "n", "f", "l", "g", "G", "bc", "ac", "kc"}


def bare(row):
    return {f for f in row if f.lstrip("<>").partition("=")[0] not in LISTED}


def rows_by_word(text, hints=()):
    return {
        word: row
        for window, rows in featurize(text, Spans(hints))
        for word, row in zip(window.words, rows, strict=True)
    }


def test_features_of_a_word_stay_as_they_are_in_this_version():
    assert features.VERSION == 1
    row = rows_by_word(TEXT, [Span(14, 18, "NAME")])["Ruiz"]
    assert bare(row) == {
        *("w=ruiz", "s=Xx+", "S=Xxxx", "p2=ru", "p3=rui", "p4=ruiz"),
        *("x2=iz", "x3=uizC", "x4=ruiz"),
        *("<w=.", "<s=.", "<<w=dr", "<<s=Xx", "<<<w=see"),
        *("bw=.|ruiz", "<bw=dr|.", "bs=Xx|.|Xx+"),
        *("doc=small", "doc=titled", "line=last", "section=plan", "top=0", "h=NAMEB"),
        "key=plan",
    }


def test_a_possessive_is_the_same_word():
    assert "w=ruiz" in rows_by_word("Ruiz's")["Ruiz's"]


@pytest.mark.parametrize(
    ("word", "kind"),
    [("1987", "year"), ("7", "to12"), ("31", "to31"), ("89", "to99"), ("123456", "000000")],
)
def test_numbers_are_kinds_of_numbers(word, kind):
    assert f"w={kind}" in rows_by_word(word)[word]


def test_hints_are_told_word_by_word():
    rows = rows_by_word("a b c", [Span(2, 5, "CITY")])
    assert [f for word in "abc" for f in rows[word] if f.startswith("h=")] == ["h=CITYB", "h=CITYI"]


def test_features_do_not_depend_on_what_was_seen_before():
    alone = rows_by_word(TEXT)
    features._eye.cache_clear()
    rows_by_word("Ruiz Oak 47 see")
    assert rows_by_word(TEXT) == alone


def test_rows_share_no_list_that_a_caller_could_change():
    [(_, rows)] = featurize("a a", Spans())
    rows[0].append("x=1")
    assert "x=1" not in rows[1]
    assert "x=1" not in rows_by_word("a")["a"]


@pytest.mark.parametrize("text", [TEXT, "zanzibarquartz 4711 Zanzibarquartz-X"])
def test_reasons_quote_no_text(text):
    words = {word.lower() for word in text.replace("-", " ").split() if len(word) > 3}
    for row in rows_by_word(text, [Span(0, 3, "NAME")]).values():
        for feature in row:
            reason = describe(feature)
            assert not any(word in reason.lower() for word in words - {"plan:"}), feature


def test_a_text_without_words_has_no_features():
    assert list(featurize(" \n\t ", Spans())) == []


def test_keys_wide_spaces_and_what_a_word_is_joined_to_are_told():
    rows = rows_by_word("Chart: A12-34,   Sex: F")
    assert "key=chart" in rows["12"]
    assert "key=chart" not in rows["F"]
    assert "key=sex" in rows["F"]
    assert "gap=1" in rows["Sex"]
    assert "gap=1" not in rows["F"]
    assert {f for f in rows["34"] if f.startswith("t=")} == {"t=X0+-0+"}
    assert not [f for f in rows["F"] if f.startswith("t=")]


def test_a_line_that_was_broken_has_the_heading_of_its_own():
    text = "PLAN: see the doctor again soon because of a cold\nNAME: Ana"
    rows = rows_by_word(text)
    assert "section=plan" in rows["cold"]
    assert {"line=last", "top=0"} <= set(rows["cold"])
    assert {"section=name", "line=last", "top=1"} <= set(rows["Ana"])
    assert "<<<w=cold" in rows["Ana"]
