"""The five experiments: who is trained and tested on what, and that nothing is seen twice."""

import csv
from dataclasses import replace

import pytest
from tests.unit.learn.clusters.test_routes import PLAN, notes

from textveil.errors import InputError, ModelError, OutputError
from textveil.evaluate.detection.span_counts import Level
from textveil.evaluate.detection.spans import SpanEvaluation
from textveil.learn.clusters.clustering import ClusteringPlan, cluster_documents
from textveil.learn.training.folds import Fold
from textveil.learn.training.judgement import judge
from textveil.learn.training.trained_model import learn_from
from textveil.study.learning.cluster_comparison import compare_clusters, scores_of, welch_tests
from textveil.study.learning.group_trials import MIXTURE, GroupTrials, _counted, _parts
from textveil.study.page import write_chart
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

ASKED = ClusteringPlan(clusters=2)
TWO_FOLDS = replace(PLAN, folds=2)


def typed(count):
    return [replace(one, metadata=Metadata({"type": f"kind {one.id[0]}"})) for one in notes(count)]


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    return tmp_path_factory.mktemp("compared") / "out"


@pytest.fixture(scope="module")
def compared(out):
    return compare_clusters(typed(18), TWO_FOLDS, ASKED, out)


def cells(compared):
    return {(c["experiment"], c["train"], c["test"], c["size"]): c for c in compared["cells"]}


def test_every_experiment_has_its_cells(compared):
    assert compared["groups"] == dict.fromkeys(("C1", "C2", "R1", "R2", "T1", "T2"), 18)
    assert compared["types"] == {"T1": "kind l", "T2": "kind s"}
    assert set(cells(compared)) == {
        *(("self", name, name, 0) for name in compared["groups"]),
        *(("cross", f"{k}{a}", f"{k}{3 - a}", 0) for k in "CR" for a in (1, 2)),
        *(("clusters on random", f"C{a}", f"R{a}", 0) for a in (1, 2)),
        *(("random on clusters", f"R{a}", f"C{a}", 0) for a in (1, 2)),
    }


def test_models_of_clusters_win_where_the_same_words_mean_different_things(compared):
    found = cells(compared)
    for name in ("C1", "C2", "T1", "T2"):
        assert found["self", name, name, 0]["f"] == 1.0
    assert found["cross", "C1", "C2", 0]["f"] == 0.0
    assert all(found["self", name, name, 0]["f"] < 1.0 for name in ("R1", "R2"))
    test = compared["tests"]["clusters against random"]
    assert test.means[0] == 1.0
    assert test.t > 0
    assert compared["tests"]["clusters against types"] is None


def test_groups_with_fewer_documents_than_folds_have_no_say_in_the_tests(compared):
    small = {**compared.numbers, "groups": {**compared["groups"], "R2": 1}}
    assert len(scores_of(small, "self", "R")) == 1
    assert welch_tests(small)["clusters against random"] is None


def test_parts_and_mixtures_are_tried_as_far_as_there_are_documents(tmp_path):
    made = compare_clusters(typed(24), TWO_FOLDS, ASKED, tmp_path / "out")
    sizes = {(one["experiment"], one["size"]) for one in made["cells"] if one["size"]}
    assert sizes == {("subset", 10)}
    assert [row["clusters"] for row in made["by_size"]] == [2]
    assert made["by_size"][0]["f"] == 1.0
    write_chart(tmp_path / "sizes.svg", made)
    assert "</svg>" in (tmp_path / "sizes.svg").read_text("utf-8")


def test_without_parts_and_mixtures_there_is_no_chart_and_it_is_said_why(compared, tmp_path):
    told = []
    write_chart(tmp_path / "sizes.svg", compared, told.append)
    assert told == [
        "note: no chart is drawn, for the clusters are too small for parts and mixtures"
    ]
    assert not any(tmp_path.iterdir())


def test_models_of_any_size_are_tested_once_on_every_document_and_never_on_what_they_know():
    places = range(1200)
    folds = [
        Fold([at for at in places if at % 10 != tens], list(places[tens::10])) for tens in range(10)
    ]
    inside = set(places[:600])
    # With 350 of 600 documents two halves leave too few; with 541 even nine tenths do.
    asked = ((10, 10), (50, 10), (100, 5), (200, 2), (300, 2), (350, 3), (540, 10), (541, 0))
    for size, parts in asked:
        for own in (True, False):
            found = _parts(folds, inside, size, own=own)
            assert len(found) == parts
            assert (
                sorted(at for fold, _ in found for at in fold.test)
                == list(places)[: 1200 * bool(parts)]
            )
            for fold, pool in found:
                assert len(pool) >= size
                assert {at in inside for at in pool} == {own}
                assert not set(pool) & set(fold.test)


def test_many_clusters_share_mixtures_of_documents_that_are_in_none_of_them():
    for clusters, sets in ((3, 3), (5, 5), (7, 5)):
        groups = {f"C{at + 1}": (at,) for at in range(clusters)}
        trials = GroupTrials((), "", PLAN, groups).trials()
        mixed = [trial.groups for trial in trials if trial.kind == MIXTURE]
        assert len(mixed) == sets
        assert sorted(name for names in mixed for name in names) == sorted(groups)


