"""Coverings that support themselves, and the kernels they are made of."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.sequences import strings as naive

from textveil.strings.alphabet import BREAK
from textveil.strings.coverings.grouped_covering import place_groups
from textveil.strings.coverings.self_covering import self_covering
from textveil.strings.coverings.witnesses import choose_witnesses, supported_lengths
from textveil.strings.suffixes.branching import branching_strings
from textveil.strings.suffixes.lcp import lcp_array
from textveil.strings.suffixes.suffix_array import suffix_array
from textveil.strings.windows.bitmaps import next_clear, next_set, to_bits

often = settings(max_examples=500)

texts = st.lists(st.integers(0, 3), max_size=40) | st.lists(st.integers(1, 2), max_size=60)
ks = st.integers(2, 5)


def prepared(values):
    codes = np.array(values, np.uint8)
    order = suffix_array(codes)
    return codes, order, lcp_array(codes, order, within_breaks=True)


def supports_itself(codes, kept, k, shown=None) -> bool:
    """Does every run occur k times inside the runs, or is it a stretch nobody could cut?"""
    counts = naive.released_counts(codes.tolist(), kept.tolist())
    return all(
        counts[tuple(codes[s:e].tolist())] >= k or (shown is not None and shown[s:e].all())
        for s, e in naive.runs(kept.tolist())
    )


@given(st.lists(st.booleans(), max_size=200), st.data())
def test_bit_searches(mask, data):
    bits = to_bits(np.array([*mask, True], bool))
    start = data.draw(st.integers(0, len(mask)))
    assert next_set(bits, start) == [*mask, True].index(True, start)
    assert next_clear(bits, start) == [*mask, True, False].index(False, start)


@often
@given(texts, ks, st.integers(1, 3))
def test_branching_strings(values, k, min_length):
    codes, order, lcp = prepared(values)
    found = branching_strings(lcp, k, min_length)
    counts = naive.occurrences(values)
    frequent = {u for u, c in counts.items() if c >= k and len(u) >= min_length}
    seen = set()
    for first, last, longest, floor, parent in zip(*(a.tolist() for a in found), strict=True):
        for length in range(floor + 1, longest + 1):
            u = tuple(codes[order[first] : order[first] + length].tolist())
            assert counts[u] == last - first
            assert u not in seen
            seen.add(u)
        if floor >= min_length:
            assert found.longest[parent] == floor
            assert found.first[parent] <= first
            assert found.last[parent] >= last
        else:
            assert parent == -1
    assert seen == frequent


@often
@given(texts, ks, st.integers(1, 3))
def test_groups_support_themselves(values, k, min_length):
    codes, order, lcp = prepared(values)
    kept = place_groups(codes, order, branching_strings(lcp, k, min_length), k, min_length)
    assert not kept[codes == BREAK].any()
    assert supports_itself(codes, kept, k)
    assert all(e - s >= min_length for s, e in naive.runs(kept.tolist()))


@often
@given(texts, ks)
def test_witnesses_hold_every_kept_string(values, k):
    codes, order, lcp = prepared(values)
    kept = place_groups(codes, order, branching_strings(lcp, k), k)
    chosen = choose_witnesses(order, lcp, kept, k)
    runs = naive.runs(kept.tolist())
    assert set(naive.runs(chosen.tolist())) <= set(runs)
    counts = naive.released_counts(values, chosen.tolist())
    assert all(counts[tuple(values[s:e])] >= k for s, e in runs)


@often
@given(texts, ks, st.data())
def test_supported_lengths(values, k, data):
    codes = np.array(values, np.uint8)
    drawn = data.draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values)))
    witnesses = np.array(drawn, bool) & (codes != BREAK)
    counts = naive.released_counts(values, witnesses.tolist())
    near = np.convolve(witnesses, [1, 1, 1], "same")[: len(values)] > 0 if len(values) else []
    free = [0 if n else v for v, n in zip(values, near, strict=True)]
    assert supported_lengths(codes, witnesses, k).tolist() == naive.longest(free, counts, k)


@often
@given(texts, ks, st.integers(1, 3), st.data())
def test_the_release_alone_shows_anonymity(values, k, min_length, data):
    codes, order, lcp = prepared(values)
    shown = None
    if data.draw(st.booleans()):
        # Shown positions are those of certain symbols.
        shown = np.isin(codes, data.draw(st.lists(st.integers(1, 3), max_size=2)))
    kept = self_covering(codes, order, k, min_length, shown)
    assert not kept[codes == BREAK].any()
    assert supports_itself(codes, kept, k, shown)
    placed = place_groups(codes, order, branching_strings(lcp, k, min_length), k, min_length, shown)
    if shown is None:
        assert all(e - s >= min_length for s, e in naive.runs(kept.tolist()))
        assert kept.sum() >= placed.sum()
    else:
        assert kept[shown].all()
        assert kept.sum() >= (placed | shown).sum()
        assert all(e - s >= min_length or shown[s:e].all() for s, e in naive.runs(kept.tolist()))
