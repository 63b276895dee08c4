"""Bounds on what remains: against definitions, and by how often they cover the truth."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.errors import InvalidValueError
from textveil.evaluate.remaining import (
    both_overlooked,
    mean_bound,
    rejects_mean,
    remaining,
    share_bound,
)

COUNTS = st.lists(st.integers(0, 40), min_size=1, max_size=60)


@given(st.integers(1, 200), st.data())
def test_the_share_is_where_so_few_would_be_rare(read: int, data: st.DataObject) -> None:
    leaking = data.draw(st.integers(0, read - 1))
    bound = Fraction(share_bound(leaking, read))

    def at_most(share: Fraction) -> float:
        return float(
            sum(comb(read, k) * share**k * (1 - share) ** (read - k) for k in range(leaking + 1))
        )

    assert at_most(bound) <= 0.05 + 1e-9
    assert at_most(bound - Fraction(1, 10**6)) >= 0.05 - 1e-9


@given(COUNTS)
def test_the_mean_is_between_what_was_seen_and_the_most(missed: list[int]) -> None:
    bound = mean_bound(missed, 40)
    assert sum(missed) / len(missed) <= bound <= 40


@given(COUNTS, st.data())
def test_more_that_was_missed_never_lowers_a_bound(missed: list[int], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(missed) - 1))
    more = [min(40, count + 1) if one == at else count for one, count in enumerate(missed)]
    assert mean_bound(more, 40) >= mean_bound(missed, 40) - 1e-9


def test_nothing_seen_gives_nearly_the_bound_of_the_share() -> None:
    """No bound can be below share x most there: the documents that leak may hold the most."""
    found = remaining([0] * 100, most=40)
    assert 1 <= found.tightness < 1.08


@pytest.mark.parametrize("read", [100, 400])
@pytest.mark.parametrize(("leaking", "mean"), [(0.01, 10), (0.2, 1), (0.2, 10)])
def test_bounds_cover_the_truth(read: int, leaking: float, mean: int) -> None:
    """300 reviews of 5,000 documents; the suite `risk` does 10,000 for 18 settings."""
    rng = np.random.default_rng(read)
    truth = np.zeros(5000, int)
    truth[: int(5000 * leaking)] = np.minimum(rng.geometric(1 / mean, int(5000 * leaking)), 40)
    covered = np.zeros(2)
    for _ in range(300):
        found = remaining([int(n) for n in rng.choice(truth, read, replace=False)], most=40)
        covered += found.share >= leaking, found.mean >= truth.mean()
    # Four standard errors below 95 % of 300.
    assert min(covered) >= 0.95 * 300 - 4 * (300 * 0.95 * 0.05) ** 0.5


def test_chapman_by_hand() -> None:
    found = both_overlooked(30, 20, 12)
    assert found.estimate == pytest.approx(31 * 21 / 13 - 1 - 38)
    assert both_overlooked(5, 5, 5).estimate == 0
    assert found.high is not None
    assert found.high > found.estimate


@pytest.mark.parametrize(("first", "second", "both"), [(5, 7, 5), (2, 3, 1), (12, 9, 3), (4, 4, 4)])
def test_the_interval_of_chapman_ends_where_so_much_in_common_would_be_rare(
    first: int, second: int, both: int
) -> None:
    def agree(total: int) -> float:
        """Count all ways to draw what the second reader found."""
        ways = (
            comb(first, n) * comb(total - first, second - n)
            for n in range(both, min(first, second) + 1)
        )
        return sum(ways) / comb(total, second)

    found, known = both_overlooked(first, second, both), first + second - both
    assert found.high is not None
    assert agree(known + found.high) > 0.025 >= agree(known + found.high + 1)
    assert found.high > found.estimate, "who agrees in everything may have overlooked something"


def test_readers_without_a_common_find_may_have_overlooked_anything() -> None:
    assert both_overlooked(0, 0, 0).high is None
    assert both_overlooked(3, 2, 0).high is None


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: remaining([], 40),
        lambda: remaining([41], 40),
        lambda: remaining([0], 0),
        lambda: both_overlooked(1, 2, 2),
    ],
)
def test_reviews_that_say_nothing_are_refused(wrong: object) -> None:
    with pytest.raises(InvalidValueError):
        wrong()  # type: ignore[operator]


def test_the_bound_is_the_largest_mean_that_is_not_rejected():
    for counts in ([0] * 30, [0] * 40 + [1, 2, 5], [3, 1, 0, 7]):
        bound = mean_bound(counts, 10)
        assert not rejects_mean(counts, 10, bound - 1e-6)
        assert rejects_mean(counts, 10, bound + 1e-6)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=40), st.data())
def test_leaving_documents_unread_never_lowers_a_bound(counts, data):
    """Whoever chooses them, and whatever they hold."""
    kept = data.draw(st.lists(st.booleans(), min_size=len(counts), max_size=len(counts)))
    read = [count for count, one in zip(counts, kept, strict=True) if one]
    if not read:
        return
    whole = remaining(counts, most=5)
    partly = remaining(read, most=5, unread=len(counts) - len(read))
    assert partly.share >= whole.share
    assert partly.mean >= whole.mean
    assert (partly.read, partly.unread) == (len(read), len(counts) - len(read))


def test_a_review_of_nothing_has_no_bound():
    with pytest.raises(InvalidValueError):
        remaining([], most=5, unread=3)
