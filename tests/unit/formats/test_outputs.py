import errno
import gzip
import io
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from textveil.errors import CannotCarryError, OutputError, UsageError
from textveil.formats import outputs
from textveil.formats.outputs import TextSink, binary_sink, new_folder, staged, text_sink
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.plain.text import PlainText
from textveil.values.document import Document


def test_a_file_is_replaced_at_the_end_and_not_before(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")
    with text_sink(path) as sink:
        sink.write("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_new_files_have_the_permissions_of_the_umask(tmp_path: Path) -> None:
    ordinary = tmp_path / "ordinary"
    ordinary.write_text("")
    with text_sink(tmp_path / "x.txt") as sink:
        sink.write("x")
    assert (tmp_path / "x.txt").stat().st_mode == ordinary.stat().st_mode


def test_gz_is_the_same_whenever_it_is_written(tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt.gz", tmp_path / "b.txt.gz"
    for path in (first, second):
        with text_sink(path) as sink:
            sink.write("x" * 100)
    assert first.read_bytes() == second.read_bytes()
    assert first.read_bytes()[4:8] == b"\0\0\0\0"
    assert gzip.decompress(first.read_bytes()) == b"x" * 100


def test_an_error_of_the_documents_source_passes_unchanged(tmp_path: Path) -> None:
    def failing() -> Iterator[Document]:
        yield Document("a", "x")
        raise ConnectionError(errno.ECONNRESET, "theirs")

    with pytest.raises(ConnectionError, match="theirs"):
        JsonLines().write(failing(), tmp_path / "x.jsonl")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("code", "words"),
    [(errno.ENOSPC, "disk is full"), (errno.EROFS, "read-only"), (errno.EIO, "cannot be written")],
)
@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz", "x.jsonl.xz"])
def test_a_failing_disk_is_explained(
    code: int, words: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(OutputError, match=words) as raised:
        JsonLines().write([Document("a", "CANARY")], tmp_path / name)
    assert name in str(raised.value)
    assert "CANARY" not in str(raised.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_device_is_explained() -> None:
    with (
        Path("/dev/full").open("wb", buffering=0) as full,
        pytest.raises(OutputError, match="disk is full"),
        binary_sink(full) as sink,
    ):
        sink.write(b"x")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="may not write"):
        JsonLines().write([Document("a", "x")], tmp_path / "x.jsonl")
    with pytest.raises(OutputError, match="may not write"):
        PlainText().write([Document("a", "x")], tmp_path / "x")
    tmp_path.chmod(0o700)


def test_what_stands_in_the_way_is_refused(tmp_path: Path) -> None:
    documents = [Document("a", "x")]
    with pytest.raises(OutputError, match="not a plain file"):
        JsonLines().write(documents, Path("/dev/null"))
    with pytest.raises(OutputError, match="not a plain file"):
        JsonLines().write(documents, tmp_path)
    with pytest.raises(OutputError, match="folder does not exist"):
        JsonLines().write(documents, tmp_path / "absent" / "x.jsonl")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "old.txt").write_text("old")
    with pytest.raises(OutputError, match="not empty") as raised:
        PlainText().write(documents, tmp_path / "full")
    assert raised.value.hint
    (tmp_path / "file").write_text("old")
    with pytest.raises(OutputError, match="not a folder"):
        PlainText().write(documents, tmp_path / "file")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="not a folder"):
        PlainText().write(documents, tmp_path / "link")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "full", "link"]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    assert PlainText().write([Document("a", "t")], tmp_path / "x") == 1
    assert (tmp_path / "x" / "a.txt").read_text() == "t"


def test_a_folder_appears_at_the_end(tmp_path: Path) -> None:
    with new_folder(tmp_path / "x") as folder:
        (folder / "a").write_text("t")
        assert not (tmp_path / "x").exists()
    assert (tmp_path / "x" / "a").read_text() == "t"


@pytest.mark.parametrize("failure", [OSError(13, "no"), KeyboardInterrupt()])
def test_an_earlier_result_comes_back_if_the_new_one_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "mark").write_text("old")
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if (self / "mark").read_text() == "new":
            raise failure
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    monkeypatch.setattr(outputs, "_exchanged", lambda *_: False)
    with (
        pytest.raises((OutputError, KeyboardInterrupt)),
        new_folder(tmp_path / "x", "mark") as folder,
    ):
        (folder / "mark").write_text("new")
    assert (tmp_path / "x" / "mark").read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot exchange folders")
def test_a_kill_at_any_step_leaves_the_earlier_result_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "mark").write_text("old")
    if not (child := os.fork()):
        rename = Path.rename
        # No handler runs in a process that is killed, and none at this exit.
        monkeypatch.setattr(Path, "rename", lambda *paths: (rename(*paths), os._exit(9)))
        monkeypatch.setattr(shutil, "rmtree", lambda _: os._exit(9))
        with new_folder(tmp_path / "x", "mark") as folder:
            (folder / "mark").write_text("new")
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert (tmp_path / "x" / "mark").read_text() == "new"
    assert sorted(path.read_text() for path in tmp_path.glob(".*/mark")) == ["old"]


def test_streams_get_the_bytes_and_stay_open() -> None:
    stream = io.BytesIO()
    assert JsonLines().write([Document("a", "é")], stream) == 1
    assert stream.getvalue().decode() == '{"id": "a", "text": "é"}\n'


def test_encodings_are_strict() -> None:
    sink = TextSink(io.BytesIO(), "latin-1")
    with pytest.raises(CannotCarryError, match="latin-1") as raised:
        sink.write("CANARY€", "note-1")
    assert "CANARY" not in str(raised.value)
    assert "note-1" in str(raised.value)
    with pytest.raises(CannotCarryError):
        TextSink(io.BytesIO()).write("\ud800")
    with pytest.raises(UsageError):
        TextSink(io.BytesIO(), "klingon")


def test_a_text_that_begins_with_a_byte_order_mark_keeps_it(tmp_path: Path) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        form = PlainText(encoding=encoding)
        form.write([Document("x", "\ufeffa")], tmp_path / "x.txt")
        assert next(form.read(tmp_path / "x.txt")).text == "\ufeffa"


def test_a_staged_file_takes_its_place_at_the_end(tmp_path):
    target = tmp_path / "out.txt"
    target.write_text("old")
    with staged(target) as path:
        path.write_text("new")
        assert (path.name, target.read_text()) == ("out.txt", "old")
    assert target.read_text() == "new"
    with pytest.raises(UnicodeEncodeError), staged(target) as path:
        path.write_text("unverified, with half a pair: \ud800", "utf-8")
    assert target.read_text() == "new"
    assert [one.name for one in tmp_path.iterdir()] == ["out.txt"]


def test_a_staged_folder_takes_its_place_at_the_end(tmp_path):
    target = tmp_path / "out"
    with staged(target) as path:
        path.mkdir()
        (path / "a.txt").write_text("a")
    assert (target / "a.txt").read_text() == "a"
    with pytest.raises(OutputError, match="not empty"), staged(target) as path:
        path.mkdir()
    with pytest.raises(OutputError, match="not a plain file"), staged(target) as path:
        path.write_text("a file")
    assert [one.name for one in tmp_path.iterdir()] == ["out"]
