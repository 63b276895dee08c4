"""Strategies equal the equations, word by word, for any probabilities."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import query_strategies as oracle

from textveil.learn.project.questions import batch_of
from textveil.learn.project.strategies import (
    BoundedEntropy,
    BoundedLeastConfidence,
    Diverse,
    GeneralReturn,
    LeastConfidence,
    MeanLeastConfidence,
    NetReturn,
    WordEntropy,
)
from textveil.values.figures.chances import DocumentChances

LABELS = ("NAME", "DATE", "CITY")

weights = st.lists(st.integers(0, 20), min_size=4, max_size=4).filter(any)
tables = st.lists(weights, min_size=1, max_size=12).map(
    lambda rows: [[weight / sum(row) for weight in row] for row in rows]
)
shares = st.floats(0.0, 1.0)
amounts = st.floats(0.0, 10.0)


def document(rows, calibrated=None, name="d"):
    return DocumentChances(name, LABELS, np.array(rows), calibrated)


def words_of(rows):
    return [dict(zip(("O", *LABELS), row, strict=True)) for row in rows]


def near(number):
    return pytest.approx(number, abs=1e-9)


@given(tables, st.floats(0.01, 1.0), st.floats(0.0, 1.5))
def test_uncertainty_is_that_of_the_equations(rows, theta, rho):
    given_, words = document(rows), words_of(rows)
    assert LeastConfidence().score(given_) == near(oracle.lc_sum(words))
    assert MeanLeastConfidence().score(given_) == near(oracle.lc_mean(words))
    assert WordEntropy().score(given_) == near(oracle.entropy(words))
    # A bound that lies within rounding of a word's own number may go either way.
    if all(abs(max(row) - theta) > 1e-9 for row in rows):
        assert BoundedLeastConfidence(theta).score(given_) == near(oracle.lcub(words, theta))
    if all(abs(oracle.word_entropy(word) - rho) > 1e-9 for word in words):
        assert BoundedEntropy(rho).score(given_) == near(oracle.elb(words, rho))


@given(tables)
def test_bounds_that_bound_nothing_change_nothing(rows):
    given_ = document(rows)
    assert BoundedLeastConfidence(1.0).score(given_) == LeastConfidence().score(given_)
    assert BoundedEntropy(0.0).score(given_) == WordEntropy().score(given_)


@given(tables, st.data(), st.tuples(*[amounts] * 5))
def test_general_returns_are_those_of_both_cases(rows, data, numbers):
    true = np.array([data.draw(shares) for _ in rows])
    missed, wrong, cost_missed, cost_wrong, reading = numbers
    strategy = GeneralReturn(missed, wrong, cost_missed, cost_wrong, reading)
    expected = oracle.roi_general(
        words_of(rows), true, (missed, wrong), (cost_missed, cost_wrong), reading
    )
    assert strategy.score(document(rows, true)) == near(expected)


@given(tables, amounts, amounts)
def test_without_calibration_the_general_return_is_the_net_return(rows, net, cost):
    given_ = document(rows)
    simple = NetReturn(net, cost).score(given_)
    assert simple == near(oracle.roi(words_of(rows), net, cost))
    assert GeneralReturn(net, net, 0.0, 0.0, cost).score(given_) == near(simple)
    assert GeneralReturn(net + 3, net + 2, 3.0, 2.0, cost).score(given_) == near(simple)


@given(st.lists(tables, min_size=1, max_size=6), st.integers(1, 7), st.integers(0, 3), st.randoms())
def test_a_batch_does_not_depend_on_the_order_of_the_pool(pool, size, seed, rng):
    documents = [document(rows, name=f"d{at}") for at, rows in enumerate(pool)]
    batch = batch_of(LeastConfidence(), documents, size, seed)
    rng.shuffle(documents)
    assert batch_of(LeastConfidence(), documents, size, seed) == batch
    assert len(batch) == min(size, len(documents)) == len(set(batch))
    scores = {one.id: LeastConfidence().score(one) for one in documents}
    left = [scores[name] for name in scores.keys() - set(batch)]
    assert [scores[name] for name in batch] == sorted((scores[n] for n in batch), reverse=True)
    assert max(left, default=0.0) <= scores[batch[-1]]


@given(st.lists(st.text("abc ", max_size=14), min_size=1, max_size=6), st.integers(1, 6))
def test_a_diverse_batch_holds_no_near_repetition(texts, size):
    def made(at, text):
        words = tuple(text.split())
        return DocumentChances(f"d{at}", (), np.ones((len(words), 1)), None, words)

    documents = {f"d{at}": made(at, text) for at, text in enumerate(texts)}
    batch = [documents[name] for name in batch_of(Diverse(), documents.values(), size, 0)]
    for at, one in enumerate(batch):
        for earlier in batch[:at]:
            shared = one.trigrams() & earlier.trigrams()
            assert len(shared) <= 0.8 * len(one.trigrams())
