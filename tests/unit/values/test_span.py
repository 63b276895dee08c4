import pytest

from textveil.errors import InvalidValueError
from textveil.values.metadata import Metadata
from textveil.values.span import Explanation, Span, Spans


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 3), (4, 2)])
def test_a_span_has_a_place(start, end):
    with pytest.raises(InvalidValueError, match=rf"\[{start}, {end}\)"):
        Span(start, end, "NAME")


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
def test_a_score_is_a_probability(score):
    with pytest.raises(InvalidValueError, match="between 0 and 1"):
        Span(0, 1, "NAME", score=score)


def test_a_span_needs_a_label():
    with pytest.raises(InvalidValueError, match="label"):
        Span(0, 1, "")


def test_touching_spans_do_not_overlap():
    assert not Span(0, 3, "A").overlaps(Span(3, 5, "A"))
    assert Span(0, 3, "A").overlaps(Span(2, 5, "A"))


def test_resolve_prefers_length_then_score_then_start_then_label_then_source():
    long, better = Span(0, 4, "B", 0.1), Span(3, 6, "A", 1.0)
    assert Spans([better, long]).resolve() == Spans([long])
    sure, unsure = Span(2, 4, "B", 0.9), Span(1, 3, "A", 0.8)
    assert Spans([sure, unsure]).resolve() == Spans([sure])
    early, late = Span(1, 3, "B"), Span(2, 4, "A")
    assert Spans([early, late]).resolve() == Spans([early])
    assert Spans([Span(0, 2, "B"), Span(0, 2, "A")]).resolve() == Spans([Span(0, 2, "A")])
    first, second = Span(0, 2, "A", source="x"), Span(0, 2, "A", source="y")
    assert Spans([second, first]).resolve() == Spans([first])


def test_resolve_drops_a_loser_whole_and_partition_keeps_its_rest():
    found = Spans([Span(0, 4, "A"), Span(3, 6, "B")])
    assert found.resolve() == Spans([Span(0, 4, "A")])
    assert found.partition() == Spans([Span(0, 4, "A"), Span(4, 6, "B")])


def test_merge_keeps_the_best_part():
    sure = Span(2, 4, "A", 0.9, source="model", explanation=Explanation("m"))
    merged = Spans([Span(0, 2, "A", 0.2, source="rule"), sure, Span(4, 5, "B")]).merge()
    assert [(s.start, s.end, s.label, s.score, s.source) for s in merged] == [
        (0, 4, "A", 0.9, "model"),
        (4, 5, "B", 1.0, ""),
    ]


def test_spans_that_differ_only_in_what_explains_them_are_both_kept_in_any_order():
    one = Span(0, 2, "A", explanation=Explanation("x"))
    two = Span(0, 2, "A", explanation=Explanation("y"))
    three = Span(0, 2, "A", attributes=Metadata({"x": 1}))
    assert Spans([one, two, three]) == Spans([three, two, one])
    assert Spans([one, two]).resolve() == Spans([two, one]).resolve()


def test_within_names_the_place():
    spans = Spans([Span(0, 2, "A"), Span(4, 9, "CITY")])
    assert spans.within(9) is spans
    with pytest.raises(InvalidValueError, match=r"CITY \[4, 9\).*8 code points"):
        spans.within(8)


def test_repr_shows_the_first_few():
    spans = Spans(Span(at, at + 1, "A") for at in range(10))
    assert repr(spans).startswith("Spans(A[0,1), A[1,2)")
    assert repr(spans).endswith("… 2 more)")


def test_slices_and_filters_are_spans():
    spans = Spans([Span(0, 2, "A"), Span(2, 3, "B"), Span(5, 6, "A")])
    assert spans[1:] == Spans([Span(2, 3, "B"), Span(5, 6, "A")])
    assert spans[-1] == Span(5, 6, "A")
    assert spans.labels == ("A", "B")
    assert len(spans.where(lambda span: span.label == "A")) == 2


def test_explanations_become_json():
    why = Explanation("rule", (("checksum", 1.0),))
    assert why.to_json() == {"rule": "rule", "reasons": [["checksum", 1.0]]}


def test_other_things_are_neither_equal_nor_ordered():
    assert Spans() != ()
    assert Span(0, 1, "A") != "A"
    with pytest.raises(TypeError):
        assert Span(0, 1, "A") < 3
