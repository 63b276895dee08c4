"""Lines, FASTA, FASTQ and SPMF."""

from pathlib import Path

import pytest
from tests.unit.formats.samples import load, write_file

from textveil.errors import CannotCarryError, FormatError, UsageError
from textveil.formats.plain.lines import Lines
from textveil.formats.sequences.spmf import Spmf
from textveil.values.document import Document
from textveil.values.metadata import Metadata


def test_lines(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.lines", "one\r\n\ntwo\u2028still two\nlast")
    read = list(load("lines").read(path))
    assert [document.text for document in read] == ["one", "", "two\u2028still two", "last"]
    assert [document.id for document in read] == ["1", "2", "3", "4"]
    load("lines").write(read, tmp_path / "y.lines")
    assert list(load("lines").read(tmp_path / "y.lines")) == read


@pytest.mark.parametrize("text", ["a\nb", "a\r"])
def test_a_message_with_a_line_break_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(CannotCarryError, match="line break"):
        load("lines").write([Document("1", text)], tmp_path / "x.lines")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["lines", "spmf"])
def test_ids_are_numbers_or_given_up_on_request(name: str, tmp_path: Path) -> None:
    documents = [Document("1", "5"), Document("7", "6")]
    with pytest.raises(CannotCarryError, match="renumber"):
        load(name).write(documents, tmp_path / "x")
    assert load(name, renumber=True).write(documents, tmp_path / "x") == 2
    read = list(load(name).read(tmp_path / "x"))
    assert [(document.id, document.text) for document in read] == [("1", "5"), ("2", "6")]


def test_fasta(tmp_path: Path) -> None:
    raw = ";comment\n>sp|P1  two spaces\nACG\nTa\n\n>b\n>c\tby tab\r\nGG\r\n"
    read = list(load("fasta").read(write_file(tmp_path / "x.fa", raw)))
    assert read == [
        Document("sp|P1", "ACGTa", metadata=Metadata({"description": " two spaces"})),
        Document("b", ""),
        Document("c", "GG", metadata=Metadata({"description": "by tab"})),
    ]
    for width, lines in ((2, 10), (0, 5)):
        load("fasta", width=width).write(read, tmp_path / "y.fa")
        assert list(load("fasta").read(tmp_path / "y.fa")) == read
        assert len((tmp_path / "y.fa").read_text().splitlines()) <= lines
    with pytest.raises(UsageError):
        load("fasta", width=-1)


@pytest.mark.parametrize(
    ("raw", "width"),
    [
        (f">a\n{'A' * 9}\n>b\n{'A' * 70}\n{'A' * 70}\nA\n", 70),
        (f";x\n>a\n{'A' * 70}\r\n{'A' * 3}\r\n", 70),
        (f">a\n{'A' * 500}\n>b\n{'A' * 400}\n", 500),
        (">a\nACG\n", 500),
        (">a\n", 60),
    ],
)
def test_fasta_is_written_in_lines_like_those_that_were_read(
    raw: str, width: int, tmp_path: Path
) -> None:
    path = write_file(tmp_path / "x.fa", raw)
    out = tmp_path / "y.fa"
    load("fasta").like(path).write([Document("a", "A" * 500)], out)
    assert len(out.read_text().splitlines()[1]) == width
    load("fasta", width=7).like(path).write([Document("a", "A" * 500)], out)
    assert len(out.read_text().splitlines()[1]) == 7


@pytest.mark.parametrize(
    "document",
    [
        Document("a b", "AC"),
        Document("a", "A C"),
        Document("a", "A>C"),
        Document("a", "A;C"),
        Document("a", "AC", metadata=Metadata({"other": "x"})),
        Document("a", "AC", metadata=Metadata({"description": ""})),
        Document("a", "AC", metadata=Metadata({"description": "x\ny"})),
    ],
)
def test_fasta_refuses(document: Document, tmp_path: Path) -> None:
    with pytest.raises(CannotCarryError):
        load("fasta").write([document], tmp_path / "x.fa")


