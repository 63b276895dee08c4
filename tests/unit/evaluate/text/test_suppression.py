"""The token decision against a twin that looks at every character."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import InvalidValueError
from textveil.evaluate.detection.spans import SpanEvaluation
from textveil.evaluate.text.suppression import GoldTokens, evaluate_suppression
from textveil.values.document import Document
from textveil.values.span import Span, Spans

TEXTS = st.text("ab é\U0001f600漢_1.*", max_size=24)
RATIOS = st.one_of(st.integers(0, 100), st.floats(0, 100))


@st.composite
def released(draw):
    """An input, what is released of it, and what was annotated in it."""
    text = draw(TEXTS)
    hidden = draw(st.lists(st.booleans(), min_size=len(text), max_size=len(text)))
    output = "".join("*" if h else c for c, h in zip(text, hidden, strict=True))
    ends = st.integers(1, max(1, len(text)))
    pairs = draw(st.lists(st.tuples(ends, ends, st.sampled_from("XY")), max_size=4))
    spans = Spans(Span(min(a, b) - 1, max(a, b), label) for a, b, label in pairs if text)
    return text, output, draw(st.one_of(st.none(), st.just(spans)))


def protected_slowly(text, output, ratio):
    for match in re.finditer(r"\w+", text):
        places = range(*match.span())
        if sum(output[at] == "*" for at in places) * 100 > ratio * len(places):
            yield Span(*match.span(), "RARE")


@given(st.lists(released(), max_size=5), RATIOS)
def test_scores_are_those_of_span_evaluation(cases, ratio):
    documents = [Document(f"d{n}", text, spans=gold) for n, (text, _, gold) in enumerate(cases)]
    outputs = [output for _, output, _ in cases]
    scores = evaluate_suppression(documents, outputs, "*", ratio)
    evaluation = SpanEvaluation()
    for document, output in zip(documents, outputs, strict=True):
        if document.spans is not None:
            evaluation.add(document, Spans(protected_slowly(document.text, output, ratio)))
    if not evaluation.documents:
        assert [score.value for score in scores] == [1, 1, 1]
        return
    expected = {s.name: s for s in evaluation.scores(np.random.default_rng(0)) if not s.group}
    assert len(scores) == 3
    for score in scores:
        twin = expected[score.name]
        assert (score.value, score.count) == (twin.value, twin.count)


def test_a_mark_that_stands_in_the_input_counts_as_suppressed():
    note = Document("n", "a_b", spans=Spans([Span(0, 3, "NAME")]))
    assert [s.value for s in evaluate_suppression([note], ["a_b"], "_", 30)] == [1, 1, 1]
    assert [s.value for s in evaluate_suppression([note], ["a_b"], "*", 30)] == [0, 0, 0]


def test_a_ratio_reads_the_same_counts_again():
    note = Document("n", "Ana Ruiz came", spans=Spans([Span(2, 6, "NAME")]))
    tokens = GoldTokens([note, Document("other", "Ana")])
    assert (tokens.documents, tokens.gold) == (1, 2)
    suppressed = tokens.suppressed(["A*a **** *ame", "***"])
    assert suppressed.tolist() == [1, 4, 1]
    assert [s.value for s in tokens.scores(suppressed, 0)] == [2 / 3, 1, 0.8]
    assert [s.value for s in tokens.scores(suppressed, 30)] == [1, 1, 1]
    assert [s.value for s in tokens.scores(suppressed, 50)] == [1, 0.5, 2 / 3]
    assert [(s.value, s.count) for s in tokens.scores(suppressed, 100)] == [(0, 0), (0, 2), (0, 2)]


@pytest.mark.parametrize("ratio", [-1, 100.5, float("nan")])
def test_a_ratio_that_is_no_percentage(ratio):
    with pytest.raises(InvalidValueError, match="from 0 to 100"):
        evaluate_suppression([], [], ratio=ratio)


def test_a_release_of_another_length():
    with pytest.raises(InvalidValueError, match="3 characters and its input 2") as caught:
        GoldTokens([Document("n7", "ab")]).suppressed(["abc"])
    assert caught.value.where == "n7"
