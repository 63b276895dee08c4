"""The page Models below the browser: cards, figures, and two models on one corpus."""

import io
import json
import zipfile

import pytest
from tests.unit.web.trial import CANARY, leaves_nothing
from tests.unit.web.workbench import csrf, started
from typer.testing import CliRunner

from textveil.cli.app import app
from textveil.errors import TextveilError
from textveil.models.bundle import SHIPPED, load_bundle
from textveil.web.tasks import modelling
from textveil.web.working.jobs import Jobs
from textveil.web.working.worker import JobOrder

ROWS = [
    {"id": "a", "text": f"Dr. Ana Roe saw him in Boston. {CANARY}",
     "spans": [{"start": 4, "end": 11, "label": "NAME"},
               {"start": 23, "end": 29, "label": "CITY"}]},
    {"id": "b", "text": "Call Ben Poe on 555-0142.",
     "spans": [{"start": 5, "end": 12, "label": "NAME"},
               {"start": 16, "end": 24, "label": "PHONE"}]},
]  # fmt: skip
GOLD = "".join(json.dumps(row) + "\n" for row in ROWS).encode()


@pytest.fixture(autouse=True)
def by_hand(monkeypatch):
    """Keep jobs waiting: tests do them in their own process."""
    monkeypatch.setattr(Jobs, "_begin_waiting", lambda _: None)


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    with started(folder / "server") as made:
        made.ana, made.folder = made.user("ana"), folder
        yield made


def carried_out(bench, sent):
    assert sent.status_code == 303, sent.text
    jobs = bench.place.jobs
    job = jobs.find(sent.headers["location"].rpartition("/")[2])
    room = bench.folder / f"room-{job.id}"
    room.mkdir()
    files = jobs.files(job, "in"), jobs.files(job, "out")
    order = JobOrder(job.asked, room, *files, lambda _: None)
    function = {"model": modelling.read, "models": modelling.compare}[job.kind]
    told = {**function(order), "notices": order.notices}
    jobs.change(job.id, "waiting", "running", {})
    return jobs.change(job.id, "running", "done", told)


def send(bench, path, files, **data):
    sent = {"csrf": csrf(bench.ana), **data}
    return bench.ana.post(path, data=sent, files=[("files", one) for one in files])


@pytest.mark.parametrize("name", [*SHIPPED, "private-en", "paraphrase-en"])
def test_every_shipped_model_has_its_card(bench, name):
    shown = bench.ana.get(f"/models?model={name}").text
    assert f'id="card">{name}</h2>' in shown
    assert "Licence" in shown or "licence" in shown


def test_figures_are_those_of_the_model(bench):
    told = bench.ana.get("/models?model=neural-en", headers={"accept": "application/json"}).json()
    facts = load_bundle("neural-en").facts
    assert len(told["labels"]) == len(facts["scores"])
    assert {row[0]: [float(one) for one in row[1:]] for row in told["domains"]} == {
        name: [round(one, 3) for one in figures] for name, figures in facts["domains"].items()
    }


def test_an_unknown_model_is_not_there(bench):
    assert bench.ana.get("/models?model=none").status_code == 404


def test_two_models_on_one_corpus_give_what_the_commands_print(bench, tmp_path):
    asked = {"first": "neural-en", "second": "fast-en"}
    job = carried_out(bench, send(bench, "/models/compare", [("g.jsonl", GOLD)], **asked))
    gold, spans = tmp_path / "g.jsonl", tmp_path / "spans.jsonl"
    gold.write_bytes(GOLD)
    for which, model in asked.items():
        done = CliRunner().invoke(app, ["scan", str(gold), "--model", model, "--json"])
        spans.write_text(done.stdout, "utf-8")
        told = CliRunner().invoke(app, ["evaluate", str(spans), str(gold), "--json"])
        whole = json.loads(told.stdout)
        del whole["by_document"]
        assert job.told["results"][which] == whole
    page = bench.ana.get(f"/jobs/{job.id}").text
    assert "neural-en F1" in page
    assert "fast-en F1" in page
    assert CANARY not in page


def test_mistakes_are_shown_in_context_and_run_nothing_inline(bench):
    asked = {"first": "fast-en", "second": ""}
    wrong = GOLD.replace(b'"label": "PHONE"', b'"label": "EMAIL"').replace(
        b'"end": 11', b'"end": 30'
    )
    job = carried_out(bench, send(bench, "/models/compare", [("g.jsonl", wrong)], **asked))
    shown = bench.ana.get(f"/models/{job.id}").text
    assert "555-0142" in shown
    assert "style=" not in shown
    assert "<style" not in shown
    sheet = bench.ana.get(f"/models/{job.id}/mistakes.css")
    assert sheet.headers["content-type"].startswith("text/css")
    assert bench.ana.get(f"/models/{job.id}/second").status_code == 404


def test_a_model_of_your_own_is_read_and_compared(bench):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for name, content in load_bundle("fast-en").files().items():
            target.writestr(f"mine/{name}", content)
    sent = send(bench, "/models/add", [("mine.zip", packed.getvalue())], name="Ours")
    job = carried_out(bench, sent)
    assert "Ours" in bench.ana.get("/models").text
    assert 'id="card">Ours</h2>' in bench.ana.get(f"/models?model={job.id}").text
    asked = {"first": job.id, "second": "fast-en"}
    made = carried_out(bench, send(bench, "/models/compare", [("g.jsonl", GOLD)], **asked))
    assert made.told["names"] == ["Ours", "fast-en"]
    assert made.told["results"]["first"] == made.told["results"]["second"]


def test_what_is_no_model_is_refused(bench):
    sent = send(bench, "/models/add", [("mine.txt", b"nothing")], name="x")
    with pytest.raises(TextveilError, match="No model"):
        carried_out(bench, sent)


@pytest.mark.parametrize(
    ("data", "field"),
    [({"first": "none", "second": ""}, "first"), ({"first": "fast-en", "second": ""}, "gold")],
)
def test_what_is_wrong_stands_beside_the_field(bench, data, field):
    refused = send(bench, "/models/compare", [], **data)
    assert refused.status_code == 400
    assert f'id="problem-{field}"' in refused.text


def test_documents_stand_in_no_log_or_file(bench):
    asked = {"first": "fast-en", "second": ""}
    carried_out(bench, send(bench, "/models/compare", [("g.jsonl", GOLD)], **asked))
    leaves_nothing(bench, "began to compare models")
