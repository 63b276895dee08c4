"""The page Plan below the browser: it shows what the command prints."""

import json

import pytest
import yaml
from tests.unit.web.trial import leaves_nothing, tried
from tests.unit.web.workbench import csrf, post, started
from typer.testing import CliRunner

from textveil.cli.app import app

PRICES = {
    "attacker_cost": "4",
    "attacker_loss": "0.5",
    "value": "0.5",
    "instances": "20",
    "published": "400",
    "publisher_cost": "10",
    "publisher_loss": "0.1",
    "publisher_budget": "2,000",
    "attacker_budget": "1000",
    "reward": "0",
}
ASKED = {"case": "own", "policy": "safe-forward", "attack": "fake", **PRICES}


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("plan")) as made:
        made.ana = made.user("ana")
        yield made


def printed(*options):
    done = CliRunner().invoke(app, ["plan", "generated", *options, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_prices_of_your_own_give_what_the_command_prints(bench, tmp_path):
    path = tmp_path / "P.yaml"
    path.write_text("attacker_cost: 4\nattacker_loss: 0.5\nvalue: 0.5\n", "utf-8")
    found = tried(bench.ana, "/plan", **ASKED)
    assert found["result"] == printed("--params", str(path), "--policy", "safe-forward")
    assert found["command"] == "textveil plan generated --params P.yaml --policy safe-forward"


def test_a_case_of_the_paper_gives_what_the_command_prints(bench):
    found = tried(bench.ana, "/plan", **{**ASKED, "case": "low", "policy": "all"})
    assert found["result"] == printed("--case", "low", "--policy", "all")
    assert len(found["result"]) == 4


def test_the_file_of_prices_is_the_one_that_the_command_reads(bench, tmp_path):
    shown = post(bench.ana, "/plan", **ASKED).text
    text = shown.partition('<textarea id="file"')[2].partition(">")[2].partition("<")[0]
    assert yaml.safe_load(text)["publisher_budget"] == 2000
    path = tmp_path / "P.yaml"
    path.write_text(text, "utf-8")
    told = printed("--params", str(path), "--policy", "safe-forward")
    assert told == tried(bench.ana, "/plan", **ASKED)["result"]


@pytest.mark.slow
def test_curves_are_measured_on_your_own_documents_as_the_command_does(
    bench, tmp_path, monkeypatch
):
    from textveil.web.tasks import simulating
    from textveil.web.working.jobs import Jobs
    from textveil.web.working.worker import JobOrder

    monkeypatch.setattr(Jobs, "_begin_waiting", lambda _: None)
    rows = [
        {"id": f"n{n}", "text": f"Dr. {name} Roe saw a patient.",
         "spans": [{"start": 4, "end": 8 + len(name), "label": "NAME"}]}
        for n, name in enumerate(("Ana", "Ben", "Cleo", "Dora", "Eva", "Finn") * 3)
    ]  # fmt: skip
    path = tmp_path / "notes.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    asked = {"publisher": "3", "attacker": "3", "documents": "8", "repeats": "1"}
    data = {"csrf": csrf(bench.ana), **asked}
    files = [("annotated", (path.name, path.read_bytes()))]
    sent = bench.ana.post("/plan/measure", data=data, files=files)
    jobs = bench.place.jobs
    job = jobs.find(sent.headers["location"].rpartition("/")[2])
    room = tmp_path / "room"
    room.mkdir()
    order = JobOrder(job.asked, room, jobs.files(job, "in"), jobs.files(job, "out"), lambda _: None)
    told = {**simulating.simulate(order), "notices": []}
    jobs.change(job.id, "waiting", "running", {})
    jobs.change(job.id, "running", "done", told)
    out = tmp_path / "curves.csv"
    line = ["attack", "simulate", path, "-o", out, "--publisher", "3", "--attacker", "3",
            "--published", "8", "--repeats", "1"]  # fmt: skip
    done = CliRunner().invoke(app, [*map(str, line)])
    assert done.exit_code == 0, done.output
    shown = bench.ana.get(f"/plan?curves={job.id}").text
    field = shown.partition('<textarea id="curves"')[2].partition(">")[2].partition("<")[0]
    assert field.split() == out.read_text("utf-8").split()
    assert bench.ana.get(f"/jobs/{job.id}").status_code == 200
    assert field[:20] not in bench.user("ben").get(f"/plan?curves={job.id}").text


@pytest.mark.parametrize(
    ("field", "value"), [("publisher", "x"), ("documents", "0"), ("annotated", "")]
)
def test_what_is_wrong_with_a_measurement_stands_beside_its_field(bench, field, value):
    refused = post(bench.ana, "/plan/measure", **{field: value})
    assert refused.status_code == 400
    assert f'id="problem-{field}"' in refused.text


def test_the_example_is_one_click_away(bench):
    shown = post(bench.ana, "/plan", do="example").text
    assert "safe-forward, own" in shown


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("value", "", "number of at least 0"),
        ("value", "much", "number of at least 0"),
        ("attacker_cost", "-1", "must not be negative"),
        ("published", "0", "above 0"),
        ("case", "x", "Choose one"),
        ("attack", "none", ""),
        ("policy", "none", ""),
        ("curves", "a,b\n1,2\n", ""),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(bench, field, value, told):
    done = post(bench.ana, "/plan", **{**ASKED, "publisher_cost": "7.25", field: value})
    assert done.status_code == 400
    assert f'id="problem-{field}"' in done.text
    assert told in done.text
    assert "7.25" in done.text


def test_the_audit_log_says_that_a_plan_was_made_and_no_more(bench):
    post(bench.ana, "/plan", **{**ASKED, "curves": "Zanzibarquartz"})
    leaves_nothing(bench, "made a plan")
