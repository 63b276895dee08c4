"""A release that is killed goes on where it was, and ends with the bytes of one that was not."""

import os
import shutil
import signal
import subprocess
import time
from random import Random

import pytest
from tests.e2e.textveil_cli import COMMAND

from textveil.formats.jsonl import JsonLines
from textveil.synth.corpus import generate

NOTES, KILLS = 300, 6
POLICY = """
name: surrogates of what has a form
detect: [textveil.patterns.v1]
transform: {default: {use: textveil.surrogate.v1, scope: subject}}
verify: [textveil.alignment.v1]
metadata: drop
"""


@pytest.fixture
def folder(tmp_path):
    rng = Random(7)  # noqa: S311 - reproducible, not secret
    JsonLines().write(generate("hospital", NOTES, rng=rng), tmp_path / "notes.jsonl")
    (tmp_path / "key").write_text("a key of more than sixteen bytes\n")
    (tmp_path / "policy.yaml").write_text(POLICY)
    return tmp_path


def started(folder, *more, notes="notes.jsonl"):
    arguments = ["release", notes, "out", "-p", "policy.yaml", "--key", "key", "-q", *more]
    clean = {name: value for name, value in os.environ.items() if name != "TEXTVEIL_KEY"}
    # Runs that start at different times are equal but for that time.
    clean |= {"SOURCE_DATE_EPOCH": "1460000000"}
    return subprocess.Popen([str(COMMAND), *arguments], cwd=folder, env=clean)


def finished(folder, *more, notes="notes.jsonl"):
    assert started(folder, *more, notes=notes).wait(timeout=120) == 0
    return contents(folder / "out")


def contents(out):
    return {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*") if p.is_file()}


def put_aside(folder):
    (folder / "out").rename(folder / f"done-{len(list(folder.iterdir()))}")


def killed(folder, after, *more):
    """Start a release and kill it after some seconds; tell whether it was still at work."""
    process = started(folder, *more)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


@pytest.mark.slow
def test_a_killed_release_ends_with_the_same_bytes(folder):
    begin = time.perf_counter()
    whole = finished(folder)
    seconds = time.perf_counter() - begin
    assert {"certificate.json", "edits.jsonl", "texts/notes.jsonl"} <= set(whole)
    put_aside(folder)
    rng = Random(1)  # noqa: S311 - reproducible, not secret
    kills = 0
    while kills < KILLS:
        # Two kills in a row: a run that goes on is itself stopped.
        for _ in range(2):
            # Starting takes the first part of the time, and leaves nothing to go on from.
            kills += killed(folder, seconds * rng.uniform(0.2, 0.95))
            # Stopped on its way out, a release is whole; before that nothing is there.
            if (folder / "out").exists():
                assert contents(folder / "out") == whole
                put_aside(folder)
        assert finished(folder) == whole
        put_aside(folder)


@pytest.mark.slow
def test_a_killed_batch_of_a_project_ends_with_the_same_bytes(folder):
    rng = Random(8)  # noqa: S311 - reproducible, not secret
    JsonLines().write(generate("hospital", 60, rng=rng), folder / "earlier.jsonl")
    vault, before = ("--vault", "v"), folder / "before"
    finished(folder, *vault, notes="earlier.jsonl")
    put_aside(folder)
    (folder / "v").rename(before)
    shutil.copy(before, folder / "v")
    begin = time.perf_counter()
    whole = finished(folder, *vault)
    seconds = time.perf_counter() - begin
    put_aside(folder)
    kills = 0
    while kills < KILLS:
        for left in folder.glob("v*"):
            left.unlink()
        shutil.copy(before, folder / "v")
        # Late: in the first part nothing is written to the vault.
        kills += killed(folder, seconds * rng.uniform(0.5, 0.95), *vault)
        if (folder / "out").exists():
            assert contents(folder / "out") == whole
            put_aside(folder)
        assert finished(folder, *vault) == whole
        put_aside(folder)


@pytest.mark.slow
def test_what_a_kill_leaves_holds_no_source_text(folder):
    begin = time.perf_counter()
    whole = finished(folder)
    put_aside(folder)
    seconds = time.perf_counter() - begin
    lines = (folder / "notes.jsonl").read_bytes().splitlines()
    for part in (0.5, 0.7, 0.9):
        killed(folder, seconds * part)
        left = [p for p in folder.rglob("*") if p.is_file() and p.parent != folder]
        for path in left:
            held = path.read_bytes()
            assert not any(line in held for line in lines)
        if (folder / "out").exists():
            assert contents(folder / "out") == whole
            put_aside(folder)
