import csv
import json
import sys
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from tests.unit.formats.samples import load, write_file

from textveil.errors import (
    CannotCarryError,
    ExpansionError,
    FormatError,
    InputError,
    MissingExtraError,
    OutputError,
    UsageError,
)
from textveil.formats.expansion import ExpansionLimit
from textveil.formats.tables.text_table import Csv
from textveil.values.document import Document
from textveil.values.metadata import Metadata

CSV = 'ward,id,text,when,subject\r\nB,a,"one, ""two""\r\nthree",2020,p1\r\n,b,,,\r\n\r\n'


def test_csv(tmp_path: Path) -> None:
    read = list(load("csv").read(write_file(tmp_path / "x.csv", CSV)))
    assert read == [
        Document("a", 'one, "two"\r\nthree', "p1", Metadata({"ward": "B", "when": "2020"})),
        Document("b", "", None, Metadata({"ward": "", "when": ""})),
    ]
    load("csv").write(read, tmp_path / "y.csv")
    header = (tmp_path / "y.csv").read_text().splitlines()[0]
    assert header == "id,subject,text,ward,when"
    assert list(load("csv").read(tmp_path / "y.csv")) == read


def test_columns_by_name_and_rows_by_number(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.csv", "\ufeffbody;who\nx;p\ny;\n")
    form = load("csv", text_field="body", subject_field="who", delimiter=";")
    assert list(form.read(path)) == [Document("1", "x", "p"), Document("2", "y")]
    with pytest.raises(FormatError, match="no column 'key'"):
        list(load("csv", text_field="body", id_field="key", delimiter=";").read(path))


def test_quotes_as_ordinary_characters(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.tsv", 'id\ttext\na\t"so" he said\nb\t"open\n')
    read = list(load("tsv", quoting=False).read(path))
    assert [document.text for document in read] == ['"so" he said', '"open']
    with pytest.raises(FormatError, match="line 2"):
        list(load("tsv").read(path))
    load("tsv", quoting=False).write(read, tmp_path / "y.tsv")
    assert (tmp_path / "y.tsv").read_text() == path.read_text()
    for text in ("a\tb", "a\nb", "a\rb"):
        with pytest.raises(CannotCarryError, match="quoting"):
            load("tsv", quoting=False).write([Document("a", text)], tmp_path / "z.tsv")


def test_long_fields_leave_the_csv_module_as_it_was(tmp_path: Path) -> None:
    before = csv.field_size_limit()
    document = Document("a", 'x"' * 200_000)
    load("csv").write([document, Document("b", "y")], tmp_path / "x.csv")
    rows = load("csv").read(tmp_path / "x.csv")
    assert next(rows) == document
    assert csv.field_size_limit() == before


def test_a_table_without_rows(tmp_path: Path) -> None:
    assert load("csv").write([], tmp_path / "x.csv") == 0
    assert (tmp_path / "x.csv").read_text() == "id,text\n"
    assert list(load("csv").read(tmp_path / "x.csv")) == []


@pytest.mark.parametrize(
    ("documents", "words"),
    [
        ([Document("a", "x", metadata=Metadata({"n": 1}))], "other than strings"),
        ([Document("a", "x", metadata=Metadata({"id": "y"}))], "own columns"),
        ([Document("a", "x", metadata=Metadata({"subject": "y"}))], "own columns"),
        ([Document("a", "x"), Document("b", "y", "p")], "first document has none"),
        ([Document("a", "x"), Document("b", "y", metadata=Metadata({"n": "1"}))], "other names"),
        ([Document("a", "x", "")], "empty subject"),
    ],
)
def test_what_a_table_cannot_hold(documents: list[Document], words: str, tmp_path: Path) -> None:
    with pytest.raises(CannotCarryError, match=words):
        load("csv").write(documents, tmp_path / "x.csv")
    assert list(tmp_path.iterdir()) == []


def test_options_are_checked() -> None:
    for options in ({"delimiter": ""}, {"delimiter": "\n"}, {"text_field": "id"}):
        with pytest.raises(UsageError):
            load("csv", **options)
    with pytest.raises(UsageError):
        load("parquet", text_field="id")


def table(path: Path, **columns: Any) -> Path:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pa.table(columns), path)
    return path


def test_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    words = pa.array(["w", "w"]).dictionary_encode()
    path = table(
        tmp_path / "x.parquet",
        n=[1, None],
        text=["a", "b"],
        id=[7, 8],
        nested=[{"k": [1.5]}, {"k": []}],
        word=words,
        ok=[True, False],
    )
    read = list(load("parquet").read(path))
    nested = [{"k": [1.5]}, {"k": []}]
    assert read == [
        Document(str(7 + at), "ab"[at], metadata=Metadata(row))
        for at, row in enumerate(
            {"n": n, "nested": nested[at], "word": "w", "ok": not at}
            for at, n in enumerate((1, None))
        )
    ]
    load("parquet").write(read, tmp_path / "y.parquet")
    assert list(load("parquet").read(tmp_path / "y.parquet")) == read


def test_parquet_types_that_json_has_not(tmp_path: Path) -> None:
    path = table(tmp_path / "x.parquet", text=["CANARY"], when=[b"bytes"], n=[1])
    with pytest.raises(FormatError, match="'when' has a type") as raised:
        list(load("parquet").read(path))
    assert "binary" in str(raised.value)
    read = list(load("parquet", columns=("n",)).read(path))
    assert read == [Document("1", "CANARY", metadata=Metadata({"n": 1}))]
    path = table(tmp_path / "y.parquet", text=["CANARY"], n=[float("nan")])
    with pytest.raises(FormatError, match="NaN"):
        list(load("parquet").read(path))


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"texts": ["CANARY"]}, "did you mean 'texts'"),
        ({"text": ["x", "y"], "id": ["a", None]}, "row 2"),
        ({"text": [1]}, "row 1"),
        ({"text": ["x"], "id": [None]}, "row 1"),
        ({"text": ["x", "y"], "id": ["a", "a"]}, "row 2"),
    ],
)
def test_parquet_that_is_wrong(columns: dict[str, Any], words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words):
        list(load("parquet").read(table(tmp_path / "x.parquet", **columns)))


