"""`textveil attack`: guesses of a reader who knows the program, counted against the input."""

import json
from random import Random

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
    key.write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk")
    given = ("--deny", f"HOSPITAL={SHARED}", "--key", key)
    done = textveil("release", notes, tmp_path / "out", "--policy", "hide-in-plain-sight", *given)
    assert done.returncode == 0, done.stderr
    return notes, tmp_path / "out"


def test_guesses_are_counted_beside_chance(released):
    notes, out = released
    knows = ("--knows", "lists,k,subjects,input-sample")
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
    certificate = json.loads((out / "publish" / "certificate.json").read_text())
    figures = json.loads((out / "keep" / "figures.json").read_text())
    assert all(one["right"] is not None for one in figures["attacks"])
    assert {one["right"] for one in certificate["attacks"]} == {None}
    assert "known-pairs" not in {one["attack"] for one in certificate["attacks"]}
    shown = "What attackers get" in (out / "publish" / "report.html").read_text()
    assert shown is bool(certificate["attacks"])


def test_what_is_published_alone_is_attacked_and_nothing_is_a_dash(released):
    _, out = released
    done = textveil("attack", out / "publish")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    rows = [line.split() for line in lines[: next(n for n, x in enumerate(lines) if not x)]]
    assert "-" not in {cell for row in rows for cell in row}
    assert "nothing to guess: " in done.stdout
    assert "with `keep` beside it" in done.stderr
    assert "stated by the certificate" in done.stderr
    told = json.loads(textveil("attack", out / "publish", "--json").stdout)
    assert {one["right"] for one in told["attacks"]} == {None}
    assert len(told["remarks"]) == 3


def test_mistakes_are_told(released, tmp_path):
    notes, out = released
    done = textveil("attack", out, "--knows", "all")
    assert (done.returncode, "use lists, subjects" in done.stderr) == (2, True)
    done = textveil("attack", out, "--knows", "input-sample")
    assert (done.returncode, "--input" in done.stderr) == (2, True)
    assert textveil("attack", tmp_path, "--input", notes).returncode == 4


def test_another_input_is_noticed(released, tmp_path):
    _, out = released
    other = tmp_path / "other.jsonl"
    rows = ({"id": f"n{at}", "subject": f"p{at}", "text": "Nothing here."} for at in range(6))
    other.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = textveil("attack", out, "--input", other)
    assert (done.returncode, "not the input of the release" in done.stderr) == (2, True)


def test_sequences_of_words_are_attacked_by_words(tmp_path):
    days = tmp_path / "days.txt"
    visits = ["home bus clinic pharmacy home work", "home work gym home bus work"]
    days.write_text("\n".join(visits * 6) + "\n")
    (tmp_path / "private.txt").write_text("bus clinic pharmacy\n")
    out = tmp_path / "out.txt"
    made = ("-s", tmp_path / "private.txt", "-k", "3", "--unit", "token", "-o", out)
    done = textveil("sanitize", days, "--lines", *made)
    assert done.returncode == 0, done.stderr
    how = ("--lines", "--unit", "token", "--knows", "k=3", "--input", days, "--json")
    how = (*how, "--sensitive", tmp_path / "private.txt")
    told = json.loads(textveil("attack", out, *how).stdout)
    [result] = told["attacks"]
    assert (result["attack"], result["right"]) == ("undoing", 1)
    assert result["chance"] < 0.1
    assert told["guesses"]["undoing"][0]["guess"] == "bus clinic pharmacy"


@pytest.mark.parametrize(("quality", "works"), [("lowest", True), ("drawn", False)])
def test_reads_are_attacked_by_their_qualities(tmp_path, quality, works):
    genome = "".join(Random(7).choices("ACGT", k=400))  # noqa: S311
    reads = tmp_path / "reads.fq"
    reads.write_text(f"@r\n{genome}\n+\n{'EFGHIJKL' * 50}\n")
    (tmp_path / "private.txt").write_text(genome[200:208] + "\n")
    key = tmp_path / "key"
    key.write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk")
    out = tmp_path / "out.fq"
    made = ("-s", tmp_path / "private.txt", "-o", out, "--quality", quality, "--key", key)
    done = textveil("sanitize", reads, *made)
    assert done.returncode == 0, done.stderr
    how = ("--knows", "k=8", "--input", reads, "-s", tmp_path / "private.txt", "--json")
    told = json.loads(textveil("attack", out, *how).stdout)
    [found] = [one for one in told["attacks"] if one["attack"] == "quality"]
    assert bool(found["right"]) is works


def test_suppressed_words_are_completed(tmp_path):
    (tmp_path / "answers.txt").write_text("we saw Kowals#i\nwe saw nobody\n")
    (tmp_path / "before.txt").write_text("we saw Kowalski\nwe saw nobody\n")
    how = ("--lines", "--mark", "#", "--input", tmp_path / "before.txt", "--json")
    told = json.loads(textveil("attack", tmp_path / "answers.txt", *how).stdout)
    [result] = told["attacks"]
    assert (result["attack"], result["right"]) == ("completions", 1)


def test_documents_that_name_nobody_are_told(tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    for at in range(2):
        (notes / f"{at}.txt").write_text("Seen at Mercy General Hospital.")
    key = tmp_path / "key"
    key.write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk")
    given = (notes, tmp_path / "out", "--policy", "hide-in-plain-sight", "--key", key)
    assert "each counts as a person of its own" in textveil("release", *given).stderr
