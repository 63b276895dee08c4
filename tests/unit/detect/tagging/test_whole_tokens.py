"""No rest of a token stays beside what was found, and nothing beyond it goes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.tagging.refine import refine
from textveil.detect.tagging.whole_tokens import whole_tokens
from textveil.values.span import Span, Spans


def _whole(marked: str, label: str) -> str:
    """Return what is found where brackets stand, with brackets again."""
    low, high = marked.index("["), marked.index("]") - 1
    text = marked.replace("[", "").replace("]", "")
    (one,) = whole_tokens(text, Spans([Span(low, high, label)]))
    return f"{text[: one.start]}[{text[one.start : one.end]}]{text[one.end :]}"


@pytest.mark.parametrize(
    ("marked", "label", "whole"),
    [
        ("lot #[UT7734]AB given", "OTHER-ID", "lot #[UT7734AB] given"),
        ("DEA no. AT[9991232]", "OTHER-ID", "DEA no. [AT9991232]"),
        ("by @[Luke5]SOS", "USERNAME", "by @[Luke5SOS]"),
        ("Printed 4-[2-18].", "DATE", "Printed [4-2-18]."),
        ("Last fall 12.5.[14] at home", "DATE", "Last fall [12.5.14] at home"),
        ("its [10]th year", "DATE", "its [10th] year"),
        ("[Feb-]Mar worse", "DATE", "[Feb-Mar] worse"),
        ("Mon-[Fri] only", "DATE", "[Mon-Fri] only"),
        ("bed [B.]", "ADDRESS", "bed [B]."),
        ("Apt [3.] She", "ADDRESS", "Apt [3]. She"),
    ],
)
def test_tokens_are_whole(marked: str, label: str, whole: str) -> None:
    assert _whole(marked, label) == whole


@pytest.mark.parametrize(
    ("marked", "label"),
    [
        ("a [67]F", "AGE"),
        ("call x[6135]", "PHONE"),
        ("K 3.4/98/2.[7/94]", "DATE"),
        ("on Elm [St.]", "ADDRESS"),
        ("in [D.C.] today", "ADDRESS"),
        ("by [J.T.]", "NAME"),
        ("bed B[.]", "ADDRESS"),
        ("[Ana-May] Ruiz", "NAME"),
    ],
)
def test_other_passages_stay(marked: str, label: str) -> None:
    assert _whole(marked, label) == marked


def test_two_months_of_which_one_was_taken_for_a_name() -> None:
    text = "Feb-Mar worse"
    marked = Spans([Span(0, 4, "DATE"), Span(4, 7, "NAME")])
    assert whole_tokens(text, marked) == Spans([Span(0, 7, "DATE")])


def test_the_ending_of_a_file_is_nobody() -> None:
    text = "scan_0832.jpg of j.smith"
    name = Span(19, 24, "NAME")
    assert whole_tokens(text, Spans([Span(10, 13, "NAME"), name])) == Spans([name])


def test_a_passage_does_not_grow_into_its_neighbour() -> None:
    text = "AB12CD34"
    marked = Spans([Span(0, 4, "OTHER-ID"), Span(4, 6, "NAME")])
    assert whole_tokens(text, marked) == marked


@given(
    st.text("AB. 1234/-,\nFMr", min_size=1, max_size=40),
    st.lists(st.tuples(st.integers(0, 39), st.integers(1, 12)), max_size=4),
    st.sampled_from(["ADDRESS", "AGE", "DATE", "NAME", "OTHER-ID", "PHONE", "USERNAME"]),
)
def test_any_passages_can_be_read(text, places, label) -> None:
    marked = Spans(
        Span(low, min(low + size, len(text)), label) for low, size in places if low < len(text)
    ).partition()
    whole = whole_tokens(text, marked)
    assert whole == whole.partition()
    kept = {at for one in whole for at in range(one.start, one.end)}
    lost = {at for one in marked for at in range(one.start, one.end)} - kept
    assert not any(text[at].isalnum() for at in lost)
    assert all(one.end <= len(text) for one in refine(text, marked))


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@given(
    st.text(LETTERS, max_size=2), st.text("0123456789", min_size=3), st.text(LETTERS, max_size=2)
)
def test_letters_around_a_number_belong_to_it(before, digits, after):
    kept = "XQ" + before
    text = f"See {kept}{digits}{after}."
    start = 4 + len(kept)
    [found] = whole_tokens(text, Spans([Span(start, start + len(digits), "OTHER-ID")]))
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
def test_letters_that_say_what_a_number_is_and_words_stay(text, place, label, expected):
    for read in (whole_tokens, refine):
        [found] = read(text, Spans([Span(*place, label)]))
        assert text[found.start : found.end] == expected


def test_letters_of_a_name_stay_the_names():
    spans = Spans([Span(0, 2, "NAME"), Span(2, 8, "OTHER-ID"), Span(8, 10, "NAME")])
    assert whole_tokens("BY566548CW", spans) == spans
