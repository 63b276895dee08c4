"""Tables with structured columns, as a user meets them: the same surrogates in text and cell."""

import csv
import json
from datetime import date

import pytest
from tests.e2e.textveil_cli import textveil

POLICY = """\
name: tables
detect: [textveil.patterns.v1]
transform: {default: textveil.surrogate.v1}
verify:
  - textveil.alignment.v1
  - textveil.residue.v1
  - textveil.consistency.v1
  - textveil.intervals.v1
  - textveil.collisions.v1
columns: {patient_name: PATIENT, dob: DATE, notes2: text}
"""
ROWS = [
    {
        "id": "1",
        "subject": "p1",
        "patient_name": "Peggy Harada",
        "dob": "1950-05-03",
        "mrn": "5510477",
        "ward": "B2",
        "text": "Peggy Harada, born 1950-05-03, was seen on 2016-06-01. Record 5510477.",
        "notes2": "Harada called (617) 555-0134.",
    },
    {
        "id": "2",
        "subject": "p2",
        "patient_name": "okonkwo, james",
        "dob": "02/11/1961",
        "mrn": "5510999",
        "ward": "B3",
        "text": "Mr. Okonkwo met Peggy Harada. Ref 5510999.",
        "notes2": "",
    },
]
ORIGINALS = ("harada", "peggy", "okonkwo", "james", "5510477", "5510999", "1950-05", "02/11/1961")
ORIGINALS += ("555-0134", "2016-06-01")
GIVEN = ("--key", "key", "--policy", "policy.yaml", "--column", "mrn=MRN")
GIVEN += ("--column", "ward=keep", "--column", "subject=keep")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "key").write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk\n")
    (tmp_path / "policy.yaml").write_text(POLICY)
    return tmp_path


def write_csv(folder):
    with (folder / "rows.csv").open("w", newline="") as lines:
        table = csv.DictWriter(lines, list(ROWS[0]))
        table.writeheader()
        table.writerows(ROWS)
    return "rows.csv"


def write_parquet(folder):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = [{**one, "mrn": int(one["mrn"]), "notes2": one["notes2"] or None} for one in ROWS]
    parquet.write_table(arrow.Table.from_pylist(rows), folder / "rows.parquet")
    return "rows.parquet"