def test_parquet_that_is_cut_off(tmp_path: Path) -> None:
    path = table(tmp_path / "x.parquet", text=["x" * 1000] * 10)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(FormatError, match="Parquet"):
        list(load("parquet").read(path))


def test_parquet_that_grows_too_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = table(tmp_path / "x.parquet", text=["x" * 100_000])
    limit = ExpansionLimit(ratio=2, free=10)
    monkeypatch.setattr("textveil.formats.tables.parquet.DEFAULT_LIMIT", limit)
    with pytest.raises(ExpansionError):
        list(load("parquet").read(path))


@pytest.mark.parametrize("values", [[1, "a"], [{"a": 1}, {"b": 1}], [True, 1], [2**53 + 1, 0.5]])
def test_parquet_columns_of_mixed_values(values: list[Any], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    documents = [
        Document(str(at), "x", metadata=Metadata({"v": value})) for at, value in enumerate(values)
    ]
    with pytest.raises(CannotCarryError):
        load("parquet").write(documents, tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []


def test_parquet_in_several_batches_and_none(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    documents = [Document(str(at), "x", metadata=Metadata({"n": at})) for at in range(1500)]
    assert load("parquet").write(documents, tmp_path / "x.parquet") == 1500
    assert list(load("parquet").read(tmp_path / "x.parquet")) == documents
    odd = [*documents, Document("odd", "x", metadata=Metadata({"n": "text"}))]
    with pytest.raises(CannotCarryError):
        load("parquet").write(odd, tmp_path / "y.parquet")
    assert load("parquet").write([], tmp_path / "z.parquet") == 0
    assert list(load("parquet").read(tmp_path / "z.parquet")) == []
    with pytest.raises(OutputError, match="compressed inside"):
        load("parquet").write(documents, tmp_path / "x.parquet.gz")


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match="pip install"):
        list(load("parquet").read(tmp_path / "x.parquet"))
    with pytest.raises(MissingExtraError):
        load("parquet").write([Document("a", "x")], tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []


def test_a_table_is_written_like_another(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("ward,text,id\nB2,one,a\nB3,two,b\n")
    csv = load("csv").like(path)
    csv.write(load("csv").read(path), tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == path.read_text()


def test_a_table_without_ids_is_written_without_ids(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("text,ward\none,B2\ntwo,B3\n")
    csv = load("csv").like(path)
    csv.write(load("csv").read(path), tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == path.read_text()
    with pytest.raises(CannotCarryError, match="ids"):
        csv.write([Document("x", "one", metadata=Metadata({"ward": "B2"}))], tmp_path / "no.csv")
    assert not (tmp_path / "no.csv").exists()


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_table_keeps_its_dialect(tmp_path: Path, delimiter: str, mark: str, end: str) -> None:
    path = tmp_path / "in.csv"
    rows = [["ward", "text", "id"], ["B, 2", "one; two | three\tfour", "a"], ["", '"so"\nhe', "b"]]
    with path.open("w", newline="", encoding="utf-8") as lines:
        lines.write(mark)
        csv.writer(lines, delimiter=delimiter, lineterminator=end).writerows(rows)
    form = load("csv")
    assert [document.id for document in form.read(path)] == ["a", "b"]
    form.like(path).write(form.read(path), tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_bytes() == path.read_bytes()


def test_a_named_column_tells_the_delimiter(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.csv", "a,b;note\n1,2;x\n")
    assert [one.text for one in load("csv", text_field="note").read(path)] == ["x"]
    with pytest.raises(FormatError, match="no column 'text'"):
        list(load("csv").read(path))
    assert load("csv").names(path) == ("a", "b;note")


def test_columns_left_out_come_again_in_their_order(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.csv", "ward;who;text\r\nB;p;x\r\n")
    alike = load("csv", subject_field="who").like(path)
    assert alike.without(["who"]).header == ("ward", "text")
    other = load("csv").like(write_file(tmp_path / "y.csv", "text;more\r\nx;y\r\n"))
    shaped = other.shaped(alike.shape())
    shaped.write(load("csv", subject_field="who").read(path), tmp_path / "z.csv")
    assert (tmp_path / "z.csv").read_bytes() == path.read_bytes()


def typed(path: Path) -> Path:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    seen = datetime(2016, 6, 1, 10, 15)
    columns = {
        "ward": pa.array(["B", None], pa.large_string()),
        "id": pa.array([7, 8], pa.int32()),
        "dob": pa.array([seen.date(), None], pa.date32()),
        "seen": pa.array([seen, seen.replace(hour=0, minute=0)], pa.timestamp("us")),
        "zoned": pa.array([seen, None], pa.timestamp("ns", "Europe/Berlin")),
        "at": pa.array([seen.time(), None], pa.time64("us")),
        "price": pa.array([Decimal("12.50"), None], pa.decimal128(9, 2)),
        "text": pa.array([None, "x"]),
        "mrn": pa.array([5510477, None], pa.int64()),
        "codes": pa.array([[1, 2], []], pa.list_(pa.int8())),
        "word": pa.array(["w", "w"]).dictionary_encode(),
        "small": pa.array([1.5, 2.0], pa.float32()),
    }
    made = pa.table(columns).replace_schema_metadata({"note": "CANARY"})
    parquet.write_table(made, path)
    return path


def test_parquet_cells_that_json_has_not_are_text(tmp_path: Path) -> None:
    first, second = load("parquet").read(typed(tmp_path / "x.parquet"))
    cells = {name: first.metadata[name] for name in ("dob", "seen", "zoned", "at", "price")}
    assert cells == {
        "dob": "2016-06-01",
        "seen": "2016-06-01 10:15:00",
        "zoned": "2016-06-01 10:15:00Z",
        "at": "10:15:00",
        "price": "12.50",
    }
    assert second.metadata["seen"] == "2016-06-01"
    assert (first.text, second.metadata["dob"]) == ("", None)


def test_a_parquet_table_is_written_like_another(tmp_path: Path) -> None:
    path, form = typed(tmp_path / "x.parquet"), load("parquet")
    from pyarrow import parquet

    form.like(path).write(form.read(path), tmp_path / "y.parquet")
    before, after = (parquet.read_table(tmp_path / name) for name in ("x.parquet", "y.parquet"))
    assert after.equals(before)
    assert not after.schema.metadata
    alike = form.like(path)
    others = [name for name in alike.header if name not in ("mrn", "text")]
    alike.without(others).write(
        [Document("1", "", metadata=Metadata({"mrn": None}))], tmp_path / "z.parquet"
    )
    assert parquet.read_table(tmp_path / "z.parquet").to_pylist() == [{"text": None, "mrn": None}]


@pytest.mark.parametrize(
    ("name", "values", "kept"),
    [
        ("mrn", ("1803720", None), True),
        ("mrn", ("0803720", None), False),
        ("mrn", ("[MRN]", None), False),
        ("dob", ("1949-09-24", None), True),
        ("dob", ("1949", None), False),
        ("seen", ("2015-10-24 10:15:00", "2015-10-24"), True),
        ("zoned", ("2015-01-24 10:15:00Z", None), True),
        ("small", ("3", "2.5"), True),
        ("at", ("11:15:00", None), True),
    ],
)
def test_rewritten_cells_keep_the_type_that_they_fit(
    tmp_path: Path, name: str, values: tuple[str | None, ...], kept: bool
) -> None:
    path, form = typed(tmp_path / "x.parquet"), load("parquet")
    from pyarrow import parquet

    given = [
        replace(one, metadata=Metadata({**one.metadata, name: value}))
        for one, value in zip(form.read(path), values, strict=True)
    ]
    form.like(path).write(given, tmp_path / "y.parquet")
    before, after = (parquet.read_table(tmp_path / name) for name in ("x.parquet", "y.parquet"))
    assert (after.schema.field(name).type == before.schema.field(name).type) is kept
    assert kept or after[name].to_pylist() == list(values)
    assert after.drop_columns([name]).equals(before.drop_columns([name]))
    # A table that is restored has its types again, whatever they were in between.
    form.like(tmp_path / "y.parquet").write(form.read(path), tmp_path / "z.parquet")
    assert parquet.read_table(tmp_path / "z.parquet").equals(before)


def test_the_columns_of_a_parquet_table_come_again(tmp_path: Path) -> None:
    path, form = typed(tmp_path / "x.parquet"), load("parquet")
    from pyarrow import parquet

    alike = form.like(path)
    fewer = [Document(one.id, one.text) for one in form.read(path)]
    alike.without([n for n in alike.header if n not in ("id", "text")]).write(
        fewer, tmp_path / "y.parquet"
    )
    shape = json.loads(json.dumps(alike.shape()))
    form.like(tmp_path / "y.parquet").shaped(shape).write(form.read(path), tmp_path / "z.parquet")
    assert parquet.read_table(tmp_path / "z.parquet").equals(parquet.read_table(path))


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (Document("7", "x", "p", Metadata({"n": 1})), "no column for it"),
        (Document("7", "x", None, Metadata({"m": 1})), "other names"),
        (Document("7", "x", None, Metadata({"n": ["a"]})), "these values of 'n'"),
    ],
)
def test_what_a_given_parquet_table_cannot_hold(
    tmp_path: Path, document: Document, words: str
) -> None:
    path = table(tmp_path / "x.parquet", text=["x"], id=["7"], n=[1])
    with pytest.raises(CannotCarryError, match=words):
        load("parquet").like(path).write([document], tmp_path / "y.parquet")
    assert [one.name for one in tmp_path.iterdir()] == ["x.parquet"]


def test_a_parquet_table_without_ids_stays_so(tmp_path: Path) -> None:
    path = table(tmp_path / "x.parquet", text=["x", "y"])
    alike = load("parquet").like(path)
    alike.write(load("parquet").read(path), tmp_path / "y.parquet")
    assert load("parquet").names(tmp_path / "y.parquet") == ("text",)
    with pytest.raises(CannotCarryError, match="rows' numbers"):
        alike.write([Document("a", "x")], tmp_path / "z.parquet")


def test_the_name_of_a_column_may_go_over_a_line_end(tmp_path):
    path = tmp_path / "t.csv"
    Csv().write([Document("0", "x", metadata=Metadata({"a\n;;;;b": "v"}))], path)
    [document] = Csv().read(path)
    assert dict(document.metadata) == {"a\n;;;;b": "v"}
