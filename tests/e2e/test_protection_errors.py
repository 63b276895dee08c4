"""What goes wrong while a release is protected: a clear message, nothing half-written."""

import errno
import os
from pathlib import Path
from random import Random

import pytest
from tests.e2e.textveil_cli import textveil

from textveil.errors import OutputError
from textveil.formats import outputs
from textveil.formats.jsonl import JsonLines
from textveil.pipeline.policy import parse_policy
from textveil.pipeline.release import Run, release
from textveil.pipeline.sources import Source
from textveil.synth.corpus import generate
from textveil.values.secret import Secret

POLICY = """
name: surrogates of what has a form
detect: [textveil.patterns.v1]
transform:
  default: {use: textveil.surrogate.v1, scope: subject}
  labels: {TIME: keep}
verify: [textveil.alignment.v1]
metadata: drop
"""


@pytest.fixture
def folder(tmp_path):
    rng = Random(7)  # noqa: S311 - reproducible, not secret
    JsonLines().write(generate("hospital", 20, rng=rng), tmp_path / "notes.jsonl")
    (tmp_path / "key").write_text("a key of more than sixteen bytes\n")
    (tmp_path / "policy.yaml").write_text(POLICY)
    return tmp_path


def run(folder, *more, policy="policy.yaml", out="out", key=True):
    keyed = ["--key", "key"] if key else []
    return textveil("release", "notes.jsonl", out, "-p", policy, *keyed, *more, cwd=folder)


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_it_works_at_all(folder):
    done = run(folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "out" / "certificate.json").is_file()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("TIME:", "TIMES:", "did you mean TIME?"),
        ("surrogate.v1", "surogate.v1", "did you mean textveil.surrogate.v1?"),
        ("scope: subject", "scope: hospital", "there is no scope of the name hospital"),
        ("scope: subject", "scop: subject", "scop"),
    ],
)
def test_a_policy_that_cannot_be_carried_out(folder, old, new, said):
    (folder / "policy.yaml").write_text(POLICY.replace(old, new))
    before = files(folder)
    done = run(folder)
    assert done.returncode == 3, done.stderr
    assert said in done.stderr
    assert "line " in done.stderr
    assert files(folder) == before


def test_a_missing_key(folder):
    before = files(folder)
    done = run(folder, key=False)
    assert done.returncode == 3, done.stderr
    assert "surrogates need a key" in done.stderr
    assert "--key FILE" in done.stderr
    assert files(folder) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(folder):
    (folder / "closed").mkdir(mode=0o500)
    before = files(folder)
    done = run(folder, out="closed/out")
    assert done.returncode == 7, done.stderr
    assert "you may not write here" in done.stderr
    assert files(folder) == before


def test_a_folder_that_takes_nothing(folder, monkeypatch):
    def refused(*arguments, **options):
        raise PermissionError(errno.EACCES, "refused")

    before = files(folder)
    monkeypatch.setattr(Path, "mkdir", refused)
    with pytest.raises(OutputError, match="you may not write here"):
        release(_run(folder))
    assert files(folder) == before


def _run(folder):
    source = Source.open(folder / "notes.jsonl", "jsonl")
    key = Secret(b"a key of more than sixteen bytes")
    return Run(source, folder / "out", parse_policy(POLICY), key)


@pytest.mark.parametrize("room", [0, 1000, 9000])
def test_a_full_disk_while_texts_are_written(folder, monkeypatch, room):
    left = [room]
    write = outputs._Guarded.write

    def full(self, data):
        left[0] -= len(data)
        if left[0] < 0:
            raise outputs._explanation(OSError(errno.ENOSPC, "full"), self._place)
        return write(self, data)

    before = files(folder)
    monkeypatch.setattr(outputs._Guarded, "write", full)
    with pytest.raises(OutputError, match="the disk is full"):
        release(_run(folder))
    assert files(folder) == before


def _full(monkeypatch, name):
    opened = Path.open

    def full(self, mode="r", *arguments, **options):
        if self.name == name and "w" in mode:
            raise OSError(errno.ENOSPC, "full")
        return opened(self, mode, *arguments, **options)

    monkeypatch.setattr(Path, "open", full)


@pytest.mark.parametrize("name", ["edits.jsonl", "certificate.json", "report.html"])
def test_a_full_disk_elsewhere_leaves_nothing(folder, monkeypatch, name):
    before = files(folder)
    _full(monkeypatch, name)
    with pytest.raises((OutputError, OSError)):
        release(_run(folder))
    assert files(folder) == before


@pytest.mark.parametrize("name", ["edits.jsonl", "certificate.json", "report.html"])
def test_a_full_disk_elsewhere_is_explained(folder, monkeypatch, name):
    _full(monkeypatch, name)
    with pytest.raises(OutputError, match="the disk is full"):
        release(_run(folder))


def test_a_full_disk_at_the_start_leaves_nothing(folder, monkeypatch):
    before = files(folder)
    _full(monkeypatch, "spans.jsonl")
    with pytest.raises(OutputError, match="the disk is full"):
        release(_run(folder))
    assert files(folder) == before
