"""Somebody who has German notes among others, by the guide "Write a policy"."""

import json

from tests.e2e.textveil_cli import textveil

NOTES = {
    "notiz.txt": "Herr Quigley aus Köln, Tel. 0151 2345678, kam am Montag mit Anna.",
    "brief.txt": "Sehr geehrter Herr Ostrander, wir haben Sie am 3. Mai 2016 hier in der "
    "Praxis gesehen. Die Werte waren gut, und Sie können die Tabletten weiter nehmen wie "
    "bisher. Bitte kommen Sie in zwei Wochen wieder, wenn es Ihnen nicht besser geht.",
    "note.txt": "Mrs. Cruz called, 617-555-0134.",
}


def notes(folder):
    (folder / "praxis").mkdir()
    for name, text in NOTES.items():
        (folder / "praxis" / name).write_text(text)
    shown = textveil("policy", "show", "tag-only", cwd=folder).stdout
    (folder / "german.yaml").write_text(f"{shown}other_languages: tag\n")


def test_german_is_told_in_one_line_and_left_out(tmp_path):
    notes(tmp_path)
    done = textveil("release", "praxis", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "2 documents are in a language that is not installed: German (2)" in done.stderr
    assert [path.name for path in (tmp_path / "out/publish/texts/praxis").iterdir()] == ["note.txt"]


def test_german_is_released_with_tags(tmp_path):
    notes(tmp_path)
    done = textveil("release", "praxis", "out", "--policy", "german.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    texts = tmp_path / "out/publish/texts/praxis"
    assert (texts / "notiz.txt").read_text() == (
        "Herr [OTHER] aus [OTHER], Tel. [PHONE], kam am Montag mit [OTHER]."
    )
    assert "Ostrander" not in (texts / "brief.txt").read_text()
    assert "nicht besser geht" in (texts / "brief.txt").read_text()
    assert "617" not in (texts / "note.txt").read_text()
    checked = textveil("verify", "out", "--input", "praxis", "--json", cwd=tmp_path)
    assert json.loads(checked.stdout)["holds"]
