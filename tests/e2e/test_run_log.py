"""`textveil --log`: what happened, as JSON lines, and never a word of a document."""

import json

import pytest
from tests.e2e.textveil_cli import textveil

CANARY = "Zephyrina Quux"


@pytest.fixture
def note(tmp_path):
    path = tmp_path / "note.txt"
    path.write_text(f"{CANARY}, call 617-555-0134.\n", "utf-8")
    return path


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_a_file_gets_stages_notices_and_the_end(note, tmp_path):
    log = tmp_path / "run.jsonl"
    done = textveil("--log", log, "release", note, "-o", tmp_path / "out")
    assert done.returncode == 0
    assert "you may publish" in done.stderr
    rows = lines(log.read_text("utf-8"))
    assert {row["event"] for row in rows} == {"stage", "notice", "end"}
    assert {"find", "rewrite"} <= {row.get("stage") for row in rows}
    assert rows[-1]["exit"] == 0
    assert "Zephyrina" not in log.read_text("utf-8")


def test_a_second_run_adds_its_lines(note, tmp_path):
    log = tmp_path / "run.jsonl"
    for name in ("one", "two"):
        textveil("--log", log, "release", note, "-o", tmp_path / name, "--quiet")
    ends = [row for row in lines(log.read_text("utf-8")) if row["event"] == "end"]
    assert len(ends) == 2


def test_with_a_dash_stderr_has_nothing_but_json_and_an_error_has_its_parts(note, tmp_path):
    textveil("release", note, "-o", tmp_path / "out")
    done = textveil("--log", "-", "release", tmp_path / "no.txt", "-o", tmp_path / "other")
    error, end = lines(done.stderr)
    assert error["event"] == "error"
    assert error["what"] == "there is no such file or folder"
    assert error["where"].endswith("no.txt")
    assert end["exit"] == done.returncode == error["exit"] == 4


def test_a_log_that_cannot_be_written_is_told(note, tmp_path):
    done = textveil("--log", tmp_path, "release", note, "-o", tmp_path / "out")
    assert done.returncode == 5
    assert "the log cannot be written" in done.stderr
