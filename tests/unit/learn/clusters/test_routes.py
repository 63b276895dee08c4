"""Models with clusters: each text is read by the model of its cluster, where that pays."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.unit.learn.styled_notes import LONG, SHORT
from tests.unit.learn.styled_notes import styled_notes as notes

from textveil.errors import InputError, ModelError
from textveil.learn.clusters.clustering import ClusteringPlan, cluster_documents, read_clusters
from textveil.learn.clusters.routes import ClusterGain, train_routed
from textveil.learn.model_folder import save
from textveil.learn.training.adapted_model import adapt
from textveil.learn.training.trained_model import TrainingPlan
from textveil.models.bundle import load_bundle
from textveil.models.fields.crf import Settings
from textveil.models.kinds import ROUTED
from textveil.values.span import Spans

PLAN = TrainingPlan(Settings(rounds=15, rarest=1), hints=(), folds=3)


@pytest.fixture(scope="module")
def clusters():
    return cluster_documents(notes(8), ClusteringPlan(clusters=2)).space


@pytest.fixture(scope="module")
def routed(clusters):
    return train_routed(notes(18), clusters, PLAN)


def labels_of(tagger, text):
    [tagged] = tagger.tag([text], [Spans([])])
    best = tagged.chances.argmax(axis=1)
    names = ("O", *tagged.labels)
    return {
        text[a:b]: names[at]
        for a, b, at in zip(tagged.starts, tagged.ends, best, strict=True)
        if at
    }


def test_a_cluster_with_a_gain_has_a_model_that_reads_its_documents(routed):
    gains = routed.facts["clusters"]
    assert [one["own_model"] for one in gains] == [True, True]
    assert all(one["own"] == 1.0 and one["general"] < 0.9 for one in gains)
    assert "cluster-1.crfsuite" in routed.files()
    assert "its own model" in routed.card
    tagger = routed.tagger()
    assert labels_of(tagger, SHORT.replace("{town}", "Lima")) == {"Lima": "PATIENT"}
    assert labels_of(tagger, LONG.replace("{town}", "Lima")) == {"Lima": "CITY"}


def test_probabilities_have_a_column_for_every_label_and_add_up(routed):
    tagger = routed.tagger()
    for text in (SHORT, LONG, "Met Lima."):
        [tagged] = tagger.tag([text], [Spans([])])
        assert tagged.labels == ("CITY", "PATIENT")
        assert np.allclose(tagged.chances.sum(axis=1), 1, atol=1e-5)


def test_texts_without_a_cluster_are_read_by_the_general_model(routed):
    general = replace(routed, kind="crf").tagger()
    [plain] = general.tag(["Met Lima."], [Spans([])])
    [read] = routed.tagger().tag(["Met Lima."], [Spans([])])
    assert read.chances.tolist() == plain.chances.tolist()


def test_a_saved_model_reads_the_same_and_refuses_a_changed_part(routed, tmp_path):
    save(routed, tmp_path / "model")
    loaded = load_bundle(str(tmp_path / "model"))
    assert loaded.kind == ROUTED
    text = LONG.replace("{town}", "Oslo")
    assert labels_of(loaded.tagger(), text) == {"Oslo": "CITY"}
    with pytest.raises(ModelError, match="cannot be adapted"):
        adapt(notes(2), str(tmp_path / "model"), PLAN)
    part = tmp_path / "model" / "cluster-2.crfsuite"
    part.write_bytes(part.read_bytes()[:-1])
    with pytest.raises(ModelError, match=r"cluster-2\.crfsuite"):
        load_bundle(str(tmp_path / "model"))


def test_clusters_that_cannot_be_read_are_refused(routed):
    for settings in (
        {**routed.settings, "clusters": {}},
        {**routed.settings, "own": {"0": "no-such-file"}},
        {**routed.settings, "own": None},
    ):
        with pytest.raises(ModelError, match="clusters of the model"):
            replace(routed, settings=settings).tagger()


def test_a_gain_pays_only_two_standard_errors_above_nothing():
    assert ClusterGain("C1", 40, 0.80, 0.85, 0.02).pays
    assert not ClusterGain("C1", 40, 0.80, 0.84, 0.02).pays
    assert not ClusterGain("C1", 40, 0.85, 0.80, 0.001).pays
    assert not ClusterGain("C1", 4).pays


def test_documents_of_one_cluster_are_refused(clusters):
    with pytest.raises(InputError, match="one cluster"):
        train_routed([one for one in notes(4) if one.id.startswith("s")], clusters, PLAN)


def test_only_what_the_command_wrote_is_read_as_clusters(clusters, tmp_path):
    path = tmp_path / "clusters.json"
    good = {"format": "textveil-clusters", "version": 1, "space": clusters.to_json()}
    path.write_text(json.dumps(good))
    assert read_clusters(path).measures == clusters.measures
    for text in (
        "",
        "[]",
        "{}",
        json.dumps({**good, "version": 2}),
        json.dumps({**good, "space": 1}),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match="no style clusters"):
            read_clusters(path)
