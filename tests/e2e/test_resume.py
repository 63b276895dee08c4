"""A release that is killed goes on where it was, and ends with the bytes of one that was not."""

import shutil
from pathlib import Path
from random import Random
from signal import SIGKILL

import pytest
from tests.e2e.mortal import mortal

from textveil.formats.plain.jsonl import JsonLines
from textveil.synth.corpus import generate

NOTES, KILLS = 20, 6
POLICY = """
name: surrogates of what has a form
detect: [textveil.patterns.v1]
transform: {default: {use: textveil.surrogate.v1, scope: subject}}
verify: [textveil.alignment.v1]
columns: {'*': drop}
"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A folder with everything that a release needs."""
    folder = tmp_path_factory.mktemp("begun")
    rng = Random(7)  # noqa: S311 - reproducible, not secret
    JsonLines().write(generate("hospital", NOTES, rng=rng), folder / "notes.jsonl")
    JsonLines().write(generate("hospital", NOTES // 4, rng=rng), folder / "earlier.jsonl")
    (folder / "key").write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk\n")
    (folder / "policy.yaml").write_text(POLICY)
    return folder


@pytest.fixture
def folder(begun, tmp_path):
    return Path(shutil.copytree(begun, tmp_path / "work"))


@pytest.fixture(scope="module")
def whole(begun, tmp_path_factory):
    """What a release that nobody kills makes, and how many steps it takes."""
    folder = shutil.copytree(begun, tmp_path_factory.mktemp("whole") / "work")
    made = finished(folder)
    assert {"publish/certificate.json", "keep/edits.jsonl", "publish/texts/notes.jsonl"} <= set(
        made[0]
    )
    assert made[1] > 2 * NOTES, "each pass takes a step for each note"
    return made


def command(notes, more):
    return ["release", notes, "out", "-p", "policy.yaml", "--key", "key", "-q", *more]


def finished(folder, *more, notes="notes.jsonl"):
    """Return the files of a release and the number of its steps."""
    ended = mortal(folder, command(notes, more))
    assert ended.code == 0, ended.told
    return taken(folder), ended.steps


def killed(folder, step, whole, *more):
    """Kill a release at a step; nothing is there, or all of it."""
    assert mortal(folder, command("notes.jsonl", more), step, SIGKILL).code == -SIGKILL
    if (folder / "out").exists():
        assert taken(folder) == whole


def taken(folder):
    out = folder / "out"
    contents = {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    shutil.rmtree(out)
    return contents


def places(steps, number):
    """Return steps at which to kill: the last one, in which all gets its name, and others."""
    rng = Random(1)  # noqa: S311 - reproducible, not secret
    return [*rng.sample(range(1, steps), number - 1), steps]


@pytest.mark.slow
def test_a_killed_release_ends_with_the_same_bytes(folder, whole):
    made, steps = whole
    chosen = places(steps, KILLS)
    # Two kills in a row: a run that goes on is itself stopped.
    for one, two in zip(chosen[::2], chosen[1::2], strict=True):
        killed(folder, one, made)
        killed(folder, two, made)
        assert finished(folder)[0] == made


@pytest.mark.slow
def test_a_killed_batch_of_a_project_ends_with_the_same_bytes(folder):
    vault, before = ("--vault", "v"), folder / "before"
    finished(folder, *vault, notes="earlier.jsonl")
    shutil.copy(folder / "v", before)
    made, steps = finished(folder, *vault)
    for step in places(steps, KILLS):
        for left in folder.glob("v*"):
            left.unlink()
        shutil.copy(before, folder / "v")
        killed(folder, step, made, *vault)
        assert finished(folder, *vault)[0] == made


@pytest.mark.slow
def test_killed_copies_end_with_the_same_bytes_and_appear_together(folder):
    """Ten kills with three recipients, each of another run for the same vault."""
    asked = ["--vault", "v"]
    for name in ("north", "south", "west"):
        asked += ["--recipient", name]
    made, steps = finished(folder, *asked)
    assert {f"publish/{name}/certificate.json" for name in ("north", "south", "west")} < set(made)
    for left in folder.glob("v*"):
        left.unlink()
    for step in places(steps, 10):
        killed(folder, step, made, *asked)
    assert finished(folder, *asked)[0] == made


@pytest.mark.slow
def test_what_a_kill_leaves_holds_no_source_text(folder, whole):
    made, steps = whole
    lines = (folder / "notes.jsonl").read_bytes().splitlines()
    for part in (0.5, 0.7, 0.9):
        killed(folder, int(steps * part), made)
        left = [p for p in folder.rglob("*") if p.is_file() and p.parent != folder]
        assert left
        for path in left:
            held = path.read_bytes()
            assert not any(line in held for line in lines)
