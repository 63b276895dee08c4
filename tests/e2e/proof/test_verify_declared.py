"""Open releases: a file that the certificate declares and the input cannot explain is refuted.

Nobody's key protects these releases, so whoever changes one makes hashes, counts and id fit.
"""

import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from tests.e2e.proof.corruptions import CERTIFICATE, edited
from tests.e2e.proof.kinds import KINDS, write_lists

from textveil.certify.check_command import Check
from textveil.certify.document.certificate import read_certificate
from textveil.errors import TextveilError
from textveil.formats.sources import Source
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy

DECLARED = {
    "n9.txt": b"Ana Ruiz, n9",
    "deep/n9.txt": b"Ana Ruiz, deep",
    "more.jsonl": b'{"id": "z", "text": "Ana Ruiz"}\n',
    "header.csv": b"id,text,Ana Ruiz\n",
    "empty.txt": b"",
    "empty.jsonl": b"",
    "picture.png": b"\x89PNG\r\n",
    "README.md": b"Ana Ruiz",
    ".hidden": b"Ana Ruiz",
    ".hidden.txt": b"Ana Ruiz",
}
FOLDERS = {
    "text": {"n1.txt": "Call 617-555-0142.", "sub/n2.txt": "Seen on 3 May 2021."},
    "mixed": {
        "n1.txt": "Call 617-555-0142.",
        "rows.csv": "id,text\n1,Call 617-555-0199.\n",
        "more.ndjson": '{"id": "x", "text": "Seen on 3 May 2021."}\n',
    },
}


@pytest.fixture(scope="module")
def open_releases(tmp_path_factory):
    """A release without a key of each kind, and of two folders: (input, release) by name."""
    root, made = tmp_path_factory.mktemp("open"), {}
    for name, files in FOLDERS.items():
        folder = root / name / "in" / "ward"
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
        out = root / name / "out"
        release(Run(Source.open(folder), out, load_policy("patterns-only")))
        made[f"folder of {name}"] = (folder, out)
    for kind in KINDS.values():
        folder = root / f"kind {kind.name}"
        folder.mkdir()
        write_lists(folder)
        source = kind.write(folder / "in" / kind.file)
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            kind.make(Order(Source.open(source), folder / "out"))
        made[kind.name] = (source, folder / "out")
    return made


NAMES = [*(f"folder of {name}" for name in FOLDERS), *KINDS]


def is_told(**given) -> bool:
    try:
        return not Check(**given).run().holds
    except TextveilError:
        return True


@pytest.mark.parametrize("kept", [True, False], ids=["with keep", "publish alone"])
@pytest.mark.parametrize("name", NAMES)
def test_what_the_input_explains_holds(name, kept, open_releases, monkeypatch):
    source, out = open_releases[name]
    monkeypatch.chdir(source.parents[1])
    assert not is_told(out=out if kept else out / "publish", sources=[source])


@pytest.mark.parametrize("documents", [0, 1])
@pytest.mark.parametrize("file", DECLARED)
@pytest.mark.parametrize("name", NAMES)
def test_a_declared_file_that_the_input_cannot_explain_is_told(
    name, file, documents, open_releases, tmp_path, monkeypatch
):
    source, made = open_releases[name]
    monkeypatch.chdir(source.parents[1])
    out = Path(shutil.copytree(made, tmp_path / "out"))
    described = read_certificate(out)["source"]["name"]
    place = f"texts/{described}/{file}" if source.is_dir() else f"texts/{file}"
    path = out / "publish" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(DECLARED[file])

    def declare(content):
        content["output"][place] = sha256(DECLARED[file]).hexdigest()
        counted = "sequences" if "sequences" in content["counts"] else "documents"
        content["counts"][counted] += documents

    edited(declare, "again", out, out)
    assert (out / CERTIFICATE).is_file()
    assert is_told(out=out, sources=[source])
    assert is_told(out=out / "publish", sources=[source])
