"""Suggestions of k and of operating points, on curves whose answer is known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.decide.threshold import KEPT, knee, largest_keeping, operating_point
from textveil.errors import InvalidValueError
from textveil.values.choice import Option
from textveil.values.figures.score import Score

CURVES = st.dictionaries(st.integers(2, 60), st.integers(0, 50).map(lambda n: n / 50), min_size=1)


def test_the_knee_of_a_curve_that_falls_and_then_stays():
    kept = {2: 0.9, 3: 0.7, 4: 0.5, 5: 0.48, 6: 0.46, 7: 0.44}
    choice = knee(kept, 1000)
    assert choice.question == "k"
    assert choice.chosen == "4"
    assert [option.name for option in choice.options] == ["2", "3", "4", "5", "6", "7"]
    assert [option.scores for option in choice.options] == [
        (Score.exact(KEPT, ratio, 1000),) for ratio in kept.values()
    ]
    # 0.9 - 2/5 * 0.46 = 0.716 on the line at k = 4.
    assert "k = 4 keeps 0.500, which is 0.216 below the straight line from k = 2" in choice.reason


def test_the_knee_of_a_curve_that_stays_and_then_falls():
    choice = knee({2: 0.9, 3: 0.89, 4: 0.88, 5: 0.4})
    assert choice.chosen == "4"
    assert "above the straight line" in choice.reason


def test_among_equal_distances_the_larger_k_is_taken():
    # On the line: 0.9, 0.7, 0.5, 0.3; both inner points are 0.1 below it.
    assert knee({2: 0.9, 3: 0.6, 4: 0.4, 5: 0.3}).chosen == "4"


@pytest.mark.parametrize(
    ("kept", "chosen", "why"),
    [
        ({2: 0.8, 5: 0.3}, "5", "straight line"),
        ({2: 0.9, 3: 0.7, 4: 0.5}, "4", "no knee"),
        ({2: 0.7, 4: 0.7, 9: 0.7}, "9", "costs no text"),
        ({3: 0.7}, "3", "only one that was tried"),
    ],
)
def test_curves_without_a_knee(kept, chosen, why):
    choice = knee(kept)
    assert choice.chosen == chosen
    assert why in choice.reason


@given(CURVES)
def test_no_k_is_farther_from_the_line_than_the_knee(kept):
    chosen = int(knee(kept).chosen)
    first, last = min(kept), max(kept)

    def distance(k):
        """The distance in the unit square, where the usual definition has it."""
        span = max(kept.values()) - min(kept.values())
        if first == last or not span:
            return 0
        x = (k - first) / (last - first)
        y, start, end = ((kept[at] - min(kept.values())) / span for at in (k, first, last))
        return abs((end - start) * x - (y - start)) / (1 + (end - start) ** 2) ** 0.5

    assert distance(chosen) >= max(map(distance, kept)) - 1e-6
    assert not [k for k in kept if k > chosen and distance(k) > distance(chosen) + 1e-12]


@given(CURVES, st.integers(0, 50).map(lambda n: n / 50))
def test_the_largest_k_that_keeps_a_ratio(kept, ratio):
    fitting = [k for k in kept if kept[k] >= ratio]
    if fitting:
        assert largest_keeping(kept, ratio).chosen == str(max(fitting))
    else:
        with pytest.raises(InvalidValueError, match="no k keeps at least"):
            largest_keeping(kept, ratio)


def test_the_reason_names_the_next_k():
    assert largest_keeping({2: 0.9, 3: 0.6}, 0.8).reason.endswith("k = 3 keeps 0.600")
    assert largest_keeping({2: 0.9, 3: 0.6}, 0.5).reason.endswith("no larger k was tried")


@pytest.mark.parametrize("choose", [knee, lambda kept: largest_keeping(kept, 0.5)])
@pytest.mark.parametrize("kept", [{}, {1: 0.5}, {2: 1.5}, {2: -0.1}, {2: float("nan")}])
def test_points_that_are_none(choose, kept):
    with pytest.raises(InvalidValueError):
        choose(kept)


@pytest.mark.parametrize("ratio", [-0.1, 1.01, 80, float("nan")])
def test_a_ratio_that_is_none(ratio):
    with pytest.raises(InvalidValueError, match="between 0 and 1"):
        largest_keeping({2: 0.9}, ratio)


def option(name, precision, recall):
    f1 = 2 * precision * recall / (precision + recall)
    return Option(
        name,
        (
            Score.exact("token precision (any label)", precision),
            Score.exact("token recall (any label)", recall),
            Score.exact("token F1 (any label)", f1),
        ),
    )


OPTIONS = [option("a", 0.2, 0.9), option("b", 0.4, 0.6), option("c", 0.3, 0.9)]


def test_the_best_f1_or_the_best_precision_at_a_recall():
    assert operating_point("q", OPTIONS).chosen == "b"
    choice = operating_point("q", OPTIONS, 0.8)
    assert choice.chosen == "c"
    assert choice.reason.startswith("c has the best precision of 2 settings with a recall of at")
    assert choice.options == tuple(OPTIONS)


def test_ties_go_to_the_higher_recall_and_then_to_the_first():
    assert operating_point("q", [option("a", 0.4, 0.6), option("b", 0.6, 0.4)]).chosen == "a"
    assert operating_point("q", [option("a", 0.6, 0.4), option("b", 0.4, 0.6)]).chosen == "b"
    assert operating_point("q", [option("a", 0.5, 0.5), option("b", 0.5, 0.5)]).chosen == "a"


@pytest.mark.parametrize(
    ("options", "recall", "what"),
    [
        ([], None, "nothing to choose"),
        (OPTIONS, 0.95, "the most is 0.900, with a"),
        (OPTIONS, 90, "between 0 and 1"),
    ],
)
def test_operating_points_that_cannot_be_chosen(options, recall, what):
    with pytest.raises(InvalidValueError, match=what):
        operating_point("q", options, recall)
