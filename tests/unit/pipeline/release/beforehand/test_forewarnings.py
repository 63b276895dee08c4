"""What names, ids and columns alone tell is told before the search, all at once."""

import json

import pytest

from textveil.errors import InputError
from textveil.formats.sources import Source
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy
from textveil.values.keys.secret import Secret

KEY = Secret(b"0123456789abcdef")


def started(path, columns=(), policy="patterns-only", **more):
    chosen = load_policy(policy).with_columns(dict(columns))
    return release(Run(Source.open(path), path.parent / "out", chosen, KEY, **more))


@pytest.fixture
def unsearched(monkeypatch):
    """Fail if the search begins."""
    monkeypatch.setattr(Engine, "plan", lambda *_, **__: pytest.fail("the search began"))


@pytest.mark.usefixtures("unsearched")
def test_all_of_it_is_listed_with_what_mends_it_and_without_source_text(tmp_path):
    rows = [
        {"id": "Q4471", "text": "Fine.", "mrn": "Q4471", "day": True, "other": ""},
        {"id": "Q4472", "text": "Fine.", "mrn": "Q4472", "day": "", "other": "Q4472"},
        {"id": "Q4473", "text": "Fine.", "mrn": "Q4473", "day": "", "other": "x", "ssn": [1]},
    ]
    path = tmp_path / "078-05-1120.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(InputError) as refused:
        started(path, {"mrn": "MRN", "day": "DATE", "ssn": "SSN"})
    told = str(refused.value.what)
    assert told.startswith("5 things")
    for what in (
        "the name of file number 1 would be released, but looks like SSN: rename it",
        "field other has no rule: proposed: --column other=drop",
        "the column 'day' holds neither text nor numbers (first in document Q4471): cast it",
        "the column 'ssn' holds neither text nor numbers (first in document Q4473): cast it",
        "the ids of document number 2 show what the column 'mrn' protects: write `ids: number`",
    ):
        assert what in told
    assert "078-05-1120" not in told


@pytest.mark.usefixtures("unsearched")
def test_names_in_names_of_files_are_told_first(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "Maria Lopez.txt").write_text("Maria Lopez came on 3 May 2016. Dr. Jones saw her.")
    (folder / "scan 4471123.txt").write_text("MRN 4471123 was seen.")
    (folder / "fine weather.txt").write_text("The weather was fine.")
    with pytest.raises(InputError, match="the ids of 2 documents") as refused:
        started(folder, policy="hide-in-plain-sight")
    assert "(--ids number)" in refused.value.what
    assert "Lopez" not in refused.value.what


def test_numbers_in_place_of_ids_mend_it(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("id,mrn,text\nQ4471,Q4471,Fine.\nQ4472,Q4472,Fine.\n")
    chosen = load_policy("patterns-only").with_columns({"mrn": "MRN"}).with_ids("number")
    assert release(Run(Source.open(path), tmp_path / "out", chosen, KEY)).counts["documents"] == 2


def test_a_kept_column_is_kept_and_said(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("mrn,copy,text\nQ4471,Q4471,Fine.\nQ4472,x,Fine.\n")
    told = []
    made = started(path, {"mrn": "MRN", "copy": "keep"}, notice=told.append)
    assert any("'copy' is kept, and shows in 1 row what the column 'mrn'" in one for one in told)
    residue = next(verdict for verdict in made.verdicts if verdict.claim == "residue")
    assert residue.holds
    assert dict(residue.exempt)["fields with a removed value that a rule of the policy keeps"] == 1


def test_a_run_that_keeps_refuted_releases_is_only_told(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("id,mrn,text\nQ4471,Q4471,Fine.\nB22,Q4472,Fine.\n")
    told = []
    made = started(path, {"mrn": "MRN"}, notice=told.append, keep_refuted=True)
    assert any("show what the column 'mrn' protects; to mend this" in one for one in told)
    assert not all(verdict.holds for verdict in made.verdicts)
