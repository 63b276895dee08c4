"""Certificates: of every schema that was ever written, and of none that is not known."""

import json
import shutil
from pathlib import Path

import pytest

from textveil.errors import FormatError, UsageError
from textveil.pipeline.release.certificate import read_certificate
from textveil.pipeline.release.start import started_at
from textveil.pipeline.release.verification import verify_release
from textveil.pipeline.sources import Source
from textveil.values.secret import Secret
from textveil.values.verdict import Status

FIRST = Path(__file__).parent / "certificate_v1"
"""Releases that a version before `textveil.certificate.v2` made."""
KEY = Secret((FIRST / "key.txt").read_bytes().strip())


@pytest.fixture
def earlier(tmp_path):
    return Path(shutil.copytree(FIRST, tmp_path / "earlier"))


@pytest.mark.parametrize("policy", ["tag-only", "hide-in-plain-sight"])
def test_a_release_of_the_first_schema_still_verifies(policy, earlier):
    source = Source.open(earlier / "notes.jsonl")
    outcome = verify_release(earlier / policy, source, KEY)
    assert [verdict.claim for verdict in outcome.verdicts if not verdict.holds] == []
    assert outcome.differences == ()


def test_a_changed_release_of_the_first_schema_is_refuted(earlier):
    texts = earlier / "tag-only" / "texts" / "notes.jsonl"
    texts.write_text(texts.read_text("utf-8").replace("came", "went"), "utf-8")
    outcome = verify_release(earlier / "tag-only", None, KEY)
    refuted = [v.claim for v in outcome.verdicts if v.status is Status.REFUTED]
    assert refuted == ["integrity"]


def test_counts_of_the_first_schema_are_compared(earlier):
    path = earlier / "tag-only" / "certificate.json"
    content = json.loads(path.read_text("utf-8"))
    content["counts"]["labels"]["AGE"] += 1
    path.write_text(json.dumps(content), "utf-8")
    outcome = verify_release(earlier / "tag-only")
    assert "counts: labels differs from the record" in outcome.differences


@pytest.mark.parametrize(
    ("schema", "said"),
    [("textveil.certificate.v9", "does not know"), (None, "not a certificate"), (2, "not a cert")],
)
def test_an_unknown_schema_is_refused(schema, said, earlier):
    path = earlier / "tag-only" / "certificate.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "schema": schema}), "utf-8")
    with pytest.raises(FormatError, match=said):
        read_certificate(earlier / "tag-only")


def test_the_start_of_a_run_can_be_set(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert started_at() == "1970-01-01T00:00:00Z"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(UsageError, match="SOURCE_DATE_EPOCH"):
        started_at()
