"""The page Dictionary below the browser: it shows what the commands print."""

import html
import json
import re

import pytest
from tests.unit.web.trial import CANARY, leaves_nothing, tried
from tests.unit.web.workbench import csrf, post, started
from typer.testing import CliRunner

from textveil.cli.app import app

TERMS = "JAPAN\nJORDAN\nCANADA\nPANAMA\nSUDAN\nSPAIN\n"
TEXT = "From JAPAN to CANADA with Ana Roe."
ASKED = {"terms": TERMS, "k": "2", "guarantee": "mutual", "text": TEXT, "term": "JAPAN"}


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("dictionary")) as made:
        made.ana = made.user("ana")
        yield made


@pytest.fixture
def built(tmp_path):
    for name, text in (("terms.txt", TERMS), ("text.txt", TEXT), ("ids.txt", "Ana Roe\n")):
        (tmp_path / name).write_text(text, "utf-8")
    made = tmp_path / "terms.dict"
    run("build", str(tmp_path / "terms.txt"), "-o", str(made))
    return made


def run(*options):
    done = CliRunner().invoke(app, ["dictionary", *options])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_lookup_shows_what_the_command_prints(bench, built):
    found = tried(bench.ana, "/dictionary", do="lookup", **ASKED)
    told = run("lookup", str(built), "JAPAN", "-k", "2", "--frontier", "--json")
    assert found["result"] == json.loads(told)
    assert found["result"]
    assert "JAPAN" not in found["command"]


def test_forms_are_drawn_with_every_value(bench):
    shown = post(bench.ana, "/dictionary", do="lookup", **ASKED).text
    assert "<svg" in shown
    assert "The numbers" in shown


def test_the_curve_is_that_of_the_command(bench, built):
    found = tried(bench.ana, "/dictionary", do="curve", **ASKED)["result"]
    told = run("curve", str(built), str(built.parent / "text.txt"), "--json")
    assert found == json.loads(told)


def test_proposed_terms_are_accepted_one_by_one_or_above_a_score(bench, tmp_path):
    text = "The mayor of Gotham met Zoltan.\nZoltan lives in Gotham.\nIt rained.\n"
    (tmp_path / "t.txt").write_text(text, "utf-8")
    asked = {**ASKED, "text": text, "terms": "JAPAN\n"}
    found = tried(bench.ana, "/dictionary", do="propose", **asked)["result"]
    told = run("propose", str(tmp_path / "t.txt"), "--lines", "-k", "2", "--json")
    assert found == [json.loads(line) for line in told.splitlines()]
    names = [one["term"] for one in found]
    assert names

    def terms(**more):
        shown = post(bench.ana, "/dictionary", do="accept", **asked, **more).text
        field = re.search(r'<textarea id="terms"[^>]*>([^<]*)<', shown)[1]
        return html.unescape(field).split("\n")[:-1]

    assert terms(accept=names[:1]) == ["JAPAN", names[0]]
    assert terms(score="0") == ["JAPAN", *names]
    assert terms() == ["JAPAN"]
    refused = post(bench.ana, "/dictionary", do="accept", **{**asked, "score": "many"})
    assert 'id="problem-score"' in refused.text or "number" in refused.text


def test_a_long_list_is_built_once_and_looked_up(bench, built, monkeypatch):
    from textveil.web.tasks import listing
    from textveil.web.working.jobs import Jobs
    from textveil.web.working.worker import JobOrder

    monkeypatch.setattr(Jobs, "_begin_waiting", lambda _: None)
    data = {"csrf": csrf(bench.ana), "name": "Countries", "mutual": "2"}
    files = [("list-file", ("terms.txt", TERMS.encode()))]
    sent = bench.ana.post("/dictionary/build", data=data, files=files)
    jobs = bench.place.jobs
    job = jobs.find(sent.headers["location"].rpartition("/")[2])
    room = built.parent / "room"
    room.mkdir()
    order = JobOrder(job.asked, room, jobs.files(job, "in"), jobs.files(job, "out"), lambda _: None)
    told = {**listing.build(order), "notices": []}
    jobs.change(job.id, "waiting", "running", {})
    jobs.change(job.id, "running", "done", told)
    assert "Countries (6)" in bench.ana.get("/dictionary").text
    assert bench.ana.get(f"/jobs/{job.id}").status_code == 200
    asked = {**ASKED, "terms": "", "list": job.id}
    for do in ("lookup", "run", "lookup"):
        found = tried(bench.ana, "/dictionary", do=do, **asked)["result"]
        same = tried(bench.ana, "/dictionary", do=do, **ASKED)["result"]
        drop = {"seconds"} if do == "run" else set()
        assert found == same or {k: v for k, v in found.items() if k not in drop} == {
            k: v for k, v in same.items() if k not in drop
        }
    other = bench.user("ben")
    refused = post(other, "/dictionary", do="lookup", **asked)
    assert refused.status_code == 400


def test_a_list_without_a_file_is_told(bench):
    refused = post(bench.ana, "/dictionary/build", name="x", mutual="1")
    assert refused.status_code == 400
    assert 'id="problem-mutual"' in refused.text
    refused = post(bench.ana, "/dictionary/build", name="x")
    assert 'id="problem-list-file"' in refused.text


@pytest.mark.parametrize("guarantee", ["mutual", "count"])
def test_apply_shows_what_the_command_writes(bench, built, guarantee):
    asked = {**ASKED, "guarantee": guarantee, "identifiers": "Ana Roe"}
    found = tried(bench.ana, "/dictionary", do="run", **asked)["result"]
    folder = built.parent
    out, report = folder / "shared.txt", folder / "report.json"
    files = ["-o", str(out), "--report", str(report), "--identifiers", str(folder / "ids.txt")]
    run("apply", str(built), str(folder / "text.txt"), "-k2", "--guarantee", guarantee, *files)
    told = json.loads(report.read_text("utf-8"))
    assert found.pop("text") == out.read_text("utf-8")
    assert {**found, "seconds": 0} == {**told, "seconds": 0}
    assert "Ana Roe" not in out.read_text("utf-8")


def test_both_guarantees_stand_side_by_side(bench):
    shown = post(bench.ana, "/dictionary", do="run", **ASKED).text
    assert 'data-guarantee="mutual"' in shown
    assert 'data-guarantee="count"' in shown


def test_the_example_is_one_click_away(bench):
    assert "SPAIN" in post(bench.ana, "/dictionary", do="example").text


@pytest.mark.parametrize(
    ("do", "field", "value", "told"),
    [
        ("run", "terms", "", "Nothing stands here"),
        ("run", "k", "1", "at least 2"),
        ("run", "guarantee", "x", "Choose one"),
        ("run", "text", "", "Nothing stands here"),
        ("lookup", "term", "", "Nothing stands here"),
        ("lookup", "term", "ATLANTIS", ""),
    ],
)
def test_what_is_wrong_stands_beside_the_field(bench, do, field, value, told):
    done = post(bench.ana, "/dictionary", do=do, **{**ASKED, "identifiers": CANARY, field: value})
    assert done.status_code == 400
    assert f'id="problem-{field}"' in done.text
    assert told in done.text
    assert CANARY in done.text


def test_nothing_that_was_typed_stands_in_a_log_or_file(bench):
    for do in ("run", "lookup"):
        asked = {**ASKED, "terms": f"{TERMS}{CANARY}", "term": CANARY, "text": f"{CANARY}."}
        post(bench.ana, "/dictionary", do=do, **asked)
    leaves_nothing(bench, "tried a dictionary")
