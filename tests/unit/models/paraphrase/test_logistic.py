"""Logistic regression: its weights are where the likelihood is greatest."""

import numpy as np
import pytest

from textveil.errors import ModelError
from textveil.models.paraphrase.logistic import Logistic, fit_logistic


def drawn(squared: bool = False):
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(400, 3))
    odds = 2 * rows[:, 0] - rows[:, 1] if not squared else 2 - 3 * rows[:, 0] ** 2
    truth = rng.random(400) < 1 / (1 + np.exp(-odds))
    return rows, truth


def test_the_mean_of_what_is_said_is_that_of_the_truth():
    rows, truth = drawn()
    made = fit_logistic(rows, truth)
    # The slope of the likelihood by the bias, which no penalty holds, is 0.
    assert made.chances(rows).mean() == pytest.approx(truth.mean(), abs=1e-5)


def test_signs_are_those_of_the_drawing():
    made = fit_logistic(*drawn())
    assert made.weights[0] > 1.0
    assert made.weights[1] < -0.5


def test_squares_find_a_best_value_in_the_middle():
    rows, truth = drawn(squared=True)
    plain, squared = (fit_logistic(rows, truth, squared=one) for one in (False, True))
    right = [((made.chances(rows) > 0.5) == truth).mean() for made in (plain, squared)]
    assert right[1] > right[0] + 0.1


def test_numbers_come_back_from_json():
    rows, truth = drawn()
    made = fit_logistic(rows, truth, squared=True)
    again = Logistic.from_json(made.to_json(), 3)
    assert np.array_equal(again.logits(rows), made.logits(rows))


@pytest.mark.parametrize(
    "change",
    [
        {"weights": [1.0]},
        {"scale": [0.0, 1.0, 1.0]},
        {"bias": "x"},
        {"mean": [float("nan"), 0.0, 0.0]},
    ],
)
def test_other_numbers_are_refused(change):
    told = {"mean": [0.0] * 3, "scale": [1.0] * 3, "weights": [1.0] * 3, "bias": 0.0} | change
    with pytest.raises(ModelError):
        Logistic.from_json(told, 3)
