"""The sanitization kernels agree with exhaustive search and with the definitions of paper 3."""

from itertools import pairwise

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.oracles.sequences import sanitization as naive

from textveil.strings.sanitization.baseline import replace_greedily
from textveil.strings.sanitization.edit_distance import least_edits
from textveil.strings.sanitization.ghosts import fewest_ghosts
from textveil.strings.sanitization.implausible import forbid_implausible
from textveil.strings.sanitization.knapsack import FORBIDDEN, choose, least_weights
from textveil.strings.sanitization.partial_order import partial_order
from textveil.strings.sanitization.sensitive import SensitiveSet, sensitive_starts
from textveil.strings.sanitization.separators import (
    allowed_options,
    candidate_ghosts,
    count_ghosts,
    ghost_costs,
    options_of,
)
from textveil.strings.sanitization.total_order import origins, render, total_order
from textveil.strings.windows.kmers import Coding, count_windows, slot_of, table_of, window_keys

LETTERS = "abcd"

# The size of the alphabet decides how windows are coded: in a bitmap, in a table, as hashes.
sizes = st.sampled_from([4, 200, 2_000_000])


@st.composite
def instances(draw, most=2, letters="ab", longest=9, k=None):
    """Sequences, k, and sensitive patterns most of which occur."""
    k = k or draw(st.integers(1, 4))
    texts = draw(st.lists(st.text(letters, max_size=longest), min_size=1, max_size=most))
    assume(max(map(len, texts)) >= k)
    present = sorted(naive.counts(texts, k))
    chosen = draw(st.sets(st.sampled_from(present), max_size=4))
    others = draw(st.sets(st.text(letters, min_size=k, max_size=k), max_size=1))
    assume(chosen | others)
    return texts, sorted(chosen | others), k


def coded(texts):
    codes = np.array([LETTERS.index(letter) for text in texts for letter in text], np.int32)
    return codes, np.cumsum([0, *map(len, texts)]).astype(np.int64)


def patterns(sensitive, size):
    rows = [[LETTERS.index(letter) for letter in pattern] for pattern in sensitive]
    return SensitiveSet.of(np.array(rows, np.int32), size)


def decoded(codes, size=4):
    return "".join("#" if c == size else LETTERS[c] for c in codes.tolist())


def pieces_of(texts, sensitive, k, size=4):
    codes, offsets = coded(texts)
    starts = sensitive_starts(codes, offsets, patterns(sensitive, size))
    return codes, offsets, total_order(codes, offsets, starts, k)


def written(codes, pieces, size=4):
    """Each sequence of the result as a string."""
    shown = render(codes, pieces, np.full(pieces.separators, size, np.int32))
    bounds = pairwise(pieces.offsets().tolist())
    return [decoded(shown[a:b], size) for a, b in bounds]


@given(instances(), sizes)
def test_scan_and_counts(instance, size):
    texts, sensitive, k = instance
    codes, offsets = coded(texts)
    found = sensitive_starts(codes, offsets, patterns(sensitive, size))
    expected = [
        start + i
        for text, start in zip(texts, offsets.tolist(), strict=False)
        for i in range(len(text) - k + 1)
        if text[i : i + k] in sensitive
    ]
    assert found.tolist() == expected
    coding = Coding.of(size, k)
    keys = window_keys(codes, offsets, coding)
    table = np.zeros(0, np.int64) if coding.is_dense(codes.size) else table_of(np.unique(keys))
    counted = count_windows(codes, offsets, coding, table)
    listed = [u for text in texts for u in naive.windows(text, k)]
    numbers = naive.counts(texts, k)
    for key, u in zip(keys.tolist(), listed, strict=True):
        assert counted[slot_of(table, key)] == numbers[u]


