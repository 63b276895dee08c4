"""`textveil attack`: guesses of a reader who knows the program, counted against the input."""

import json

import pytest
from tests.e2e.textveil_cli import textveil

SHARED = "Mercy General Hospital"


@pytest.fixture
def released(tmp_path):
    """Return input and release of six patients who were seen in one hospital."""
    notes = tmp_path / "notes.jsonl"
    rows = (
        {"id": f"n{at}", "subject": f"p{at}", "text": f"Seen at {SHARED}. Aspirin daily."}
        for at in range(6)
    )
    notes.write_text("".join(json.dumps(row) + "\n" for row in rows))
    key = tmp_path / "key"
    key.write_text("a key of more than sixteen bytes")
    given = ("--deny", f"HOSPITAL={SHARED}", "--key", key)
    done = textveil("release", notes, tmp_path / "out", "--policy", "hide-in-plain-sight", *given)
    assert done.returncode == 0, done.stderr
    return notes, tmp_path / "out"


def test_guesses_are_counted_beside_chance(released):
    notes, out = released
    knows = ("--knows", "lists,subjects,input-sample")
    done = textveil("attack", out, "--input", notes, *knows, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {"known-pairs"} <= {one["attack"] for one in told["attacks"]}
    for one in told["attacks"]:
        assert one.keys() == {"attack", "label", "guesses", "right", "chance", "verdict"}
        assert one["right"] <= one["guesses"]
    shown = textveil("attack", "run", out, "--input", notes)
    assert shown.stdout.startswith("attack")
    alone = json.loads(textveil("attack", out, "--json").stdout)
    assert {one["right"] for one in alone["attacks"] if one["guesses"]} <= {None}


def test_report_and_certificate_say_what_attackers_get(released):
    _, out = released
    certificate = json.loads((out / "certificate.json").read_text())
    assert all(one["right"] is not None for one in certificate["attacks"])
    assert "known-pairs" not in {one["attack"] for one in certificate["attacks"]}
    shown = "What attackers get" in (out / "report.html").read_text()
    assert shown is bool(certificate["attacks"])


def test_mistakes_are_told(released, tmp_path):
    notes, out = released
    done = textveil("attack", out, "--knows", "all")
    assert (done.returncode, "use lists, subjects" in done.stderr) == (2, True)
    done = textveil("attack", out, "--knows", "input-sample")
    assert (done.returncode, "--input" in done.stderr) == (2, True)
    assert textveil("attack", tmp_path, "--input", notes).returncode == 4
