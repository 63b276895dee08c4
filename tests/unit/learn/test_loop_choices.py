"""The loop with clusters, and with costs that it measures itself."""

from dataclasses import replace

import pytest
from tests.unit.learn.looping import KEY, QUICK, gold_of, opened, started
from tests.unit.learn.styled_notes import styled_notes

from textveil.errors import InputError, InvalidValueError
from textveil.learn.clusters.clustering import ClusteringPlan, cluster_documents
from textveil.learn.project.loop_clusters import own_models, shared_out
from textveil.learn.project.loop_settings import LoopSettings
from textveil.learn.project.project_records import read_state
from textveil.models.kinds import ROUTED
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.document import Document
from textveil.values.metadata import Metadata

STYLED = {note.id: note for note in styled_notes(18)}
BY_CLUSTER = LoopSettings(batch=6, iterations=15, audit=0.0)


@pytest.fixture(scope="module")
def clusters():
    return cluster_documents(styled_notes(8), ClusteringPlan(clusters=2)).space


def state(path):
    with SqliteVault(path, KEY) as store:
        return read_state(store)


def answer(project, seconds=None):
    """Submit a batch, as somebody who takes as many seconds as `seconds` says of a document."""
    batch = gold_of(project.next())
    if seconds is not None:
        told = [(note, {"lead_time": seconds(note)}) for note in batch]
        batch = [replace(note, metadata=Metadata(more)) for note, more in told]
    project.submit(batch)


def test_a_batch_has_documents_of_each_cluster(tmp_path, clusters):
    with opened(tmp_path / "p") as project:
        project.start(STYLED.values(), BY_CLUSTER, clusters)
        batches = []
        for _ in range(4):
            batch = [STYLED[one.id] for one in project.next()]
            batches.append("".join(sorted(one.id[0] for one in batch)))
            project.submit(batch)
        project.learn()
        status = project.status()
        model = project.model(tmp_path / "m")
    assert batches == ["lllsss"] * 4
    assert sorted(status.clusters.values()) == [(18, 12), (18, 12)]
    assert model.kind == ROUTED


def test_a_model_of_its_own_reads_a_cluster_with_ten_documents(tmp_path, clusters):
    with opened(tmp_path / "p") as project:
        project.start(STYLED.values(), replace(BY_CLUSTER, batch=20), clusters)
        project.submit([STYLED[one.id] for one in project.next()])
        found = project.next()
    # The same sentence names a person in one style, and a town in the other.
    labels = {(one.id[0], span.label) for one in found for span in one.spans}
    assert labels == {("s", "PATIENT"), ("l", "CITY")}
    known = state(tmp_path / "p")
    assert {len(names) for names in own_models(known.learnt, known.places).values()} == {10}
    assert not own_models(known.learnt[:8], known.places)


def test_clusters_that_make_no_sense_are_refused_and_nothing_is_kept(tmp_path, clusters):
    alike = [note for note in STYLED.values() if note.id.startswith("s")]
    one_sentence = [Document(f"o{n}", f"No pain on day {n}") for n in range(12)]
    with opened(tmp_path / "p") as project:
        with pytest.raises(InputError, match="all documents lie in one cluster"):
            project.start(alike, BY_CLUSTER, clusters)
        with pytest.raises(InputError, match="all documents lie in one cluster"):
            project.start(one_sentence, BY_CLUSTER, clusters)
        with pytest.raises(InvalidValueError, match="trains new models"):
            project.start(STYLED.values(), replace(BY_CLUSTER, model="fast-en"), clusters)
        assert project.start([*STYLED.values(), *one_sentence], BY_CLUSTER, clusters) == 48


def test_documents_are_shared_out_by_size_until_a_cluster_is_empty():
    places = {name: "aab".index(name[0]) // 2 for name in ("a1", "a2", "a3", "b1")}
    places["short"] = None
    assert shared_out(5, places, [], places) == {0: 3, 1: 1, None: 1}
    assert shared_out(2, ["a3", "b1"], ["a1", "a2"], places) == {1: 1, 0: 1}
    assert shared_out(9, ["b1"], ["a1"], places) == {1: 1}
    assert shared_out(3, [], ["a1"], places) == {}


def seconds_of(reading, correcting):
    def taken(note):
        words = len(note.text.replace(".", " . ").split())
        return reading * words + correcting * len(note.spans)

    return taken


@pytest.mark.parametrize(
    ("strategy", "given", "source"),
    [("roi", None, "measured"), ("roi", (0.1, 1.0), "given"), ("roi:0.1,0.01", None, "measured")],
)
def test_roi_goes_by_measured_costs_unless_the_user_gives_some(tmp_path, strategy, given, source):
    reading, correcting = given or (None, None)
    asked = replace(
        QUICK, strategy=strategy, first="random", batch=10, reading=reading, correcting=correcting
    )
    chosen = {}
    for name, pace in (("quick", seconds_of(0.001, 50.0)), ("slow", seconds_of(90.0, 0.5))):
        path = started(tmp_path / name, asked)
        with opened(path) as project:
            assert project.status().prices == (reading or 0.1, correcting or 1.0,
                                               "given" if given else "assumed")  # fmt: skip
            answer(project, pace)
            chosen[name] = [one.id for one in project.next()]
            prices = project.status().prices
        assert prices.source == source
    # The first answers were not pre-annotated: every span of them was added.
    if source == "measured":
        assert prices.reading / prices.correcting == pytest.approx(180.0, rel=0.01)
    own_costs = strategy != "roi" or given is not None
    assert (chosen["quick"] == chosen["slow"]) == own_costs


def test_costs_come_in_pairs():
    with pytest.raises(InvalidValueError, match="two numbers, or none"):
        LoopSettings(reading=0.1)
    assert LoopSettings().costs == (0.1, 1.0)
