from pathlib import Path

import pytest

from textveil.errors import (
    CannotCarryError,
    DuplicateIdError,
    EncodingError,
    EscapingPathError,
    FormatError,
    InputError,
    OutputError,
)
from textveil.formats.annotated.brat import Brat
from textveil.formats.annotated.i2b2_2014 import I2b22014
from textveil.formats.folders import file_for, files_in, id_of, plain_suffix
from textveil.formats.plain.text import PlainText
from textveil.values.document import Document
from textveil.values.span import Spans

FOLDERS = [PlainText(), Brat(), I2b22014()]


@pytest.mark.parametrize("form", FOLDERS)
@pytest.mark.parametrize("name", ["../x", "a/../../x", "/etc/x", "..", "/"])
def test_an_id_never_leads_out_of_the_folder(form: PlainText, name: str, tmp_path: Path) -> None:
    with pytest.raises(EscapingPathError):
        form.write([Document("fine", "x"), Document(name, "CANARY")], tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", FOLDERS)
@pytest.mark.parametrize("name", ["a\0b", "a//b", "a/", "./a", "x" * 300, "é" * 130, "\ud800"])
def test_an_id_that_is_no_file_name_is_refused(form: PlainText, name: str, tmp_path: Path) -> None:
    with pytest.raises(CannotCarryError):
        form.write([Document(name, "x")], tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", FOLDERS)
def test_ids_with_folders_and_odd_characters_survive(form: PlainText, tmp_path: Path) -> None:
    names = ["a/b", "a/c/d", "x.txt", "y.ann", "z.xml", ".hidden", "two words", "né\n", "A.TXT"]
    documents = [Document(name, f"text of {at}") for at, name in enumerate(names)]
    form.write(documents, tmp_path / "out")
    assert sorted(form.read(tmp_path / "out")) == sorted(documents)


def test_ids_that_meet_in_one_file_are_refused(tmp_path: Path) -> None:
    documents = [Document("a", "x"), Document("a.txt/b", "y")]
    with pytest.raises(OutputError):
        PlainText().write(documents, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", FOLDERS)
def test_a_link_out_of_the_folder_is_refused(form: PlainText, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("CANARY")
    suffix = ".xml" if isinstance(form, I2b22014) else ".txt"
    for case, target in {"file": secret, "folder": tmp_path, "absent": tmp_path / "no"}.items():
        folder = tmp_path / case
        folder.mkdir()
        (folder / f"x{suffix}").symlink_to(target)
        with pytest.raises(EscapingPathError) as raised:
            list(form.read(folder))
        assert "CANARY" not in str(raised.value)


def test_links_inside_are_read_once_and_never_in_circles(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "real.txt").write_text("x")
    (tmp_path / "alias.txt").symlink_to(tmp_path / "a" / "real.txt")
    (tmp_path / "a" / "circle").symlink_to(tmp_path)
    assert [document.id for document in PlainText().read(tmp_path)] == ["a/real", "alias"]


def test_a_folder_that_is_itself_a_link_is_fine(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "x.txt").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert [document.id for document in PlainText().read(tmp_path / "link")] == ["x"]


def test_files_of_other_kinds_and_unreadable_names(tmp_path: Path) -> None:
    (tmp_path / "x.txt").mkdir()
    (tmp_path / "README.md").write_text("x")
    assert files_in(tmp_path, (".txt",)) == []
    (tmp_path / "y.txt").touch()
    assert [file.name for file in files_in(tmp_path, (".txt",))] == ["y.txt"]
    with pytest.raises(EncodingError):
        id_of(Path("\udcff.txt"), None, ".txt")


def test_a_pipe_in_a_folder_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "x.txt")
    with pytest.raises(FormatError, match="not a plain file"):
        list(PlainText().read(tmp_path))


def test_packed_files_are_documents_too(tmp_path: Path) -> None:
    PlainText().write([Document("x", "one")], tmp_path / "x.txt.gz")
    (tmp_path / "y.txt").write_text("two")
    assert [(d.id, d.text) for d in PlainText().read(tmp_path)] == [("x", "one"), ("y", "two")]
    (tmp_path / "x.txt").write_text("one")
    with pytest.raises(DuplicateIdError):
        list(PlainText().read(tmp_path))


@pytest.mark.parametrize("form", FOLDERS)
def test_a_folder_without_documents_is_an_error(form: PlainText, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no document"):
        list(form.read(tmp_path))
    with pytest.raises(InputError, match="no such"):
        list(form.read(tmp_path / "absent"))
    with pytest.raises(CannotCarryError, match="empty corpus"):
        form.write([], tmp_path / "out")


def test_suffixes() -> None:
    assert plain_suffix(Path("a.b.CSV.xz")) == ".csv"
    assert plain_suffix(Path("a")) == ""
    assert plain_suffix(Path("a.gz")) == ""
    assert file_for("a/b", Path("/f"), ".txt") == Path("/f/a/b.txt")


def test_one_file_is_named_by_its_owner(tmp_path: Path) -> None:
    assert PlainText().write([Document("in", "x\r\ny")], tmp_path / "out.txt") == 1
    assert list(PlainText().read(tmp_path / "out.txt")) == [Document("out", "x\r\ny")]
    with pytest.raises(CannotCarryError, match="several documents"):
        PlainText().write([Document("a", "x"), Document("b", "y")], tmp_path / "two.txt")
    assert not (tmp_path / "two.txt").exists()
    I2b22014().write([Document("x", "t", spans=Spans())], tmp_path / "one.xml")
    assert list(I2b22014().read(tmp_path / "one.xml")) == [Document("one", "t", spans=Spans())]
    with pytest.raises(CannotCarryError, match="several documents"):
        I2b22014().write([Document("a", "x"), Document("b", "y")], tmp_path / "two.xml")


def test_an_ann_file_without_its_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "b.ann").write_text("")
    with pytest.raises(FormatError, match=r"without its \.txt"):
        list(Brat().read(tmp_path))
    with pytest.raises(InputError, match="is a file"):
        list(Brat().read(tmp_path / "b.ann"))
    assert [document.id for document in Brat().read(tmp_path / "a.txt")] == ["a"]