def read(path):
    if path.suffix == ".parquet":
        from pyarrow import parquet

        return parquet.read_table(path).to_pylist()
    with path.open(newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize("write", [write_csv, write_parquet])
def test_text_and_cell_get_the_same_surrogates(folder, write):
    name = write(folder)
    done = textveil("release", name, "out", *GIVEN, "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    certificate = json.loads(done.stdout)
    assert set(certificate["protected"]) == {"patient_name", "dob", "mrn", "notes2"}
    assert certificate["unprotected"] == ["subject", "ward"]
    assert certificate["policy"]["columns"]["mrn"] == "MRN"

    first, second = read(folder / "out" / "publish" / "texts" / name)
    given, family = first["patient_name"].split()
    assert first["text"].startswith(f"{first['patient_name']}, born {first['dob']}, was seen on ")
    assert first["text"].endswith(f". Record {first['mrn']}.")
    assert first["notes2"].startswith(f"{family} called (")
    seen = date.fromisoformat(first["text"].split("seen on ")[1][:10])
    assert date(2016, 6, 1) - date(1950, 5, 3) == seen - date.fromisoformat(first["dob"])
    other = second["patient_name"].split(",")[0]
    assert second["text"].startswith(f"Mr. {other.title()} met ")
    assert second["text"].endswith(f"Ref {second['mrn']}.")
    assert second["notes2"] in ("", None)
    assert given != "Peggy"
    assert [first["ward"], second["ward"]] == ["B2", "B3"]


@pytest.mark.parametrize("write", [write_csv, write_parquet])
def test_nothing_of_the_cells_survives_and_the_release_verifies(folder, write):
    name = write(folder)
    done = textveil("release", name, "out", *GIVEN, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "rewritten in their columns: patient_name, dob, notes2, mrn" in done.stderr
    shown = str(read(folder / "out" / "publish" / "texts" / name))
    found = (folder / "out").rglob("*")
    files = [path for path in found if path.is_file() and path.name != "changes.csv"]
    pages = [path.read_text() for path in files if path.suffix != ".parquet"]
    everything = "\n".join([shown, done.stderr, *pages]).lower()
    assert [value for value in ORIGINALS if value in everything] == []
    done = textveil("verify", "out", "--input", name, "--key", "key", cwd=folder)
    assert done.returncode == 0, done.stdout
    assert "not checkable" not in done.stdout


def test_there_and_back(folder):
    name = write_csv(folder)
    given = ("--vault", "vault", "--key", "key")
    done = textveil("protect", name, "-o", "safe.csv", *given, *GIVEN[2:], cwd=folder)
    assert done.returncode == 0, done.stderr
    safe = (folder / "safe.csv").read_text().lower()
    assert [value for value in ORIGINALS if value in safe] == []
    done = textveil("restore", "safe.csv", "-o", "back.csv", *given, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert read(folder / "back.csv") == read(folder / name)


@pytest.mark.parametrize(
    ("column", "code", "message"),
    [
        ("mnr=MRN", 4, "there is no column 'mnr'"),
        ("mrn=MNR", 2, "did you mean MRN?"),
        ("mrn=number", 2, "a column is a label, or text, keep, drop, mailboxes"),
        ("mrn", 2, "--column takes a name and a role"),
        ("mrn=MRN", 4, "column ward has no rule"),
        ("id=MRN", 4, "holds the ids"),
    ],
)
def test_a_wrong_column_is_an_error_and_nothing_is_written(folder, column, code, message):
    name = write_csv(folder)
    before = sorted(folder.iterdir())
    done = textveil("release", name, "out", *GIVEN[:4], "--column", column, cwd=folder)
    assert done.returncode == code, done.stderr
    assert message in done.stderr
    assert "Harada" not in done.stderr
    assert sorted(folder.iterdir()) == before


def test_a_column_that_is_text_needs_no_other_word(folder):
    (folder / "rows.csv").write_text(
        "when;note\r\n2016;Call 617-555-0134 now\r\n2017;Nothing\r\n", newline=""
    )
    given = ("--column", "note=text", "--column", "when=keep", "--policy", "patterns-only")
    done = textveil("release", "rows.csv", "out", *given, cwd=folder)
    assert done.returncode == 0, done.stderr
    made = (folder / "out" / "publish" / "texts" / "rows.csv").read_bytes()
    assert made == b"when;note\r\n2016;Call [PHONE] now\r\n2017;Nothing\r\n"
    done = textveil("verify", "out", "--input", "rows.csv", cwd=folder)
    assert done.returncode == 0, done.stdout
    given = ("--column", "note=text", "--column", "when=text")
    done = textveil("release", "rows.csv", "more", *given, cwd=folder)
    assert done.returncode == 2
    assert "several columns hold text: note, when" in done.stderr
    assert not (folder / "more").exists()


def test_protect_and_restore_count_the_same(folder):
    name = write_csv(folder)
    given = ("--vault", "vault", "--key", "key")
    done = textveil("protect", name, "-o", "safe.csv", *given, *GIVEN[2:], cwd=folder)
    replaced = done.stderr.splitlines()[0]
    done = textveil("restore", "safe.csv", "-o", "back.csv", *given, cwd=folder)
    assert replaced.replace("replaced", "restored: back.csv") == done.stderr.splitlines()[0]
    assert (folder / "back.csv").read_bytes() == (folder / name).read_bytes()


def test_two_tables_with_the_same_ids_do_not_share_a_vault_by_mistake(folder):
    given = ("--vault", "vault", "--key", "key", "--policy", "patterns-only")
    for name, mail in (("a", "ana"), ("b", "bob")):
        (folder / f"{name}.csv").write_text(f"id,text\n1,Write to {mail}@example.org\n")
    done = textveil("protect", "a.csv", "-o", "safe-a.csv", *given, cwd=folder)
    assert done.returncode == 0, done.stderr
    done = textveil("protect", "b.csv", "-o", "safe-b.csv", *given, cwd=folder)
    assert done.returncode == 7
    assert "the vault keeps another input" in done.stderr
    assert not (folder / "safe-b.csv").exists()
    done = textveil("restore", "safe-a.csv", "-o", "back.csv", *given[:4], cwd=folder)
    assert (folder / "back.csv").read_bytes() == (folder / "a.csv").read_bytes()


def test_types_of_a_parquet_table_stay(folder):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    columns = {
        "mrn": arrow.array([5510477, 5510999, None], arrow.int64()),
        "dob": arrow.array([date(1950, 5, 3), None, date(1961, 11, 2)], arrow.date32()),
        "note": arrow.array(["Born 3 May 1950, record 5510477.", None, ""]),
        "codes": arrow.array([[1], [], None], arrow.list_(arrow.int16())),
    }
    parquet.write_table(arrow.table(columns), folder / "rows.parquet")
    (folder / "policy.yaml").write_text(POLICY.partition("columns:")[0])
    roles = ("mrn=MRN", "dob=DATE", "note=text", "codes=keep")
    given = [*GIVEN[:4], *(word for role in roles for word in ("--column", role))]
    done = textveil("release", "rows.parquet", "out", *given, cwd=folder)
    assert done.returncode == 0, done.stderr
    before = parquet.read_table(folder / "rows.parquet")
    after = parquet.read_table(folder / "out" / "publish" / "texts" / "rows.parquet")
    assert after.schema.equals(before.schema)
    first, second, third = after.to_pylist()
    born = first["dob"].strftime("%d %B %Y").lstrip("0")
    assert first["note"] == f"Born {born}, record {first['mrn']}."
    assert (second["dob"], second["note"], third["mrn"], third["note"]) == (None, None, None, "")
    assert first["mrn"] != 5510477


def test_names_that_are_everyday_words_go_where_they_are_names(tmp_path):
    (tmp_path / "t.csv").write_text(
        "id,name,note\n"
        '1,Will Hope,"Will denies pain. We hope so. Hope remains. He will call."\n'
        '2,Robert Stone,"Has a kidney stone. Robert is well."\n'
        '3,May Green,"May was seen in May."\n',
        "utf-8",
    )
    columns = ("--column", "name=PATIENT", "--column", "note=text")
    done = textveil("release", "t.csv", "out", "--policy", "tag-only", *columns, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "publish" / "texts" / "t.csv").read_text("utf-8").splitlines()[
        1:
    ] == [
        "1,[PATIENT],[PATIENT] denies pain. We hope so. [PATIENT] remains. He will call.",
        "2,[PATIENT],Has a kidney stone. [PATIENT] is well.",
        "3,[PATIENT],[PATIENT] was seen in [DATE].",
    ]


def test_columns_that_are_left_out_are_told_in_output_report_and_certificate(folder):
    name = write_csv(folder)
    given = (*GIVEN[:4], "--column", "subject=keep", "--column", "*=drop")
    done = textveil("release", name, "out", *given, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "left out: 2 columns\n" in done.stderr
    certificate = json.loads((folder / "out" / "publish" / "certificate.json").read_text())
    assert certificate["dropped"] == 2
    figures = json.loads((folder / "out" / "keep" / "figures.json").read_text())
    assert figures["dropped"] == ["mrn", "ward"]
    assert (
        "2 columns or fields were left out"
        in (folder / "out" / "publish" / "report.html").read_text()
    )


def test_the_error_about_columns_without_a_rule_proposes_rules(folder):
    name = write_csv(folder)
    done = textveil("release", name, "out", *GIVEN[:4], cwd=folder)
    assert "proposed: --column mrn=MRN --column ward=drop." in done.stderr
    done = textveil("policy", "columns", name, "--json", cwd=folder)
    assert {"name": "mrn", "role": "MRN", "reason": "by its name"} in json.loads(done.stdout)