def test_fastq(tmp_path: Path) -> None:
    raw = "@r1 lane 1\r\nACgN\r\n+\r\n!I@~\r\n\n@r2\n\n+r2\n\n@r3\nA\n+r3 again\n+\n\n"
    read = list(load("fastq").read(write_file(tmp_path / "x.fq", raw)))
    assert read == [
        Document("r1", "ACgN", metadata=Metadata({"description": "lane 1", "qualities": "!I@~"})),
        Document("r2", "", metadata=Metadata({"qualities": ""})),
        Document("r3", "A", metadata=Metadata({"qualities": "+"})),
    ]
    load("fastq").write(read, tmp_path / "y.fq")
    assert (tmp_path / "y.fq").read_text() == (
        "@r1 lane 1\nACgN\n+\n!I@~\n@r2\n\n+\n\n@r3\nA\n+\n+\n"
    )


@pytest.mark.parametrize(
    ("text", "metadata"),
    [
        ("AC", {}),
        ("AC", {"qualities": "I"}),
        ("AC", {"qualities": "I "}),
        ("AC", {"qualities": "Ié"}),
        ("A C", {"qualities": "III"}),
        ("AC", {"qualities": "II", "other": "x"}),
        ("AC", {"qualities": "II", "description": "x\ny"}),
    ],
)
def test_fastq_refuses(text: str, metadata: dict[str, str], tmp_path: Path) -> None:
    good = Document("a", "AC", metadata=Metadata({"qualities": "II"}))
    with pytest.raises(CannotCarryError):
        load("fastq").write(
            [good, Document("b", text, metadata=Metadata(metadata))], tmp_path / "x"
        )
    assert list(tmp_path.iterdir()) == []


def test_spmf(tmp_path: Path) -> None:
    raw = "# a\n% b\n@CONVERTED_FROM_TEXT\n@ITEM=1=apple\n1 -1 1 2 3 -1 10 -1 -2\n\n-2\n4 -1 -2 \n"
    read = list(load("spmf").read(write_file(tmp_path / "x.spmf", raw)))
    assert read == [Document("1", "1 1,2,3 10"), Document("2", ""), Document("3", "4")]
    load("spmf").write(read, tmp_path / "y.spmf")
    assert (tmp_path / "y.spmf").read_text() == "1 -1 1 2 3 -1 10 -1 -2\n-2\n4 -1 -2\n"


@pytest.mark.parametrize("text", ["a", "1  2", "1,,2", "-1", "1 ", "1\n2", "١"])
def test_spmf_refuses(text: str, tmp_path: Path) -> None:
    with pytest.raises(CannotCarryError):
        load("spmf").write([Document("1", text)], tmp_path / "x.spmf")


TEXTS = {
    Lines: [b"a b\nc\r\n\nlast", b"\n", b"x" * 300_000 + b"\ny\n"],
    Spmf: [b"1 2 -1 3 -1 -2\n# note\n4 -1 -2\n-2\n", b"1 -1 2 -1 -2\r\n\n3 -1 -2"],
}


@pytest.mark.parametrize(
    ("kind", "data"), [(kind, data) for kind, files in TEXTS.items() for data in files]
)
def test_texts_at_once_are_those_of_the_documents(kind, data, tmp_path):
    path = tmp_path / "in"
    path.write_bytes(data)
    documents = list(kind().read(path))
    texts = [text for batch in kind().read_texts(path) for text in batch]
    assert texts == [document.text for document in documents]
    assert [document.id for document in documents] == [str(n + 1) for n in range(len(texts))]
    one, other = tmp_path / "one", tmp_path / "other"
    assert kind().write(documents, one) == kind().write_texts(texts, other) == len(texts)
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("kind", "data"), [(Lines, b""), (Spmf, b""), (Spmf, b"1 -1\n"), (Spmf, b"1 x -1 -2\n")]
)
def test_wrong_files_are_wrong_both_ways(kind, data, tmp_path):
    path = tmp_path / "in"
    path.write_bytes(data)
    messages = []
    for read in (kind().read, kind().read_texts):
        with pytest.raises(FormatError) as error:
            list(read(path))
        messages.append(str(error.value))
    assert messages[0] == messages[1]


@pytest.mark.parametrize(
    ("kind", "texts"),
    [(Lines, []), (Lines, ["a\nb"]), (Lines, ["a\r"]), (Spmf, []), (Spmf, ["#"]), (Spmf, ["1  2"])],
)
def test_texts_that_have_no_place(kind, texts, tmp_path):
    with pytest.raises(CannotCarryError):
        kind().write_texts(texts, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
