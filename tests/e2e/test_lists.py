"""Word lists from the command line: release, verify and mistakes; no word is shown anywhere."""

import json

import pytest
from tests.e2e.textveil_cli import textveil

CANARY = "Zanzibarquartz"
TEXT = f"A Foley placed for {CANARY} Foley, file H-123456, by Dr. Holt."
POLICY = """name: mine
detect: [{{use: textveil.patterns.v1}}]
transform:
  default: {{use: textveil.mask.v1, style: tag}}
allow: [Foley, Holt]
deny: {{NAME: [{0}, Dr. Holt]}}
patterns: {{MRN: 'H-[0-9]{{6}}'}}
"""
OUT = "A Foley placed for [NAME] Foley, file [MRN], by [NAME]."
WORDS = ("--allow", "foley", "--allow", "@allowed.txt", "--deny", f"NAME={CANARY}")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.txt").write_text(TEXT)
    (tmp_path / "mine.yaml").write_text(POLICY.format(CANARY))
    (tmp_path / "allowed.txt").write_text("Holt\n\nNew York\n")
    return tmp_path


def verdicts(done):
    return {one["claim"]: one["status"] for one in json.loads(done.stdout)["verdicts"]}


def test_a_release_is_verified_with_the_words_of_its_policy(folder):
    done = textveil("release", "note.txt", "out", "--policy", "mine.yaml", "--json")
    assert done.returncode == 0, done.stderr
    assert (folder / "out/publish/texts/note.txt").read_text() == OUT
    for name in ("publish/certificate.json", "keep/edits.jsonl", "publish/report.html"):
        assert CANARY.lower() not in (folder / "out" / name).read_text().lower()
    assert CANARY.lower() not in (done.stdout + done.stderr).lower()
    bare = textveil("verify", "out", "--input", "note.txt", "--json")
    assert bare.returncode == 0, bare.stderr
    assert verdicts(bare)["lists"] == "not checkable"
    assert verdicts(bare)["denied"] == "stated"
    given = textveil("verify", "out", "--input", "note.txt", "--policy", "mine.yaml", "--json")
    assert given.returncode == 0, given.stderr
    assert verdicts(given)["denied"] == verdicts(given)["lists"] == "holds"
    assert CANARY.lower() not in (bare.stdout + given.stdout).lower()


def test_other_words_than_those_of_the_release_are_noticed(folder):
    textveil("release", "note.txt", "out", "--policy", "mine.yaml")
    done = textveil("verify", "out", "--policy", "mine.yaml", "--deny", "Cusco", "--json")
    assert done.returncode == 1
    assert verdicts(done)["lists"] == "refuted"


def test_words_are_given_as_options_and_in_files(folder):
    common = (*WORDS, "--deny", "NAME=Dr. Holt", "--pattern", "MRN=H-[0-9]{6}")
    done = textveil("release", "note.txt", "out", "--policy", "patterns-only", *common)
    assert done.returncode == 0, done.stderr
    assert (folder / "out/publish/texts/note.txt").read_text() == OUT
    found = textveil("scan", "note.txt", "--policy", "patterns-only", *common)
    assert [span["label"] for span in json.loads(found.stdout)["spans"]] == ["NAME", "MRN", "NAME"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--pattern", f"MRN=({CANARY}"), "RE2 refuses this pattern (missing ))"),
        (("--pattern", CANARY), "--pattern takes a label and an expression"),
        (("--deny", "@nowhere.txt"), "nowhere.txt: there is no such file"),
        (("--allow", "--"), "a word must have a letter or a digit"),
    ],
)
def test_mistakes_are_told_without_the_word(folder, given, told):
    done = textveil("scan", "note.txt", *given)
    assert done.returncode == 2
    assert told in done.stderr
    assert CANARY not in done.stderr


def test_a_kept_column_with_a_denied_word_stops_the_release(folder):
    (folder / "t.csv").write_text(f"id,ward,text\n1,{CANARY},well\n")
    options = ("--policy", "patterns-only", "--column", "ward=keep", "--deny", CANARY)
    done = textveil("release", "t.csv", "out", *options)
    assert done.returncode == 1
    assert "denied does not hold: a denied word survives in metadata field ward" in done.stderr
    assert not (folder / "out").exists()


def test_a_denied_word_with_an_unknown_label_is_an_error(folder):
    done = textveil("scan", folder / "note.txt", "--deny", f"PERSON={CANARY}")
    assert done.returncode == 2
    assert CANARY not in done.stderr
