"""Documents that a release left out: judged again by what certify can know, else stated."""

import json
from pathlib import Path

import pytest
from tests.sentences import SENTENCES

from textveil import Run, load_policy, read, release
from textveil.certify.check_command import Check

ENGLISH = "The patient was seen by the doctor and went home after a long talk. " * 5


@pytest.fixture
def made(tmp_path) -> Path:
    notes = {"one": ENGLISH, "two": ENGLISH, "three": SENTENCES["de"]}
    rows = [json.dumps({"id": name, "text": text}) for name, text in notes.items()]
    (tmp_path / "notes.jsonl").write_text("\n".join(rows) + "\n")
    run = Run(read(tmp_path / "notes.jsonl"), tmp_path / "out", load_policy("tag-only"))
    release(run)
    return tmp_path


def outcome(made):
    [found] = Check(out=made / "out", sources=[made / "notes.jsonl"]).run().outcomes.values()
    return found


def test_the_languages_of_documents_that_were_left_out_are_stated(made):
    found = outcome(made)
    assert found.holds
    assert "languages of the documents that were left out" in found.stated


@pytest.mark.parametrize("change", [{"language": "en"}, {"other_languages": "en"}])
def test_nothing_may_be_left_out_if_the_policy_reads_all(change, made):
    path = made / "out" / "publish" / "certificate.json"
    content = json.loads(path.read_text("utf-8"))
    content["policy"] |= change
    path.write_text(json.dumps(content))
    differences = outcome(made).differences
    assert "skipped: documents were left out that the policy does not leave out" in differences
