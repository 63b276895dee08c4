"""Rules that are proposed for the columns of a table."""

import csv
import json

import pytest
import yaml

from textveil.errors import InputError
from textveil.formats.mail.letters import Eml
from textveil.formats.sources import Source
from textveil.policy.proposal import ProposedColumn, propose_columns, proposed_block


def table(folder, columns):
    path = folder / "rows.csv"
    with path.open("w", newline="") as rows:
        csv.writer(rows).writerows([columns.keys(), *zip(*columns.values(), strict=True)])
    return Source.open(path)


def proposed(folder, columns):
    return {one.name: one.role for one in propose_columns(table(folder, columns))}


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("patient_name", "PATIENT"),
        ("DateOfBirth", "DATE"),
        ("phone_home", "PHONE"),
        ("MRN", "MRN"),
        ("zip2", "ZIP"),
        ("entered_by", "NAME"),
        ("created_by", "NAME"),
        ("reviewer", "NAME"),
        ("GP", "PROVIDER"),
        ("pcp", "PROVIDER"),
        ("consultant", "PROVIDER"),
        ("comments", "text"),
    ],
)
def test_a_name_tells_what_a_column_holds(tmp_path, name, role):
    assert proposed(tmp_path, {"text": ["a", "b"], name: ["x", "y"]}) == {name: role}


def test_cells_tell_where_the_name_does_not(tmp_path):
    many = 20
    columns = {
        "id": [str(at) for at in range(many)],
        "c1": [f"{at + 1:02}/04/2011" for at in range(many)],
        "c2": ["Mary Jones", "Anna Smith"] * (many // 2),
        "c3": ["She came with her mother and slept well."] * many,
        "c4": ["left", "right"] * (many // 2),
        "c5": [f"x{at}" for at in range(many)],
        "c6": [""] * many,
    }
    assert proposed(tmp_path, columns) == {
        "c1": "DATE",
        "c2": "NAME",
        "c3": "text",
        "c4": "keep",
        "c5": "drop",
        "c6": "drop",
    }


@pytest.mark.parametrize(
    ("values", "role"),
    [
        (["Smith", "Okoro", "Hill"], "NAME"),
        (["Dr Hill", "Dr. King"], "NAME"),
        (["Hill, M.D.", "Young RN"], "NAME"),
        (["J. Smith", "O'Brien, P."], "NAME"),
        (["SMITH", "GARCIA-LOPEZ"], "NAME"),
        (["White", "Black", "Asian"], "keep"),
        (["Low", "High", "Normal"], "keep"),
        (["Metformin", "Allegra"], "keep"),
        (["General Surgery", "Major Depression"], "keep"),
        (["Type A", "Type O"], "keep"),
        (["M", "F"], "keep"),
    ],
)
def test_people_who_stand_in_many_rows_are_names_and_categories_are_none(tmp_path, values, role):
    columns = {"id": range(10 * len(values)), "c1": values * 10}
    assert proposed(tmp_path, columns) == {"c1": role}


def test_one_person_in_most_rows_does_not_hide_the_others(tmp_path):
    cells = ["Hill"] * 40 + ["Okoro"] * 5 + ["Jones"] * 5
    assert proposed(tmp_path, {"id": range(50), "c1": cells}) == {"c1": "NAME"}


@pytest.mark.parametrize(
    ("cells", "role"),
    [
        ([f"{20 + at / 7:.1f}" for at in range(20)], "keep"),
        ([f"{150 + 2 * at}" for at in range(20)], "keep"),
        ([f"{at}.5" for at in range(18)] + ["NA", "NA"], "keep"),
        (["<0.5"] + [f"{at}.25" for at in range(19)], "keep"),
        ([f"{1500.5 + at}" for at in range(20)], "keep"),
        ([f"{100000 + at}" for at in range(20)], "drop"),
        ([f"{1920 + at}" for at in range(20)], "drop"),
        ([f"{at + 1}" for at in range(20)], "drop"),
        ([f"{at}.5" for at in range(19)] + ["Zyx"], "keep"),
        ([f"{at}.5" for at in range(19)] + ["Zyxwv"], "drop"),
        ([f"{at}.5" for at in range(18)] + ["Zyx", "Yxw"], "drop"),
    ],
)
def test_measurements_are_kept_and_numbers_of_people_are_not(tmp_path, cells, role):
    assert proposed(tmp_path, {"id": range(20), "c1": cells}) == {"c1": role}


def test_numbers_that_their_column_names_are_no_measurements(tmp_path):
    cells = [f"{20 + at}" for at in range(20)]
    columns = {"id": cells, "age": cells, "ZIP": cells, "study_id": cells, "home_lat": cells}
    roles = {"age": "AGE", "ZIP": "ZIP", "study_id": "OTHER-ID", "home_lat": "drop"}
    assert proposed(tmp_path, columns) == roles


def test_the_block_says_that_measurements_can_single_people_out(tmp_path):
    columns = {"id": range(20), "c1": [f"{20 + at / 7:.1f}" for at in range(20)]}
    block = proposed_block(propose_columns(table(tmp_path, columns)))
    assert yaml.safe_load(block) == {"columns": {"c1": "keep"}}
    assert "textveil risk classes" in block
    assert "risk classes" not in proposed_block([ProposedColumn("a", "keep", "why")])


def test_only_the_asked_columns_are_proposed(tmp_path):
    source = table(tmp_path, {"text": ["a"], "dob": ["x"], "mrn": ["y"]})
    assert [one.name for one in propose_columns(source, ["mrn"])] == ["mrn"]


def test_fields_of_records_are_columns_too(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"text": "a", "metadata": {"email": "x"}, "subject": "s"}) + "\n")
    found = {one.name: one.role for one in propose_columns(Source.open(path))}
    assert found == {"email": "EMAIL", "subject": "OTHER-ID"}


