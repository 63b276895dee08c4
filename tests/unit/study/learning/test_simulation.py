"""Simulation of active learning: shared starts, equal bytes, going on, documents needed."""

import csv
import json
from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest
from tests.unit.learn.printed_tables import printed
from tests.unit.learn.small_corpus import SETTINGS, notes

from textveil.errors import InputError, InvalidValueError, OutputError
from textveil.learn.project.memory import RememberedCorpus
from textveil.learn.project.strategies import LeastConfidence, RandomOrder
from textveil.learn.training.judgement import judge
from textveil.learn.training.trained_model import TrainingPlan, learn_from
from textveil.study.learning.active_learning import (
    needed_panel,
    simulate,
    simulated_charts,
    write_charts,
)
from textveil.study.learning.learning_curve import LearningSettings, measure
from textveil.study.learning.simulated_curves import (
    SimulatedCurve,
    curves_of,
    documents_needed,
    equal_scores,
    interpolated,
    needed_of,
)
from textveil.study.learning.simulation import (
    SimulatedJob,
    SimulatedRound,
    SimulationSettings,
    Simulator,
    fold_of,
)
from textveil.values.document import Document
from textveil.values.span import Spans

NOTES = tuple(notes(20))
PLAN = TrainingPlan(replace(SETTINGS, rounds=6))
ASKED = SimulationSettings(
    (("random", RandomOrder()), ("lc-sum", LeastConfidence())),
    batches=(1, 2),
    start=2,
    rounds=3,
    runs=2,
)


@pytest.mark.parametrize(
    ("data", "measure", "level", "needed"),
    [
        ("A", "recall", 0.80, (20, 20, 17)),
        ("A", "recall", 0.85, (30, 25, 19)),
        ("A", "recall", 0.90, (50, 40, None)),
        ("A", "f", 0.80, (20, 15, 12)),
        ("A", "f", 0.85, (20, 20, 17)),
        ("A", "f", 0.90, (40, 30, None)),
        ("i2b2", "recall", 0.80, (30, 25, None)),
    ],
)
def test_documents_needed_are_those_of_the_printed_tables(data, measure, level, needed):
    found = (documents_needed(printed(data, measure, batch), level) for batch in (10, 5, 1))
    assert tuple(found) == needed


def test_a_level_is_reached_between_two_rounds():
    assert interpolated([(10, 0.5), (20, 0.9)], 0.8) == pytest.approx(17.5)
    assert interpolated([(10, 0.8), (20, 0.9)], 0.8) == 10
    assert interpolated([(10, 0.7), (20, 0.9), (30, 0.6), (40, 0.95)], 0.92) == pytest.approx(
        30 + 10 * 0.32 / 0.35
    )
    assert interpolated([(10, 0.5), (20, 0.7)], 0.8) is None


def test_a_remembered_corpus_judges_as_crfsuite_does():
    corpus = RememberedCorpus(NOTES, PLAN)
    [one] = corpus.judge([9], corpus.fit(range(6)))
    other = judge(NOTES[9], learn_from(NOTES[:6], PLAN), PLAN.hints, language=PLAN.language)
    assert np.allclose(one.scores, other.scores, atol=2e-3)
    assert one.spans(0.5) == other.spans(0.5)


def test_what_was_looked_at_before_changes_no_bit():
    first, second = (RememberedCorpus(NOTES, PLAN) for _ in range(2))
    list(second.judge(range(19, 5, -1), second.fit([12, 13])))
    chances = [corpus.chances(9, corpus.fit(range(6))).chances for corpus in (first, second)]
    assert (chances[0] == chances[1]).all()


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    out = tmp_path_factory.mktemp("simulated") / "out"
    return out, simulate(NOTES, PLAN, ASKED, out)


@pytest.fixture(scope="module")
def rows(done):
    with (done[0] / "curves.csv").open() as table:
        return list(csv.DictReader(table))


def test_rounds_have_start_and_batches(rows):
    for (batch, _, _), mine in groupby(rows, lambda r: (r["batch"], r["strategy"], r["run"])):
        sizes = sorted({int(row["documents"]) for row in mine})
        assert sizes == [2, 2 + int(batch), 2 + 2 * int(batch)]


