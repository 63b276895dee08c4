"""Files and rows of one person share surrogates, and a verifier reads the same people."""

import csv
import json
import re

import pytest
from tests.e2e.textveil_cli import textveil


@pytest.fixture
def folder(tmp_path):
    for name, text in {
        "P1/a.txt": "Ms Quigley was born on 3 May 1961. Seen 4 June 2021.",
        "P1/b.txt": "Ms Quigley, born 3 May 1961, came back on 9 July 2021.",
        "P2/a.txt": "Mr Ostrander, born 8 May 1931, came on 9 July 2021.",
        "rows.csv": 'id,subject,text\n1,p1,"Ms Quigley, born 3 May 1961."\n',
    }.items():
        place = tmp_path / "in" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    assert textveil("key", "new", "-o", "key", cwd=tmp_path).returncode == 0
    return tmp_path


def release(folder, *more):
    asked = ("--policy", "hide-in-plain-sight", "--key", "key", "--column", "subject=drop", *more)
    return textveil("release", "in", "out", *asked, cwd=folder)


def test_a_mixed_folder_says_before_it_begins_who_is_not_named(folder):
    done = release(folder)
    assert "3 of the 4 documents do not say whom they are about" in done.stderr.splitlines()[0]
    assert "--subject-from" in done.stderr.splitlines()[0]


def test_one_patient_has_one_date_of_birth_in_files_and_rows(folder):
    done = release(folder, "--subject-from", "folder")
    assert done.returncode == 0, done.stderr
    assert "whom" not in done.stderr
    texts = folder / "out/publish/texts/in"
    [row] = csv.DictReader((texts / "rows.csv").read_text().splitlines())
    said = [(texts / "P1/a.txt").read_text(), (texts / "P1/b.txt").read_text(), row["text"]]
    births = {re.search(r"born (?:on )?([^,.]+)", one)[1] for one in said}
    assert len(births) == 1
    assert "subject" not in row
    checked = textveil("verify", "out", "--input", "in", "--key", "key", "--json", cwd=folder)
    statuses = {one["claim"]: one["status"] for one in json.loads(checked.stdout)["verdicts"]}
    assert set(statuses.values()) == {"holds"}


def test_a_certificate_that_states_another_rule_is_refuted(folder):
    assert release(folder, "--subject-from", "folder").returncode == 0
    place = folder / "out/publish/certificate.json"
    place.write_text(place.read_text().replace('"folder"', '"name"'))
    checked = textveil("verify", "out", "--input", "in", "--json", cwd=folder)
    assert checked.returncode == 1


def test_rare_text_counts_the_people_of_a_rule(folder):
    done = textveil(
        *("kanon", "in", "out", "-k", "2", "--subject-from", "folder", "--json"), cwd=folder
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["subjects"] == 2
    checked = textveil("verify", "out", "--input", "in", "--json", cwd=folder)
    statuses = {one["claim"]: one["status"] for one in json.loads(checked.stdout)["verdicts"]}
    assert statuses["k-subjects"] == statuses["input"] == "holds"


def test_protect_takes_the_same_rule(folder):
    done = textveil(
        *("protect", "in", "-o", "safe", "--policy", "hide-in-plain-sight", "--vault", "v.db"),
        *("--key", "key", "--column", "subject=drop", "--subject-from", "folder"),
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    assert "reversible holds" in done.stderr


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("MRN", "no group"),
        ("Chart ([0-9]+)", "finds nobody"),
        ("(19[36]1|2021)", "finds two people"),
    ],
)
def test_a_wrong_rule_stops_before_anything_is_written(folder, rule, told):
    done = release(folder, "--subject-from", rule)
    assert done.returncode != 0
    assert told in done.stderr
    assert "hint:" in done.stderr
    assert not (folder / "out").exists()
