"""No letter that is written together with a number stays when the number goes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.whole_numbers import whole_numbers
from textveil.values.span import Span, Spans

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@given(
    st.text(LETTERS, max_size=2), st.text("0123456789", min_size=3), st.text(LETTERS, max_size=2)
)
def test_letters_around_a_number_belong_to_it(before, digits, after):
    kept = "XQ" + before
    text = f"See {kept}{digits}{after}."
    start = 4 + len(kept)
    [found] = whole_numbers(text, Spans([Span(start, start + len(digits), "OTHER-ID")]))
    assert (found.start, found.end) == (4, len(text) - 1)


@pytest.mark.parametrize(
    ("text", "place", "label", "expected"),
    [
        ("the MRN448210 of", (7, 13), "MRN", "448210"),
        ("is NO 448210 of", (6, 12), "MRN", "448210"),
        ("call BY5550134", (7, 14), "PHONE", "5550134"),
        ("seen by566548 here", (7, 13), "OTHER-ID", "by566548"),
        ("patientnumber566548", (13, 19), "OTHER-ID", "566548"),
        ("番号566548です", (2, 8), "OTHER-ID", "566548"),
        ("lot #UT7734AB", (5, 11), "OTHER-ID", "UT7734AB"),
    ],
)
def test_what_is_widened(text, place, label, expected):
    [found] = whole_numbers(text, Spans([Span(*place, label)]))
    assert text[found.start : found.end] == expected


def test_letters_of_a_name_stay_the_names():
    spans = Spans([Span(0, 2, "NAME"), Span(2, 8, "OTHER-ID"), Span(8, 10, "NAME")])
    assert whole_numbers("BY566548CW", spans) == spans
