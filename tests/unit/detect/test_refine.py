"""Special labels are told from titles, headings and lists."""

import pytest

from textveil.detect.refine import refine
from textveil.values.span import Span, Spans


@pytest.mark.parametrize(
    ("text", "value", "label", "expected"),
    [
        ("Seen by Dr. Lee today", "Lee", "NAME", "PROVIDER"),
        ("Seen by Dr. Lee today", "Dr. Lee", "NAME", "PROVIDER"),
        ("Signed, Ana Lee, MD", "Ana Lee", "NAME", "PROVIDER"),
        ("Patient: Ana Lee", "Ana Lee", "NAME", "PATIENT"),
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
        ("Dr. Lee", "Lee", "EMAIL", "EMAIL"),
    ],
)
def test_labels(text: str, value: str, label: str, expected: str) -> None:
    start = text.index(value)
    [span] = refine(text, Spans([Span(start, start + len(value), label, 0.7, "s")]))
    assert (span.label, span.start, span.score, span.source) == (expected, start, 0.7, "s")


def test_a_date_is_not_left_half() -> None:
    spans = Spans([Span(8, 9, "DATE"), Span(16, 20, "PHONE")])
    assert repr(refine("bday is 6/7 call 0134", spans)) == "Spans(DATE[8,11), PHONE[16,20))"
    assert repr(refine("is 6/7", Spans([Span(3, 4, "DATE"), Span(5, 6, "AGE")]))) == (
        "Spans(DATE[3,4), AGE[5,6))"
    )


def test_initials_of_one_case() -> None:
    assert refine("by kw", Spans([Span(3, 5, "NAME")]))[0].label == "INITIALS"
    assert refine("by LEE", Spans([Span(3, 6, "NAME")]))[0].label == "NAME"


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([Span(6, 12, "NAME")], "Spans(ORGANIZATION[2,12))"),
        ([Span(2, 4, "ORGANIZATION"), Span(6, 12, "NAME")], "Spans(ORGANIZATION[2,12))"),
        ([Span(2, 5, "ADDRESS"), Span(6, 12, "PATIENT")], "Spans(ORGANIZATION[2,12))"),
        ([Span(0, 1, "AGE"), Span(6, 12, "NAME")], "Spans(AGE[0,1), ORGANIZATION[2,12))"),
        ([Span(6, 12, "DATE")], "Spans(DATE[6,12))"),
    ],
)
def test_a_house_is_named_after_a_saint(spans: list[Span], expected: str) -> None:
    assert repr(refine("5 St. Mary's on Monday", Spans(spans))) == expected


def test_a_name_that_holds_a_saint_stays_a_name() -> None:
    found = refine("by Jill St. John", Spans([Span(3, 16, "NAME")]))
    assert repr(found) == "Spans(NAME[3,16))"


def test_a_credential_by_itself_is_no_name() -> None:
    assert not refine("Ana Lee, M.D.", Spans([Span(9, 13, "NAME")]))
    assert refine("Ana Lee, M.D.", Spans([Span(4, 13, "NAME")]))


def test_parts_of_one_number_are_one() -> None:
    serial = refine("SN 4471-AA-90.", Spans([Span(3, 7, "DATE"), Span(7, 13, "OTHER-ID")]))
    assert repr(serial) == "Spans(OTHER-ID[3,13))"
    apart = Spans([Span(0, 5, "OTHER-ID"), Span(5, 9, "DATE")])
    assert repr(refine("A-12 2016", apart)) == "Spans(OTHER-ID[0,5), DATE[5,9))"


@pytest.mark.parametrize(
    ("text", "end", "expected"),
    [
        ("Lilah Briley Mon 3/5", 16, 12),
        ("Lilah Briley Mon. 5 May", 17, 12),
        ("Lilah Briley Mon said", 16, 16),
        ("Theresa May 3/5", 11, 11),
    ],
)
def test_a_name_ends_before_the_day_that_follows(text: str, end: int, expected: int) -> None:
    [span] = refine(text, Spans([Span(0, end, "NAME")]))
    assert span.end == expected


def test_a_name_ends_with_the_line_where_somebody_speaks_in_the_next() -> None:
    found = refine("RUIZ,ANA\nAna: Hello", Spans([Span(0, 12, "NAME")]))
    assert repr(found) == "Spans(NAME[0,8), NAME[9,12))"
    assert repr(refine("Ana\nRuiz said", Spans([Span(0, 8, "NAME")]))) == "Spans(NAME[0,8))"
