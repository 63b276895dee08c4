"""Clusters by style: the tree, the number of clusters, the choice of measures, new documents."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles import clusters as oracle

from textveil.errors import InputError, InvalidValueError
from textveil.learn.clusters.clustering import ClusteringPlan, cluster_documents
from textveil.learn.clusters.dunn import dunn_indexes
from textveil.learn.clusters.measure_choice import choose_measures
from textveil.learn.clusters.ward import cut_tree, top_of_tree, ward_tree
from textveil.models.style_clusters import StyleClusters
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

SHAPES = st.tuples(st.integers(2, 14), st.integers(1, 3), st.integers(0, 10_000))


def scattered(shape):
    count, axes, seed = shape
    return np.random.default_rng(seed).normal(size=(count, axes))


def groups_of(cut):
    return {frozenset(np.flatnonzero(cut == at).tolist()) for at in set(cut.tolist())}


@settings(max_examples=40)
@given(SHAPES)
def test_the_chain_finds_the_tree_of_joining_the_nearest_pair(shape):
    points = scattered(shape)
    tree, steps = ward_tree(points), oracle.ward(points.tolist())
    assert tree[:, 2] == pytest.approx([height for height, _ in steps])
    for row, (_, groups) in enumerate(steps):
        assert groups_of(cut_tree(tree, len(points) - 1 - row)) == groups


@settings(max_examples=30)
@given(SHAPES.filter(lambda shape: shape[0] > 3))
def test_dunn_of_all_cuts_is_that_of_the_slow_twin(shape):
    points = scattered(shape)
    tree = ward_tree(points)
    cuts = [cut_tree(tree, number) for number in range(2, len(points))]
    slow = [oracle.dunn(points.tolist(), cut.tolist()) for cut in cuts]
    assert dunn_indexes(points, cuts) == pytest.approx(slow)


def test_equal_points_are_joined_at_height_0_and_lie_in_one_place():
    points = np.repeat([[0.0, 0.0], [3.0, 4.0]], 3, axis=0)
    tree = ward_tree(points)
    assert tree[:, 2] == pytest.approx([0, 0, 0, 0, (2 * 37.5) ** 0.5])
    assert cut_tree(tree, 2).tolist() == [0, 0, 0, 1, 1, 1]
    assert np.isinf(dunn_indexes(points, [cut_tree(tree, 2)])[0])


def test_the_top_of_a_tree_joins_the_clusters_of_a_cut():
    points = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [20.0]])
    tree = ward_tree(points)
    assert cut_tree(tree, 3).tolist() == [0, 0, 0, 1, 1, 2]
    top = top_of_tree(tree, 3)
    assert top[:, [0, 1, 3]].tolist() == [[0, 1, 5], [2, 3, 6]]
    assert top[:, 2].tolist() == tree[-2:, 2].tolist()


def test_twins_are_represented_by_one_of_them_and_independent_columns_stay_out():
    rng = np.random.default_rng(3)
    one, other, lonely = rng.normal(size=(3, 2000))
    columns = [one, 2 * one + 1, -one, other, other**3, other + 0.01 * one, lonely]
    chosen = choose_measures(np.stack(columns, axis=1), np.random.default_rng(0))
    assert len([at for at in chosen if at < 3]) == 1
    assert len([at for at in chosen if 3 <= at < 6]) == 1
    assert 6 not in chosen


def test_all_columns_stay_if_too_few_rows_tell_anything():
    rng = np.random.default_rng(1)
    assert choose_measures(rng.normal(size=(8, 4)), rng) == [0, 1, 2, 3]


SHORT = ("He slept well. No pain. Ate lunch. Up today. Calm now. Pulse {n}.", "nursing")
LONG = (
    "The histological examination demonstrates extensive inflammatory infiltration throughout "
    "all {n} submitted specimens, accompanied by considerable architectural distortion.\n"
    "Immunohistochemical investigation unequivocally excludes malignant transformation, although "
    "additional clinicopathological correlation is recommended after {n} months.",
    "pathology",
)


FILLED = ("now", "later on", "after a nap", "in the evening", "again", "with his family")


def corpus():
    """Return two kinds of notes in turn, six of each."""
    documents = []
    for number in range(6):
        for text, kind in (SHORT, LONG):
            filled = text.replace("{n}", FILLED[number])
            documents.append(
                Document(
                    f"{kind}-{number}",
                    filled,
                    spans=Spans([Span(0, 2, "NAME")] if kind == "nursing" else []),
                    metadata=Metadata({"type": kind}),
                )
            )
    return documents


@pytest.fixture(scope="module")
def found():
    return cluster_documents(corpus())


def test_two_kinds_of_writing_are_two_clusters(found):
    assert [dict(one.types) for one in found.facts] == [{"nursing": 6}, {"pathology": 6}]
    assert [(one.name, one.labels, one.spans) for one in found.facts] == [
        ("C1", 1, 6),
        ("C2", 0, 0),
    ]
    assert all(abs(value) > 0.5 for one in found.facts for _, value in one.telling)
    assert max(found.dunn, key=lambda number: found.dunn[number]) == 2


def test_new_documents_go_to_the_nearest_centre_and_short_ones_to_none(found):
    space = StyleClusters.from_json(json.loads(json.dumps(found.to_json()))["space"])
    for text, kind in (SHORT, LONG):
        at = space.place(text.replace("{n}", "93"))
        assert dict(found.facts[at].types) == {kind: 6}
    assert space.place("Only one sentence.") is None


def test_equal_documents_and_seeds_give_equal_clusters_without_any_text(found):
    written = json.dumps(found.to_json())
    assert json.dumps(cluster_documents(corpus()).to_json()) == written
    assert "histological" not in written
    assert "slept" not in written


def test_the_number_of_clusters_can_be_given():
    assert len(cluster_documents(corpus(), ClusteringPlan(clusters=4)).facts) == 4


def test_bad_corpora_are_told_apart():
    with pytest.raises(InputError, match="written alike"):
        cluster_documents([Document(str(at), SHORT[0]) for at in range(5)])
    with pytest.raises(InputError, match="too few"):
        cluster_documents(corpus()[:2])
    with pytest.raises(InputError, match="two sentences"):
        cluster_documents([*corpus(), Document("empty", "")])
    with pytest.raises(InputError, match="no document has two sentences"):
        cluster_documents([Document("empty", ""), Document("brief", "One.")])
    with pytest.raises(InputError, match="2 documents have one id"):
        cluster_documents([*corpus(), *corpus()[:1]])


@pytest.mark.parametrize("number", [0, 1, 21])
def test_one_cluster_cannot_be_asked_for(number):
    with pytest.raises(InvalidValueError, match="from 2 to 20"):
        ClusteringPlan(clusters=number)


@pytest.mark.parametrize(
    "change",
    [
        {"measures": ["flesch", "no-such"]},
        {"scales": [1.0, 0.0]},
        {"centres": []},
        {"centres": [[0.0]]},
        {"means": [0.0, "x"]},
        {"means": None},
    ],
)
def test_broken_clusters_are_refused(change):
    fields = {
        "language": "en",
        "measures": ["flesch", "lix"],
        "means": [0.0, 0.0],
        "scales": [1.0, 1.0],
        "centres": [[0.0, 0.0], [1.0, 1.0]],
    }
    assert len(StyleClusters.from_json(fields).centres) == 2
    with pytest.raises(InputError, match="no style clusters"):
        StyleClusters.from_json({**fields, **change})
