"""What the page shows of findings and decisions is what the engine makes of them."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from textveil.pipeline.release.clear_cases import clear_of
from textveil.pipeline.release.search.decisions import Decisions
from textveil.pipeline.review.places import decide, found_row, places_of, seen, undecide
from textveil.values.document import Document
from textveil.values.span import Span, Spans

TEXT = "Ana met Ben and Cleo in the Zephyr ward at noon 😀"
LABELS = ["NAME", "CITY", "DATE"]


@st.composite
def ranges(draw):
    start = draw(st.integers(0, len(TEXT) - 1))
    return start, draw(st.integers(start + 1, len(TEXT)))


@st.composite
def disjoint(draw, labels):
    made = []
    for start, end in draw(st.lists(ranges(), max_size=6)):
        made = decide(made, start, end, draw(st.sampled_from(labels)))
    return made


@given(disjoint(LABELS), disjoint([*LABELS, None]))
def test_the_page_shows_what_the_engine_replaces(found, decided):
    document = Document("1", TEXT, spans=Spans(Span(*one, 0.5, "rule") for one in found))
    told = Decisions({"1": Spans(Span(s, e, label or "-") for s, e, label in decided)})
    applied = told.applied(clear_of(document), document.spans, len(TEXT))
    shown = seen(found_row(document), decided)
    going = {(one.start, one.end, one.label) for one in shown if one.state != "stays"}
    assert going == {(span.start, span.end, span.label) for span in applied}
    stays = {(one.start, one.end) for one in shown if one.state == "stays"}
    assert stays == {(start, end) for start, end, label in decided if label is None}
    assert [one.start for one in shown] == sorted(one.start for one in shown)


@given(disjoint([*LABELS, None]), ranges())
def test_a_new_decision_replaces_those_that_it_meets(decided, place):
    start, end = place
    after = decide(decided, start, end, "NAME")
    assert (start, end, "NAME") in after
    assert all(b[0] >= a[1] for a, b in pairwise(after))
    assert undecide(after, start, end) == undecide(decided, start, end)


@given(st.text("ab .", min_size=1, max_size=3), st.text("ab .", max_size=20))
def test_values_are_found_as_whole_words_alone(value, text):
    for start, end in places_of(text, value):
        assert text[start:end] == value
        if value[0].isalnum():
            assert start == 0 or not text[start - 1].isalnum()
        if value[-1].isalnum():
            assert end == len(text) or not text[end].isalnum()
