"""Redact: passages go, and with `tidy` the space that would be left over."""

import pytest

from textveil.testing.transformers import check_transformer
from textveil.transform.masks.redact import Redact
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.span import Span, Spans
from textveil.verify.whole.alignment import Alignment


def test_it_keeps_the_contract():
    check_transformer(Redact())


@pytest.mark.parametrize(
    ("text", "spans", "plain", "tidy"),
    [
        ("Call Ana now", [(5, 8)], "Call  now", "Call now"),
        ("Call Ana.", [(5, 8)], "Call .", "Call."),
        ("Call Ana", [(5, 8)], "Call ", "Call"),
        ("Ana called", [(0, 3)], " called", " called"),
        ("a Ana Bo b", [(2, 5), (6, 8)], "a   b", "a b"),
        ("a AnaBo b", [(2, 5), (5, 7)], "a  b", "a  b"),
        ("a\tAna b", [(2, 5)], "a\t b", "a\t b"),
        ("(Ana)", [(1, 4)], "()", "()"),
        ("to Ana's", [(3, 6)], "to 's", "to 's"),
        ("Ana", [(0, 3)], "", ""),
    ],
)
def test_what_is_left(text, spans, plain, tidy):
    document = Document("n", text)
    found = Spans(Span(start, end, "NAME") for start, end in spans)
    assert Redact().transform(document, found).text == plain
    release = Redact(tidy=True).transform(document, found)
    assert release.text == tidy
    assert Alignment().verify([Case(document, release)]).holds


def test_entities_are_numbered():
    document = Document("n", "Ana Bo Ana")
    found = Spans([Span(0, 3, "NAME"), Span(4, 6, "NAME"), Span(7, 10, "NAME")])
    assert [edit.entity for edit in Redact().transform(document, found).edits] == [1, 2, 1]
