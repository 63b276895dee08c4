"""Mixed folders: each file by its own format, in the same layout."""

from pathlib import Path

import pytest

from textveil.errors import CannotCarryError, FormatError, InputError, UsageError
from textveil.formats.catalog import guess
from textveil.formats.mixed import Mixed
from textveil.testing import check_format
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

XML = "<deIdi2b2><TEXT><![CDATA[Ana]]></TEXT></deIdi2b2>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "in"
    (made / "sub").mkdir(parents=True)
    (made / "a.txt").write_text("one")
    (made / "b.xml").write_text(XML)
    (made / "sub/c.csv").write_text("id;text;age\r\n7;two;44\r\n8;three;45\r\n")
    (made / "sub/d.jsonl").write_text('{"id": "x", "text": "four", "subject": "p"}\n')
    return made


def test_a_folder_of_several_kinds_is_read_file_by_file(folder):
    assert guess(folder) == "mixed"
    read = {document.id: document for document in Mixed().read(folder)}
    assert list(read) == ["a.txt", "b.xml", "sub/c.csv/7", "sub/c.csv/8", "sub/d.jsonl/x"]
    assert read["sub/c.csv/8"].metadata["age"] == "45"
    assert read["sub/d.jsonl/x"].subject == "p"


def test_the_layout_and_the_ways_of_writing_stay(folder, tmp_path):
    documents = list(Mixed().read(folder))
    assert Mixed().like(folder).write(documents, tmp_path / "out") == 5
    for name in ("a.txt", "sub/c.csv"):
        assert (tmp_path / "out" / name).read_bytes() == (folder / name).read_bytes()
    assert list(Mixed().read(tmp_path / "out")) == documents


def test_one_ending_alone_is_the_format_for_folders(tmp_path):
    (tmp_path / "a.txt").write_text("x")
    assert guess(tmp_path) == "text"
    (tmp_path / "a.ann").write_text("T1\tNAME 0 1\tx\n")
    assert guess(tmp_path) == "brat"
    (tmp_path / "b.csv").write_text("text\nx\n")
    assert guess(tmp_path) == "mixed"
    first, *_ = Mixed().read(tmp_path)
    assert (first.id, first.spans) == ("a.txt", Spans([Span(0, 1, "NAME")]))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.bin", b"\0\1"),
        ("x.csv", b"id,text\n1,one\n2,two,too many\n"),
        ("x.txt", b"\xff\xfe\xfa"),
    ],
)
def test_a_file_that_cannot_be_read_stops_the_run_unless_it_may_be_left_out(folder, name, content):
    (folder / name).write_bytes(content)
    with pytest.raises(InputError, match=name.replace(".", r"\.")) as caught:
        list(Mixed().read(folder))
    assert "--skip-unreadable" in (caught.value.hint or "")
    skipping = Mixed(skip_unreadable=True)
    assert [document.id for document in skipping.read(folder)] == [
        document.id for document in skipping.read(folder) if not document.id.startswith(name)
    ]
    assert len(list(skipping.read(folder))) == 5
    assert [rel for rel, _ in skipping.survey(folder).unreadable] == [name]


def test_a_file_that_changes_is_looked_at_again(folder):
    (folder / "x.csv").write_bytes(b"no header\n")
    skipping = Mixed(skip_unreadable=True)
    assert len(skipping.survey(folder).unreadable) == 1
    (folder / "x.csv").write_bytes(b"id,text\n1,mended\n")
    assert len(skipping.survey(folder).unreadable) == 0


def test_columns_are_handed_to_the_tables_that_have_them(folder):
    (folder / "e.csv").write_text("id,who,text\n1,p9,five\n")
    read = {d.id: d for d in Mixed(subject_field="who").read(folder)}
    assert read["e.csv/1"].subject == "p9"
    assert read["sub/c.csv/7"].subject is None
    assert Mixed().others(folder) == ("who", "age")


def test_columns_that_are_left_out(folder, tmp_path):
    bare = [d for d in Mixed().read(folder) if not d.metadata]
    rows = [Document(f"sub/c.csv/{at}", "x") for at in (7, 8)]
    Mixed().like(folder).without(["age"]).write([*bare[:2], *rows], tmp_path / "out")
    assert (tmp_path / "out/sub/c.csv").read_bytes() == b"id;text\r\n7;x\r\n8;x\r\n"


def test_the_contract(tmp_path):
    held = [
        Document("a.txt", "x"),
        Document("n/b.jsonl/1", "y", "p", Metadata({"k": 1})),
        Document("n/b.jsonl/2", "z", spans=Spans([Span(0, 1, "NAME")])),
    ]
    check_format(Mixed(), tmp_path, held, refused=[Document("nowhere", "x")])


def test_documents_of_a_file_follow_each_other(tmp_path):
    apart = [Document("a.jsonl/1", "x"), Document("b.txt", "y"), Document("a.jsonl/2", "z")]
    with pytest.raises(CannotCarryError):
        Mixed().write(apart, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_empty_folder_is_no_corpus(tmp_path):
    with pytest.raises(FormatError, match="holds no file"):
        guess(tmp_path)


def test_some_files_and_folders_of_a_folder(folder):
    some = Mixed(among=("a.txt", "sub"))
    ids = ["a.txt", "sub/c.csv/7", "sub/c.csv/8", "sub/d.jsonl/x"]
    assert [document.id for document in some.read(folder)] == ids


def test_a_column_for_texts_that_no_file_has_is_an_error(folder):
    with pytest.raises(FormatError, match="no file has the column 'coment'"):
        list(Mixed(text_field="coment").read(folder))


def test_a_file_with_several_columns_for_texts_must_say_which(folder):
    (folder / "e.csv").write_text("id,one,two\n1,a,b\n")
    with pytest.raises(UsageError, match="several columns hold text: one, two"):
        list(Mixed(texts=("one", "two")).read(folder))
    read = {document.id: document.text for document in Mixed(texts=("two",)).read(folder)}
    assert (read["e.csv/1"], read["sub/c.csv/7"]) == ("b", "two")
