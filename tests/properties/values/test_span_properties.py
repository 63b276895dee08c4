"""The algebra of spans against sets of positions."""

import pickle
from itertools import combinations

import hypothesis.strategies as st
from hypothesis import given
from tests.oracles.text import spans as oracle

from textveil.testing.strategies import spans
from textveil.values.span import Spans

TEXT = "x" * 12
some_spans = spans(TEXT)


def shape(found):
    return {(span.start, span.end, span.label) for span in found}


@given(some_spans)
def test_covered_is_the_union_of_positions(found):
    assert found.covered() == oracle.intervals(oracle.positions(found))


@given(some_spans, some_spans)
def test_overlap_is_intersection(left, right):
    both = left.overlap(right)
    assert shape(both) == oracle.cut(left, oracle.positions(right))
    assert oracle.positions(both) == oracle.positions(left) & oracle.positions(right)


@given(some_spans, some_spans)
def test_subtract_is_difference(left, right):
    rest = left.subtract(right)
    outside = set(range(len(TEXT))) - oracle.positions(right)
    assert shape(rest) == oracle.cut(left, outside)
    assert oracle.positions(rest) == oracle.positions(left) - oracle.positions(right)


@given(some_spans, some_spans)
def test_overlap_and_subtract_split_what_was_there(left, right):
    inside, outside = left.overlap(right), left.subtract(right)
    assert not oracle.positions(inside) & oracle.positions(outside)
    assert oracle.positions(inside | outside) == oracle.positions(left)
    assert inside.overlap(right) == inside
    assert outside.subtract(right) == outside


@given(some_spans)
def test_merge_joins_each_label(found):
    merged = found.merge()
    assert {(s.start, s.end, s.label, s.score) for s in merged} == oracle.merge(found)
    assert merged.merge() == merged


@given(some_spans)
def test_resolve_obeys_its_rule(found):
    resolved = found.resolve()
    assert list(resolved) == oracle.resolve(found)
    assert resolved.resolve() == resolved


@given(some_spans)
def test_resolve_is_a_maximal_set_without_overlap(found):
    resolved = found.resolve()
    assert set(resolved) <= set(found)
    assert not any(one.overlaps(other) for one, other in combinations(resolved, 2))
    for span in set(found) - set(resolved):
        winners = [chosen for chosen in resolved if chosen.overlaps(span)]
        assert any(oracle.beats(winner, span) for winner in winners)


@given(some_spans)
def test_partition_covers_everything_once(found):
    parts = found.partition()
    assert oracle.positions(parts) == oracle.positions(found)
    assert not any(one.overlaps(other) for one, other in combinations(parts, 2))
    assert set(found.resolve()) <= set(parts)
    assert all(any(whole.contains(part) for whole in found) for part in parts)


@given(some_spans, some_spans)
def test_union_is_a_set_union(left, right):
    assert set(left | right) == set(left) | set(right)
    assert left | right == right | left
    assert left | left == left


@given(some_spans, st.randoms(use_true_random=False))
def test_the_order_given_does_not_matter(found, random):
    shuffled = [*found, *found]
    random.shuffle(shuffled)
    again = Spans(shuffled)
    assert again == found
    assert hash(again) == hash(found)
    assert list(again) == list(found)


@given(some_spans)
def test_spans_are_totally_ordered(found):
    for one, other in combinations(found, 2):
        assert (one < other) != (other < one)
        assert (one <= other) == (one < other)
    assert list(found) == sorted(found)


@given(some_spans, st.integers(0, 5))
def test_shift_moves_and_comes_back(found, distance):
    moved = found.shift(distance)
    assert oracle.positions(moved) == {at + distance for at in oracle.positions(found)}
    assert moved.shift(-distance) == found


@given(some_spans)
def test_spans_survive_pickling(found):
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301


@given(some_spans, some_spans)
def test_pairwise_overlap_and_containment(left, right):
    for one in left:
        for other in right:
            mine, theirs = oracle.positions([one]), oracle.positions([other])
            assert one.overlaps(other) == bool(mine & theirs)
            assert one.contains(other) == (theirs <= mine)
