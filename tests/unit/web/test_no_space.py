"""A full disk: it is said, what was kept stands, and work goes on when there is space again."""

import errno
import json
from base64 import b64encode

import pytest
from tests.unit.web.annotating import JSON, learnt, marks, note, opened, project_of
from tests.unit.web.workbench import csrf, started

from textveil.web.working import worker
from textveil.web.working.jobs import FAILED, Labour

FULL = OSError(errno.ENOSPC, "No space left on device")
TEXT = b"Call 555-0142."


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("full")) as made:
        made.begin = made.place.jobs._begin_waiting
        made.place.jobs._begin_waiting = lambda: None
        made.ana = made.user("ana")
        yield made


def test_marks_that_the_disk_does_not_take_are_not_acknowledged(bench):
    path = project_of(bench.ana)
    learnt(bench, path)
    spans = note(0)[1]
    assert marks(bench.ana, path, 1, spans[:1]).status_code == 200
    many = [[at, at + 1, "NAME"] for at in range(40)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("textveil.store.sqlite_vault.SqliteVault.put", _full_put)
        answer = marks(bench.ana, path, 1, many, version=1)
    assert answer.status_code == 500
    assert "disk is full" in answer.json()["error"]
    told = bench.ana.get(f"{path}/documents/1", headers=JSON).json()
    assert (told["spans"], told["version"]) == (spans[:1], 1)
    assert marks(bench.ana, path, 1, many, version=1).status_code == 200
    assert len(opened(bench, path).shown("ana", "n0").spans) == 40


def _full_put(self, *_):
    connection = self._open()
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    try:
        with self._transaction(write=True) as held:
            for at in range(200):
                held.execute("CREATE TABLE IF NOT EXISTS filled (x BLOB)")
                held.execute("INSERT INTO filled VALUES (?)", (bytes(4096),))
                assert at < 199
    finally:
        connection.execute("PRAGMA max_page_count = 1073741823")


@pytest.mark.parametrize("target", ["os.open", "os.fsync"])
def test_an_upload_that_the_disk_does_not_take_is_told_and_leaves_nothing(bench, target):
    data = {"csrf": csrf(bench.ana), "policy": "patterns-only", "do": "find"}
    before = len(bench.place.jobs.of("ana"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(f"textveil.store.sealed_folder.{target}", _raise)
        answer = bench.ana.post("/release", data=data, files={"files": ("a.txt", TEXT)})
    assert answer.status_code == 500
    assert "No space left" in answer.text
    assert "free some space on the server" in answer.text
    assert len(bench.place.jobs.of("ana")) == before
    assert list((bench.place.settings.folder / "incoming").glob("*/*")) == []


def _raise(*_, **__):
    raise FULL


def test_a_room_that_is_full_is_told_and_leaves_no_project(bench, monkeypatch):
    before = bench.ana.get("/projects").text.count("/projects/")
    monkeypatch.setattr("textveil.web.pages.projects.project_pages._written", _raise)
    data = {"csrf": csrf(bench.ana), "name": "Notes"}
    answer = bench.ana.post("/projects", data=data, files={"files": ("a.txt", TEXT)})
    assert answer.status_code == 500
    assert "The server has no space left." in answer.text
    assert bench.said == []
    assert bench.ana.get("/projects").text.count("/projects/") == before


def test_a_job_that_cannot_begin_fails_with_a_reason(bench, monkeypatch):
    job = bench.place.jobs.new("ana", "find", {"policy": "patterns-only", "name": ""})
    monkeypatch.setattr(Labour, "__init__", _raise)
    bench.begin()
    found = bench.place.jobs.find(job.id)
    assert found.state == FAILED
    shown = bench.ana.get(f"/jobs/{job.id}").text
    assert "The job could not begin: No space left on device." in shown
    assert f"/release/{job.id}/again" in shown


def test_jobs_begin_again_after_the_disk_was_full(bench, monkeypatch):
    jobs, seen = bench.place.jobs, []

    def change(*_):
        seen.append(1)
        if len(seen) > 2:
            jobs._ending = True
        raise FULL

    monkeypatch.setattr(jobs, "_begin_waiting", change)
    monkeypatch.setattr(jobs, "_labours", {})
    monkeypatch.setattr(jobs, "_ending", False)
    monkeypatch.setattr(jobs._place, "close_own", lambda: None)
    jobs._lead()
    assert len(seen) == 3


def test_a_worker_without_space_says_so(capsys, monkeypatch, tmp_path):
    key = b64encode(bytes(16)).decode()
    asked = {"kind": "find", "asked": {}, "room": str(tmp_path), "secret": key}
    order = json.dumps({**asked, "in": str(tmp_path / "in"), "out": str(tmp_path / "out")})
    monkeypatch.setattr("sys.stdin", type("Order", (), {"readline": lambda _: order})())
    monkeypatch.setattr(worker, "_end_with_server", lambda _: None)
    monkeypatch.setattr("textveil.web.tasks.releases.find", _raise)
    assert worker.main() == 70
    said = json.loads(capsys.readouterr().out)
    assert said["state"] == FAILED
    assert said["told"]["what"] == "The server has no space left."
