"""`textveil evaluate --meaning` and the section of the report."""

import json
import re

import pytest
from tests.e2e.textveil_cli import textveil

NOTES = {
    "a": "MRN 448-2190. Metformin 500 mg, Okafor study.",
    "b": "Metformin again. Call (617) 555-0134.",
}
DENY = ("--policy", "patterns-only", "--deny", "Metformin", "--deny", "Okafor")


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "notes.jsonl"
    rows = ({"id": name, "text": text} for name, text in NOTES.items())
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_what_a_policy_would_change_is_counted_without_gold(notes):
    done = textveil("evaluate", "--meaning", notes, *DENY, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    counts = {one["kind"]: one["passages"] for one in result["kinds"]}
    assert counts == {"drug": 2, "number": 2, "other": 1}
    assert result["commonest"] == [{"kind": "drug", "label": "IDENTIFIER", "count": 2}]
    assert "metformin" not in (done.stdout + done.stderr).lower()
    shown = textveil("evaluate", "--meaning", notes, *DENY, "--excerpts")
    assert re.search(r"Metformin +drug +IDENTIFIER +2", shown.stdout)
    assert "2 documents, 14 words" in shown.stderr
    kept = textveil("evaluate", "--meaning", notes, *DENY[:2], "--allow", "448-2190", "--json")
    assert [one["kind"] for one in json.loads(kept.stdout)["kinds"]] == ["number"]


def test_meaning_takes_the_place_of_pred_and_gold(notes):
    assert "give PRED and GOLD, or --meaning IN" in textveil("evaluate").stderr
    done = textveil("evaluate", notes, notes, "--meaning", notes)
    assert done.returncode == 2
    assert "takes the place of PRED and GOLD" in done.stderr


def test_report_and_certificate_say_what_may_mean_something_else(notes, tmp_path):
    done = textveil("release", notes, tmp_path / "out", *DENY)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "out/publish/report.html").read_text()
    certificate = json.loads((tmp_path / "out/publish/certificate.json").read_text())
    assert "Changed, although it may mean something else" in page
    # So few are not published.
    assert "<td>drug</td>" not in page
    assert "metformin" not in page.lower()
    assert certificate["meaning"]["kinds"] == []
    figures = json.loads((tmp_path / "out/keep/figures.json").read_text())
    assert 2 in [one["passages"] for one in figures["meaning"]["kinds"] if one["kind"] == "drug"]
    textveil("release", notes, tmp_path / "shown", *DENY, "--excerpts", "1")
    assert '<td class="text">Metformin</td>' in (tmp_path / "shown/keep/report.html").read_text()
    assert "metformin" not in (tmp_path / "shown/publish/certificate.json").read_text().lower()
