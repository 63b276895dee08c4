import gzip
from pathlib import Path

import pytest
from tests.unit.formats.samples import load, write_file

from textveil.errors import FormatError, InputError
from textveil.formats.catalog import FORMATS, guess
from textveil.values.contracts import Format


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_keeps_the_contract(name: str) -> None:
    form = load(name)
    assert isinstance(form, Format)
    assert form.name == name
    assert load(name) == form
    assert not hasattr(form, "__dict__")
    with pytest.raises((AttributeError, TypeError)):
        form.name = "x"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.txt", "text"),
        ("a.CSV.gz", "csv"),
        ("a.tsv", "tsv"),
        ("a.parquet", "parquet"),
        ("a.conll.xz", "conll"),
        ("a.iob2", "conll"),
        ("a.fa", "fasta"),
        ("a.fastq.gz", "fastq"),
        ("a.fq", "fastq"),
        ("a.spmf", "spmf"),
        ("a.lines", "lines"),
        ("a.jsonl", "jsonl"),
    ],
)
def test_names_that_decide_on_their_own(name: str, expected: str) -> None:
    assert guess(Path("/nowhere") / name) == expected


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("x.jsonl", '\n{"id": 1, "text": "x", "spans": []}', "jsonl"),
        ("x.jsonl", '{"text": "x", "label": [[0, 1, "A"]]}', "doccano"),
        ("x.jsonl", '{"text": "x", "label": "news"}', "jsonl"),
        ("x.jsonl", '{"text": "x", "entities": []}', "doccano"),
        ("x.ndjson", '{"text": "x", "spans": [], "_input_hash": 1}', "prodigy"),
        ("x.jsonl", '{"doc_id": 1, "text": "x", "entities": []}', "tab"),
        ("x.jsonl", '{"text": "x", "annotations": {}}', "tab"),
        ("x.jsonl", '{"body": "x"}', "jsonl"),
        ("x.json", '[{"data": {"text": "x"}}]', "label-studio"),
        ("x.json", '[{"doc_id": 1, "text": "x", "annotations": {}}]', "tab"),
        ("x.xml", "<?xml version='1.0'?><!-- c --><ROOT></ROOT>", "i2b2-2006"),
        ("x.xml", "<deIdi2b2/>", "i2b2-2014"),
        ("x.xml", "<TEI/>", "xml"),
    ],
)
def test_contents_that_decide(name: str, content: str, expected: str, tmp_path: Path) -> None:
    assert guess(write_file(tmp_path / name, content)) == expected
    packed = write_file(tmp_path / f"{name}.gz", gzip.compress(content.encode()))
    assert guess(packed) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["a.txt", "sub/b.txt.gz"], "text"),
        (["sub/a.txt", "sub/a.ann"], "brat"),
        (["a.xml", "a.txt"], "mixed"),
        (["a.csv"], "mixed"),
        (["a.txt", "notes.md"], "mixed"),
    ],
)
def test_folders(files: list[str], expected: str, tmp_path: Path) -> None:
    for file in files:
        write_file(tmp_path / file, "")
    assert guess(tmp_path) == expected


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.docx", ""),
        ("x", ""),
        ("x.json", "[]"),
        ("x.json", '["CANARY"]'),
        ("x.xml", "CANARY"),
    ],
)
def test_what_cannot_be_guessed_lists_the_names(name: str, content: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="format") as raised:
        guess(write_file(tmp_path / name, content))
    message = str(raised.value)
    assert "--format" in message
    assert "label-studio" in message
    assert "CANARY" not in message


def test_folders_and_files_that_do_not_decide(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="holds no file"):
        guess(tmp_path)
    with pytest.raises(FormatError, match="does not tell"):
        guess(tmp_path / "new.json")
    with pytest.raises(InputError, match="no document"):
        guess(write_file(tmp_path / "x.jsonl", "\n"))
    with pytest.raises(FormatError, match="line 2"):
        guess(write_file(tmp_path / "x.jsonl", "\n{CANARY"))


@pytest.mark.parametrize(
    ("roots", "expected"),
    [
        (["deIdi2b2"], "i2b2-2014"),
        (["TEI", "teiCorpus"], "xml"),
        (["ROOT"], "mixed"),
        (["TEI", "deIdi2b2"], "mixed"),
    ],
)
def test_folders_of_xml_are_told_by_the_root_elements(
    roots: list[str], expected: str, tmp_path: Path
) -> None:
    for root in roots:
        write_file(tmp_path / f"{root}.xml", f"<{root}></{root}>")
    assert guess(tmp_path) == expected


def test_an_empty_folder_is_not_a_question_of_the_format(tmp_path):
    with pytest.raises(FormatError, match="the folder holds no file") as caught:
        guess(tmp_path)
    assert "--format" not in str(caught.value)
