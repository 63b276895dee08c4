"""What goes wrong while a release is protected: a clear message, nothing half-written."""

import errno
import os
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from tests.e2e.textveil_cli import textveil

from textveil.errors import OutputError
from textveil.formats import outputs
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline import pages
from textveil.pipeline.release.back.protection import protect
from textveil.pipeline.release.back.restoration import Restoration, restore
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import parse_policy
from textveil.policy.registry import ComponentKind, build
from textveil.store.sqlite_vault import SqliteVault
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata

POLICY = """
name: surrogates of what has a form
detect: [textveil.patterns.v1]
transform:
  default: {use: textveil.surrogate.v1, scope: subject}
  labels: {TIME: keep}
verify: [textveil.alignment.v1]
columns: {'*': drop}
"""


@pytest.fixture
def folder(tmp_path):
    rng = Random(7)  # noqa: S311 - reproducible, not secret
    JsonLines().write(generate("hospital", 20, rng=rng), tmp_path / "notes.jsonl")
    (tmp_path / "key").write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk\n")
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
    assert (folder / "out" / "publish" / "certificate.json").is_file()


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
    assert done.returncode == 5, done.stderr
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
    key = Secret(b"a key of more than sixteen bytes, 7Qx2mVt9Lk")
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

    def no_room(target, mode):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Path, "open", full)
    if name == "report.html":
        monkeypatch.setattr(pages, "binary_sink", no_room)


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


ROW = Document("1", "Call 617-555-0134.", metadata=Metadata({"dob": "1950-05-03"}))


@pytest.fixture(params=["csv", "parquet", "text"])
def source(request, tmp_path):
    if request.param == "text":
        (tmp_path / "notes").mkdir()
        (tmp_path / "notes" / "1.txt").write_text(ROW.text)
        return Source.open(tmp_path / "notes")
    path = tmp_path / f"rows.{request.param}"
    if request.param == "parquet":
        pytest.importorskip("pyarrow")
    build(ComponentKind.FORMAT, request.param).write([ROW], path)
    return Source.open(path)


KEY = Secret(b"a key of more than sixteen bytes, 7Qx2mVt9Lk")


def _chosen(source):
    return parse_policy(POLICY).with_columns({} if source.path.is_dir() else {"dob": "DATE"})


def _target(source, name):
    return source.path.with_name(name + source.path.suffix)


def _no_room(monkeypatch, number, words):
    """Let every file that is written refuse."""

    def full(self, data):
        raise outputs._explanation(OSError(number, words), self._place)

    opened = Path.open

    def closed(self, mode="r", *arguments, **options):
        if "x" in mode:
            raise OSError(number, words)
        return opened(self, mode, *arguments, **options)

    monkeypatch.setattr(outputs._Guarded, "write", full)
    monkeypatch.setattr(Path, "open", closed)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EFBIG, "the file grows past the limit on its size"),
        (errno.EROFS, "the file system is read-only"),
    ],
)
def test_tables_and_folders_that_cannot_be_written(source, tmp_path, monkeypatch, number, said):
    chosen = _chosen(source)
    with SqliteVault(tmp_path / "vault", KEY, create=True) as vault:
        protect(Run(source, _target(source, "safe"), chosen, KEY, vault=vault))
        safe = Source.open(_target(source, "safe"))
        before = files(tmp_path)
        _no_room(monkeypatch, number, said)
        made = {
            "out": lambda target: release(Run(source, target, chosen, KEY)),
            "other": lambda target: protect(Run(source, target, chosen, KEY, vault=vault)),
            "back": lambda target: restore(Restoration(safe, target, KEY, vault)),
        }
        for name, make in made.items():
            target = tmp_path / name if name == "out" else _target(source, name)
            with pytest.raises(OutputError, match=said) as caught:
                make(target)
            # The temporary place in which it was built says nothing to anybody.
            assert ".textveil-" not in caught.value.where
            assert caught.value.where in (str(target), "1")
        assert files(tmp_path) == before


def test_a_full_disk_where_rows_of_a_table_wait(tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    path = tmp_path / "rows.parquet"
    build(ComponentKind.FORMAT, "parquet").write([ROW], path)
    source = Source.open(path)

    class Full(StringIO):
        def seek(self, *arguments):
            raise OSError(errno.ENOSPC, "full")

        close = seek

    monkeypatch.setattr("tempfile.TemporaryFile", lambda *_, **__: Full())
    before = files(tmp_path)
    with pytest.raises(OutputError, match="the disk is full"):
        release(Run(source, tmp_path / "out", _chosen(source), KEY))
    assert files(tmp_path) == before
