"""`textveil synth` as a user meets it."""

import json

import pytest
from tests.e2e.textveil_cli import textveil


def rows(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_hospital_goes_to_json_lines(tmp_path):
    out = tmp_path / "hospital.jsonl"
    done = textveil("synth", "hospital", "-n", "40", "--subjects", "10", "-o", out, "--seed", "7")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "40 documents" in done.stderr
    found = rows(out)
    assert len({row["subject"] for row in found}) == 10
    assert {row["metadata"]["kind"] for row in found} == {"hospital"}
    assert all(row["spans"] for row in found)


def test_a_seed_makes_the_same_bytes(tmp_path):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        textveil("synth", "chat", "-n", "20", "-o", tmp_path / f"{name}.jsonl", "--seed", seed)
    one, same, other = (tmp_path / f"{name}.jsonl" for name in "abc")
    assert one.read_bytes() == same.read_bytes() != other.read_bytes()


@pytest.mark.parametrize("kind", ["letters", "email", "court", "forms", "everyday"])
def test_every_kind_is_written_with_noise(kind, tmp_path):
    out = tmp_path / "out.jsonl"
    done = textveil("synth", kind, "-n", "5", "-o", out, "--typos", "0.1", "--ocr", "0.01", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(rows(out)) == 5


def test_other_formats_take_what_they_can(tmp_path):
    done = textveil("synth", "hospital", "-n", "3", "-o", tmp_path / "ann", "--to", "brat")
    assert done.returncode == 0, done.stderr
    assert "brat has no place for subjects, metadata" in done.stderr
    assert len(list((tmp_path / "ann").glob("*.ann"))) == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["novel"], "no such kind"),
        (["chat", "--names", "Z"], "not a share"),
        (["chat", "--typos", "2"], "--typos"),
        (["chat", "-n", "0"], "--number"),
        (["chat", "--to", "nothing"], "nothing"),
    ],
)
def test_wrong_calls_say_what_is_wrong_and_write_nothing(arguments, words, tmp_path):
    done = textveil("synth", *arguments, "-o", tmp_path / "out.jsonl")
    assert done.returncode in (2, 3)
    assert words in done.stderr
    assert not list(tmp_path.iterdir())
