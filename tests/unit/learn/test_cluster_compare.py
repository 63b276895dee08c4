"""The five experiments: who is trained and tested on what, and that nothing is seen twice."""

import csv
from dataclasses import replace

import pytest
from tests.unit.learn.test_routing import PLAN, notes

from textveil.errors import InputError
from textveil.learn.cluster_charts import draw_sizes
from textveil.learn.cluster_compare import compare_clusters
from textveil.learn.clustering import ClusteringPlan
from textveil.learn.compared_files import write_comparison
from textveil.values.metadata import Metadata


def typed(count):
    return [replace(one, metadata=Metadata({"type": f"kind {one.id[0]}"})) for one in notes(count)]


@pytest.fixture(scope="module")
def compared():
    asked = ClusteringPlan(clusters=2)
    return compare_clusters(typed(18), replace(PLAN, folds=2), asked)


def cells(compared):
    return {(one.experiment, one.train, one.test, one.size): one for one in compared.cells}


def test_every_experiment_has_its_cells(compared):
    assert compared.groups == dict.fromkeys(("C1", "C2", "R1", "R2", "T1", "T2"), 18)
    assert compared.types == {"T1": "kind l", "T2": "kind s"}
    assert set(cells(compared)) == {
        *(("self", name, name, 0) for name in compared.groups),
        *(("cross", f"{k}{a}", f"{k}{3 - a}", 0) for k in "CR" for a in (1, 2)),
        *(("clusters on random", f"C{a}", f"R{a}", 0) for a in (1, 2)),
        *(("random on clusters", f"R{a}", f"C{a}", 0) for a in (1, 2)),
    }


def test_models_of_clusters_win_where_the_same_words_mean_different_things(compared):
    found = cells(compared)
    for name in ("C1", "C2", "T1", "T2"):
        assert found["self", name, name, 0].f == 1.0
    assert found["cross", "C1", "C2", 0].f == 0.0
    assert all(found["self", name, name, 0].f < 1.0 for name in ("R1", "R2"))
    test = compared.tests()["clusters against random"]
    assert test.means[0] == 1.0
    assert test.t > 0
    assert compared.tests()["clusters against types"] is None


def test_parts_and_mixtures_are_tried_as_far_as_there_are_documents():
    made = compare_clusters(typed(24), replace(PLAN, folds=2), ClusteringPlan(clusters=2))
    sizes = {(one.experiment, one.size) for one in made.cells if one.size}
    assert sizes == {("subset", 10)}
    assert [row["clusters"] for row in made.by_size()] == [2]
    assert made.by_size()[0]["f"] == 1.0
    assert b"</svg>" in draw_sizes(made, ".svg")


def test_a_comparison_is_written_whole_or_not_at_all(compared, tmp_path):
    write_comparison(tmp_path / "out", lambda: compared)
    rows = list(csv.DictReader((tmp_path / "out" / "comparison.csv").read_text().splitlines()))
    assert len(rows) == len(compared.cells)
    assert rows[0] == {
        "experiment": "self",
        "train": "C1",
        "test": "C1",
        "size": "0",
        "precision": "1.0",
        "recall": "1.0",
        "f": "1.0",
    }

    def fails():
        raise InputError("stopped")

    with pytest.raises(InputError, match="stopped"):
        write_comparison(tmp_path / "other", fails)
    assert not (tmp_path / "other").exists()
