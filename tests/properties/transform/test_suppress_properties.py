"""`minimum` suppresses the fewest characters that any valid covering can, by exhaustive search."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.transform.rarity.suppress import Suppress, suppress
from textveil.values.document import Document

COLLECTIONS = st.lists(
    st.tuples(st.text("ab", max_size=5), st.sampled_from("pqr")), min_size=1, max_size=4
).filter(lambda rows: 0 < sum(len(text) for text, _ in rows) <= 10)


def blocks(text, gone):
    shown = "".join("*" if i in gone else c for i, c in enumerate(text))
    return [block for block in shown.split("*") if block]


def valid(rows, chosen, k, guarantee, min_length):
    for (text, _), gone in zip(rows, chosen, strict=True):
        for run in blocks(text, gone):
            places = [(who, i) for t, who in rows for i in range(len(t)) if t.startswith(run, i)]
            count = len({who for who, _ in places}) if guarantee == "subjects" else len(places)
            if count < k or len(run) < min_length:
                return False
    return True


def fewest(rows, k, guarantee, min_length):
    spots = [(d, i) for d, (text, _) in enumerate(rows) for i in range(len(text))]
    for size in range(len(spots) + 1):
        for gone in combinations(spots, size):
            chosen = [{i for e, i in gone if e == d} for d in range(len(rows))]
            if valid(rows, chosen, k, guarantee, min_length):
                return size
    raise AssertionError("suppressing everything is always valid")


@pytest.mark.parametrize("guarantee", ["occurrences", "subjects"])
@settings(max_examples=150)
@given(COLLECTIONS, st.integers(2, 3), st.integers(1, 3))
def test_nothing_suppresses_fewer(guarantee, rows, k, min_length):
    if guarantee == "subjects" and len({who for _, who in rows}) < k:
        return
    documents = [Document(str(n), text, who) for n, (text, who) in enumerate(rows)]
    result = suppress(documents, Suppress(k, guarantee, unit="char", min_length=min_length))
    assert result.symbols - result.kept == fewest(rows, k, guarantee, min_length)
