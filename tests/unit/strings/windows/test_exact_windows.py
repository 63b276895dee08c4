"""Windows as exact numbers, against what slicing says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.strings.windows import exact_windows as windows
from textveil.strings.windows.exact_windows import (
    NOWHERE,
    among,
    differing,
    firsts_of,
    lay_out,
    ranked,
    times,
    window_numbers,
)

ROWS = st.lists(st.lists(st.integers(0, 3), max_size=8), min_size=1, max_size=4)
NUMBERS = st.lists(st.integers(0, 2**40) | st.integers(0, 5), max_size=30)


def laid(rows, top=3):
    """Lay rows out: code 0 is the separator, the others are letters; the largest may be huge."""
    codes = np.array([code for row in rows for code in row], np.int32)
    ends = np.cumsum([len(row) for row in rows]).astype(np.int64)
    return lay_out(codes, ends, np.array([1, 2, 3, top + 1], np.int32))


# The last letter decides how many bits a window needs.
@given(ROWS, st.integers(1, 5), st.sampled_from([3, 2_000, 2**30]))
def test_equal_windows_and_no_others_have_equal_numbers(rows, length, top):
    letters = laid(rows, top)
    numbers = window_numbers(letters, length)
    shown = letters.tolist()
    names = {}
    for at, number in enumerate(numbers.tolist()):
        window = tuple(shown[at : at + length])
        inside = len(window) == length and min(window) > 1
        assert (number != NOWHERE) == inside
        if inside:
            assert names.setdefault(number, window) == window
    assert len(set(names.values())) == len(names)


@given(ROWS, st.data())
def test_sequences_that_differ(rows, data):
    others = [data.draw(st.just(row) | st.lists(st.integers(0, 3), max_size=8)) for row in rows]
    letters = laid([*rows, *others])
    starts = np.cumsum([0, *(len(row) + 1 for row in [*rows, *others])])[:-1]
    found = differing(letters, starts[: len(rows)], starts[len(rows) :])
    assert found.tolist() == [row != other for row, other in zip(rows, others, strict=True)]


@given(NUMBERS, NUMBERS, st.booleans())
def test_ranks_and_counts(found, asked, dense):
    most = 2**22 if dense else 0
    with pytest.MonkeyPatch.context() as patch:
        # Small tables and the sort for large numbers give the same.
        patch.setattr(windows, "_SMALL", most)
        numbers = np.array(found, np.int64)
        values, ranks = ranked(numbers)
        assert values.tolist() == sorted(set(found))
        assert values[ranks].tolist() == found
        firsts = firsts_of(ranks, values.size)
        assert firsts.tolist() == [found.index(value) for value in values.tolist()]
        wanted = np.array([*asked, NOWHERE], np.int64)
        assert times(numbers, wanted).tolist() == [found.count(n) for n in asked] + [0]
        assert among(numbers, wanted).tolist() == [n in asked for n in found]
