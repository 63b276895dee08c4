"""`textveil cluster`, as a user meets it."""

import json

import pytest
from tests.e2e.textveil_cli import textveil
from tests.unit.learn.clusters.test_clustering import corpus
from tests.unit.learn.clusters.test_routes import notes as annotated

CANARY = "zanzibarquartz"


@pytest.fixture
def notes(tmp_path):
    rows = [
        {"id": one.id, "text": f"{one.text}\n{CANARY} {CANARY}.", "type": one.metadata["type"]}
        for one in corpus()
    ]
    path = tmp_path / "notes.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_documents_are_grouped_and_drawn_without_their_text(notes, tmp_path):
    out, chart = tmp_path / "clusters.json", tmp_path / "clusters.svg"
    done = textveil("cluster", notes, "-o", out, "--chart", chart)
    assert done.returncode == 0, done.stderr
    rows = done.stdout.splitlines()
    assert rows[0].split() == ["cluster", "documents", "telling", "measures", "types"]
    assert [row.split()[:2] for row in rows[1:]] == [["C1", "6"], ["C2", "6"]]
    assert "12 documents" in done.stderr
    told = json.loads(out.read_text("utf-8"))
    assert [one["types"] for one in told["clusters"]] == [{"nursing": 6}, {"pathology": 6}]
    assert told["assigned"]["pathology-3"] == "C2"
    assert CANARY not in out.read_text("utf-8") + done.stdout + done.stderr
    assert "<svg" in chart.read_text("utf-8")
    shown = textveil("cluster", notes, "-o", tmp_path / "again.json", "--json", "-q")
    assert json.loads(shown.stdout) == told
    assert (tmp_path / "again.json").read_bytes() == out.read_bytes()


def test_short_documents_are_named_and_left_out_only_if_asked(notes, tmp_path):
    with notes.open("a") as file:
        file.write(json.dumps({"id": "brief", "text": CANARY}) + "\n")
    out = tmp_path / "clusters.json"
    done = textveil("cluster", notes, "-o", out)
    assert done.returncode == 4
    assert "document brief" in done.stderr
    assert CANARY not in done.stderr
    assert not out.exists()
    done = textveil("cluster", notes, "-o", out, "--skip-short", "--number", 3)
    assert done.returncode == 0, done.stderr
    assert "1 document left out" in done.stderr
    assert len(json.loads(out.read_text("utf-8"))["clusters"]) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-o", "notes.jsonl"), "would replace an input"),
        (("-o", "c.json", "--chart", "c.pdf"), "ends in .png or .svg"),
        (("-o", "c.json", "--language", "xx"), "there is no language xx"),
        (("-o", "c.json", "--number", 1), "greater than or equal to 2"),
        (("-o", "c.json", "--number", 15), "too few for clusters"),
    ],
    ids=str,
)
def test_wrong_options_write_nothing(notes, tmp_path, arguments, said):
    done = textveil("cluster", notes.name, *arguments, cwd=tmp_path)
    assert done.returncode in (2, 4), done.stderr
    assert said in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["notes.jsonl"]


def test_clusters_go_with_a_new_model_only(notes, tmp_path):
    for more in (("--cross-validate", 2), ("-o", "m", "--from", "fast-en")):
        done = textveil("train", notes.name, "--clusters", "c.json", *more, cwd=tmp_path)
        assert (done.returncode, "--clusters makes a new model" in done.stderr) == (2, True)


def test_a_comparison_is_resumable_and_refuses_what_it_cannot_compare(tmp_path):
    rows = [
        {
            "id": one.id,
            "text": one.text,
            "subject": one.subject,
            "spans": [{"start": s.start, "end": s.end, "label": s.label} for s in one.spans],
        }
        for one in annotated(6)
    ]
    path = tmp_path / "annotated.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    out = tmp_path / "compared"
    asked = ("cluster", "compare", path, "-o", out, "--folds", 2, "--number", 2, "--iterations", 5)
    done = textveil(*asked)
    assert done.returncode == 0, done.stderr
    expected = ["C1", "C2", "R1", "R2"]
    assert [row.split()[0] for row in done.stdout.splitlines()] == ["group", *expected]
    written = (out / "comparison.json").read_bytes()
    (out / "comparison.json").unlink()
    (out / "parts" / "1.json").unlink()
    again = textveil(*asked, "--chart", tmp_path / "sizes.svg")
    assert (again.returncode, "no chart is drawn" in again.stderr) == (0, True), again.stderr
    assert not (tmp_path / "sizes.svg").exists()
    assert (out / "comparison.json").read_bytes() == written
    other = textveil(*asked, "--seed", 3)
    assert (other.returncode, "another comparison" in other.stderr) == (5, True), other.stderr
    assert (out / "comparison.json").read_bytes() == written
    path.write_text("".join(json.dumps({**row, "spans": []}) + "\n" for row in rows), "utf-8")
    bare = textveil(*asked[:3], "-o", tmp_path / "other")
    assert (bare.returncode, "nothing to learn from" in bare.stderr) == (4, True), bare.stderr
    assert not (tmp_path / "other").exists()
