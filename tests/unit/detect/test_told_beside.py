"""Names, ages and years that a model left are told by the words right beside them."""

import pytest

from textveil.detect.told_beside import told_beside
from textveil.values.span import Span, Spans


def _told(text: str, *names: str) -> list[tuple[str, str]]:
    known = Spans(Span(text.index(name), text.index(name) + len(name), "NAME") for name in names)
    return [(one.label, text[one.start : one.end]) for one in told_beside(text, known)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Endocrine: T. Hashimoto, TSH 8.4", "T. Hashimoto"),
        ("Pt H. Graves has Graves disease", "H. Graves"),
        ("Seen by A.B. Cushing today", "A.B. Cushing"),
        ("Mother Faith, father Will. Will return", "Will"),
    ],
)
def test_a_name_behind_an_initial_or_a_relative(text: str, name: str) -> None:
    assert ("NAME", name) in _told(text)


@pytest.mark.parametrize(
    "text",
    [
        "grew E. Coli and S. Aureus, H. Pylori",
        "R. Colles fracture, L. Achilles tendon tear",
        "has hepatitis C. Graves disease is stable",
        "took vitamin K. Hashimoto was excluded",
        "A. Graves disease\nB. Cushing disease",
        "moved to N. Korea",
        "the mother Will return",
        "his father May go",
    ],
)
def test_lists_germs_sides_and_ends_of_sentences_are_nobody(text: str) -> None:
    assert _told(text) == []


def test_the_age_behind_a_name_or_a_patient() -> None:
    assert _told("Ana Ruiz, 45F, asthma", "Ana Ruiz") == [("AGE", "45")]
    assert _told("Ana Ruiz 45 F", "Ana Ruiz") == [("AGE", "45")]
    assert _told("Pt 12F gymnast") == [("AGE", "12")]
    assert _told("a 12F catheter, temp 99F, 45M users, 12F.5") == []
    assert _told("Ana Ruiz, 450F", "Ana Ruiz") == []


def test_the_year_of_an_operation() -> None:
    assert _told("hx CABG 2011, EF 35%") == [("DATE", "2011")]
    assert _told("BNP 2011, metformin 2000, CABG 2011 patients") == []
