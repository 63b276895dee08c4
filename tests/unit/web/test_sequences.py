"""The page Sequences below the browser: it shows what the command writes."""

import json

import pytest
from tests.unit.web.trial import CANARY, leaves_nothing, tried
from tests.unit.web.workbench import post, started
from typer.testing import CliRunner

from textveil.cli.app import app

# Example 1 of paper 3.
TEXT = "aabaaaacbcbbbaabbacaab"
PATTERNS = "baaa\nbbaa\n"
ASKED = {"texts": TEXT, "patterns": PATTERNS, "format": "text", "k": "4", "tau": "1",
         "strands": "one"}  # fmt: skip


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("sequences")) as made:
        made.ana = made.user("ana")
        yield made


@pytest.mark.parametrize("method", ["", "tfs", "pfs", "tpm"])
def test_the_page_shows_what_the_command_writes(bench, tmp_path, method):
    (tmp_path / "in.txt").write_text(TEXT, "utf-8")
    (tmp_path / "private.txt").write_text(PATTERNS, "utf-8")
    out, more = tmp_path / "shared.txt", ["-m", method] if method else []
    files = [str(tmp_path / "in.txt"), "-s", str(tmp_path / "private.txt"), "-o", str(out)]
    done = CliRunner().invoke(app, ["sanitize", *files, "-k", "4", *more, "--json"])
    assert done.exit_code == 0, done.output
    found = tried(bench.ana, "/sequences", **ASKED, method=method)["result"]
    assert found.pop("text") == out.read_text("utf-8")
    told = json.loads(done.stdout)
    measured = {name for name in found if name in ("seconds", "peak_memory_bytes", "peak_bytes")}
    assert found.keys() == told.keys()
    assert all(found[name] == told[name] for name in found.keys() - measured)
    assert not any(one in out.read_text("utf-8") for one in PATTERNS.split())


def test_the_example_is_one_click_away(bench):
    done = post(bench.ana, "/sequences", do="example")
    assert done.status_code == 200
    assert "textveil sanitize in.txt -s private.txt -k 4" in done.text


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("texts", "", "Nothing stands here"),
        ("patterns", "", "Nothing stands here"),
        ("format", "x", "Choose one"),
        ("strands", "x", "Choose one"),
        ("k", "x", "whole number"),
        ("method", "x", ""),
        ("decoys", "0", "at least 1"),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(bench, field, value, told):
    asked = {**ASKED, "texts": CANARY, "patterns": CANARY}
    done = post(bench.ana, "/sequences", **{**asked, field: value})
    assert done.status_code == 400
    assert f'id="problem-{field}"' in done.text
    assert told in done.text
    assert CANARY in done.text


def test_nothing_that_was_typed_stands_in_a_log_or_file(bench):
    post(bench.ana, "/sequences", **{**ASKED, "texts": CANARY * 3, "patterns": "bara\n"})
    leaves_nothing(bench, "sanitized a sequence")
