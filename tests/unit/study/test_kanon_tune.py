"""Tuning: every trial is a suppression and an evaluation, and the best one is chosen."""

import json
from dataclasses import replace

import pytest
import typer
from typer.testing import CliRunner

from textveil.cli.methods.kanon_study import tune as command
from textveil.errors import InputError, InvalidValueError, UsageError
from textveil.evaluate.text.suppression import evaluate_suppression
from textveil.formats.sources import Source
from textveil.pipeline.demo import sample_notes
from textveil.pipeline.kanon.annotated import load_annotated
from textveil.study.kanon_tune import TuneSettings, best_trials, tune
from textveil.transform.rarity.suppress import suppress
from textveil.values.span import Spans

FEW = TuneSettings(ks=(2, 4), min_lengths=(1, 3), ratios=(0, 25))


@pytest.fixture(scope="module")
def notes():
    return load_annotated(Source.open(sample_notes(), "jsonl"))


@pytest.mark.parametrize("method", ["", "paper", "hybrid"])
def test_every_trial_equals_a_suppression_and_an_evaluation(notes, method):
    settings = replace(FEW, method=method)
    tuning = tune(notes, settings)
    assert [(t["k"], t["min_length"], t["ratio"]) for t in tuning["trials"]] == [
        (k, length, ratio) for k in (4, 2) for length in (1, 3) for ratio in (0, 25)
    ]
    for trial in tuning["trials"]:
        alone = suppress(notes, settings.suppress(trial["k"], settings.method, trial["min_length"]))
        assert trial["kept_ratio"] == alone.kept_ratio
        scores = evaluate_suppression(notes, alone.texts, "*", trial["ratio"])
        found = [trial[name] for name in ("precision", "recall", "f1")]
        assert found == [score.value for score in scores]


def test_the_best_f1_is_chosen(notes):
    tuning = tune(notes, FEW)
    assert len(tuning["trials"]) == 8
    assert tuning["chosen"]["f1"] == max(trial["f1"] for trial in tuning["trials"])
    assert best_trials(tuning["trials"], None)[0] == tuning["chosen"]
    many = tune(notes, replace(FEW, ratios=(0, 10, 25)))
    assert len(best_trials(many["trials"], None)) == 10


def test_the_best_precision_at_a_recall(notes):
    tuning = tune(notes, replace(FEW, recall=0.8))
    fitting = [trial for trial in tuning["trials"] if trial["recall"] >= 0.8]
    assert fitting
    assert tuning["chosen"]["precision"] == max(trial["precision"] for trial in fitting)
    best = best_trials(tuning["trials"], 0.8)
    assert all(trial["recall"] >= 0.8 for trial in best)
    assert best[0] == tuning["chosen"]
    with pytest.raises(InvalidValueError, match="no settings reach a recall of 1"):
        tune(notes, TuneSettings((2,), (1,), (50,), recall=1))


def test_notes_say_what_was_left_out_and_where_the_search_ended(notes):
    tuning = tune(notes, TuneSettings((2, 18), (1,), (0, 50), method="minimum"))
    assert {trial["k"] for trial in tuning["trials"]} == {2}
    assert "above the number of subjects (7)" in tuning["notes"][0]
    words = tune(notes, replace(FEW, method="words"))
    assert {trial["min_length"] for trial in words["trials"]} == {1}
    assert "words have no minimum length" in words["notes"][0]
    wide = tune(notes, TuneSettings((2,), (1,), (0, 90)))
    edges = [note for note in wide["notes"] if "largest that was tried" in note]
    assert bool(edges) is (wide["chosen"]["ratio"] == 90)


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"ks": ()}, "at least one number"),
        ({"ks": (1, 2)}, "k must be at least 2"),
        ({"min_lengths": ()}, "at least one number"),
        ({"min_lengths": (0,)}, "minimum length"),
        ({"ratios": ()}, "at least one number"),
        ({"ratios": (0, 101)}, "from 0 to 100"),
        ({"recall": 90}, "between 0 and 1"),
        ({"method": "groups"}, "cannot give the guarantee"),
    ],
)
def test_settings_that_make_no_sense(settings, what):
    with pytest.raises(InvalidValueError, match=what):
        TuneSettings(**settings)


@pytest.mark.parametrize("spans", [None, Spans()])
def test_a_development_set_without_annotations(notes, spans):
    with pytest.raises(InputError, match="no word is marked"):
        tune([replace(note, spans=spans) for note in notes], FEW)


def run(*arguments):
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_command_shows_the_best_and_the_chosen_settings():
    done = run(sample_notes(), "--k", "2..4", "--min-length", "1..2", "--ratio", "0,10,..,50")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["k", "l", "R", "precision", "recall", "F1", "kept", "ratio"]
    assert len(lines) == 11
    k, length, ratio = lines[1].split()[:3]
    assert f"chosen: k={k} l={length} R={ratio}" in done.stderr
    assert "36 settings tried · 12 annotated documents" in done.stderr


def test_the_command_prints_json():
    done = run(sample_notes(), "--k", "2,3", "--min-length", "1", "--ratio", "20", "--json", "-q")
    assert done.exit_code == 0, done.output
    shown = json.loads(done.stdout)
    assert shown["method"] == "minimum"
    assert len(shown["trials"]) == 2
    assert shown["chosen"] in shown["trials"]
    assert shown["reason"]
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        (["--k", "a..b"], UsageError),
        (["--min-length", "0..3"], UsageError),
        (["--ratio", "0,101"], UsageError),
        (["--recall", "9"], InvalidValueError),
        (["--guarantee", "output", "--method", "minimum"], InvalidValueError),
    ],
)
def test_bad_options(options, kind):
    assert isinstance(run(sample_notes(), *options).exception, kind)


def test_results_quote_no_text(notes):
    tuning = tune(notes, FEW)
    assert "okafor" not in (json.dumps(tuning.to_json()) + repr(tuning)).lower()
