import pytest

from textveil.errors import InvalidValueError
from textveil.evaluate.detection.mistakes import Fault, find_mistakes
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

TEXT = "Dr Ana Ruiz of Salta"
NAME, CITY = Span(0, 11, "NAME"), Span(15, 20, "CITY")


def mistakes(gold, found, **options):
    return find_mistakes(Document("d", TEXT, spans=Spans(gold)), Spans(found), **options)


def test_a_perfect_prediction_has_no_mistakes():
    assert mistakes([NAME, CITY], [NAME, CITY]) == ()


def test_missed_and_spurious():
    missed, spurious = mistakes([NAME], [CITY])
    assert (missed.fault, missed.label, missed.parts) == (Fault.MISSED, "NAME", ((0, 11),))
    assert (spurious.fault, spurious.label, spurious.parts) == (Fault.SPURIOUS, "CITY", ((15, 20),))


def test_partly_missed_says_which_part_is_readable():
    (one,) = mistakes([NAME], [Span(3, 6, "PATIENT")])
    assert (one.fault, one.others) == (Fault.PARTLY, ("PATIENT",))
    assert one.parts == ((0, 2), (7, 11))


def test_a_title_left_readable_is_no_mistake():
    assert mistakes([NAME], [Span(3, 11, "NAME")]) == ()


def test_wrong_label_needs_the_whole_hidden():
    (one,) = mistakes([CITY], [Span(15, 20, "NAME")])
    assert (one.fault, one.label, one.others) == (Fault.LABEL, "CITY", ("NAME",))
    assert mistakes([CITY], [Span(15, 20, "NAME"), CITY]) == ()


def test_too_long_says_what_is_beside():
    (one,) = mistakes([CITY], [Span(7, 20, "CITY")])
    assert (one.fault, one.others, one.parts) == (Fault.LONG, ("CITY",), ((7, 11),))
    assert mistakes([CITY], [Span(12, 20, "CITY")]) == ()


def test_gold_that_need_not_be_masked_explains_a_spurious_span():
    spared = Span(15, 20, "CITY", attributes=Metadata({"must_mask": False}))
    (one,) = mistakes([spared], [CITY])
    assert (one.fault, one.allowed) == (Fault.SPURIOUS, ("CITY",))
    assert mistakes([spared], [CITY], every_span=True) == ()


def test_the_kind_of_identifier_is_told_where_the_gold_span_says_it():
    direct = Span(0, 11, "NAME", attributes=Metadata({"identifier_type": "DIRECT"}))
    assert [one.identifier for one in mistakes([direct, CITY], [])] == ["DIRECT", ""]


def test_equal_spans_of_two_sources_are_one_mistake():
    twice = [CITY, Span(15, 20, "CITY", source="b")]
    assert len(mistakes(twice, [])) == len(mistakes([], twice)) == 1


def test_mistakes_hold_no_text():
    assert "Ruiz" not in repr(mistakes([NAME], [CITY]))


def test_documents_are_checked():
    with pytest.raises(InvalidValueError, match="d: "):
        mistakes([], [Span(0, 99, "NAME")])
