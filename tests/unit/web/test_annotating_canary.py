"""A canary in documents, notes and searches stands nowhere but on the page of who may read it."""

import json

import pytest
from tests.unit.web.annotating import JSON, learnt, marks, opened, project_of, send
from tests.unit.web.workbench import csrf, post, started

from textveil.web.people.members import Members
from textveil.web.routes import Right

CANARY = "zanzibarquartz"
TEXT = f"Seen by Dr. {CANARY} \U0001f600 on the ward."


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    """A workbench whose pages were all walked, on success and on failure."""
    folder = tmp_path_factory.mktemp("canary")
    with started(folder) as bench:
        bench.place.jobs._begin_waiting = lambda: None
        ana, bea = bench.user("ana"), bench.user("bea")
        rows = [{"id": f"n{at}", "text": f"{TEXT} {at}", "subject": CANARY} for at in range(12)]
        content = "\n".join(map(json.dumps, rows)).encode()
        path = project_of(ana, content)
        learnt(bench, path)
        Members(bench.place).set(path.rpartition("/")[2], "bea", Right.ANNOTATOR)
        post(ana, f"{path}/settings", labels="NAME", guideline=CANARY, share="100", people="2")
        answers = [marks(ana, path, at, [[12, 26, "NAME"]]) for at in range(1, 13)]
        answers += [marks(bea, path, at, []) for at in range(1, 13)]
        answers += [
            marks(ana, path, 1, [[12, 26, CANARY]], version=1),
            marks(ana, path, 1, [[12, 999, "NAME"]], version=1),
            marks(ana, path, 1, CANARY, version=1),
            send(ana, "POST", f"{path}/documents/1/skip", {"text": CANARY}),
            send(ana, "POST", f"{path}/documents/1/notes", {"text": CANARY * 999}),
            send(ana, "PUT", "/keys", [CANARY]),
            send(ana, "POST", f"{path}/search", {"text": CANARY}),
            ana.get(f"/projects/{CANARY}"),
            post(ana, f"{path}/members", user=CANARY, right="viewer"),
            bea.get(f"{path}/decisions/1"),
        ]
        send(ana, "POST", f"{path}/documents/1/notes", {"text": CANARY})
        told = ana.get(f"{path}/decisions/1", headers=JSON).json()
        body = {"version": told["version"], "spans": [[12, 26, "NAME"]], "seconds": 1}
        answers.append(send(ana, "PUT", f"{path}/decisions/1/marks", body))
        learnt(bench, path)
        for end in ("", "/decisions", "/agreement", "/progress", "/map", "/exchange"):
            answers.append(ana.get(f"{path}{end}"))
        post(ana, f"{path}/exchange", format="brat", whose="mine")
        data = {"csrf": csrf(ana), "name": "Broken"}
        bad = json.dumps({**rows[0], "spans": [{"start": 0, "end": 999, "label": "NAME"}]}).encode()
        answers.append(ana.post("/projects", data=data, files={"files": ("b.jsonl", bad)}))
        yield bench, folder, path, answers


def test_no_answer_but_the_document_shows_it(walked):
    bench, _, path, answers = walked
    shown = [one for one in answers if CANARY in one.text.lower()]
    # What was typed into a form is shown to who typed it, and nothing else is.
    assert [one.url.path for one in shown] == [f"{path}/members"]
    assert "n0" in opened(bench, path).records.all_states()
    assert all(CANARY not in str(one.headers).lower() for one in answers)


def test_nothing_was_said_and_the_audit_log_is_silent(walked):
    bench, *_ = walked
    assert bench.said == []
    log = bench.place.server().log()
    assert len(log) > 50
    assert CANARY not in repr([one.to_json() for one in log]).lower()
    assert any(one.look_up == "kept marks" for one in log)


def test_no_file_holds_it(walked):
    bench, folder, *_ = walked
    files = [one for one in folder.rglob("*") if one.is_file()]
    assert {one.suffix for one in files} >= {".vault", ".vault-wal"}
    for one in files:
        content = one.read_bytes().lower()
        assert CANARY.encode() not in content
        assert CANARY.encode("utf-16-le") not in content
    left = [one for one in bench.place.rooms.base.rglob("*") if one.is_file()]
    assert left == []
