from benchmarks.doubt import area, nearness, tagged, told

from textveil.detect.tagging.name_spans import SOURCE as MODEL
from textveil.values.document import Document
from textveil.values.span import Span, Spans

NOTE = Document("n", "Ana met Bo in Reno, Ohio.", spans=Spans([Span(0, 3, "NAME")]))


def test_right_and_wrong_passages_are_counted_apart():
    found = Spans([Span(0, 3, "NAME", 0.4, MODEL), Span(8, 10, "NAME", 0.4, MODEL)])
    assert tagged("notes", [(NOTE, found)], 0.5).ratio == "100.0% and 100.0%"
    assert tagged("notes", [(NOTE, found)], 0.3).ratio == "0.0% and 0.0%"


def test_a_value_that_was_left_beside_a_tag_is_told():
    found = Spans([Span(4, 7, "NAME", 0.4, MODEL), Span(20, 24, "CITY", 0.9, MODEL)])
    assert (
        "AUC 1.00 (1.00 to 1.00) of 1 values left and 1 fakes"
        in told("notes", [(NOTE, found)]).figure
    )
    assert told("notes", []).figure == "nothing was left"


def test_nearness_falls_with_the_distance():
    span = Span(10, 12, "NAME")
    assert nearness(span, [(12, 14)]) == 1.0
    assert nearness(span, [(2, 7), (20, 30)]) == 0.25
    assert nearness(span, []) == 0.0


def test_the_area_counts_ties_half():
    assert area([1.0, 0.5], [0.5]) == 0.75
