"""Learning curves: a point a size, means with intervals, the same numbers every time."""

import json
from dataclasses import replace
from statistics import fmean

import pytest
from tests.unit.learn.small_corpus import SETTINGS, notes

from textveil.errors import InputError, InvalidValueError, UsageError
from textveil.learn.project.strategies import RandomOrder
from textveil.learn.training.trained_model import TrainingPlan
from textveil.study.learning.learning_curve import LearningSettings, default_sizes, measure
from textveil.study.learning.simulated_curves import interval
from textveil.study.learning.simulation import SimulationSettings, Simulator
from textveil.study.page import write_chart

PLAN = TrainingPlan(SETTINGS, folds=3)


@pytest.fixture(scope="module")
def curve():
    return measure(notes(), PLAN, LearningSettings((2, 6), repeats=3))


def test_a_curve_has_a_point_a_size(curve):
    assert [point["documents"] for point in curve["points"]] == [2, 6]
    told = json.loads(json.dumps(curve.to_json()))
    assert told["repeats"] == 3
    mean, low, high = told["points"][0]["instance"]["recall"]
    assert 0 <= low <= mean <= high <= 1


def test_a_curve_can_be_done_again_and_another_seed_gives_another(curve):
    settings = LearningSettings((2, 6), repeats=3)
    assert measure(notes(), PLAN, settings).to_json() == curve.to_json()
    assert measure(notes(), replace(PLAN, seed=1), settings)["points"] != curve["points"]


def test_a_curve_is_a_simulation_in_which_chance_chooses(curve):
    asked = SimulationSettings(
        (("random", RandomOrder()),), batches=(4,), start=2, rounds=2, runs=3, test=0.2
    )
    simulator = Simulator(tuple(notes()), PLAN, asked)
    rows = [row for job in asked.jobs() for row in simulator(job)]
    for point in curve["points"]:
        mine = [
            r for r in rows if (r.documents, r.label, r.unit) == (point["documents"], "", "word")
        ]
        mean = fmean(row.measures()[1] for row in mine)
        assert point["token"]["recall"][0] == round(mean, 4)


def test_more_documents_than_there_are():
    with pytest.raises(InputError, match="10 documents are left"):
        measure(notes(), PLAN, LearningSettings((5, 11), repeats=1, test=0.1))


@pytest.mark.parametrize(
    "settings", [{"sizes": (0, 2)}, {"sizes": "0,2"}, {"sizes": "many"}, {"repeats": 0}]
)
def test_wrong_settings_of_a_curve(settings):
    with pytest.raises((InvalidValueError, UsageError)):
        LearningSettings(**settings)


def test_sizes_rise_and_each_counts_once():
    for sizes in ((6, 2, 6), "6,2"):
        assert LearningSettings(sizes).sizes == (2, 6)


def test_sizes_go_up_to_all_there_are():
    assert default_sizes(200) == (10, 20, 50, 100, 200)
    assert default_sizes(201) == (10, 20, 50, 100, 200, 201)


@pytest.mark.parametrize("values", [[0.5, 0.5], [0.1, 0.9], [1.0] * 40, [0.3] * 7])
def test_intervals_hold_the_mean_and_stay_between_0_and_1(values):
    mean, low, high = interval(values)
    assert mean == fmean(values)
    assert 0 <= low <= mean + 1e-12
    assert mean - 1e-12 <= high <= 1


def test_one_value_has_no_interval():
    assert interval([0.5]) == (0.5, None, None)


def test_intervals_have_the_textbook_width():
    # Five values with standard deviation 0.05: half a width of 2.776 * 0.05 / sqrt(5).
    values = [0.5 + 0.05 * z for z in (-1.2649110640673518, -0.6324555320336759, 0.0)]
    values += [1.0 - value for value in values[:2]]
    mean, low, high = interval(values)
    assert high - mean == pytest.approx(mean - low)
    assert high - mean == pytest.approx(2.776 * 0.05 / 5**0.5)


def test_the_chart_has_a_panel_for_words_and_one_for_passages(curve, tmp_path):
    pytest.importorskip("matplotlib")
    write_chart(tmp_path / "curve.svg", curve)
    words = (tmp_path / "curve.svg").read_text("utf-8")
    assert "Words that are found" in words
    assert "Passages with exactly the gold offsets" in words
    assert "mean of 3 repetitions, with 95 % interval" in words
