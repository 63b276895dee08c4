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
