"""Weak keys: commands that protect refuse them; who insists is told so in the certificate."""

import json

import pytest
from typer.testing import CliRunner

from textveil.certify.verification import verify_release
from textveil.cli.app import app
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Status

WEAK = "a key of more than sixteen bytes"


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TEXTVEIL_KEY", raising=False)
    (tmp_path / "in.txt").write_text("Write to ana@example.org.\n", "utf-8")
    (tmp_path / "weak.txt").write_text(f"{WEAK}\n", "utf-8")
    assert ran("key", "new", "-o", "good.txt").exit_code == 0
    return tmp_path


def ran(*arguments):
    return CliRunner().invoke(app, list(arguments))


def refused(result):
    what = str(result.exception)
    return "about 74 bits" in what and "--weak-key" in what and WEAK not in what


RELEASE = ("release", "in.txt", "-o", "out", "--policy", "patterns-only")
PROTECT = ("protect", "in.txt", "-o", "safe.txt", "--policy", "patterns-only", "--vault", "v")


@pytest.mark.parametrize("command", [RELEASE, (*RELEASE, "--vault", "v"), PROTECT])
def test_a_weak_key_is_refused_before_anything_is_written(place, command, monkeypatch):
    before = sorted(path.name for path in place.iterdir())
    assert refused(ran(*command, "--key", "weak.txt"))
    monkeypatch.setenv("TEXTVEIL_KEY", WEAK)
    assert refused(ran(*command))
    assert sorted(path.name for path in place.iterdir()) == before
    assert ran(*command, "--key", "good.txt").exit_code == 0


def test_the_certificate_says_that_the_key_was_weak(place):
    assert ran(*RELEASE, "--key", "weak.txt", "--weak-key").exit_code == 0
    path = place / "out" / "publish" / "certificate.json"
    assert json.loads(path.read_text("utf-8"))["weak_key"] is True
    done = verify_release(place / "out", key=Secret(WEAK.encode()))
    assert not [one for one in done.verdicts if one.status is Status.REFUTED]
    # Who takes it away is found out.
    told = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({k: v for k, v in told.items() if k != "weak_key"}), "utf-8")
    done = verify_release(place / "out", key=Secret(WEAK.encode()))
    assert [one for one in done.verdicts if one.status is Status.REFUTED]


def test_the_option_changes_nothing_with_a_good_key(place):
    assert ran(*RELEASE, "--key", "good.txt", "--weak-key").exit_code == 0
    told = json.loads((place / "out" / "publish" / "certificate.json").read_text("utf-8"))
    assert "weak_key" not in told


@pytest.mark.parametrize("verb", [("check",), ("log",), ("recipients",), ("find",)])
def test_a_vault_with_a_weak_key(place, verb):
    assert ran(*PROTECT, "--key", "weak.txt", "--weak-key").exit_code == 0
    asked = ("vault", *verb, "v", *(["x"] if verb == ("find",) else []), "--key", "weak.txt")
    assert refused(ran(*asked))
    assert ran(*asked, "--weak-key").exit_code in {0, 1}


def test_a_vault_is_rotated_away_from_a_weak_key_and_not_to_one(place):
    assert ran(*PROTECT, "--key", "weak.txt", "--weak-key").exit_code == 0
    assert ran("vault", "rotate", "v", "--key", "weak.txt", "--new-key", "good.txt").exit_code == 0
    assert refused(ran("vault", "rotate", "v", "--key", "good.txt", "--new-key", "weak.txt"))
    assert ran("vault", "check", "v", "--key", "good.txt").exit_code == 0


def test_the_check_of_a_key_says_the_estimate(place):
    told = ran("key", "check", "weak.txt")
    assert "about 74 bits by our estimate" in told.stderr
