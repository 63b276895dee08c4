"""Annotation below the browser: the contract of marks, queues, people and decisions."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.unit.web.annotating import (
    JSON,
    learnt,
    marks,
    note,
    notes_file,
    opened,
    project_of,
    send,
)
from tests.unit.web.workbench import csrf, post, started

from textveil.learn.project.project_records import read_state
from textveil.web.people.members import Members
from textveil.web.routes import Right
from textveil.web.working import jobs as working

OPENS = "four plain words"


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    working.MOST_OPEN = working.MOST_KEPT = 1000
    with started(tmp_path_factory.mktemp("annotating")) as made:
        # No worker begins: each test lets the model learn where it is needed.
        made.place.jobs._begin_waiting = lambda: None
        made.ana, made.bea, made.cleo = map(made.user, ("ana", "bea", "cleo"))
        yield made


@pytest.fixture
def path(bench):
    made = project_of(bench.ana)
    learnt(bench, made)
    return made


def shown(browser, path, number):
    done = browser.get(f"{path}/documents/{number}", headers=JSON)
    assert done.status_code == 200
    return done.json()


def queue_of(browser, path):
    return [one["number"] for one in browser.get(f"{path}/queue", headers=JSON).json()["documents"]]


def test_a_new_project_has_its_documents_at_once(bench):
    path = project_of(bench.ana)
    row, _ = note(2)
    told = shown(bench.ana, path, 3)
    assert told == {"id": "n2", "text": row["text"], "spans": [], "version": 0}
    assert bench.ana.get(f"{path}/documents/13", headers=JSON).status_code == 404
    assert bench.ana.get(f"{path}/documents/0", headers=JSON).status_code == 404
    assert bench.ana.get(f"{path}/documents/x", headers=JSON).status_code == 404


def test_marks_are_on_the_disk_when_they_are_acknowledged(bench, path):
    _, spans = note(0)
    done = marks(bench.ana, path, 1, spans)
    assert (done.status_code, done.json()) == (200, {"version": 1})
    told = shown(bench.ana, path, 1)
    assert (told["spans"], told["version"]) == (spans, 1)
    # Offsets count code points: the emoji in front is one.
    assert [told["text"][a:b] for a, b, _ in told["spans"]] == ["Ana Ruiz", "Tom Berg"]


def test_the_second_of_two_tabs_is_told_what_stands(bench, path):
    _, spans = note(0)
    assert marks(bench.ana, path, 1, spans).status_code == 200
    late = marks(bench.ana, path, 1, [])
    assert (late.status_code, late.json()) == (409, {"version": 1, "spans": spans})
    assert marks(bench.ana, path, 1, [], version=1).json() == {"version": 2}


def test_one_of_many_at_the_same_moment_wins(bench, path):
    _, spans = note(4)
    token = csrf(bench.ana)

    def put(_):
        body = {"version": 0, "spans": spans, "seconds": 1}
        head = {**JSON, "x-csrf-token": token}
        return bench.ana.put(f"{path}/documents/5/marks", headers=head, json=body).status_code

    with ThreadPoolExecutor(6) as pool:
        assert sorted(pool.map(put, range(6))) == [200, 409, 409, 409, 409, 409]


@pytest.mark.parametrize(
    "spans",
    [
        [[0, 999, "NAME"]],
        [[-1, 3, "NAME"]],
        [[3, 3, "NAME"]],
        [[5, 2, "NAME"]],
        [[0, 3, "no label"]],
        [[0, 3, ""]],
        [[0, 3]],
        [[0.5, 3, "NAME"]],
        [[True, 3, "NAME"]],
        [["0", 3, "NAME"]],
        [[0, 3, None]],
        {"0": 3},
        "spans",
        None,
    ],
)
def test_offsets_and_labels_that_do_not_fit_change_nothing(bench, path, spans):
    done = marks(bench.ana, path, 2, spans)
    assert done.status_code == 422
    assert done.json()["where"].startswith("spans")
    assert shown(bench.ana, path, 2)["version"] == 0


@pytest.mark.parametrize(
    "body",
    [[], {"spans": []}, {"version": -1, "spans": []}, {"version": 0, "spans": [], "seconds": "1"},
     {"version": 0, "spans": [], "seconds": -1}, {"version": 0, "spans": [], "done": 1}],
)  # fmt: skip
def test_what_is_no_marks_at_all_is_said_so(bench, path, body):
    assert send(bench.ana, "PUT", f"{path}/documents/1/marks", body).status_code == 422


def test_broken_json_is_a_clear_error(bench, path):
    done = bench.ana.put(
        f"{path}/documents/1/marks",
        content=b"{",
        headers={"content-type": "application/json", "x-csrf-token": csrf(bench.ana)},
    )
    assert (done.status_code, done.json()["error"]) == (400, "The request holds no valid JSON.")


def test_the_spans_of_files_are_what_people_begin_with(bench):
    path = project_of(bench.ana, notes_file(marked=True))
    assert shown(bench.ana, path, 1)["spans"] == note(0)[1]


def test_what_is_done_is_submitted_with_its_seconds_and_completes_the_batch(bench, path):
    numbers = queue_of(bench.ana, path)
    assert len(numbers) == 10
    for number in numbers[:-1]:
        assert marks(bench.ana, path, number, note(number - 1)[1]).status_code == 200
    team = opened(bench, path)
    assert not team.loop.waits_for_model()
    last = numbers[-1]
    assert marks(bench.ana, path, last, note(last - 1)[1], done=False).status_code == 200
    assert queue_of(bench.ana, path) == [last]
    assert marks(bench.ana, path, last, note(last - 1)[1], version=1).status_code == 200
    state = read_state(team.records.store)
    assert {name: one.seconds for name, one in state.annotations.items()} == {
        f"n{number - 1}": 3.0 if number == last else 1.5 for number in numbers
    }
    told = bench.ana.get(f"{path}/queue", headers=JSON).json()
    assert told["learning"]
    learnt(bench, path)
    assert len(queue_of(bench.ana, path)) == 2


def test_what_was_done_before_a_batch_asked_for_it_is_submitted_then(bench):
    path = project_of(bench.ana)
    for number in range(1, 13):
        assert marks(bench.ana, path, number, note(number - 1)[1]).status_code == 200
    learnt(bench, path)
    state = read_state(opened(bench, path).records.store)
    assert len(state.annotations) == 12
    assert queue_of(bench.ana, path) == []


def test_bytes_of_project_and_model_are_those_of_the_command(bench, tmp_path):
    from textveil.learn.project.learning_project import LearningProject
    from textveil.learn.project.loop_settings import LoopSettings
    from textveil.learn.teamwork.founding import LOOP
    from textveil.pipeline.evaluation.query_strategies import strategy_named
    from textveil.store.sqlite_vault import SqliteVault
    from textveil.values.document import Document
    from textveil.values.keys.secret import Secret
    from textveil.values.metadata import Metadata
    from textveil.values.span import Span, Spans

    path = project_of(bench.ana, batch="6")
    learnt(bench, path)
    for number in queue_of(bench.ana, path):
        assert marks(bench.ana, path, number, note(number - 1)[1]).status_code == 200
    learnt(bench, path)
    team = opened(bench, path)
    gold = {}
    documents = []
    for number in range(12):
        row, spans = note(number)
        documents.append(Document(row["id"], row["text"], row["subject"]))
        made = Spans(Span(*one) for one in spans)
        metadata = Metadata({"lead_time": 1.5})
        gold[row["id"]] = Document(row["id"], row["text"], metadata=metadata, spans=made)
    with SqliteVault(tmp_path / "p.project", Secret(b"k" * 32), create=True) as store:
        project = LearningProject(store, strategy_named)
        project.start(documents, LoopSettings(batch=6))
        project.submit([gold[one.id] for one in project.next()])
        project.learn()
        assert timeless(store, LOOP) == timeless(team.records.store, LOOP)
        project.model(tmp_path / "one")
    team.loop.model(tmp_path / "other")
    names = sorted(one.name for one in (tmp_path / "one").iterdir())
    assert names == sorted(one.name for one in (tmp_path / "other").iterdir())
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def timeless(store, kinds):
    """Return all records of a project, but how long its models took."""
    rows = {kind: store.fetch_all(kind) for kind in kinds}
    return {
        kind: {
            key: {**told, "seconds": 0} if kind == "learn round" else told
            for key, content in some.items()
            for told in [json.loads(content)]
        }
        for kind, some in rows.items()
    }


@pytest.fixture
def common(bench):
    """A project whose documents two people annotate, with an adjudicator."""
    path = project_of(bench.ana)
    project = path.rpartition("/")[2]
    learnt(bench, path)
    members = Members(bench.place)
    members.set(project, "bea", Right.ANNOTATOR)
    members.set(project, "cleo", Right.ADJUDICATOR)
    done = post(
        bench.ana, f"{path}/settings", labels="NAME DATE", guideline="", share="100", people="2"
    )
    assert done.status_code == 303
    return path


def test_people_who_agree_need_no_decision(bench, common):
    number = queue_of(bench.ana, common)[0]
    spans = note(number - 1)[1]
    assert number in queue_of(bench.bea, common)
    marks(bench.ana, common, number, spans)
    assert number not in queue_of(bench.ana, common)
    assert read_state(opened(bench, common).records.store).annotations == {}
    marks(bench.bea, common, number, spans)
    assert list(read_state(opened(bench, common).records.store).annotations) == [f"n{number - 1}"]
    assert number not in queue_of(bench.cleo, common)


def test_nobody_sees_the_marks_of_others_before_a_decision(bench, common):
    number = queue_of(bench.ana, common)[0]
    marks(bench.ana, common, number, [[0, 4, "DATE"]])
    assert shown(bench.bea, common, number)["spans"] == []
    told = bench.bea.get(f"{common}/documents/{number}?more=1", headers=JSON).json()
    assert told["spans"] == []
    assert told["decision"] is None
    assert bench.bea.get(f"{common}/decisions/{number}", headers=JSON).status_code == 403
    assert bench.bea.get(f"{common}/agreement").status_code == 403


def disputed(bench, common):
    number = queue_of(bench.ana, common)[0]
    spans = note(number - 1)[1]
    marks(bench.ana, common, number, spans)
    marks(bench.bea, common, number, spans[:1])
    return number, spans


def test_people_who_differ_get_a_decision_and_see_what_was_changed(bench, common):
    number, spans = disputed(bench, common)
    team = opened(bench, common)
    assert read_state(team.records.store).annotations == {}
    assert f"{common}/decisions/{number}" in bench.cleo.get(f"{common}/decisions").text
    told = bench.cleo.get(f"{common}/decisions/{number}", headers=JSON).json()
    assert told["people"] == {"ana": spans, "bea": spans[:1]}
    assert told["spans"] == spans[:1]
    where = f"{common}/decisions/{number}/marks"
    body = {"version": told["version"], "spans": spans, "seconds": 4}
    assert send(bench.cleo, "PUT", where, body).json() == {"version": 1}
    assert send(bench.cleo, "PUT", where, body).status_code == 409
    kept = read_state(team.records.store).annotations[f"n{number - 1}"]
    assert [[one.start, one.end, one.label] for one in kept.spans] == spans
    assert "Changed by a decision" in bench.bea.get(common).text
    assert "Changed by a decision" not in bench.ana.get(common).text
    told = bench.bea.get(f"{common}/documents/{number}?more=1", headers=JSON).json()
    assert (told["spans"], told["decision"]) == (spans[:1], spans)
    assert "Changed by a decision" not in bench.bea.get(common).text


def test_a_decision_shows_nothing_that_the_model_found(bench):
    path = project_of(bench.ana, notes_file(marked=True))
    learnt(bench, path)
    Members(bench.place).set(path.rpartition("/")[2], "bea", Right.ANNOTATOR)
    post(bench.ana, f"{path}/settings", labels="NAME", guideline="", share="100", people="2")
    number = queue_of(bench.ana, path)[0]
    marks(bench.ana, path, number, [])
    marks(bench.bea, path, number, [[0, 4, "NAME"]])
    told = bench.ana.get(f"{path}/decisions/{number}", headers=JSON).json()
    assert told["spans"] == []
    assert not {"sure", "score"} & told.keys()


def test_a_document_is_reopened_for_one_person(bench, common):
    number, spans = disputed(bench, common)
    done = post(bench.cleo, f"{common}/documents/{number}/reopen", user="bea")
    assert done.status_code == 303
    assert queue_of(bench.bea, common)[0] == number
    assert number not in queue_of(bench.ana, common)
    assert marks(bench.bea, common, number, spans, version=1).status_code == 200
    assert list(read_state(opened(bench, common).records.store).annotations) == [f"n{number - 1}"]
    assert number not in queue_of(bench.bea, common)


def test_one_person_annotates_what_is_not_in_common(bench, common):
    post(bench.ana, f"{common}/settings", labels="NAME", guideline="", share="0", people="2")
    number = queue_of(bench.ana, common)[0]
    bench.ana.get(f"{common}/documents/{number}?more=1", headers=JSON)
    assert number in queue_of(bench.ana, common)
    assert number not in queue_of(bench.bea, common)
    assert send(bench.ana, "POST", f"{common}/documents/{number}/skip", {}).status_code == 200
    assert number in queue_of(bench.bea, common)
    assert queue_of(bench.ana, common)[-1] == number


def test_notes_are_for_their_writer_and_for_who_decides(bench, common):
    number, _ = disputed(bench, common)
    where = f"{common}/documents/{number}/notes"
    assert send(bench.ana, "POST", where, {"text": "Is this a name?"}).status_code == 200
    assert send(bench.ana, "POST", where, {"text": " "}).status_code == 422
    seen = {
        name: bench.__dict__[name]
        .get(f"{common}/documents/{number}?more=1", headers=JSON)
        .json()["notes"]
        for name in ("ana", "bea", "cleo")
    }
    note_ = {"user": "ana", "text": "Is this a name?"}
    assert seen == {"ana": [note_], "bea": [], "cleo": [note_]}


def test_agreement_is_shown_by_pair_label_and_document(bench, common):
    number, _ = disputed(bench, common)
    told = bench.cleo.get(f"{common}/agreement", headers=JSON).json()
    assert told["f"] == pytest.approx(2 / 3, abs=1e-4)
    assert list(told["by_pair"]) == ["ana · bea"]
    assert list(told["by_document"]) == [f"n{number - 1}"]
    assert list(told["by_label"]) == ["NAME"]
    assert "ana · bea" in bench.cleo.get(f"{common}/agreement").text


def test_a_search_goes_through_all_documents_and_not_into_an_address(bench, path):
    found = send(bench.ana, "POST", f"{path}/search", {"text": "eva lind"}).json()["documents"]
    assert found == [{"number": at, "count": 1} for at in range(1, 13) if (at - 1) % 4 in (1, 2)]
    assert send(bench.ana, "POST", f"{path}/search", {"text": ""}).status_code == 422


def test_documents_go_out_in_every_format_with_spans(bench, path):
    from textveil.web.pages.projects.exchange import FORMATS

    _, spans = note(0)
    marks(bench.ana, path, 1, spans)
    for name in FORMATS:
        done = post(bench.ana, f"{path}/exchange", format=name, whose="mine")
        assert done.status_code == 200, name
        assert "attachment" in done.headers["content-disposition"], done.text
        assert len(done.content) > 50
    done = post(bench.ana, f"{path}/exchange", format="jsonl", whose="mine")
    row = json.loads(done.content)
    assert [[one["start"], one["end"], one["label"]] for one in row["spans"]] == spans
    assert post(bench.ana, f"{path}/exchange", format="csv", whose="mine").status_code == 400


def test_a_project_file_goes_out_and_comes_in_again(bench, path):
    numbers = queue_of(bench.ana, path)
    marks(bench.ana, path, numbers[0], note(numbers[0] - 1)[1])
    done = post(bench.ana, f"{path}/exchange", format="project", password=OPENS)
    assert done.status_code == 200
    again = project_of(bench.ana, done.content, "old.project", password=OPENS)
    assert queue_of(bench.ana, again) == numbers[1:]
    one, other = (read_state(opened(bench, each).records.store) for each in (path, again))
    assert (one.annotations, list(one.documents)) == (other.annotations, list(other.documents))
    data = {"csrf": csrf(bench.ana), "name": "Again", "password": "another password"}
    wrong = bench.ana.post("/projects", data=data, files={"files": ("a.project", done.content)})
    assert wrong.status_code == 400


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("notes.jsonl", b"{broken"),
        ("notes.jsonl", b""),
        ("notes.jsonl", b'{"id": "a", "text": " "}'),
        ("notes.jsonl", b'{"id":"a","text":"Ana","spans":[{"start":0,"end":9,"label":"NAME"}]}'),
        ("notes.jsonl", b'{"id":"a","text":"Ana","spans":[{"start":0,"end":3,"label":"@"}]}'),
        ("notes.project", b"no vault at all"),
        ("../../notes.bin", b"\x00\x01\x02"),
    ],
)
def test_a_file_that_cannot_be_read_leaves_no_project(bench, name, content):
    before = len(Members(bench.place).of("ana"))
    data = {"csrf": csrf(bench.ana), "name": "Broken", "password": "some password"}
    done = bench.ana.post("/projects", data=data, files={"files": (name, content)})
    assert done.status_code == 400
    assert 'role="alert"' in done.text
    assert "/shm" not in done.text
    assert len(Members(bench.place).of("ana")) == before


def test_a_project_of_one_short_note_is_a_project(bench):
    path = project_of(bench.ana, b'{"id": "a", "text": "Ana came."}')
    learnt(bench, path)
    assert queue_of(bench.ana, path) == [1]


def test_settings_that_make_no_sense_are_named_beside_their_field(bench, path):
    fine = {"labels": "NAME", "guideline": "Mark names.", "share": "10", "people": "2"}
    for field, value in (
        ("labels", "no/label"),
        ("labels", ""),
        ("share", "101"),
        ("share", "-1"),
        ("people", "1"),
    ):
        done = post(bench.ana, f"{path}/settings", **{**fine, field: value})
        assert done.status_code == 400
        assert f'id="problem-{field}"' in done.text
    assert post(bench.ana, f"{path}/settings", **fine).status_code == 303
    assert "Mark names." in bench.ana.get(f"{path}/guideline").text


def test_members_come_change_and_go(bench, path):
    member = f"{path}/members"
    assert bench.bea.get(path).status_code == 404
    assert post(bench.ana, member, user="bea", right="viewer").status_code == 303
    assert bench.bea.get(path).status_code == 200
    assert marks(bench.bea, path, 1, []).status_code == 403
    assert post(bench.ana, member, user="bea", right="none").status_code == 303
    assert bench.bea.get(path).status_code == 404
    assert post(bench.ana, member, user="nobody here", right="viewer").status_code == 400
    assert post(bench.ana, member, user="bea", right="king").status_code == 400
    assert post(bench.ana, member, user="ana", right="viewer").status_code == 400


def test_a_deleted_project_is_gone(bench, path):
    assert post(bench.ana, f"{path}/delete", sure="wrong").status_code == 400
    assert bench.ana.get(path).status_code == 200
    assert post(bench.ana, f"{path}/delete", sure="Notes").status_code == 303
    assert bench.ana.get(path).status_code == 404
    assert not bench.place.project_path(path.rpartition("/")[2]).exists()


def test_keys_are_those_of_the_user(bench, path):
    assert send(bench.ana, "PUT", "/keys", {"done": "F2"}).status_code == 200
    assert '"done": "F2"' in bench.ana.get(f"{path}/documents/1").text
    assert send(bench.ana, "PUT", "/keys", {"done": "a", "mark": "a"}).status_code == 422
    assert send(bench.ana, "PUT", "/keys", ["a"]).status_code == 422
    assert send(bench.ana, "PUT", "/keys", {}).status_code == 200


def test_progress_says_what_status_says(bench, path):
    told = bench.ana.get(f"{path}/progress", headers=JSON).json()
    assert told == opened(bench, path).loop.status().to_json()
    assert bench.ana.get(f"{path}/progress").status_code == 200
    assert bench.ana.get(f"{path}/map").status_code == 200


def test_no_call_reads_more_than_it_needs(bench):
    """The records that a call opens are as many in a large project as in a small one."""
    counted = []
    for size in (20, 200):
        path = project_of(bench.ana, notes_file(size))
        learnt(bench, path)
        number = queue_of(bench.ana, path)[0]
        team = opened(bench, path)
        store, opened_rows = team.records.store, []
        inside = store._opened

        def noted(table, row, inside=inside, opened_rows=opened_rows):
            opened_rows.append(table)
            return inside(table, row)

        store._opened = noted
        try:
            from textveil.learn.teamwork.team_project import GivenMarks

            team.keep("ana", f"n{number - 1}", GivenMarks(0, [], 1.0))
            team.queue("ana", 1)
        finally:
            del store._opened
        counted.append(len(opened_rows))
    assert counted[1] <= 1.5 * counted[0]