@given(instances(), sizes)
def test_total_order_follows_the_rules(instance, size):
    texts, sensitive, k = instance
    codes, _, pieces = pieces_of(texts, sensitive, k, size)
    assert written(codes, pieces, size) == [naive.total_order(t, sensitive, k) for t in texts]
    separators = np.full(pieces.separators, size, np.int32)
    source = origins(pieces, separators)
    shown = render(codes, pieces, separators)
    assert ((source < 0) == (shown == size)).all()
    assert (codes[source[source >= 0]] == shown[source >= 0]).all()


@settings(max_examples=60)
@given(instances(most=1, longest=6))
def test_total_order_is_shortest(instance):
    (text,), sensitive, k = instance
    codes, _, pieces = pieces_of([text], sensitive, k)
    (x,) = written(codes, pieces)
    assert naive.keeps_order(text, x, sensitive, k)
    assert len(x) == naive.shortest(text, sensitive, k, "ab", len(x))


@given(instances(letters="abc", longest=16), sizes)
def test_partial_order_is_shortest(instance, size):
    texts, sensitive, k = instance
    codes, _, pieces = pieces_of(texts, sensitive, k, size)
    xs = written(codes, pieces, size)
    assume(all(x.count("#") <= 6 for x in xs))
    ys = written(codes, partial_order(codes, pieces, k, size), size)
    for x, y in zip(xs, ys, strict=True):
        assert len(y) == naive.shortest_order(x, k)
        assert naive.counts([y], k) == naive.counts([x], k)
        # Every block is still there, as a substring of its own.
        assert all(block in y for block in x.split("#"))


@settings(max_examples=60)
@given(instances(most=1, longest=6))
def test_edit_distance_is_least(instance):
    (text,), sensitive, k = instance
    codes, offsets = coded([text])
    starts = sensitive_starts(codes, offsets, patterns(sensitive, 4))
    edited = least_edits(codes, starts, k, 4)
    result = decoded(edited.codes)
    assert naive.keeps_order(text, result, sensitive, k)
    assert naive.edit_distance(text, result) == edited.distance
    if edited.distance:
        less = naive.least_distance(text, sensitive, k, "ab", edited.distance - 1)
        assert less is None or less >= edited.distance


@given(instances(most=1, letters="abc", longest=60))
def test_edits_of_longer_sequences(instance):
    (text,), sensitive, k = instance
    codes, offsets = coded([text])
    starts = sensitive_starts(codes, offsets, patterns(sensitive, 4))
    edited = least_edits(codes, starts, k, 4)
    result = decoded(edited.codes)
    assert naive.keeps_order(text, result, sensitive, k)
    assert naive.edit_distance(text, result) == edited.distance
    assert edited.distance <= naive.edit_distance(text, naive.total_order(text, sensitive, k))
    kept = edited.origin >= 0
    assert (codes[edited.origin[kept]] == edited.codes[kept]).all()


knapsacks = st.integers(1, 4).flatmap(
    lambda options: st.lists(
        st.lists(
            st.tuples(st.integers(0, 5) | st.just(None), st.integers(0, 6)),
            min_size=options,
            max_size=options,
        ),
        min_size=1,
        max_size=4,
    )
)


@given(knapsacks, st.integers(0, 20))
def test_knapsack(classes, budget):
    cost = np.array([[np.inf if c is None else c for c, _ in row] for row in classes], float)
    weight = np.array([[w for _, w in row] for row in classes], np.int64)
    best = naive.knapsack(cost.tolist(), weight.tolist(), budget)
    tie = np.zeros(cost.shape, np.int32)
    if best is None:
        least = least_weights(cost, weight)
        assert (least >= FORBIDDEN).any() or least.sum() > budget
        return
    chosen = choose(cost, weight, budget, tie)
    rows = np.arange(len(classes))
    assert cost[rows, chosen].sum() == best
    assert weight[rows, chosen].sum() <= budget


