"""Special labels are told from titles, headings and lists."""

import pytest

from textveil.detect.tagging.refine import refine
from textveil.values.span import Span, Spans


@pytest.mark.parametrize(
    ("text", "value", "label", "expected"),
    [
        ("Seen by Dr. Lee today", "Lee", "NAME", "PROVIDER"),
        ("Seen by Dr. Lee today", "Dr. Lee", "NAME", "PROVIDER"),
        ("Signed, Ana Lee, MD", "Ana Lee", "NAME", "PROVIDER"),
        ("Patient: Ana Lee", "Ana Lee", "NAME", "PATIENT"),
        ("Thank you for referring Ms Lee to us", "Ms Lee", "NAME", "PATIENT"),
        ("Thank you for referring Mrs. Lee", "Lee", "NAME", "PATIENT"),
        ("Thank you for referring Dr. Lee", "Lee", "NAME", "PROVIDER"),
        ("Referring physician: Ana Lee", "Ana Lee", "NAME", "PROVIDER"),
        ("referring: Ana Lee", "Ana Lee", "NAME", "PROVIDER"),
        ("his daughter Ana Lee", "Ana Lee", "NAME", "PATIENT"),
        ("a letter from Ana Lee", "Ana Lee", "NAME", "NAME"),
        ("lives in Boston now", "Boston", "ADDRESS", "CITY"),
        ("lives in San Francisco now", "San Francisco", "ADDRESS", "CITY"),
        ("born in France", "France", "ADDRESS", "COUNTRY"),
        ("born in Massachusetts", "Massachusetts", "ADDRESS", "STATE"),
        ("at 12 Elm Grove", "12 Elm Grove", "ADDRESS", "STREET"),
        ("zip 02115", "02115", "ADDRESS", "ZIP"),
        ("the old mill", "old mill", "ADDRESS", "ADDRESS"),
        ("at Mercy Hospital", "Mercy Hospital", "ORGANIZATION", "HOSPITAL"),
        ("at Acme Corp", "Acme Corp", "ORGANIZATION", "ORGANIZATION"),
        ("at 14:30 sharp", "14:30", "DATE", "TIME"),
        ("on 3 May", "3 May", "DATE", "DATE"),
        ("Typed 03.02.24", "03.02.24", "DATE", "DATE"),
        ("at 10.30 today", "10.30", "DATE", "TIME"),
        ("at 10:30:05", "10:30:05", "DATE", "TIME"),
        ("Dr. Lee", "Lee", "EMAIL", "EMAIL"),
    ],
)
def test_labels(text: str, value: str, label: str, expected: str) -> None:
    start = text.index(value)
    [span] = refine(text, Spans([Span(start, start + len(value), label, 0.7, "s")]))
    assert (span.label, span.start, span.score, span.source) == (expected, start, 0.7, "s")


def test_initials_of_one_case() -> None:
    assert refine("by kw", Spans([Span(3, 5, "NAME")]))[0].label == "INITIALS"
    assert refine("by LEE", Spans([Span(3, 6, "NAME")]))[0].label == "NAME"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Senna 1 tab QHS", "Senna"),
        ("Senna 1 tab QHS", "QHS"),
        ("Zoloft 50 mg daily", "Zoloft"),
        ("a left Bell's palsy", "Bell's"),
        ("has Crohn's disease", "Crohn's"),
    ],
)
def test_drugs_with_a_dose_and_diseases_are_nobody(text: str, value: str) -> None:
    start = text.index(value)
    assert not refine(text, Spans([Span(start, start + len(value), "NAME")]))


def test_people_beside_doses_are_people() -> None:
    assert refine("Smith 50 mg daily", Spans([Span(0, 5, "NAME")]))
    assert refine("to Kowalczyk 5 mg of", Spans([Span(3, 12, "NAME")]))
    assert refine("Po came", Spans([Span(0, 2, "NAME")]))
    assert refine("Ana Bell was here", Spans([Span(4, 8, "NAME")]))
