"""Terms in texts: leftmost-longest, at word borders where there are any."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.lists import dictionary
from textveil.detect.lists.dictionary import DictionaryTerms, TermMatcher, tokens_of
from textveil.lexicon.tables.words import function_words
from textveil.values.document import Document


def found(terms, text, **options):
    return [text[start:end] for start, end, _ in TermMatcher(terms, **options).find(text)]


def test_the_longest_of_the_leftmost_wins():
    text = "have a cat, New York City"
    terms = ["have", "have a cat", "cat", "a cat", "New York", "York City"]
    assert found(terms, text) == ["have a cat", "New York"]


def test_a_longer_term_that_ends_inside_a_word_does_not_hide_a_shorter_one():
    assert found(["cat", "cat d"], "cat dog") == ["cat"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("concatenate cats scat", []),
        ("cat's, (cat) cat-like cat_nap «cat»", ["cat"] * 5),
        ("Cat CAT", []),
        ("", []),
    ],
)
def test_words_are_found_whole(text, expected):
    assert found(["cat"], text) == expected


def test_case_can_be_folded():
    assert found(["straße", "cat"], "STRASSE Cat", fold_case=True) == ["STRASSE", "Cat"]


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("東京", "私は東京都に住む"),
        ("北京", "他在北京工作"),
        ("กรุงเทพ", "ฉันอยู่กรุงเทพมหานคร"),
        ("서울", "나는 서울에서 산다"),
        ("カナダ", "来年カナダへ"),
    ],
)
def test_scripts_without_spaces_are_matched_anywhere(term, text):
    assert found([term], text) == [term]


def test_marks_stay_with_their_letter():
    assert found(["हिन्द"], "हिन्दी") == []
    assert found(["हिन्दी"], "वह हिन्दी है") == ["हिन्दी"]


@pytest.mark.parametrize(
    ("term", "text", "expected"),
    [
        ("café", "the cafe\u0301 here", "cafe\u0301"),
        ("Lovelace", "Love\u00adlace", "Love\u00adlace"),
        ("がん", "か\u3099んの", "か\u3099ん"),
        ("서울", "\u1109\u1165\u110b\u116e\u11af에", "\u1109\u1165\u110b\u116e\u11af"),
        ("New York", "New \n York", "New \n York"),
    ],
)
def test_other_spellings_of_one_term(term, text, expected):
    assert found([term], text) == [expected]


def test_numbers_name_the_terms_and_the_first_of_equals_counts():
    matcher = TermMatcher(["x", "New  York", "New York", "x"])
    assert matcher.find("x New York") == [(0, 1, 0), (2, 10, 1)]
    assert len(matcher) == 2


def test_no_terms_find_nothing():
    assert TermMatcher([]).find("anything") == []
    assert TermMatcher(["cat"]).find("odd \ud800 text cat") == [(11, 14, 0)]


def test_codes_of_two_characters_give_the_same(monkeypatch):
    terms = ["a b", "b", "c d e", "d"]
    text = "a b c d e d c d a b"
    short = TermMatcher(terms).find(text)
    monkeypatch.setattr(dictionary, "_TRAILS", 4)
    assert TermMatcher(terms).find(text) == short


@given(
    st.lists(st.text("ab -", min_size=1, max_size=6).filter(str.strip), min_size=1, max_size=8),
    st.text("ab -", max_size=30),
)
def test_matches_are_those_of_a_plain_search(terms, text):
    # Single spaces only, because a matcher takes every white space for one token.
    terms = [re.sub(" +", " ", term) for term in terms]
    text = re.sub(" +", " ", text)

    def fits(start, end):
        cut = [at for at in (start, end) if 0 < at < len(text)]
        return not any(text[at - 1].isalnum() and text[at].isalnum() for at in cut)

    expected, at = [], 0
    while at < len(text):
        ends = [at + len(t) for t in terms if text.startswith(t, at) and fits(at, at + len(t))]
        if ends:
            expected.append((at, max(ends)))
        at = max(ends, default=at + 1)
    assert [(start, end) for start, end, _ in TermMatcher(terms).find(text)] == expected


@given(st.text())
def test_tokens_are_the_text(text):
    assert "".join(tokens_of(text)) == text


def test_identifiers_come_before_terms():
    finder = DictionaryTerms(["Ann", "Paris", "ann lee"], ["Ann Lee", "Paris"])
    spans = finder.detect(Document("1", "Ann Lee and Ann in Paris"))
    assert [(span.start, span.label) for span in spans] == [
        (0, "IDENTIFIER"),
        (12, "QUASI"),
        (19, "IDENTIFIER"),
    ]


def test_a_finder_shows_no_term():
    assert "Paris" not in repr(DictionaryTerms(["Paris"], ["Ann"]))


def test_function_words_are_small_words():
    assert {"the", "of", "and"} <= function_words()
    assert all(word == word.casefold() and word.isalpha() for word in function_words())
