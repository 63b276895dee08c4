"""Names of things are read like texts: what names somebody is numbered or refused."""

import pytest
from tests.e2e.planted_names import plants
from tests.e2e.textveil_cli import textveil

EVERY = list(plants())
SAMPLE = EVERY[:11] + EVERY[-4:]


def published(folder):
    """Return everything that a run would publish: the names of files, and their bytes."""
    files = [path for path in (folder / "out" / "publish").rglob("*") if path.is_file()]
    return b"\n".join(
        part
        for path in files
        for part in (str(path.relative_to(folder)).encode(), path.read_bytes())
    )


@pytest.mark.parametrize(
    ("name", "make", "options"),
    [pytest.param(*one[1:], id=f"{at} {one[0]}") for at, one in enumerate(SAMPLE)],
)
def test_no_planted_name_is_published(tmp_path, name, make, options):
    done = textveil("release", make(tmp_path), "-o", tmp_path / "out", *options)
    assert name.lower().encode() not in published(tmp_path).lower()
    assert done.returncode == (0 if (tmp_path / "out").exists() else 4), done.stderr
    if "number" in options or any("=drop" in one for one in options):
        assert done.returncode == 0, done.stderr


def test_names_that_identify_nobody_stay_and_others_are_numbered(tmp_path):
    for name in ("cardiology/note_042.txt", "cardiology/Quigley_P10440.txt", "Eva Lund/a note.txt"):
        path = tmp_path / "notes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("The patient slept well.")
    out = tmp_path / "out"
    done = textveil("release", tmp_path / "notes", "-o", out, "--ids", "number")
    assert done.returncode == 0, done.stderr
    texts = out / "publish" / "texts" / "notes"
    shown = sorted(path.relative_to(texts).as_posix() for path in texts.rglob("*.txt"))
    assert shown == ["0001/a note.txt", "cardiology/0001.txt", "cardiology/note_042.txt"]
    done = textveil("verify", out, "--input", tmp_path / "notes")
    assert done.returncode == 0, done.stdout
