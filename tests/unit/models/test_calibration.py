"""Calibration and operating points."""

import numpy as np
import pytest

from textveil.errors import InvalidValueError
from textveil.models.calibration import (
    Calibration,
    OperatingPoint,
    fit_calibration,
    operating_points,
    point_for,
)


def test_without_knots_a_score_is_its_own_probability():
    assert fit_calibration(np.empty(0), np.empty(0, bool)) == Calibration()
    assert Calibration()(0.3) == 0.3


def test_outside_the_knots_the_ends_hold():
    calibration = Calibration(((0.2, 0.1), (0.6, 0.9)))
    assert calibration(0.0) == 0.1
    assert calibration(0.4) == pytest.approx(0.5)
    assert calibration(1.0) == 0.9


@pytest.mark.parametrize(
    "knots",
    [
        ((0.5, 0.5), (0.4, 0.6)),
        ((0.4, 0.6), (0.5, 0.5)),
        ((0.5, 0.5), (0.5, 0.6)),
        ((-0.1, 0.5),),
        ((0.5, 1.5),),
    ],
)
def test_a_calibration_that_does_not_rise_is_refused(knots):
    with pytest.raises(InvalidValueError):
        Calibration(knots)


def test_overconfident_scores_are_taken_down():
    rng = np.random.default_rng(1)
    scores = rng.random(20_000)
    truth = rng.random(20_000) < scores**2
    calibration = fit_calibration(scores, truth)
    for score in (0.2, 0.5, 0.8):
        assert calibration(score) == pytest.approx(score**2, abs=0.05)


def test_points_count_words():
    scores = np.array([0.9, 0.8, 0.3, 0.2])
    truth = np.array([True, False, True, False])
    points = {point.threshold: point for point in operating_points(scores, truth)}
    assert points[0.5] == OperatingPoint(0.5, 0.5, 0.5)
    assert points[0.25] == OperatingPoint(0.25, 1.0, 2 / 3)
    assert points[0.85] == OperatingPoint(0.85, 0.5, 1.0)
    assert len(points) == 99


def test_a_recall_takes_the_highest_threshold_that_reaches_it():
    points = (OperatingPoint(0.1, 1.0, 0.2), OperatingPoint(0.4, 0.9, 0.5))
    assert point_for(points, 0.9) == points[1]
    assert point_for(points, 0.95) == points[0]
    assert point_for(points[1:], 0.95) is None


@pytest.mark.parametrize("truth", ["FFTT", "TTFF", "FTFT"])
def test_the_order_of_equal_scores_does_not_matter(truth):
    fitted = fit_calibration(np.array([0.5] * 4), np.array([letter == "T" for letter in truth]))
    assert fitted(0.5) == 0.5
