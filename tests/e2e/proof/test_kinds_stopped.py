"""Runs of every kind that are killed, meet another run, or cannot be ended: all or nothing."""

import json
import shutil
from pathlib import Path
from random import Random
from signal import SIGKILL

import pytest
from tests.e2e.mortal import mortal
from tests.e2e.proof.kinds import KEY, KINDS, MOTIFS, write_lists
from tests.e2e.textveil_cli import textveil

from textveil.pipeline.release.folder.progress import alone

KILLS = 8
OTHER_KEY = "another key of more than sixteen bytes, 3Rw8"
COMMANDS = {
    "text": "release notes.jsonl OUT -p patterns-only",
    "rare": "kanon answers.jsonl OUT -k 2",
    "dictionary": "dictionary apply terms.dict letters.jsonl OUT -k 3 --identifiers names.txt",
    "sequences": f"sanitize genes.fa OUT -s {MOTIFS} -k 6 --strands both --decoys 2",
}
OTHERS = dict(zip(COMMANDS, [*COMMANDS][1:] + [*COMMANDS][:1], strict=True))
"""For each kind another one."""
METHODS = [kind for kind in COMMANDS if kind != "text"]


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A folder with everything that the commands need."""
    folder = tmp_path_factory.mktemp("begun")
    write_lists(folder)
    for kind in KINDS.values():
        kind.write(folder / kind.file)
    (folder / "key").write_bytes(KEY.derive("file").hex().encode())
    (folder / "other.key").write_text(OTHER_KEY)
    return folder


@pytest.fixture
def folder(begun, tmp_path):
    return Path(shutil.copytree(begun, tmp_path / "work"))


@pytest.fixture(scope="module")
def whole(begun, tmp_path_factory):
    """What a run that nobody kills makes, and how many steps it takes, by kind and key."""
    made = {}

    def make(kind, key="key"):
        if (kind, key) not in made:
            folder = Path(shutil.copytree(begun, tmp_path_factory.mktemp("whole") / "work"))
            made[kind, key] = finished(folder, kind, key)
        return made[kind, key]

    return make


def command(kind, key="key", *more, out="out"):
    return [*COMMANDS[kind].replace("OUT", out).split(), "--key", key, "-q", *more]


def finished(folder, kind, key="key"):
    """Return the files of a run and the number of its steps; no other file is left."""
    before = {name for name in contents(folder) if not name.startswith(".")}
    ended = mortal(folder, command(kind, key))
    assert ended.code == 0, ended.told
    made = taken(folder)
    assert contents(folder).keys() == before
    return made, ended.steps


def taken(folder):
    out = folder / "out"
    made = contents(out)
    shutil.rmtree(out)
    return made


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def killed(folder, kind, step, whole):
    """Kill a run at a step; nothing is there, or all of it."""
    assert mortal(folder, command(kind), step, SIGKILL).code == -SIGKILL
    if (folder / "out").exists():
        assert taken(folder) == whole


@pytest.mark.slow
@pytest.mark.parametrize("kind", METHODS)
def test_a_killed_run_ends_with_the_same_bytes(kind, folder, whole):
    made, steps = whole(kind)
    rng = Random(1)  # noqa: S311 - reproducible, not secret
    # In the last steps everything gets its place.
    early = rng.sample(range(1, steps - 3), KILLS - 4)
    for step in (*early, *range(steps - 3, steps + 1)):
        killed(folder, kind, step, made)
        assert finished(folder, kind)[0] == made, step


@pytest.mark.slow
@pytest.mark.parametrize("kind", COMMANDS)
def test_nothing_of_a_killed_run_goes_into_one_of_another_method_or_key(kind, folder, whole):
    made, steps = whole(kind)
    killed(folder, kind, steps - 5, made)
    assert finished(folder, OTHERS[kind])[0] == whole(OTHERS[kind])[0]
    killed(folder, kind, steps - 5, made)
    other = whole(kind, "other.key")[0]
    assert finished(folder, kind, "other.key")[0] == other != made


@pytest.mark.parametrize("kind", COMMANDS)
def test_one_run_at_a_time_has_a_target(kind, folder):
    with alone(folder / "out"):
        done = textveil(*command(kind), cwd=folder)
    assert done.returncode == 5
    assert "out: another run writes here at this moment" in done.stderr
    assert "hint" in done.stderr
    assert not (folder / "out").exists()


@pytest.mark.parametrize("kind", COMMANDS)
def test_only_an_earlier_release_is_replaced_and_only_if_asked(kind, folder, whole):
    other = OTHERS[kind]
    assert textveil(*command(other), cwd=folder).returncode == 0
    before = contents(folder / "out")
    refused = textveil(*command(kind), cwd=folder)
    assert (refused.returncode, contents(folder / "out")) == (5, before)
    assert "not empty" in refused.stderr
    assert "hint" in refused.stderr
    assert textveil(*command(kind, "key", "--force"), cwd=folder).returncode == 0
    assert contents(folder / "out") == whole(kind)[0]


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_folder_that_is_no_release_is_never_replaced(kind, folder):
    (folder / "out" / "publish").mkdir(parents=True)
    for name in ("letter.txt", "publish/certificate.json"):
        (folder / "out" / name).write_text("{}")
        before = contents(folder / "out")
        done = textveil(*command(kind, "key", "--force"), cwd=folder)
        assert (done.returncode, contents(folder / "out")) == (5, before)
        assert "out: " in done.stderr
        assert "hint" in done.stderr


@pytest.mark.parametrize("kind", METHODS)
def test_a_file_does_not_take_the_place_of_a_folder(kind, folder):
    (folder / "shared").mkdir()
    call = command(kind, "key", "--certificate", "certificate.json", out="-o shared")
    before = contents(folder)
    done = textveil(*call, cwd=folder)
    assert done.returncode == 5
    assert "shared: this exists and is not a plain file" in done.stderr
    assert contents(folder) == before


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_certificate_without_its_method_is_told(kind, folder):
    assert textveil(*command(kind), cwd=folder).returncode == 0
    path = folder / "out" / "publish" / "certificate.json"
    content = json.loads(path.read_text("utf-8"))
    del content["method"]
    path.write_text(json.dumps(content), "utf-8")
    done = textveil("verify", "out", cwd=folder)
    assert done.returncode == 4
    assert "certificate.json: the certificate names no method that is known here" in done.stderr
    assert "hint: known are text, rare, sequences" in done.stderr


def test_one_record_that_cannot_be_sanitized_leaves_nothing(folder):
    (folder / "w.txt").write_text("ab\naabaaacbcbbbaabbacaab\n")
    (folder / "s.txt").write_text("ba?a\nbb?a\n")
    before = contents(folder)
    asked = [
        "sanitize",
        "w.txt",
        "out",
        "--lines",
        "-s",
        "s.txt",
        "-m",
        "tpm",
        "--wildcard",
        "?",
        "--key",
        "key",
    ]
    done = textveil(*asked, "--wildcard", "?", cwd=folder)
    assert done.returncode == 4
    assert "2, separator 1 at 9: no replacement can hide" in done.stderr
    assert "hint" in done.stderr
    assert contents(folder) == before
    assert not (folder / "out").exists()