def test_columns_of_every_file_of_a_folder_are_proposed(tmp_path):
    """A long file does not hide the columns of those behind it."""
    long = "\n".join(f"{number},a note,Tom Hall" for number in range(5000))
    (tmp_path / "a.csv").write_text(f"id,text,patient_name\n{long}\n")
    (tmp_path / "b.txt").write_text("a note")
    (tmp_path / "c.csv").write_text("id,text,MRN\n1,a note,4471123\n")
    (tmp_path / "d.jsonl").write_text(json.dumps({"id": "1", "text": "a", "zip": "10027"}) + "\n")
    found = {one.name: one.role for one in propose_columns(Source.open(tmp_path))}
    assert found == {"patient_name": "PATIENT", "MRN": "MRN", "zip": "ZIP"}


def test_tables_of_a_folder_need_no_column_for_texts(tmp_path):
    (tmp_path / "a.csv").write_text("mrn,bp\n4471123,120/80\n4471124,95/60\n")
    (tmp_path / "b.tsv").write_text("sodium\n138 mmol/L\n141 mmol/L\n")
    found = {one.name: one.role for one in propose_columns(Source.open(tmp_path))}
    assert found == {"mrn": "MRN", "bp": "keep", "sodium": "keep"}


@pytest.mark.parametrize(
    ("cells", "role"),
    [
        (["120/80", "95/60 mmHg"], "keep"),
        (["5.4 %", "6.1 %"], "keep"),
        (["37.2 C", "38.9 C"], "keep"),
        (["140 mg/dL", "<60 mg/dL"], "keep"),
        (["140 Quigley", "60 Quigley"], "drop"),
    ],
)
def test_measurements_with_units_are_kept(tmp_path, cells, role):
    assert proposed(tmp_path, {"text": ["a"] * len(cells), "reading": cells})["reading"] == role


def test_all_unknown_endings_of_a_folder_are_listed(tmp_path):
    (tmp_path / "a.csv").write_text("mrn\n4471123\n")
    for name in ("b.pdf", "c.docx"):
        (tmp_path / name).write_text("x")
    with pytest.raises(InputError, match="2 files cannot be read"):
        propose_columns(Source.open(tmp_path))


def test_the_block_is_yaml_and_shows_no_cell(tmp_path):
    source = table(tmp_path, {"text": ["a"], "seen on: x": ["Zyxwvut"], "dob": ["Tuvwxyz"]})
    block = proposed_block(propose_columns(source))
    assert yaml.safe_load(block) == {"columns": {"seen on: x": "drop", "dob": "DATE"}}
    assert "Zyxwvut" not in block
    assert "Tuvwxyz" not in block


def test_a_block_without_columns_is_yaml():
    assert yaml.safe_load(proposed_block([])) == {"columns": {}}
    assert proposed_block([ProposedColumn("a", "keep", "why")]) == "columns:\n  a: keep  # why\n"


def test_what_a_format_says_of_its_fields_is_proposed(tmp_path):
    path = tmp_path / "a.eml"
    path.write_text(
        "From: Ana Ruiz <ana@example.org>\nTo: eva@example.org\n"
        "Date: Tue, 5 May 2020 10:12:33 +0200\nSubject: Visit\n\nDear Eva\n"
    )
    rules = {one.name: one.role for one in propose_columns(Source.open(path))}
    assert rules == {name: Eml.column_roles[name] for name in rules}
    assert {"from", "to", "title", "time"} <= rules.keys()
