"""Days in numbers are found by the other days of their document; scores and steps are left."""

import re

import pytest

from textveil.detect.day_series import DaySeries
from textveil.detect.refine import refine
from textveil.values.span import Span, Spans


def _marked(marked: str) -> tuple[str, Spans]:
    """Return a text without its brackets, and a date for each of them."""
    text, spans = "", []
    for part in re.split(r"(\[.*?\])", marked):
        if part.startswith("["):
            spans.append(Span(len(text), len(text) + len(part) - 2, "DATE"))
        text += part.strip("[]")
    return text, Spans(spans)


def _others(marked: str) -> list[str]:
    text, spans = _marked(marked)
    return [text[one.start : one.end] for one in DaySeries(text, spans).others()]


@pytest.mark.parametrize(
    ("marked", "days"),
    [
        ("MSSA 6/11, cleared [6/13]. TEE [6/15]", ["6/11"]),
        ("Admitted [6/28/23], extubated 7/2, home [7/9]", ["7/2"]),
        ("extubated 12/30, home [1/4]", ["12/30"]),
        ("MMR 4/99, [8/03]; flu 4/99", ["4/99"]),
        ("Foley out 13/6, seen [15/6/23]", ["13/6"]),
        ("seen 6/11 in clinic and [6/13]", ["6/11"]),
        ("Last dose of Plavix 9/12.", ["9/12"]),
    ],
)
def test_days_among_other_days_are_found(marked: str, days: list[str]) -> None:
    assert _others(marked) == days


@pytest.mark.parametrize(
    "marked",
    [
        "on [4/3]: strength 4/5, pain 4/10",
        "on [2/3]: blood cultures 2/2 bottles",
        "on [7/10]: weekly cycle 7/12",
        "on [11/3]: 11/12 nodes",
        "on [12/3]: BiPAP 12/6",
        "on [1/3]: smokes 1/2 ppd",
        "on [6/3]: version 6/4/2 and 6/4.5 and 16/4x",
        "on [6/3]: BP 120/80, vision 20/40",
        "on [6/3]: seen 11/24",
        "MSSA 6/11",
    ],
)
def test_scores_doses_and_steps_are_no_days(marked: str) -> None:
    assert _others(marked) == []


@pytest.mark.parametrize(
    "marked",
    ["[6/12] aspirin started", "[6/16] PICC placed", "flu [11/3], booster [11/21] (lot A)"],
)
def test_days_beside_drugs_and_devices_stay(marked: str) -> None:
    text, spans = _marked(marked)
    assert refine(text, spans) == spans


def test_a_step_of_many_is_no_day() -> None:
    text, spans = _marked("Taxol weekly cycle [7/12], seen [7/14]")
    assert [text[one.start : one.end] for one in refine(text, spans)] == ["7/14"]