def test_all_strategies_of_a_run_share_the_start_and_the_test(rows):
    for run in "12":
        first = [row for row in rows if row["run"] == run and row["documents"] == "2"]
        named = {
            (row["label"], row["unit"], row["words"], row["cost"], row["precision"], row["recall"])
            for row in first
        }
        assert len(named) * len(ASKED.batches) * len(ASKED.strategies) == len(first)
    subjects = [document.subject for document in NOTES]
    fold = fold_of(NOTES, PLAN, ASKED, 1)
    assert {subjects[at] for at in fold.test}.isdisjoint(subjects[at] for at in fold.train)
    assert fold != fold_of(NOTES, PLAN, ASKED, 2)


def test_the_same_simulation_has_the_same_bytes_on_several_cores(done, tmp_path):
    simulate(NOTES, PLAN, ASKED, tmp_path / "two", jobs=2)
    for name in ("simulation.json", "curves.csv"):
        assert (tmp_path / "two" / name).read_bytes() == (done[0] / name).read_bytes()


def test_a_stopped_simulation_goes_on(done, tmp_path):
    class StoppedError(Exception):
        pass

    def stop(items, stage, total, weigh=None):
        for number, item in enumerate(items):
            if number == 3:
                raise StoppedError
            yield item

    out = tmp_path / "out"
    with pytest.raises(StoppedError):
        simulate(NOTES, PLAN, ASKED, out, track=stop)
    assert not (out / "curves.csv").exists()
    left = []

    def count(items, stage, total, weigh=None):
        left.append(total)
        return items

    simulate(NOTES, PLAN, ASKED, out, track=count)
    assert left == [len(ASKED.jobs()) - 3]
    assert (out / "curves.csv").read_bytes() == (done[0] / "curves.csv").read_bytes()


def test_a_folder_of_another_simulation_is_left_alone(done, tmp_path):
    out, _ = done
    before = {path: path.read_bytes() for path in out.rglob("*.*")}
    with pytest.raises(OutputError, match="another simulation"):
        simulate(NOTES, PLAN, replace(ASKED, start=3), out)
    with pytest.raises(OutputError, match="another simulation"):
        simulate(NOTES[::-1], PLAN, ASKED, out)
    assert {path: path.read_bytes() for path in out.rglob("*.*")} == before
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(OutputError, match="no simulation"):
        simulate(NOTES, PLAN, ASKED, tmp_path)


def test_a_pool_smaller_than_what_is_asked_for_is_an_error(tmp_path):
    with pytest.raises(InputError, match="the last round needs 22"):
        simulate(NOTES, PLAN, replace(ASKED, start=18), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("documents", "said"),
    [
        ([replace(note, spans=Spans()) for note in NOTES], "no annotated span"),
        ([*NOTES, Document("e1", " \n", spans=Spans())], "the document has no word"),
        ([replace(note, subject="p") for note in NOTES], "all documents share one subject"),
    ],
)
def test_documents_that_would_measure_nothing_are_an_error(tmp_path, documents, said):
    with pytest.raises(InputError, match=said):
        simulate(documents, PLAN, ASKED, tmp_path / "out")
    with pytest.raises(InputError, match=said):
        measure(documents, PLAN, LearningSettings((2, 4), repeats=1))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "change",
    [
        {"batches": (0,)},
        {"start": 0},
        {"rounds": 0},
        {"runs": 0},
        {"threshold": 1.0},
        {"strategies": ()},
        {"batches": ("many",)},
        {"batches": ()},
        {"reading": -1.0},
        {"correcting": float("nan")},
        {"documents": 1},
    ],
)
def test_settings_out_of_range_are_refused(change):
    with pytest.raises(InvalidValueError):
        replace(ASKED, **change)


def test_sizes_of_batches_may_be_a_text():
    assert replace(ASKED, batches="1,5,adaptive").batches == (1, 5, "adaptive")
    assert replace(ASKED, batches="adaptive").batches == ("adaptive",)


