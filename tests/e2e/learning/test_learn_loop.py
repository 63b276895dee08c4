"""The loop on the command line, as a user meets it, and as one whose machine dies."""

import json
import shutil
import signal

import pytest
from tests.e2e.mortal import mortal
from tests.e2e.textveil_cli import textveil
from tests.unit.learn.small_corpus import notes

from textveil.formats.span_codec import span_to_json

KEYED = ("--key", "key.txt")
GOLD = {note.id: note for note in notes(20)}
CANARY = "zanzibarquartz"


def row(note, **more):
    spans = [span_to_json(span) for span in note.spans]
    return json.dumps({"id": note.id, "text": note.text, "spans": spans, **more}) + "\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "key.txt").write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk")
    rows = [{"id": n.id, "text": n.text, "subject": n.subject} for n in GOLD.values()]
    (tmp_path / "notes.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    return tmp_path


def ids(path):
    return [json.loads(line)["id"] for line in path.read_text().splitlines()]


def answered(folder, name):
    """Put the right annotations into a batch."""
    path = folder / name
    path.write_text("".join(row(GOLD[one]) for one in ids(path)))


def start(folder, *more):
    asked = ("learn", "start", "notes.jsonl", "-o", "p.project", "--batch", 5, "--iterations", 5)
    return textveil(*asked, *KEYED, *more, cwd=folder)


def learn(folder, verb, *more):
    return textveil("learn", verb, "p.project", *more, *KEYED, cwd=folder)


def test_a_round_from_start_to_model(folder):
    begun = start(folder, "--target", 0.9)
    assert (begun.returncode, begun.stdout) == (0, "")
    assert "20 documents · p.project" in begun.stderr
    first = learn(folder, "next", "-o", "b1.jsonl")
    assert "5 documents with 0 passages · b1.jsonl" in first.stderr
    answered(folder, "b1.jsonl")
    done = (folder / "b1.jsonl").read_text()
    again = learn(folder, "next", "-o", "b1.jsonl")
    assert (again.returncode, (folder / "b1.jsonl").read_text()) == (2, done)
    assert "has annotations of the batch that were not submitted" in again.stderr
    taken = learn(folder, "submit", "b1.jsonl")
    assert taken.returncode == 0, taken.stderr
    assert "5 documents taken" in taken.stderr
    assert "a model has learnt from 4 documents · F1 " in taken.stderr
    tasks = learn(folder, "next", "-o", "b2.json", "--to", "label-studio")
    assert tasks.returncode == 0, tasks.stderr
    made = json.loads((folder / "b2.json").read_text())
    assert any(task["predictions"][0]["result"] for task in made)
    for task in made:
        done = {"completed_by": 1, "lead_time": 30.0, "result": task["predictions"][0]["result"]}
        task["annotations"] = [done]
    (folder / "b2.json").write_text(json.dumps(made))
    assert learn(folder, "submit", "b2.json", "--format", "label-studio").returncode == 0
    shown = learn(folder, "status", "--json")
    status = json.loads(shown.stdout)
    assert (status["annotated"], len(status["rounds"]), status["advice"]["stop"]) == (10, 2, False)
    assert status["corrections"]["removed"] == 0
    told = learn(folder, "status")
    assert "go on: 2 of 10 subjects are audited" in told.stderr
    # Nobody has asked for the next batch yet.
    assert "10 of 20 documents annotated\n" in told.stderr
    assert "`textveil learn next` gives the next 5 documents" in told.stderr
    assert len(told.stdout.splitlines()) == 3
    model = learn(folder, "model", "-o", "m")
    assert "8 documents · " in model.stderr
    assert "card.md" in {path.name for path in (folder / "m").iterdir()}


def test_what_is_wrong_is_said_and_nothing_is_changed(folder):
    assert start(folder, "--batch", 50).returncode == 4
    assert not (folder / "p.project").exists()
    style = textveil("cluster", "notes.jsonl", "-o", "style.json", cwd=folder)
    assert style.returncode == 0, style.stderr
    assert start(folder, "--clusters", "notes.jsonl").returncode == 4
    adapted = start(folder, "--clusters", "style.json", "--model", "fast-en")
    assert (adapted.returncode, "use --model crf" in adapted.stderr) == (2, True)
    for wrong in (("--strategy", "lcub:7"), ("--batch", "many"), ("--cost", "1")):
        assert start(folder, *wrong).returncode == 2
    assert start(folder).returncode == 0
    again = start(folder)
    assert (again.returncode, "was started here before" in again.stderr) == (7, True)
    learn(folder, "next", "-o", "b1.jsonl")
    other = {"id": "x1", "text": f"{CANARY} was here.", "spans": []}
    (folder / "other.jsonl").write_text(json.dumps(other) + "\n")
    foreign = learn(folder, "submit", "other.jsonl")
    assert (foreign.returncode, foreign.stdout) == (4, "")
    assert "no document of this batch is of this project" in foreign.stderr
    assert CANARY not in foreign.stderr
    mixed = row(GOLD[ids(folder / "b1.jsonl")[0]]) + json.dumps(other) + "\n"
    (folder / "mixed.jsonl").write_text(mixed)
    parts = learn(folder, "submit", "mixed.jsonl")
    assert "1 document taken" in parts.stderr
    assert "annotated · 4 of the batch of 5 to come" in learn(folder, "status").stderr
    assert "1 document not of this project, and not taken (x1)" in parts.stderr
    assert "4 documents still to come" in parts.stderr
    no_key = textveil("learn", "status", "p.project", cwd=folder)
    assert (no_key.returncode, "needs a key" in no_key.stderr) == (2, True)
    nothing = textveil("learn", "next", "q.project", "-o", "b.jsonl", *KEYED, cwd=folder)
    assert (nothing.returncode, "no vault at this path" in nothing.stderr) == (7, True)


def commands(folder):
    """Yield the commands of two rounds; after each, what an annotator does."""
    yield ["learn", "next", "p.project", "-o", "b1.jsonl", *KEYED]
    answered(folder, "b1.jsonl")
    yield ["learn", "submit", "p.project", "b1.jsonl", *KEYED]
    yield ["learn", "next", "p.project", "-o", "b2.jsonl", *KEYED]
    answered(folder, "b2.jsonl")
    yield ["learn", "submit", "p.project", "b2.jsonl", *KEYED]
    yield ["learn", "model", "p.project", "-o", "m", *KEYED]


@pytest.mark.slow
def test_a_killed_loop_loses_nothing_and_ends_in_the_same_model(folder, tmp_path):
    start(folder)
    rough = tmp_path / "rough"
    shutil.copytree(folder, rough, ignore=lambda *_: ["rough"])
    steps = []
    for command in commands(folder):
        done = mortal(folder, command)
        assert done.code == 0, done.told
        steps.append(done.steps)
    for command, last in zip(commands(rough), steps, strict=True):
        died = mortal(rough, command, last, signal.SIGKILL)
        assert died.code == -signal.SIGKILL
        if "documents taken" in died.told:
            status = json.loads(learn(rough, "status", "--json").stdout)
            assert status["waiting"]
            assert not status["open"]
        done = mortal(rough, command)
        assert done.code == 0, done.told
    one, other = ({p.name: p.read_bytes() for p in (f / "m").iterdir()} for f in (folder, rough))
    assert one == other
