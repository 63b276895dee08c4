"""Findings of several detectors become one answer: by union, vote or priority."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.combine import combine
from textveil.errors import InvalidValueError
from textveil.values.span import Span, Spans

TEXT = "1 Elm St, Paris, France."
STREET = Spans([Span(0, 8, "STREET", 0.8, "a")])
PLACE = Spans([Span(0, 15, "ADDRESS", 0.6, "b")])
COUNTRY = Spans([Span(10, 23, "COUNTRY", 0.9, "c")])


def test_union_keeps_everything() -> None:
    assert combine(TEXT, [STREET, PLACE]) == STREET | PLACE


def test_priority_leaves_the_rest_without_loose_punctuation() -> None:
    assert repr(combine(TEXT, [STREET, PLACE], "priority")) == "Spans(STREET[0,8), ADDRESS[10,15))"
    assert combine(TEXT, [PLACE, STREET], "priority") == PLACE


def test_a_whole_span_keeps_its_own_edges() -> None:
    quoted = Spans([Span(8, 16, "ADDRESS")])
    assert combine(TEXT, [Spans(), quoted], "priority") == quoted


def test_vote_takes_the_best_label_of_those_who_agree() -> None:
    agreed = combine(TEXT, [STREET, PLACE, COUNTRY], "vote")
    assert repr(agreed) == "Spans(STREET[0,8), COUNTRY[10,15))"
    assert combine(TEXT, [STREET, PLACE, COUNTRY], "vote", votes=3) == Spans()


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="no mode of the name"):
        combine(TEXT, [STREET], "average")


SPANS = st.lists(
    st.tuples(st.integers(0, 18), st.integers(1, 6), st.sampled_from("AB"), st.integers(1, 9)).map(
        lambda s: Span(s[0], min(24, s[0] + s[1]), s[2], s[3] / 10)
    ),
    max_size=5,
).map(Spans)


def covered(spans: Spans) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


@given(st.lists(SPANS, min_size=1, max_size=4), st.integers(1, 3))
def test_modes_cover_what_they_promise(findings: list[Spans], votes: int) -> None:
    counts = [sum(at in covered(spans) for spans in findings) for at in range(len(TEXT))]
    anywhere = {at for at, count in enumerate(counts) if count}
    assert covered(combine(TEXT, findings)) == anywhere
    agreed = combine(TEXT, findings, "vote", votes)
    assert covered(agreed) == {at for at, count in enumerate(counts) if count >= votes}
    assert agreed == agreed.resolve()
    first = combine(TEXT, findings, "priority")
    left = anywhere - covered(first)
    assert not any(TEXT[at].isalnum() for at in left)
    assert covered(findings[0]) <= covered(first)
