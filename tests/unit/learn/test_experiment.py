"""Experiments: cross-validation and learning curves."""

import json
from dataclasses import replace
from statistics import fmean

import pytest
from tests.unit.learn.small_corpus import SETTINGS, notes

from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.spans import evaluate_spans
from textveil.learn.curve import Curve, LearningSettings, default_sizes, measure
from textveil.learn.drawing import draw_curve, draw_standings
from textveil.learn.experiment import cross_validate, levels_of
from textveil.learn.judging import judge
from textveil.learn.label_scores import standings_from_json
from textveil.learn.simulated_curves import interval
from textveil.learn.simulation import SimulationSettings, Simulator
from textveil.learn.strategies import RandomOrder
from textveil.learn.training import TrainingPlan, learn_from

PLAN = TrainingPlan(SETTINGS, folds=3)


@pytest.fixture(scope="module")
def experiment():
    return cross_validate(notes(), PLAN)


@pytest.fixture(scope="module")
def curve():
    return measure(notes(), PLAN, LearningSettings((2, 6), repeats=3))


def test_every_document_is_tested(experiment):
    assert experiment.documents == sum(fold.tested for fold in experiment.folds) == 12
    assert experiment.unused == 0
    assert all(fold.trained + fold.tested == 12 for fold in experiment.folds)


def test_an_experiment_can_be_done_again(experiment):
    assert cross_validate(notes(), PLAN).to_json() == experiment.to_json()


def test_the_report_is_json_and_can_be_read_back(experiment):
    told = json.loads(json.dumps(experiment.to_json()))
    rows = list(standings_from_json(told["scores"]))
    assert [row.label for row in rows] == ["all", "any label", "CITY", "PATIENT", "PROVIDER"]
    assert [row.row() for row in rows] == [row.row() for row in experiment.standings]


def test_crossed_folds_leave_mixed_documents_out():
    crossed = cross_validate(notes(24), replace(PLAN, folds=2, by=("template", "names")))
    assert crossed.unused > 0
    assert sum(fold.tested for fold in crossed.folds) + crossed.unused == 24


@pytest.mark.parametrize("threshold", [0.0, 1.0, 0.001])
def test_thresholds_that_nothing_was_judged_for(threshold):
    with pytest.raises(InvalidValueError):
        cross_validate(notes(), PLAN, threshold)


def test_levels_are_those_of_the_evaluation():
    import numpy as np

    crf = learn_from(notes(3), PLAN)
    judged = [judge(document, crf, PLAN.hints, language="en") for document in notes(12)[4:]]
    scores = evaluate_spans(
        [(one.document, one.spans(0.5)) for one in judged], np.random.default_rng(0), replicates=1
    )
    table = {score.name: score.value for score in scores if not score.group}
    token, instance = levels_of(judged, 0.5)
    names = ("precision", "recall", "F1", "F2")
    assert token == pytest.approx([table[f"token {name}"] for name in names])
    assert instance == pytest.approx([table[f"instance-strict {name}"] for name in names])


def test_a_curve_has_a_point_a_size(curve):
    assert [point.documents for point in curve.points] == [2, 6]
    told = json.loads(json.dumps(curve.to_json()))
    assert told["repeats"] == 3
    mean, low, high = told["points"][0]["instance"]["recall"]
    assert 0 <= low <= mean <= high <= 1


def test_a_curve_can_be_done_again_and_another_seed_gives_another(curve):
    settings = LearningSettings((2, 6), repeats=3)
    assert measure(notes(), PLAN, settings).to_json() == curve.to_json()
    assert measure(notes(), replace(PLAN, seed=1), settings).points != curve.points


def test_a_curve_is_a_simulation_in_which_chance_chooses(curve):
    asked = SimulationSettings(
        (("random", RandomOrder()),), batches=(4,), start=2, rounds=2, runs=3, test=0.2
    )
    simulator = Simulator(tuple(notes()), PLAN, asked)
    rows = [row for job in asked.jobs() for row in simulator(job)]
    for point in curve.points:
        mine = [r for r in rows if (r.documents, r.label, r.unit) == (point.documents, "", "word")]
        assert point.at("token", "recall").value == fmean(row.measures()[1] for row in mine)


def test_more_documents_than_there_are():
    with pytest.raises(InputError, match="10 documents are left"):
        measure(notes(), PLAN, LearningSettings((5, 11), repeats=1, test=0.1))


@pytest.mark.parametrize(
    "settings", [{"sizes": (5, 2)}, {"sizes": (0, 2)}, {"sizes": (2, 2)}, {"repeats": 0}]
)
def test_wrong_settings_of_a_curve(settings):
    with pytest.raises(InvalidValueError):
        LearningSettings(**settings)


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


@pytest.mark.parametrize(("kind", "magic"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_charts_are_pictures_and_always_the_same(experiment, curve: Curve, kind, magic):
    pytest.importorskip("matplotlib")
    for picture in (
        lambda: draw_standings(experiment.standings, kind),
        lambda: draw_curve(curve, kind),
    ):
        assert picture().startswith(magic)
        assert picture() == picture()
