"""Work that somebody began: decisions that are kept, and documents that others get."""

import pytest
from tests.unit.web.annotating import JSON, learnt, marks, note, opened, project_of, send
from tests.unit.web.workbench import post, started

from textveil.learn.project.project_records import read_state
from textveil.web.people.members import Members
from textveil.web.routes import Right


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("handing")) as made:
        made.place.jobs._begin_waiting = lambda: None
        made.ana, made.bea, made.cleo = map(made.user, ("ana", "bea", "cleo"))
        yield made


def made_for(bench, share):
    """Return a project with two annotators and an adjudicator, of whom some do the same."""
    path = project_of(bench.ana)
    learnt(bench, path)
    members = Members(bench.place)
    members.set(path.rpartition("/")[2], "bea", Right.ANNOTATOR)
    members.set(path.rpartition("/")[2], "cleo", Right.ADJUDICATOR)
    told = {"labels": "NAME DATE", "guideline": "", "share": share, "people": "2"}
    assert post(bench.ana, f"{path}/settings", **told).status_code == 303
    return path


@pytest.fixture
def common(bench):
    return made_for(bench, "100")


@pytest.fixture
def alone(bench):
    return made_for(bench, "0")


def queue_of(browser, path):
    return [one["number"] for one in browser.get(f"{path}/queue", headers=JSON).json()["documents"]]


def decision(browser, path, number):
    return browser.get(f"{path}/decisions/{number}", headers=JSON).json()


def submitted(bench, path):
    return set(read_state(opened(bench, path).records.store).annotations)


def test_a_decision_that_is_begun_is_kept_for_whoever_makes_it(bench, common):
    number = queue_of(bench.ana, common)[0]
    spans = note(number - 1)[1]
    marks(bench.ana, common, number, spans)
    marks(bench.bea, common, number, [])
    where = f"{common}/decisions/{number}/marks"
    body = {"version": 0, "spans": spans[1:], "seconds": 1, "done": False}
    assert send(bench.cleo, "PUT", where, body).json() == {"version": 0}
    assert decision(bench.cleo, common, number)["spans"] == spans[1:]
    assert decision(bench.ana, common, number)["spans"] == []
    assert submitted(bench, common) == set()
    bad = send(bench.cleo, "PUT", where, {**body, "spans": [[0, 9999, "NAME"]]})
    assert bad.status_code == 422
    assert send(bench.cleo, "PUT", where, {**body, "version": 3}).status_code == 409
    # Somebody else decides meanwhile: what was begun does not come back over it.
    assert send(bench.ana, "PUT", where, {**body, "spans": spans, "done": True}).json() == {
        "version": 1
    }
    assert decision(bench.cleo, common, number)["spans"] == spans
    assert send(bench.cleo, "PUT", where, body).status_code == 409


def test_what_somebody_has_open_is_offered_to_others_when_nothing_else_is_left(bench, alone):
    first, *others = queue_of(bench.ana, alone)
    bench.ana.get(f"{alone}/documents/{first}?more=1", headers=JSON)
    assert queue_of(bench.bea, alone) == others
    for number in others:
        marks(bench.bea, alone, number, [])
    assert queue_of(bench.bea, alone) == [first]
    marks(bench.bea, alone, first, [])
    assert len(submitted(bench, alone)) == len(others) + 1


def test_a_document_that_somebody_began_is_taken_from_them(bench, alone):
    number = queue_of(bench.bea, alone)[0]
    marks(bench.bea, alone, number, [[0, 4, "DATE"]], done=False)
    assert number not in queue_of(bench.ana, alone)
    where = f"{alone}/documents/{number}/hand-on"
    assert "Take from bea" in bench.cleo.get(alone).text
    assert post(bench.bea, where, user="bea").status_code == 403
    assert post(bench.cleo, where, user="bea").status_code == 303
    assert number in queue_of(bench.ana, alone)
    told = bench.bea.get(f"{alone}/documents/{number}", headers=JSON).json()
    assert (told["spans"], told["version"]) == ([], 0)
    assert "Take from bea" not in bench.cleo.get(alone).text


def test_what_somebody_is_done_with_is_not_taken_from_them(bench, common):
    number = queue_of(bench.bea, common)[0]
    marks(bench.bea, common, number, [[0, 4, "DATE"]])
    post(bench.cleo, f"{common}/documents/{number}/hand-on", user="bea")
    told = bench.bea.get(f"{common}/documents/{number}", headers=JSON).json()
    assert told["spans"] == [[0, 4, "DATE"]]


@pytest.mark.parametrize("right", ["none", "viewer"])
def test_nobody_waits_for_an_annotator_who_left(bench, common, right):
    begun, never = queue_of(bench.ana, common)[:2]
    for number in (begun, never):
        marks(bench.ana, common, number, [])
    marks(bench.bea, common, begun, [[0, 4, "DATE"]], done=False)
    post(bench.ana, f"{common}/members", user="cleo", right="viewer")
    assert submitted(bench, common) == set()
    post(bench.ana, f"{common}/members", user="bea", right=right)
    assert submitted(bench, common) == {f"n{begun - 1}", f"n{never - 1}"}
