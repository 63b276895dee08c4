"""Certificates: of every schema that was ever written, and of none that is not known."""

import json
import re
import shutil
from pathlib import Path

import pytest

from textveil.errors import FormatError, InputError, UsageError
from textveil.pipeline.policy import load_policy
from textveil.pipeline.release.certificate import file_hash, id_of, read_certificate, seal_of
from textveil.pipeline.release.certificate_shape import SCHEMAS
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.release.start import started_at
from textveil.pipeline.release.verification import verify_release
from textveil.pipeline.sources import Source
from textveil.values.secret import Secret
from textveil.values.verdict import Status

FIRST = Path(__file__).parent / "certificate_v1"
"""Releases that a version before `textveil.certificate.v2` made."""
THIRD = Path(__file__).parent / "certificate_v3"
"""Releases before `textveil.certificate.v4`, which have all their files in one folder."""
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


@pytest.fixture
def third(tmp_path):
    return Path(shutil.copytree(THIRD, tmp_path / "third"))


@pytest.mark.parametrize("name", ["sealed", "open", "shown"])
def test_a_release_of_the_third_schema_still_verifies(name, third):
    source = Source.open(third / "notes.jsonl")
    outcome = verify_release(third / name, source, KEY if name == "sealed" else None)
    shown = {verdict.claim: verdict.status for verdict in outcome.verdicts}
    assert outcome.differences == ()
    assert shown.pop("seal") is (Status.HOLDS if name == "sealed" else Status.NOT_CHECKABLE)
    assert set(shown.values()) == {Status.HOLDS}
    assert "kept" not in shown


def test_a_missing_record_refutes_a_release_of_the_third_schema(third):
    (third / "open" / "edits.jsonl").unlink()
    outcome = verify_release(third / "open")
    refuted = {v.claim for v in outcome.verdicts if v.status is Status.REFUTED}
    assert refuted == {"integrity", "record"}


def test_a_release_of_the_second_schema_still_verifies_and_has_an_id(third):
    out, source = third / "sealed", Source.open(third / "notes.jsonl")
    content = read_certificate(out) | {"schema": "textveil.certificate.v2"}
    for since in ("id", "meaning", "attacks", "dropped"):
        del content[since]
    del content["counts"]["languages"]
    content["output"]["report.html"] = file_hash(out / "report.html")
    content["seal"] = seal_of(content, KEY)
    (out / "certificate.json").write_text(json.dumps(content), "utf-8")
    assert verify_release(out, source, KEY).holds
    assert verify_release(out, source, KEY, release_id=id_of(content)).holds
    assert not verify_release(out, source, KEY, release_id="0" * 64).holds


def test_a_release_of_the_old_layout_is_replaced_as_a_whole(third):
    source = Source.open(third / "notes.jsonl")
    for _ in ("the old layout", "the new one"):
        release(Run(source, third / "open", load_policy("patterns-only"), force=True))
        assert {path.name for path in (third / "open").iterdir()} == {"publish", "keep"}
        assert verify_release(third / "open", source).holds


@pytest.mark.parametrize(
    ("schema", "said"),
    [("textveil.certificate.v9", "does not know"), (None, "not a certificate"), (2, "not a cert")],
)
def test_an_unknown_schema_is_refused(schema, said, earlier):
    path = earlier / "tag-only" / "certificate.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "schema": schema}), "utf-8")
    with pytest.raises(FormatError, match=said):
        read_certificate(earlier / "tag-only")


def test_the_fields_of_the_frozen_schema_are_those_of_the_page():
    page = Path(__file__).parents[4] / "docs" / "methods" / "certificate.md"
    listed = re.findall(r"^\| `(\w+)`( \(optional\))? \|", page.read_text("utf-8"), re.MULTILINE)
    fields = [name + ("?" if optional else "") for name, optional in listed]
    assert sorted(fields) == sorted(SCHEMAS["textveil.certificate.v4"])
    assert tuple(SCHEMAS)[-1] == "textveil.certificate.v4"


def test_the_start_of_a_run_can_be_set(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert started_at() == "1970-01-01T00:00:00Z"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(UsageError, match="SOURCE_DATE_EPOCH"):
        started_at()


def test_a_place_with_nothing_and_one_without_a_certificate_are_told_apart(tmp_path):
    with pytest.raises(InputError, match="no such file or folder"):
        read_certificate(tmp_path / "nothing")
    with pytest.raises(InputError, match=r"there is no certificate\.json here"):
        read_certificate(tmp_path)