def test_adaptive_batches_stand_beside_fixed_ones(tmp_path):
    asked = replace(ASKED, strategies=ASKED.strategies[:1], batches=(2, "adaptive"), documents=13)
    made = simulate(NOTES, PLAN, asked, tmp_path / "out")
    curves = made["curves"]
    ends = {(c.batch, c.points[0]["documents"], c.points[-1]["documents"]) for c in curves}
    assert ends == {(2, 2, 13), ("adaptive", 2, 13)}
    fixed, adaptive = equal_scores(curves)
    assert (fixed["batch"], adaptive["batch"]) == (2, "adaptive")
    assert {(one["documents"], one["seconds"]) for one in (fixed, adaptive)} == {
        (13, min(c.points[-1]["seconds"] for c in curves))
    }
    assert fixed["models"] == 7
    assert adaptive["models"] < 7
    with (out := tmp_path / "out" / "times.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["batch"] == "adaptive"]
    assert out.read_text().startswith("run,strategy,batch,documents,seconds\n")
    assert [int(row["documents"]) for row in rows if row["run"] == "1"][:2] == [2, 4]
    assert all(float(row["seconds"]) > 0 for row in rows)


def test_runs_with_different_rounds_are_read_at_the_same_documents():
    def rounds(*points):
        return [SimulatedRound(n, 10 * n, 0.0, "", "word", hits, 10, 10, n) for n, hits in points]

    done = {
        SimulatedJob(1, "random", "adaptive"): rounds((10, 2), (20, 4), (40, 8)),
        SimulatedJob(2, "random", "adaptive"): rounds((10, 4), (30, 8)),
    }
    [curve] = curves_of(done)
    assert [round(f, 9) for _, f in curve.of("f")] == [0.3, 0.5, 0.7]
    assert [point["seconds"] for point in curve.points] == [10, 20, 30]


def test_cost_counts_words_read_and_words_corrected():
    asked = replace(ASKED, batches=(1,), rounds=1, reading=0.5, correcting=2.0)
    first = Simulator(NOTES, PLAN, asked)(asked.jobs()[0])[0]
    start = [NOTES[at] for at in fold_of(NOTES, PLAN, asked, 1).train[:2]]
    words = sum(len(note.text.replace(".", " . ").split()) for note in start)
    named = sum(len(note.covered_by(span).split()) for note in start for span in note.spans)
    assert (first.words, first.cost) == (words, 0.5 * words + 2.0 * named)


def test_results_tell_what_each_strategy_needs(done):
    out, made = done
    told = json.loads((out / "simulation.json").read_text())
    assert told == made.to_json()
    assert {curve["label"] for curve in told["curves"]} == {"all", "CITY", "PATIENT", "PROVIDER"}
    found = needed_of([drawn_curve("lc-sum", {10: 0.7, 20: 0.9}, batch=10)])
    [row] = [row for row in found if row["measure"] == "f" and row["level"] == 0.8]
    assert (row["documents"], row["interpolated"]) == (20, {"lc-sum": 15.0})


def drawn_curve(strategy, scores, batch=1):
    points = (
        {"documents": n, "words": 0, "cost": 0, "seconds": n}
        | dict.fromkeys(("precision", "recall", "f"), (y, None, None))
        for n, y in scores.items()
    )
    return SimulatedCurve(strategy, batch, "", "word", tuple(points))


def test_charts_are_drawn_for_each_batch_and_label(done, tmp_path):
    pytest.importorskip("matplotlib")
    some = [c for c in done[1]["curves"] if c.batch == 1 and c.label == "CITY"]
    charts = simulated_charts(some)
    assert set(charts) == {"batch-1-CITY", "needed-CITY"}
    write_charts(replace(done[1], charts=charts), tmp_path / "charts")
    written = {path.name: path.read_bytes() for path in (tmp_path / "charts").iterdir()}
    assert set(written) == {"batch-1-CITY.svg", "needed-CITY.svg"}
    assert all(picture.startswith(b"<?xml") for picture in written.values())


def _drawn(runs):
    """Return what charts of two sizes of batches say on their upright axes, and their bands."""
    units = [(at, unit) for at in (1, 2) for unit in ("passage", "word")]
    rounds = [SimulatedRound(at, at, at, "", unit, at, 4, 4, at) for at, unit in units]
    whole = {SimulatedJob(run, "s", size): rounds for size in (1, 2) for run in range(1, runs + 1)}
    panels = [panel for chart in simulated_charts(curves_of(whole)).values() for panel in chart]
    shown = ((panel.y, any(line.band for line in panel.lines)) for panel in panels)
    return {(words, band) for words, band in shown if not words.startswith("documents")}


def test_one_run_has_no_interval_in_a_chart():
    assert _drawn(1) == {("one run", False)}
    several = {("mean over runs, 95 % interval", True), ("mean over runs", False)}
    assert _drawn(2) == several


def test_the_chart_of_needed_documents_names_the_strategies_that_reach_a_level_first():
    curves = [
        drawn_curve("random", {2: 0.1, 3: 0.2, 4: 0.72}),
        drawn_curve("lc-sum", {2: 0.1, 3: 0.71, 4: 0.78}),
    ]
    [line] = needed_panel(curves, "f").lines
    assert (line.points, line.texts) == ([(0.7, 3), (0.75, 4)], {0: "lc-sum", 1: "lc-sum"})
