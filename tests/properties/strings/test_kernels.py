"""The string kernels agree with naive counting on every kind of small collection."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.sequences import strings as naive

from textveil.strings.alphabet import BREAK, Coded, encode
from textveil.strings.coverings.covering import minimum, runs
from textveil.strings.coverings.longest_covering import longest_first, paper
from textveil.strings.suffixes.lcp import common_prefixes, is_lcp_array, lcp_array
from textveil.strings.suffixes.repeats import longest_repeats, maximal_repeats
from textveil.strings.suffixes.subject_repeats import longest_shared
from textveil.strings.suffixes.suffix_array import is_suffix_array, suffix_array

ASTRAL = "a\U0001f600\U00010348\ud800é"


@st.composite
def collections(draw, max_documents=4, max_length=12):
    """Collections of one kind over a small alphabet, some with broken symbols."""
    kind = draw(st.sampled_from(["bytes", "text", "tokens", "wide"]))
    size = draw(st.integers(1, 3))
    alphabet = {
        "bytes": b"\x00ab"[:size],
        "text": draw(st.permutations(ASTRAL))[:size],
        "tokens": [0, 7, 70_000][:size],
        "wide": [3, 1 << 23, (1 << 31) - 1][:size],
    }[kind]
    words = draw(
        st.lists(
            st.lists(st.sampled_from(list(alphabet)), max_size=max_length), max_size=max_documents
        )
    )
    symbols = [ord(a) if isinstance(a, str) else a for a in alphabet]
    broken = draw(st.lists(st.sampled_from(symbols), max_size=1))
    make = {"bytes": bytes, "text": "".join, "tokens": np.array, "wide": np.array}[kind]
    if kind in ("tokens", "wide"):
        return [np.array(w, np.int64) for w in words], broken
    return [make(w) for w in words], broken


def coded(collection) -> Coded:
    return encode(*collection)


ks = st.integers(1, 6)


@given(collections())
def test_codes_round_trip(collection):
    documents, broken = collection
    c = coded(collection)
    for document, start, end in zip(documents, c.starts, c.ends, strict=True):
        symbols = [ord(x) if isinstance(x, str) else int(x) for x in document]
        expected = [-1 if s in broken else s for s in symbols]
        assert c.symbols[c.codes[start:end]].tolist() == expected
    between = np.ones(c.codes.size, bool)
    for start, end in zip(c.starts, c.ends, strict=True):
        between[start:end] = False
    assert between.sum() == max(len(documents) - 1, 0)
    assert (c.codes[between] == BREAK).all()


@given(collections())
def test_suffix_array(collection):
    c = coded(collection)
    assert suffix_array(c.codes).tolist() == naive.suffix_array(c.codes.tolist())


@given(
    st.lists(st.integers(0, 70_000) | st.integers(0, 3), max_size=40),
    st.sampled_from([np.uint16, np.int32]),
)
def test_suffix_array_of_wide_codes(values, dtype):
    codes = np.array(values, np.int64).clip(max=65_535).astype(dtype)
    assert suffix_array(codes).tolist() == naive.suffix_array(codes.tolist())


@given(st.lists(st.integers(0, 2), max_size=7), st.data())
def test_the_check_accepts_the_suffix_array_only(values, data):
    codes = np.array(values, np.uint8)
    truth = naive.suffix_array(values)
    claimed = data.draw(st.permutations(truth) | st.lists(st.integers(-1, 8), max_size=8))
    assert is_suffix_array(codes, np.array(claimed, np.int32)) == (list(claimed) == truth)
    assert is_suffix_array(codes, np.array(truth, np.int32))


@given(collections(), st.integers(1, 8))
def test_common_prefixes(collection, gap):
    c = coded(collection)
    order = suffix_array(c.codes)
    assert common_prefixes(c.codes, order, gap).tolist() == naive.common_prefixes(
        c.codes.tolist(), gap
    )
    expected = [0] + [
        naive.common_prefix(c.codes.tolist(), order[r - 1], order[r]) for r in range(1, order.size)
    ]
    assert lcp_array(c.codes, order).tolist() == expected[: order.size]


@given(collections(), st.data())
def test_only_true_common_prefixes_are_proved(collection, data):
    c = coded(collection)
    order = suffix_array(c.codes)
    lengths = lcp_array(c.codes, order, within_breaks=True)
    assert is_lcp_array(c.codes, order, lengths)
    if lengths.size:
        lengths[data.draw(st.integers(0, lengths.size - 1))] += data.draw(st.sampled_from([-1, 1]))
        assert not is_lcp_array(c.codes, order, lengths)


@given(collections(), ks)
def test_longest_and_maximal_repeats(collection, k):
    c = coded(collection)
    found = longest_repeats(c.codes, suffix_array(c.codes), k)
    codes = c.codes.tolist()
    assert found.tolist() == naive.longest(codes, naive.occurrences(codes), k)
    starts, ends = maximal_repeats(found)
    assert list(zip(starts.tolist(), ends.tolist(), strict=True)) == naive.maximal(found.tolist())


@given(collections(), ks, st.data())
def test_longest_shared(collection, k, data):
    c = coded(collection)
    people = data.draw(st.integers(1, 4))
    subjects = data.draw(
        st.lists(st.integers(0, people - 1), min_size=c.starts.size, max_size=c.starts.size)
    )
    numbered = np.unique(subjects, return_inverse=True)[1].astype(np.int32)
    found = longest_shared(c.codes, suffix_array(c.codes), c.starts, numbered, k)
    codes = c.codes.tolist()
    counts = naive.subject_counts(codes, c.starts.tolist(), subjects)
    assert found.tolist() == naive.longest(codes, counts, k)


@st.composite
def repeats(draw, max_documents=3, max_length=10):
    """Codes, the longest repeats for occurrences or subjects, and shown positions."""
    words = draw(
        st.lists(
            st.lists(st.integers(1, 2), max_size=max_length), min_size=1, max_size=max_documents
        ).filter(lambda w: sum(map(len, w)) <= 13)
    )
    c = encode([np.array(w, np.int64) for w in words], [])
    order = suffix_array(c.codes)
    k = draw(st.integers(2, 4))
    if draw(st.booleans()):
        found = longest_repeats(c.codes, order, k)
    else:
        subjects = np.arange(c.starts.size, dtype=np.int32)
        found = longest_shared(c.codes, order, c.starts, subjects, min(k, len(words)))
    shown = draw(st.lists(st.booleans(), min_size=c.codes.size, max_size=c.codes.size))
    sparse = draw(st.booleans())
    shown = np.array(shown, bool) & (c.codes != BREAK) & (not sparse)
    return c.codes, found, shown


@settings(max_examples=1500)
@given(repeats(), st.integers(1, 5))
def test_minimum_is_the_minimum(case, min_length):
    codes, found, shown = case
    kept = minimum(found, min_length, shown if shown.any() else None)
    assert not kept[codes == BREAK].any()
    assert kept[shown].all()
    assert naive.is_covering(kept.tolist(), found.tolist(), min_length, shown.tolist())
    suppressed = int((~kept & (codes != BREAK)).sum())
    best = naive.fewest(codes.tolist(), found.tolist(), min_length, shown.tolist())
    assert suppressed == best


@given(repeats())
def test_shown_runs_are_cut_at_the_latest_position(case):
    """With and without a mask in which nothing is shown, the same symbols go."""
    _, found, shown = case
    assert minimum(found, 1, np.zeros_like(shown)).tolist() == minimum(found).tolist()


@given(st.lists(st.booleans(), max_size=12))
def test_runs(kept):
    starts, ends = runs(np.array(kept, bool))
    assert list(zip(starts.tolist(), ends.tolist(), strict=True)) == naive.runs(kept)


@given(repeats(max_length=13), st.integers(1, 4))
def test_longest_first(case, min_length):
    _, found, shown = case
    kept = longest_first(found, min_length, shown if shown.any() else None)
    assert naive.is_covering(kept.tolist(), found.tolist(), min_length, shown.tolist())
    if not shown.any():
        assert kept.tolist() == naive.longest_first(found.tolist(), min_length, shown.tolist())


@given(repeats(max_length=13), st.integers(1, 4))
def test_paper(case, min_length):
    _, found, shown = case
    assert paper(found, min_length).tolist() == naive.paper(found.tolist(), min_length)
    kept = paper(found, min_length, shown)
    assert naive.is_covering(kept.tolist(), found.tolist(), min_length, shown.tolist())


@pytest.mark.parametrize("n", [1, 2, 5, 100])
def test_unary_strings(n):
    codes = np.ones(n, np.uint8)
    found = longest_repeats(codes, suffix_array(codes), 2)
    assert found.tolist() == [min(n - 1, n - i) for i in range(n)]
