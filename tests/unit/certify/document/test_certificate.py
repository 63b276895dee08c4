"""Certificates: of the one schema that is known, and of no other."""

import json
import re
from pathlib import Path

import pytest

from textveil.certify.document.certificate import read_certificate
from textveil.certify.document.certificate_shape import METHODS, SCHEMA, certified_shape
from textveil.errors import FormatError, InputError, UsageError
from textveil.formats.sources import Source
from textveil.pipeline.release.folder.start import started_at
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy


@pytest.fixture
def released(tmp_path):
    (tmp_path / "note.txt").write_text("Write to ana@example.org.")
    source = Source.open(tmp_path / "note.txt")
    release(Run(source, tmp_path / "out", load_policy("patterns-only")))
    return tmp_path / "out"


@pytest.mark.parametrize(
    ("schema", "said"),
    [("textveil.certificate.v3", "does not know"), (None, "not a certificate"), (2, "not a cert")],
)
def test_an_unknown_schema_is_refused(schema, said, released):
    path = released / "publish" / "certificate.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), "schema": schema}), "utf-8")
    with pytest.raises(FormatError, match=said):
        read_certificate(released)


OF_METHODS = {"text": "Of texts", "rare": "Of rare text", "sequences": "Of sequences"}


@pytest.mark.parametrize("method", METHODS)
def test_the_fields_of_the_schema_are_those_of_the_page(method):
    page = Path(__file__).parents[4] / "docs" / "methods" / "certificate.md"
    parts = re.split(r"^### ", page.read_text("utf-8"), flags=re.MULTILINE)
    titled = {part.partition("\n")[0]: part.partition("\n## ")[0] for part in parts}
    tables = titled["Of every release"] + titled[OF_METHODS[method]]
    listed = re.findall(r"^\| `(\w+)`( \(optional\))? \|", tables, re.MULTILINE)
    fields = [name + ("?" if optional else "") for name, optional in listed]
    assert sorted(fields) == sorted(certified_shape(method))
    assert f"`{SCHEMA}`" in page.read_text("utf-8")


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
