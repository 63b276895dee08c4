"""Files with source text are their owner's alone, whatever command writes them."""

import os
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from textveil.cli.app import app
from textveil.formats.outputs import binary_sink, new_folder, owner_only

NOTE = "Write to p{}@example.org, says Ana Ruiz.\n"


@pytest.fixture
def notes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = os.umask(0o022)
    (tmp_path / "notes").mkdir()
    for number in range(8):
        (tmp_path / "notes" / f"{number}.txt").write_text(NOTE.format(number), "utf-8")
    done("key", "new", "-o", "key.txt")
    yield tmp_path
    os.umask(before)


def done(*arguments):
    result = CliRunner().invoke(
        app, [*arguments, "--quiet"] if arguments[0] != "key" else arguments
    )
    assert result.exit_code == 0, result.stderr


def modes(path):
    """Return the modes of a file, or of all files of a folder."""
    every = [path, *path.rglob("*")] if path.is_dir() else [path]
    assert any(one.is_file() for one in every)
    return {(one.is_dir(), stat.S_IMODE(one.stat().st_mode)) for one in every}


MINE = {(True, 0o700), (False, 0o600)}


@pytest.mark.parametrize("target", ["batch.jsonl", "batch"])
def test_a_batch_of_a_project(notes, target):
    done("learn", "start", "notes", "-o", "a.project", "--key", "key.txt", "--batch", "3")
    to = [] if target.endswith("jsonl") else ["--to", "brat"]
    done("learn", "next", "a.project", "-o", target, "--key", "key.txt", *to)
    assert modes(notes / target) <= MINE
    assert modes(notes / "a.project") <= MINE


@pytest.mark.parametrize("target", ["found.jsonl", "found"])
def test_annotations_of_a_scan(notes, target):
    to = [] if target.endswith("jsonl") else ["--to", "brat"]
    done("scan", "notes", "-o", target, "--policy", "patterns-only", *to)
    assert modes(notes / target) <= MINE


def test_restored_texts(notes):
    done("protect", "notes", "-o", "out", "--key", "key.txt", "--vault", "a.vault")
    done("restore", "out", "-o", "back", "--key", "key.txt", "--vault", "a.vault")
    assert modes(notes / "back") <= MINE
    assert (notes / "back" / "1.txt").read_text("utf-8") == NOTE.format(1)


def test_a_sample_and_what_a_release_keeps(notes):
    done("release", "notes", "-o", "out", "--policy", "patterns-only", "--excerpts", "2")
    done("risk", "sample", "out", "-n", "3", "-o", "review", "--to", "brat")
    assert modes(notes / "review") <= MINE
    assert modes(notes / "out" / "keep") <= MINE
    # What is published is for others.
    assert modes(notes / "out" / "publish") == {(True, 0o755), (False, 0o644)}


def test_nobody_else_can_open_a_file_while_it_is_written(tmp_path):
    before = os.umask(0o022)
    try:
        with (
            owner_only(),
            binary_sink(tmp_path / "a") as sink,
            new_folder(tmp_path / "b") as folder,
        ):
            sink.write(b"x")
            (Path(folder) / "c").write_bytes(b"x")
            standing = {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.rglob("*")}
        assert standing <= {0o600, 0o700}
        assert os.umask(0o022) == 0o022
        assert modes(tmp_path / "b") <= MINE
        with pytest.raises(ZeroDivisionError), owner_only():
            _ = 1 / 0
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
