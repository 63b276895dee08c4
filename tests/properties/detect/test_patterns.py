"""The scanner equals its twin, on texts that look like what the rules look for."""

# ruff: noqa: E501 - long tables

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.text.patterns import slow_inner_numbers, slow_occurrences, slow_patterns

from textveil.detect.patterns import Patterns
from textveil.detect.propagation.occurrences import Values
from textveil.detect.propagation.propagate import propagate
from textveil.values.document import Document
from textveil.values.span import Spans

SNIPPETS = [
    "415-555-2671", "(415) 555-2671", "+1 415 555 2671", "+44 20 7946 0958", "4155552671", "555-1234",
    "phone ", "call ", "fax", "ext 12", "x9", "123-45-6789", "123 45 6789", "123456789", "SSN ",
    "4111 1111 1111 1111", "4111111111111111", "3782 822463 10005", "GB82 WEST 1234 5698 7654 32",
    "DE89370400440532013000", "2016-05-03", "2016-05-03T10:22:00Z", "05/03/2016", "3.5.2016",
    "3 May 2016", "May 3, 2016", "May", "March 4", "th", "Monday ", "Mon., ", "12-Mar-98", "of ", "'98",
    "on ", "5/3", "1/2", "120/80", "1982", "MA 02134", "ZIP: 94110", "12345-6789", "California ",
    "MRN: 1234567", "MRN", "acct #9988-7766", "case no. 1234/06", "patient id A12", "number ", "ISBN ",
    "joe@x.org", "a.b+c@mail.example.co.uk", "joe [at] x [dot] org", "@", "a@", "http://a.b/c", "https://",
    "www.foo.com/bar", "foo.com", "bit.ly/abc", "x_(y)", "192.168.0.1", "10.0.0.0/8", "version ",
    "fe80::1", "2001:db8::8a2e:370:7334", "::", "1", "12", "123", "1234", "12345", "a", "the ",
    "aged ", "93", "-year-old", " y/o", "in his ", "late 80s", "1990s", "in 1994", ", 1995", "and ", "2010-12", "Spring 2014", "Q3 2015",
    "Christmas Eve", "last Friday", "in May", "14:30", "2 pm", "at 0830", "noon", "the third of May", "3 mai 2016", "3.V.2016", "20160503",
    "nos. 1/02", "36110/97", "C-12/05", "12-cv-345", "member id ", "NPI ", "1234567893", "AB1234563", "1M8GDM9AXKP042788", "plate ",
    "00:1A:2B:3C:4D:5E", "943 476 5919", "NHS ", "AB123456C", "2341 2341 2346", "021000021", "routing ", "room ", "412B", "bed 3",
    "12 Oak Street", ", Apt 4B", "Rue de la Paix 12", "Bahnhofstrasse 31", "PO Box 12", "SW1A 1AA", "K1A 0B1", "40.7128, -74.0060",
    "@ana", "login: ", "ana at x dot org", "email ", "$300", "\u00a3", "EUR 25,000", " million", "25 euros", "office", " is his phone", "Fax: ",
    "pager ", "ext. ", "x4512", "knee ", "call", "labs ", "6/7", ", 6/9", "Mon ", "6/7 0730", "from ", "8/10 to 3/10", "pain ", "JFR/tb", "JFR:tb", "\nJFR/tb\n", "DD: ", "Job 12", "MD",
]  # fmt: skip
GLUE = [
    " ", " ", "", "-", ".", ",", ", ", "/", "\n", "\r\n", "_", ":", "#", "$", "(", ")", "'", "+",
    "\u200b", "\u0301", "\u2013", "\u00a0", "\u0435", "\uff11", "\u65e5", "\U0001f600", "\u2469",
]  # fmt: skip

WORDS = [snippet for snippet in SNIPPETS if snippet.endswith(" ") or snippet in ("MRN", "fax")]

pairs = st.tuples(
    st.sampled_from(SNIPPETS), st.sampled_from(["", " ", "-"]), st.sampled_from(SNIPPETS)
)
texts = st.lists(st.one_of(st.sampled_from(SNIPPETS + GLUE), pairs.map("".join)), max_size=10).map(
    "".join
)


@pytest.mark.parametrize("word", WORDS)
def test_a_word_before_every_snippet(word: str) -> None:
    for snippet in SNIPPETS:
        for text in (word + snippet, f"{word} {snippet}"):
            assert Patterns().detect(Document("d", text)) == slow_patterns(text), text


@settings(max_examples=250)
@given(texts, st.sampled_from(["US", "GB"]), st.sampled_from([0.0, 0.0, 0.7, 0.9, 0.97]))
def test_equals_every_rule_alone(text: str, region: str, min_score: float) -> None:
    found = Patterns(region=region, min_score=min_score).detect(Document("d", text))
    assert found == slow_patterns(text, region, min_score)


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    found = Patterns().detect(Document("d", text))
    assert found == slow_patterns(text)
    assert found.within(len(text)).resolve() == found


@settings(max_examples=150)
@given(texts, texts)
def test_two_texts_apart_do_not_touch_each_other(left: str, right: str) -> None:
    wall = " \u65e5" * 256  # no rule and no context word reaches across
    detect = Patterns().detect
    apart = detect(Document("d", left)), detect(Document("d", right))
    joined = detect(Document("d", left + wall + right))
    assert joined == apart[0] | apart[1].shift(len(left + wall))


PIECES = st.sampled_from(["ab", "AB", "1", "12", "ß", "SS", "é", "e\u0301", "\u200b", "x", "123"])
words = st.lists(PIECES, min_size=1, max_size=5).map("".join)
prose = st.lists(st.one_of(words, st.sampled_from([" ", "-", ". ", "_"])), max_size=25).map("".join)
values = st.lists(st.tuples(st.sampled_from(["A", "B"]), prose), max_size=5)


@settings(max_examples=400)
@given(prose, values)
def test_occurrences_equal_string_search(text: str, pairs: list[tuple[str, str]]) -> None:
    assert set(Values.of(pairs).occurrences(text)) == slow_occurrences(text, pairs)


@settings(max_examples=200)
@given(texts)
def test_propagation_covers_every_occurrence_and_no_more(text: str) -> None:
    document = Document("d", text)
    found = Patterns().detect(document)
    more = propagate(document, found)
    pairs = [(span.label, document.covered_by(span)) for span in found]
    expected = {(start, end) for start, end, _ in slow_occurrences(text, pairs)}
    expected |= slow_inner_numbers(text, pairs)
    covered = Spans([*found, *more]).covered()
    assert all(any(a <= s and e <= b for a, b in covered) for s, e in expected)
    assert all(any(s <= m.start and m.end <= e for s, e in expected) for m in more)
