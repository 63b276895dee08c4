"""The evaluator against its slow twin, and its independence of order and partition."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from tests.oracles import evaluation as oracle

from textveil.evaluate.matching import count_matched
from textveil.evaluate.span_counts import count_spans
from textveil.evaluate.spans import MEASURES, SpanEvaluation, evaluate_spans
from textveil.testing.strategies import spans, texts
from textveil.values.document import Document

patient = settings(deadline=None)
few = settings(deadline=None, max_examples=40)

ends = st.integers(0, 12)
intervals = st.tuples(ends, ends).map(sorted).filter(lambda p: p[0] < p[1]).map(tuple)
renamings = st.dictionaries(
    st.sampled_from(["NAME", "DATE", "ID"]), st.sampled_from([None, "NAME", "OTHER"])
)


@st.composite
def pairs(draw, max_text=25):
    text = draw(texts(max_text))
    document = Document(draw(st.text("ab", min_size=1)), text, spans=draw(spans(text)))
    return document, draw(st.none() | spans(text))


@patient
@given(st.lists(intervals, max_size=7), st.lists(intervals, max_size=7))
def test_matching_is_maximum(left, right):
    assert count_matched(left, right) == oracle.matched(left, right)
    assert count_matched(left, right) == count_matched(right, left)


@few
@given(st.lists(intervals, max_size=3), st.lists(intervals, max_size=3))
def test_both_matchings_agree_with_trying_everything(left, right):
    best = oracle.best_matching_by_trying_all(left, right)
    assert oracle.matched(left, right) == best
    assert count_matched(left, right) == best


@patient
@given(pairs(), renamings)
def test_counts_equal_the_twin(pair, labels):
    document, predicted = pair
    found = oracle.renamed(predicted or (), labels)
    expected = oracle.counts(document.text, oracle.renamed(document.spans, labels), found)
    seen = count_spans(document, predicted or document.spans[:0], labels)
    table = {(c.level.value, c.same_label, c.label): (c.hits, c.predicted, c.gold) for c in seen}
    assert table == expected
    assert len(table) == len(seen)


@patient
@given(pairs())
def test_hits_never_exceed_either_side(pair):
    document, predicted = pair
    for count in count_spans(document, predicted or document.spans[:0]):
        assert 0 <= count.hits <= count.gold
        if count.same_label or not count.label:
            assert count.hits <= count.predicted


@patient
@given(pairs())
def test_strict_hits_are_relaxed_hits(pair):
    document, predicted = pair
    hits = {
        (c.level.value, c.same_label, c.label): c.hits
        for c in count_spans(document, predicted or document.spans[:0])
    }
    for (level, same, label), number in hits.items():
        if level == "instance-strict":
            assert number <= hits["instance-relaxed", same, label]


@few
@given(st.lists(pairs(), min_size=1, max_size=6), st.integers(0, 2**32))
def test_scores_follow_the_summed_counts(listed, seed):
    evaluation = SpanEvaluation()
    for document, predicted in listed:
        evaluation.add(document, predicted)
    scores = evaluation.scores(np.random.default_rng(seed), replicates=30)
    sums = {(c.level.value, c.same_label, c.label): c for c in evaluation.counts()}
    assert len({(score.name, score.group) for score in scores}) == len(scores)
    for score in scores:
        level, rest = score.name.split(" ", 1)
        measure, same = rest.split(" ")[0], "any label" not in rest
        count = sums[level, same, score.group]
        expected = oracle.measures(count.hits, count.predicted, count.gold)
        if same or not score.group:
            assert score.value == pytest.approx(expected[MEASURES.index(measure)])
        else:
            assert score.value == pytest.approx(count.hits / count.gold)
        assert 0 <= score.low <= score.value <= score.high <= 1


@few
@given(st.lists(pairs(), min_size=1, max_size=8), st.data())
def test_neither_order_nor_partition_shows(listed, data):
    whole = evaluate_spans(listed, np.random.default_rng(3), replicates=20)
    shuffled = data.draw(st.permutations(listed))
    cut = data.draw(st.integers(0, len(listed)))
    parts = []
    for part in (shuffled[:cut], shuffled[cut:]):
        parts.append(SpanEvaluation())
        for document, predicted in part:
            parts[-1].add(document, predicted)
    merged = parts[1].merge(parts[0])
    assert merged.documents == len(listed)
    assert merged.missing == sum(predicted is None for _, predicted in listed)
    assert merged.scores(np.random.default_rng(3), replicates=20) == whole


@few
@given(st.lists(pairs(), min_size=1, max_size=5))
def test_perfect_predictions_score_one(listed):
    # Tokens are the exception by design: a gold span that cuts a word makes the whole word gold,
    # and predicting the same span does not hide the word.
    perfect = [(document, document.spans) for document, _ in listed]
    for score in evaluate_spans(perfect, np.random.default_rng(0), replicates=10):
        if score.name.startswith("instance"):
            assert (score.value, score.low, score.high) == (1.0, 1.0, 1.0)
