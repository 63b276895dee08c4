"""A custodian with a folder of mixed files, by the guide "Release a folder"."""

import json

from benchmarks.mixed_folder import UNREADABLE, make_folder
from tests.e2e.textveil_cli import textveil


def test_the_first_try_says_everything_and_the_second_releases(tmp_path):
    make_folder(tmp_path / "in", files=45, named=6)
    first = textveil("release", "in", "out", cwd=tmp_path)
    assert first.returncode != 0
    assert f"{len(UNREADABLE)} files cannot be read" in first.stderr
    assert all(f"- attic/{name}" in first.stderr for name in UNREADABLE)
    assert "the ids of 6 documents" in first.stderr
    assert not (tmp_path / "out").exists()
    assert "--skip-unreadable" in first.stderr.rpartition("hint:")[2]
    told = [line for line in first.stderr.splitlines() if line.startswith("- the ")]
    things = [line for line in told if " ids " in line]
    assert things
    assert all("--ids number" in line for line in things)

    second = textveil("release", "in", "out", "--skip-unreadable", "--ids", "number", cwd=tmp_path)
    assert second.returncode == 0, second.stderr
    assert "read as cp1252, because it is not UTF-8: cardiology/note_000.txt" in second.stderr
    kept = tmp_path / "out" / "keep"
    left_out = [
        json.loads(row)["file"] for row in (kept / "skipped.jsonl").read_text().splitlines()
    ]
    assert sorted(left_out) == [f"attic/{name}" for name in UNREADABLE]
    assert json.loads((kept / "encodings.json").read_text()) == {
        "cardiology/note_000.txt": "cp1252"
    }
    names = [path.name for path in (tmp_path / "out" / "publish").rglob("*")]
    assert not any("Quigley" in name for name in names)

    checked = textveil("verify", "out", "--input", "in", "--json", cwd=tmp_path)
    statuses = {one["claim"]: one["status"] for one in json.loads(checked.stdout)["verdicts"]}
    assert statuses.pop("seal") == "not checkable"
    assert set(statuses.values()) == {"holds"}
