"""`textveil scan`: counts for a person at a terminal, JSON lines for a program."""

import io
import json
import sys

import pytest

from textveil.cli.app import run

TEXTS = [
    "Call 617-555-0134 or 617-555-0199.",
    "Mail ana.ruiz@example.org or 617-555-0134.",
    "None.",
]


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "notes.jsonl"
    rows = (json.dumps({"id": f"Ana Ruiz {at}", "text": text}) for at, text in enumerate(TEXTS))
    path.write_text("\n".join(rows), "utf-8")
    return str(path)


def shown(monkeypatch, stream, *arguments):
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", stream)
        assert run(["scan", *arguments, "--policy", "patterns-only"]) == 0
    return stream.getvalue()


def test_a_terminal_gets_a_table_without_text_and_ids(monkeypatch, notes, capfd):
    lines = shown(monkeypatch, Terminal(), notes).splitlines()
    assert [line.split()[:3] for line in lines] == [
        ["label", "passages", "documents"],
        ["PHONE", "3", "2"],
        ["EMAIL", "1", "1"],
    ]
    told = capfd.readouterr().err
    assert "4 identifying passages in 3 documents; --json shows where they are" in told
    assert not any(word in " ".join(lines) + told for word in ("Ana", "617", "ruiz"))


@pytest.mark.parametrize(
    ("stream", "more"),
    [(io.StringIO, ()), (Terminal, ("--json",)), (Terminal, ("--explain",))],
)
def test_a_pipe_gets_json_lines_and_a_terminal_if_asked(monkeypatch, notes, stream, more):
    rows = [json.loads(line) for line in shown(monkeypatch, stream(), notes, *more).splitlines()]
    assert [len(row["spans"]) for row in rows] == [2, 2, 0]
    assert all(TEXTS[0][s["start"] : s["end"]].startswith("617") for s in rows[0]["spans"])


def test_a_terminal_is_told_if_there_is_nothing(monkeypatch, tmp_path, capfd):
    path = tmp_path / "none.txt"
    path.write_text("Nothing here.", "utf-8")
    assert shown(monkeypatch, Terminal(), str(path)) == ""
    assert "0 identifying passages in 1 document" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("labels", "code"), [("any", 1), ("EMAIL", 1), ("PERSON", 0), ("SSN,PHONE", 1), ("SSN", 0)]
)
def test_a_hook_fails_on_the_labels_it_names(notes, labels, code, capfd):
    assert run(["scan", notes, "--policy", "patterns-only", "--fail-on", labels]) == code
    printed = capfd.readouterr()
    assert printed.out == ""
    assert (f"{notes}: " in printed.err) is bool(code)
    assert "617" not in printed.err


def test_every_path_with_a_finding_is_named(tmp_path, notes, capfd):
    clean = tmp_path / "clean.txt"
    clean.write_text("None.", "utf-8")
    arguments = ["scan", str(clean), notes, "--policy", "patterns-only", "--fail-on", "any"]
    assert run(arguments) == 1
    assert capfd.readouterr().err.splitlines() == [f"{notes}: 1 EMAIL, 3 PHONE"]


def test_several_inputs_are_one_list_of_rows(monkeypatch, tmp_path, notes):
    other = tmp_path / "other.txt"
    other.write_text("Call 617-555-0134.", "utf-8")
    rows = shown(monkeypatch, io.StringIO(), notes, str(other)).splitlines()
    assert [len(json.loads(row)["spans"]) for row in rows] == [2, 2, 0, 1]


@pytest.mark.parametrize(
    "wrong",
    [
        ("--to", "brat"),
        ("--output", "o.jsonl", "--fail-on", "any"),
        ("more", "-o", "o.jsonl"),
        ("--fail-on", "PHOEN"),
    ],
)
def test_options_that_do_not_go_together_are_refused(monkeypatch, notes, wrong, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "more").mkdir()
    assert run(["scan", notes, "--policy", "patterns-only", *wrong]) == 2
    assert not (tmp_path / "o.jsonl").exists()
