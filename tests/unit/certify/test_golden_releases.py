"""Releases that an earlier version made are understood: `textveil.certificate.v1` is frozen.

The files in `tests/golden/releases` are never made anew. If a change cannot verify one of them, it
breaks what `docs/stability.md` promises.
"""

import json
import shutil
from pathlib import Path

import pytest

from textveil.certify.check_command import Check
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Status

RELEASES = Path(__file__).parents[2] / "golden" / "releases"
KEY = Secret(b"a key of more than sixteen bytes, 7Qx2mVt9Lk")
INPUTS = {
    "text": "notes.jsonl",
    "rare": "answers.jsonl",
    "dictionary": "letters.jsonl",
    "sequences": "genes.fa",
}


@pytest.fixture(params=INPUTS)
def kept(request, tmp_path, monkeypatch):
    """A copy of a release, with its input and the user's own files; and the name of its input."""
    folder = Path(shutil.copytree(RELEASES / request.param, tmp_path / "kept"))
    monkeypatch.chdir(folder)
    return folder, folder / "in" / INPUTS[request.param]


def test_every_claim_of_an_earlier_version_is_checked(kept):
    folder, source = kept
    outcome = Check(out=folder / "out", key=KEY, sources=[source]).run().outcomes[""]
    assert outcome.holds, outcome.differences
    # Its report was made before certificates said what reports show.
    unchecked = [one.claim for one in outcome.verdicts if not one.holds]
    assert unchecked == ["report"]
    content = json.loads((folder / "out/publish/certificate.json").read_text("utf-8"))
    assert outcome.release == content["id"]
    assert {one["claim"] for one in content["verdicts"]} < {one.claim for one in outcome.verdicts}


def test_readers_of_an_earlier_release_need_nothing_else(kept):
    folder, _ = kept
    shutil.rmtree(folder / "out" / "keep")
    outcome = Check(out=folder / "out" / "publish").run().outcomes[""]
    assert outcome.holds, outcome.differences
    assert {verdict.status for verdict in outcome.verdicts} >= {Status.HOLDS, Status.STATED}


def test_a_changed_letter_of_an_earlier_release_is_told(kept):
    folder, source = kept
    [texts] = (folder / "out" / "publish" / "texts").iterdir()
    data = texts.read_bytes()
    texts.write_bytes(data[:-3] + b"x" + data[-2:])
    assert not Check(out=folder / "out", key=KEY, sources=[source]).run().holds
