"""A researcher trains on documents with labels of their own: `train-a-model.md`.

The input is an annotated corpus, JSON Lines, whose labels are `Patient` and `CHI`: ten digits.
"""

import json

from tests.e2e.jobs.guided import Guide

NAMES = ("Elspeth Muir", "Rory Baird", "Mhairi Reid", "Innes Kerr", "Ailsa Grant", "Ewan Boyd")


def annotated(path):
    rows = []
    for at in range(30):
        name, chi = NAMES[at % 6], f"{101000000 + 7919 * at:010}"
        text = f"{name} (CHI {chi}) was seen again. The result was fine."
        begun = text.index(chi)
        spans = [
            {"start": 0, "end": len(name), "label": "Patient"},
            {"start": begun, "end": begun + 10, "label": "CHI"},
        ]
        rows.append({"id": f"n{at}", "text": text, "subject": name, "spans": spans})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def test_the_guide_trains_and_measures_labels_of_ones_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    guide = Guide("train-a-model", tmp_path)
    guide.follow(("Annotated documents", "Labels of your own"), files={"ours.jsonl": annotated})
    model = json.loads((tmp_path / "chi-model" / "model.json").read_text("utf-8"))
    assert sorted(model["labels"]) == ["PATIENT", "X-CHI"]
    lines = (tmp_path / "found.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    right = sum("X-CHI" in {span["label"] for span in one["spans"]} for one in found)
    assert right >= 27
    told = "".join(guide.printed.values())
    assert "chi is valid" in told
    assert "PATEINT is not a label" in told
