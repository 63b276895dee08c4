"""One run at a time has a target, and a stopped one is ended by the next."""

import json
import subprocess
import sys

import pytest
from tests.unit.pipeline.release.test_copies import KEY, POLICY, documents, source_at

from textveil.certify.verification import verify_release
from textveil.errors import OutputError
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline.release.copies import Copies, Served, recipients_of, unfinished_recipients
from textveil.pipeline.release.folder.progress import alone, progress_folder
from textveil.pipeline.release.run import Run, release, release_copies
from textveil.store.sqlite_vault import SqliteVault

HOLDER = """
import sys
from pathlib import Path
from textveil.pipeline.release.folder.progress import alone
with alone(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_run_for_a_target_is_refused_and_the_first_one_goes_on(tmp_path):
    source, out = source_at(tmp_path), tmp_path / "out"
    refused = []

    def track(items, *_):
        if not refused:
            with pytest.raises(OutputError, match="another run writes here") as told:
                release(Run(source, out, POLICY, key=KEY))
            refused.append(told.value)
            release(Run(source, tmp_path / "elsewhere", POLICY, key=KEY))
        return iter(items)

    release(Run(source, out, POLICY, key=KEY, track=track))
    assert refused[0].where == str(out)
    assert verify_release(out, source, KEY).holds
    assert {path.name for path in tmp_path.iterdir()} == {"notes.jsonl", "out", "elsewhere"}


def test_a_lock_ends_with_its_process(tmp_path):
    out = tmp_path / "out"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(out)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(OutputError, match="another run"), alone(out):
            pass
        holder.kill()
        holder.wait()
        assert progress_folder(out).exists()
        with alone(out):
            pass
    assert not progress_folder(out).exists()


def test_a_run_does_not_remove_the_lock_of_the_next_one(tmp_path):
    out = tmp_path / "out"
    with alone(out) as folder:
        (folder / "lock").unlink()
        folder.rmdir()
        with alone(out):
            pass
        with alone(out) as next_one:
            held = (next_one / "lock").stat().st_ino
            with pytest.raises(OutputError), alone(out):
                pass
            assert (next_one / "lock").stat().st_ino == held


def test_a_folder_of_progress_that_is_a_link_is_refused(tmp_path):
    (tmp_path / "mine").mkdir()
    progress_folder(tmp_path / "out").symlink_to(tmp_path / "mine")
    with pytest.raises(OutputError, match="not a folder"), alone(tmp_path / "out"):
        pass
    assert not list((tmp_path / "mine").iterdir())


def test_a_run_that_was_stopped_when_all_stood_at_its_place_is_ended(tmp_path, monkeypatch):
    """The vault learns who has a copy, and nothing of the stopped run is left."""
    source, out = source_at(tmp_path), tmp_path / "out"

    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000")
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        run = Run(source, out, POLICY, key=KEY, vault=vault)
        with monkeypatch.context() as patched:
            patched.setattr(Served, "finish", stopped)
            with pytest.raises(KeyboardInterrupt):
                release_copies(run, Copies(("north", "south")))
        assert out.is_dir()
        assert progress_folder(out).is_dir()
        assert unfinished_recipients(vault, recipients_of(vault)) == ["north", "south"]
        with pytest.raises(OutputError, match="the release is whole"):
            release_copies(run, Copies(("north", "south")))
        assert unfinished_recipients(vault, recipients_of(vault)) == []
        assert not progress_folder(out).exists()
        with pytest.raises(OutputError, match="not empty"):
            release_copies(run, Copies(("north", "south")))
    assert verify_release(out / "publish" / "south", source, KEY).holds


def test_a_run_by_force_after_a_stopped_one_has_its_own_date(tmp_path, monkeypatch):
    source, out = source_at(tmp_path), tmp_path / "out"
    run = Run(source, out, POLICY, key=KEY)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000")
    with monkeypatch.context() as patched:
        patched.setattr("textveil.pipeline.release.folder.spool.Spool.discard", lambda _: None)
        release(run)
    assert progress_folder(out).is_dir()
    JsonLines().write(list(documents())[3:], tmp_path / "other.jsonl")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "2000")
    other = Run(Source.open(tmp_path / "other.jsonl"), out, POLICY, key=KEY, force=True)
    assert release(other).started == "1970-01-01T00:33:20Z"
    assert json.loads((out / "publish" / "certificate.json").read_text())["started"][-4:] == ":20Z"
    assert not progress_folder(out).exists()
