"""Folders as they are: files of many formats, several paths, files that cannot be read."""

import gzip
import json

import pytest
from benchmarks.practical_inputs import mixed_folder
from tests.e2e.textveil_cli import textveil

from textveil.formats.catalog import guess


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "in"
    (made / "sub").mkdir(parents=True)
    (made / "a.txt").write_text("Call 617-555-0134.")
    (made / "sub/c.csv").write_text("id,text,age\n7,mail ana@example.org,44\n8,none,45\n")
    (made / "sub/d.jsonl").write_text('{"id": "x", "text": "MRN 448-2190"}\n')
    return made


RULES = ("--policy", "patterns-only", "--column", "*=keep")


def test_every_file_is_released_by_its_own_format(folder, tmp_path):
    out = tmp_path / "out"
    done = textveil("release", folder, out, *RULES)
    assert done.returncode == 0, done.stderr
    texts = out / "publish" / "texts" / "in"
    assert (texts / "a.txt").read_text() == "Call [PHONE]."
    assert (texts / "sub/c.csv").read_text() == "id,text,age\n7,mail [EMAIL],44\n8,none,45\n"
    assert "448" not in (texts / "sub/d.jsonl").read_text()
    assert textveil("verify", out, "--input", folder).returncode == 0


def test_several_paths_are_one_release(folder, tmp_path):
    out = tmp_path / "out"
    done = textveil("release", folder / "a.txt", folder / "sub/d.jsonl", "-o", out, *RULES)
    assert done.returncode == 0, done.stderr
    assert (
        textveil("verify", out, "-i", folder / "a.txt", "-i", folder / "sub/d.jsonl").returncode
        == 0
    )
    twice = textveil("release", folder, folder / "sub", "-o", tmp_path / "x", *RULES)
    assert (twice.returncode, "given twice" in twice.stderr) == (2, True)
    assert textveil("release", folder).returncode == 2


def test_what_cannot_be_read_stops_the_run_or_is_listed(folder, tmp_path):
    (folder / "broken.csv").write_text("id,text\n1,x,too many\n")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    out = tmp_path / "out"
    done = textveil("release", folder, out, *RULES)
    assert (done.returncode, out.exists()) == (4, False)
    assert "--skip-unreadable" in done.stderr
    done = textveil("release", folder, out, *RULES, "--skip-unreadable")
    assert done.returncode == 0, done.stderr
    assert "2 files left out" in done.stderr
    assert str(out / "keep/skipped.jsonl") in done.stderr
    certificate = json.loads((out / "publish" / "certificate.json").read_text())
    assert certificate["counts"]["documents"] == 4
    assert certificate["skipped"] == 2
    listed = [json.loads(line) for line in (out / "keep/skipped.jsonl").read_text().splitlines()]
    assert [one["file"] for one in listed] == ["broken.csv", "picture.png"]
    assert all(one["reason"] for one in listed)
    assert not list(out.rglob("broken*"))
    assert textveil("verify", out, "--input", folder).returncode == 0


def test_an_output_inside_the_input_is_refused(folder):
    done = textveil("release", folder, folder / "out", *RULES)
    assert (done.returncode, "inside the input" in done.stderr) == (2, True)
    sub = textveil("release", folder / "a.txt", folder / "sub", "-o", folder / "out", *RULES)
    assert sub.returncode == 0, sub.stderr


def test_two_files_that_would_get_one_name_are_refused(tmp_path):
    given = tmp_path / "in"
    given.mkdir()
    (given / "a.txt").write_text("Call 617-555-0134.")
    with gzip.open(given / "a.txt.gz", "wt") as packed:
        packed.write("Call 617-555-0135.")
    done = textveil("release", given, tmp_path / "out", *RULES)
    told = " ".join(done.stderr.split())
    assert (done.returncode, "two files would get one name: 'a'" in told) == (4, True)
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
    files = (given / "a.txt", tmp_path / "in/../in/a.txt")
    again = textveil("release", *files, "-o", tmp_path / "out", *RULES)
    told = " ".join(again.stderr.split())
    assert (again.returncode, told.endswith("this is given twice")) == (2, True)


def test_a_folder_of_twelve_formats_is_released_or_listed_file_by_file(tmp_path):
    given, out = tmp_path / "in", tmp_path / "out"
    broken = mixed_folder(given, 26)
    # Annotations of the input are not released.
    there = {p.relative_to(given) for p in given.rglob("*") if p.is_file() and p.suffix != ".ann"}
    done = textveil("release", given, "-o", out, *RULES, "--skip-unreadable")
    assert done.returncode == 0, done.stderr
    assert "2 files" in done.stderr
    [texts] = out.rglob("texts")
    released = {path.relative_to(texts / "in") for path in texts.rglob("*") if path.is_file()}
    assert released == there - {path.relative_to(given) for path in broken}
    names = {guess(given / path) for path in released if path.suffix != ".txt"}
    assert len(names) == 9
    assert textveil("verify", out, "--input", given).returncode == 0
