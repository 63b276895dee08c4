"""Experiments: cross-validation."""

import json
from dataclasses import replace

import pytest
from tests.unit.learn.small_corpus import SETTINGS, notes

from textveil.errors import InvalidValueError
from textveil.evaluate.detection.spans import evaluate_spans
from textveil.learn.training.experiment import cross_validate, levels_of
from textveil.learn.training.judgement import judge
from textveil.learn.training.label_chart import draw_standings
from textveil.learn.training.label_scores import standings_from_json
from textveil.learn.training.trained_model import TrainingPlan, learn_from

PLAN = TrainingPlan(SETTINGS, folds=3)


@pytest.fixture(scope="module")
def experiment():
    return cross_validate(notes(), PLAN)


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


@pytest.mark.parametrize(("kind", "magic"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_charts_are_pictures_and_always_the_same(experiment, kind, magic):
    pytest.importorskip("matplotlib")
    picture = draw_standings(experiment.standings, kind)
    assert picture.startswith(magic)
    assert picture == draw_standings(experiment.standings, kind)