def replacements(instance, size, ordered):
    """The options of each separator, by the kernels and by the definition."""
    texts, sensitive, k = instance
    codes, offsets, pieces = pieces_of(texts, sensitive, k, size)
    if ordered:
        pieces = partial_order(codes, pieces, k, size)
    listed = [o for y in written(codes, pieces, size) for o in naive.separator_options(y, k, "abc")]
    fits = [[not set(made) & set(sensitive) for made in each] for each in listed]
    known = patterns(sensitive, size)
    options = options_of(codes, pieces, k, known.coding, np.arange(3))
    return (
        codes,
        offsets,
        pieces,
        known.coding,
        options,
        allowed_options(options, known),
        listed,
        fits,
    )


@given(instances(letters="abc", longest=20), sizes, st.integers(1, 3), st.booleans())
def test_costs_of_replacements(instance, size, tau, ordered):
    texts, _, k = instance
    codes, offsets, _, coding, options, allowed, listed, fits = replacements(
        instance, size, ordered
    )
    assert allowed.tolist() == fits
    found = candidate_ghosts(codes, offsets, options, allowed, coding, tau)
    cost, _ = ghost_costs(options, allowed, found)
    shown = [[None if c == np.inf else c for c in row] for row in cost.tolist()]
    assert shown == naive.ghost_costs(texts, listed, fits, k, tau)


@given(instances(letters="abc", longest=20), sizes, st.sampled_from([-0.1, -0.5, -1.0]))
def test_implausible_replacements(instance, size, rho):
    texts, _, k = instance
    assume(k >= 3)
    codes, offsets, pieces, _, options, allowed, listed, fits = replacements(instance, size, False)
    found = forbid_implausible(
        codes, pieces, k, size, options.letters, (codes, offsets), rho, allowed
    )
    expected = [
        [
            f and all(naive.z_score(u, texts) >= rho for u in made)
            for made, f in zip(e, a, strict=True)
        ]
        for e, a in zip(listed, fits, strict=True)
    ]
    assert found.tolist() == expected


@given(instances(letters="abc", longest=24), sizes, st.integers(1, 3), st.integers(0, 3), st.data())
def test_fewest_ghosts(instance, size, tau, slack, data):
    texts, _, k = instance
    codes, offsets, _, coding, options, allowed, listed, fits = replacements(instance, size, True)
    assume(len(listed) <= 4 and all(map(any, fits)))
    weights = data.draw(
        st.just([[1] * 4] * len(listed))
        | st.lists(
            st.lists(st.integers(0, 3), min_size=4, max_size=4),
            min_size=len(listed),
            max_size=len(listed),
        )
    )
    weight = np.where(allowed, np.array(weights, np.int64).reshape(allowed.shape), FORBIDDEN)
    found = candidate_ghosts(codes, offsets, options, allowed, coding, tau)
    cost, tie = ghost_costs(options, allowed, found)
    theta = int(least_weights(cost, weight).sum()) + slack
    chosen = choose(cost, weight, theta, tie)
    better, proved = fewest_ghosts(options, allowed, found, [chosen], weight, theta, tau, 10_000)
    before, after = (
        count_ghosts(options, c, found.table, found.counts, tau) for c in (chosen, better)
    )
    assert after <= before
    assert proved
    assert weight[np.arange(len(listed)), better].sum() <= theta
    assert after == naive.fewest_ghosts(texts, listed, fits, weights, theta, k, tau)
    quick, _ = fewest_ghosts(options, allowed, found, [chosen], weight, theta, tau, 0)
    assert after <= count_ghosts(options, quick, found.table, found.counts, tau) <= before


@given(instances(most=1, letters="abc", longest=16), st.sampled_from([4, 200]))
def test_baseline(instance, size):
    (text,), sensitive, k = instance
    codes, offsets = coded([text])
    # A large alphabet has letters that never occur: the rarest ones, so the first of them is used.
    shown = replace_greedily(codes, offsets, patterns(sensitive, size), size)
    assert (
        not set(naive.windows(decoded(shown[shown < 4]), k)) & set(sensitive) or (shown >= 4).any()
    )
    if size == 4:
        assert decoded(shown) == naive.baseline(text, sensitive, k, LETTERS)