def test_passages_are_counted_as_the_evaluation_does():
    documents = notes(6)
    tagger = learn_from(documents[:2], PLAN)
    evaluation, counted = SpanEvaluation(), {"hits": 0, "predicted": 0, "gold": 0}
    for document in documents:
        judged = judge(document, tagger, (), language="en")
        evaluation.add(document, judged.spans(0.5))
        counted = {key: counted[key] + value for key, value in _counted(judged).items()}
    [strict] = [
        one
        for one in evaluation.counts()
        if one.level == Level.STRICT and one.same_label and not one.label
    ]
    assert counted == {"hits": strict.hits, "predicted": strict.predicted, "gold": strict.gold}
    assert 0 < counted["hits"] < counted["gold"]


def test_a_comparison_is_written_for_tables_too(compared, out):
    rows = list(csv.DictReader((out / "comparison.csv").read_text().splitlines()))
    assert len(rows) == len(compared["cells"])
    assert rows[0] == {
        "experiment": "self",
        "train": "C1",
        "test": "C1",
        "size": "0",
        "precision": "1.0",
        "recall": "1.0",
        "f": "1.0",
    }


def test_a_comparison_that_was_stopped_goes_on_and_ends_in_the_same_bytes(compared, out, tmp_path):
    class StoppedError(Exception):
        pass

    def stopping(items, stage, _total):
        for at, item in enumerate(items):
            if stage == "compare clusters" and at == 3:
                raise StoppedError
            yield item

    folder = tmp_path / "out"
    with pytest.raises(StoppedError):
        compare_clusters(typed(18), TWO_FOLDS, ASKED, folder, track=stopping)
    assert not (folder / "comparison.json").exists()
    kept = sorted(path.name for path in (folder / "parts").iterdir())
    assert kept == ["0.json", "1.json", "2.json"]
    first = (folder / "parts" / "0.json").read_bytes()
    done = []

    def watching(items, stage, total):
        done.append((stage, total))
        return iter(items)

    compare_clusters(typed(18), TWO_FOLDS, ASKED, folder, track=watching)
    assert ("compare clusters", len(list((out / "parts").iterdir())) - 3) in done
    assert (folder / "parts" / "0.json").read_bytes() == first
    for name in ("comparison.json", "comparison.csv"):
        assert (folder / name).read_bytes() == (out / name).read_bytes()


def test_another_comparison_does_not_go_on_in_the_folder(compared, out):
    before = (out / "comparison.json").read_bytes()
    for documents, plan, asked in (
        (typed(17), TWO_FOLDS, ASKED),
        (typed(18), replace(TWO_FOLDS, seed=1), ASKED),
        (typed(18), TWO_FOLDS, replace(ASKED, type_key="kind")),
    ):
        with pytest.raises(OutputError, match="another comparison"):
            compare_clusters(documents, plan, asked, out)
    assert (out / "comparison.json").read_bytes() == before


def test_trials_of_other_clusters_are_not_taken_up(compared, out, monkeypatch):
    def otherwise(documents, asked, track):
        return cluster_documents(documents, replace(asked, clusters=4), track)

    monkeypatch.setattr("textveil.study.learning.cluster_comparison.cluster_documents", otherwise)
    with pytest.raises(OutputError, match="another comparison"):
        compare_clusters(typed(18), TWO_FOLDS, ASKED, out)


@pytest.mark.parametrize(
    ("documents", "error", "said"),
    [
        ([replace(one, spans=None) for one in notes(6)], InputError, "never annotated"),
        ([replace(one, spans=Spans()) for one in notes(6)], ModelError, "nothing to learn from"),
        ([*notes(6), replace(notes(1)[0], id="x", text="", spans=Spans())], InputError, "two sent"),
        ([*notes(6), *notes(1)], InputError, "one id"),
        (notes(1), InputError, "too few"),
        ([], ModelError, "nothing to learn from"),
        ([replace(one, subject="p") for one in notes(6)], InputError, "share one subject"),
    ],
    ids=["unread", "bare", "empty", "twice", "few", "none", "one person"],
)
def test_bad_corpora_leave_no_folder(documents, error, said, tmp_path):
    with pytest.raises(error, match=said):
        compare_clusters(documents, TWO_FOLDS, ASKED, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_annotations_of_documents_that_are_left_out_do_not_count(tmp_path):
    bare = [replace(one, spans=Spans()) for one in notes(6)]
    brief = replace(notes(1)[0], id="x", text="Met Lima.", spans=Spans([Span(4, 8, "CITY")]))
    asked = replace(ASKED, skip_short=True)
    with pytest.raises(ModelError, match="nothing to learn from"):
        compare_clusters([*bare, brief], TWO_FOLDS, asked, tmp_path / "out")
    assert not (tmp_path / "out").exists()
