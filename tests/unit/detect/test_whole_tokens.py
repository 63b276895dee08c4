"""No rest of a token stays beside what was found, and nothing beyond it goes."""

import pytest

from textveil.detect.whole_tokens import whole_tokens
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
