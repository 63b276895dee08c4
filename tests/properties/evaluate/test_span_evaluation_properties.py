"""The evaluator against its slow twin, and its independence of order and partition."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from tests.oracles.text import evaluation as oracle

from textveil.evaluate.detection.confusion import Confusion
from textveil.evaluate.detection.groups import Grouping, count_groups
from textveil.evaluate.detection.matching import count_matched
from textveil.evaluate.detection.mistakes import find_mistakes
from textveil.evaluate.detection.span_counts import count_spans
from textveil.evaluate.detection.spans import MEASURES, SpanEvaluation, evaluate_spans
from textveil.testing.strategies import spans, texts
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

few = settings(max_examples=40)

ends = st.integers(0, 12)
intervals = st.tuples(ends, ends).map(sorted).filter(lambda p: p[0] < p[1]).map(tuple)
renamings = st.dictionaries(
    st.sampled_from(["NAME", "DATE", "ID"]), st.sampled_from([None, "NAME", "OTHER"])
)


wordy = st.lists(
    st.sampled_from(["Ana", "Dr", "the", "of", "May", "x7", "né", " ", " ", ".", "\n", "_", "’s"]),
    max_size=14,
).map("".join)
remarks = st.sampled_from(
    [
        {},
        {"must_mask": False},
        {"must_mask": True, "identifier_type": "NO_MASK"},
        {"identifier_type": "NO_MASK"},
        {"identifier_type": "DIRECT"},
        {"identifier_type": "QUASI", "entity_id": "e1"},
        {"identifier_type": "DIRECT", "entity_id": "e2"},
    ]
).map(Metadata)


@st.composite
def judged(draw):
    """A document whose gold spans say what is to be masked, and a prediction."""
    text = draw(wordy)
    plain = draw(spans(text))
    gold = [
        Span(s.start, s.end, s.label, source=s.source, entity=s.entity, attributes=draw(remarks))
        for s in plain
    ]
    return Document("d", text, spans=Spans(gold)), draw(spans(text) | st.just(plain))


@st.composite
def pairs(draw, max_text=25):
    text = draw(texts(max_text))
    document = Document(draw(st.text("ab", min_size=1)), text, spans=draw(spans(text)))
    return document, draw(st.none() | spans(text))


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


@given(pairs() | judged(), renamings, st.booleans())
def test_counts_equal_the_twin(pair, labels, every_span):
    document, predicted = pair
    found = oracle.renamed(predicted or (), labels)
    wanted = list(document.spans) if every_span else oracle.needed(document.spans)
    mentions = [(span, labels.get(span.label, span.label)) for span in wanted]
    mentions = [(span, label) for span, label in mentions if label is not None]
    expected = oracle.counts(document.text, oracle.renamed(wanted, labels), found)
    expected |= oracle.hidden_counts(document.text, mentions, found)
    seen = count_spans(document, predicted or Spans(), labels, every_span=every_span)
    table = {(c.level.value, c.same_label, c.label): (c.hits, c.predicted, c.gold) for c in seen}
    assert table == expected
    assert len(table) == len(seen)


@given(judged(), st.booleans())
def test_the_matrix_equals_the_twin(pair, every_span):
    document, predicted = pair
    wanted = document.spans if every_span else oracle.needed(document.spans)
    confusion = Confusion(every_span=every_span)
    confusion.add(document, predicted)
    gold, found = oracle.renamed(wanted), oracle.renamed(predicted)
    assert confusion.cells() == oracle.confusion(document.text, gold, found)


@given(judged())
def test_the_matrix_sums_up_to_the_scores_of_any_label(pair):
    document, predicted = pair
    confusion = Confusion()
    confusion.add(document, predicted)
    cells = confusion.cells()
    hits = sum(n for (gold, label), n in cells.items() if gold and label)
    missed = sum(n for (gold, label), n in cells.items() if gold and not label)
    spurious = sum(n for (gold, label), n in cells.items() if label and not gold)
    hit, guessed, real = oracle.token_counts(
        document.text, oracle.renamed(oracle.needed(document.spans)), oracle.renamed(predicted)
    )
    assert (hits, missed, spurious) == (hit, real - hit, guessed - hit)
    shown = confusion.to_json()
    assert sum(map(sum, shown["counts"])) == hits
    assert (sum(shown["missed"]), sum(shown["spurious"])) == (missed, spurious)


@given(judged(), st.booleans())
def test_mistakes_equal_the_twin(pair, every_span):
    document, predicted = pair
    wanted = document.spans if every_span else oracle.needed(document.spans)
    found = find_mistakes(document, predicted, every_span=every_span)
    table = {(m.fault.value, m.start, m.end, m.label) for m in found}
    gold = oracle.renamed(wanted)
    assert table == oracle.mistakes(document.text, gold, oracle.renamed(predicted))
    assert len(table) == len(found)


@given(judged())
def test_what_is_wrong_lies_inside_the_passage_and_on_its_side(pair):
    document, predicted = pair
    hidden = {at for span in predicted for at in range(span.start, span.end)}
    for mistake in find_mistakes(document, predicted):
        assert mistake.parts
        edges = [edge for part in mistake.parts for edge in part]
        assert edges == sorted(edges)
        assert mistake.start <= edges[0] < edges[-1] <= mistake.end
        places = {at for low, high in mistake.parts for at in range(low, high)}
        if mistake.fault in ("missed", "partly missed"):
            assert places.isdisjoint(hidden)
        elif mistake.fault != "wrong label":
            assert places <= hidden


@given(judged(), st.booleans())
def test_groups_part_the_gold_spans_and_add_up_to_the_total(pair, every_span):
    document, predicted = pair
    wanted = list(document.spans) if every_span else oracle.needed(document.spans)
    found = count_groups(document, predicted, every_span=every_span)
    assert len({(one.by, one.group) for one in found}) == len(found)
    mentions = [(span, span.label) for span in wanted]
    totals = oracle.hidden_counts(document.text, mentions, oracle.renamed(predicted))
    hidden, _, passages = totals.get(("mention-content", False, ""), (0, 0, 0))
    for by in Grouping:
        part = [one for one in found if one.by is by]
        assert sum(one.passages for one in part) == passages == len(wanted)
        assert sum(one.hidden for one in part) == hidden
    words = oracle.token_counts(document.text, oracle.renamed(wanted), oracle.renamed(predicted))
    for by in (Grouping.DOMAIN, Grouping.LENGTH):
        part = [one for one in found if one.by is by]
        assert sum(one.right for one in part) == words[0]
        assert sum(one.marked for one in part) == words[1]


@given(pairs())
def test_hits_never_exceed_either_side(pair):
    document, predicted = pair
    for count in count_spans(document, predicted or document.spans[:0]):
        assert 0 <= count.hits <= count.gold
        if count.same_label or (count.level.has_predictions and not count.label):
            assert count.hits <= count.predicted


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
    levels = {"token", "instance-strict", "instance-relaxed"}
    for score in scores:
        level, rest = score.name.split(" ", 1)
        measure, same = rest.split(" ")[0], level in levels and "any label" not in rest
        if "(macro)" in rest:
            part = [c for (of, aware, label), c in sums.items() if of == level and aware and label]
            three = [(c.hits, c.predicted, c.gold) for c in part]
            if any(c.gold for c in part):
                expected = oracle.average(three)[MEASURES.index(measure)]
                assert score.value == pytest.approx(expected)
                assert score.count == sum(c.gold > 0 for c in part)
            else:
                assert (score.value, score.count) == (float(not part), 0)
            continue
        count = sums[level, same, score.group]
        expected = oracle.measures(count.hits, count.predicted, count.gold)
        if same or (not score.group and level in levels | {"character"}):
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
