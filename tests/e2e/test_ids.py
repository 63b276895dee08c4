"""Ids of documents: those that count tell nothing, others are kept or numbered."""

import csv
import json
import stat

import pytest
from tests.e2e.textveil_cli import textveil

POLICY = """\
name: ids
detect: [textveil.patterns.v1]
transform: {default: textveil.mask.v1}
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "policy.yaml").write_text(POLICY)
    return tmp_path


def released(folder, *given):
    return textveil("release", *given, "-o", "out", "--policy", "policy.yaml", cwd=folder)


def verified(folder, *inputs):
    given = [part for one in inputs for part in ("--input", one)]
    return textveil("verify", "out", *given, "--json", cwd=folder)


def holds(done):
    outcome = json.loads(done.stdout)
    return outcome["holds"] and {v["status"] for v in outcome["verdicts"] if v["claim"] != "seal"}


def test_numbers_of_lines_may_equal_removed_ones(folder):
    said = "".join(f"My record number is MRN {1200 - at:04}, ok?\n" for at in range(1200))
    (folder / "chat.lines").write_text(said)
    done = released(folder, "chat.lines")
    assert done.returncode == 0, done.stderr
    assert holds(verified(folder, "chat.lines")) == {"holds"}


def test_numbers_of_rows_in_a_folder_of_several_formats_may_equal_removed_ones(folder):
    (folder / "in").mkdir()
    records = [json.dumps({"text": f"MRN {1200 - at:04} came."}) for at in range(1200)]
    # A blank line is no record, and is not counted.
    (folder / "in" / "a.jsonl").write_text("\n\n".join(records))
    with (folder / "in" / "b.csv").open("w", newline="") as rows:
        csv.writer(rows).writerows([["text"], *([f"MRN {at + 1:04} left."] for at in range(1100))])
    done = released(folder, "in")
    assert done.returncode == 0, done.stderr


def test_a_parquet_table_without_ids_is_released(folder):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = [{"text": f"MRN {at + 1:04} came."} for at in range(1100)]
    parquet.write_table(arrow.Table.from_pylist(rows), folder / "rows.parquet")
    done = released(folder, "rows.parquet")
    assert done.returncode == 0, done.stderr
    assert parquet.read_table(folder / "out/publish/texts/rows.parquet").column_names == ["text"]


@pytest.fixture
def telling(folder):
    rows = [["id", "text"], ["8812301", "MRN 8812401 came."], ["8812401", "MRN 8812301 left."]]
    with (folder / "rows.csv").open("w", newline="") as table:
        csv.writer(table).writerows(rows)
    return folder


def test_an_id_that_shows_a_removed_value_is_refused_with_help(telling):
    done = released(telling, "rows.csv")
    assert done.returncode == 1
    assert "a removed value survives in the document id" in done.stderr
    assert "`ids: number`" in done.stderr
    assert not (telling / "out").exists()


def test_numbers_take_the_place_of_such_ids_and_a_private_list_leads_back(telling):
    done = released(telling, "rows.csv", "--ids", "number")
    assert done.returncode == 0, done.stderr
    assert "you may publish out/publish; keep out/keep to yourself" in done.stderr
    assert (telling / "out/publish/texts/rows.csv").read_text().splitlines()[1].startswith("1,")
    path = telling / "out/keep/ids.jsonl"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [json.loads(line) for line in path.read_text().splitlines()] == [
        {"id": "1", "was": "8812301"},
        {"id": "2", "was": "8812401"},
    ]
    others = [one for one in (telling / "out").rglob("*") if one.is_file() and one != path]
    assert [one.name for one in others if "88123" in one.read_text()] == ["changes.csv"]
    assert stat.S_IMODE((telling / "out/keep/changes.csv").stat().st_mode) == 0o600
    assert holds(verified(telling, "rows.csv")) == {"holds"}
    path.unlink()
    assert holds(verified(telling, "rows.csv")) == {"holds", "not checkable"}


def test_files_are_numbered_with_zeros_before(folder):
    (folder / "in" / "ward").mkdir(parents=True)
    for at in range(12):
        (folder / "in" / "ward" / f"88120{at:02}.txt").write_text(f"MRN 88120{11 - at:02} came.")
    assert released(folder, "in").returncode == 1
    done = released(folder, "in", "--ids", "number")
    assert done.returncode == 0, done.stderr
    names = sorted(one.name for one in (folder / "out/publish/texts/in/ward").iterdir())
    assert names == [f"{at:04}.txt" for at in range(1, 13)]
    assert holds(verified(folder, "in")) == {"holds"}


def test_files_and_rows_of_a_mixed_folder_are_numbered(folder):
    (folder / "in").mkdir()
    (folder / "in" / "8811011.txt").write_text("MRN 8811022 came.")
    (folder / "in" / "8811022.csv").write_text(
        "id,text\n8811033,MRN 8811011 left.\n8811044,MRN 8811033.\n"
    )
    done = released(folder, "in", "--ids", "number")
    assert done.returncode == 0, done.stderr
    names = sorted(one.name for one in (folder / "out/publish/texts/in").iterdir())
    assert names == ["0001.csv", "0001.txt"]
    [text, table] = sorted(names, reverse=True, key=lambda name: name.endswith(".txt"))
    was = [json.loads(line) for line in (folder / "out/keep/ids.jsonl").read_text().splitlines()]
    assert sorted((one["was"], one["id"]) for one in was) == [
        ("8811011.txt", text),
        ("8811022.csv/8811033", f"{table}/1"),
        ("8811022.csv/8811044", f"{table}/2"),
    ]
    assert holds(verified(folder, "in")) == {"holds"}


def test_a_single_text_gets_a_number_as_its_name(folder):
    (folder / "8812401.txt").write_text("MRN 8812401 came.")
    done = released(folder, "8812401.txt", "--ids", "number")
    assert done.returncode == 0, done.stderr
    assert [one.name for one in (folder / "out/publish/texts").iterdir()] == ["1.txt"]
    assert holds(verified(folder, "8812401.txt")) == {"holds"}


def test_protect_keeps_the_ids_that_lead_back(telling):
    (telling / "policy.yaml").write_text(POLICY + "ids: number\n")
    (telling / "key").write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk\n")
    given = ("--policy", "policy.yaml", "--vault", "vault", "--key", "key")
    done = textveil("protect", "rows.csv", "-o", "safe.csv", *given, cwd=telling)
    assert done.returncode == 2
    assert "`ids: keep`" in done.stderr
