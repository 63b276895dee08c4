"""The page Dictionary below the browser: it shows what the commands print."""

import json

import pytest
from tests.unit.web.trial import CANARY, leaves_nothing, tried
from tests.unit.web.workbench import post, started
from typer.testing import CliRunner

from textveil.cli.app import app

TERMS = "JAPAN\nJORDAN\nCANADA\nPANAMA\nSUDAN\nSPAIN\n"
TEXT = "From JAPAN to CANADA with Ana Roe."
ASKED = {"terms": TERMS, "k": "2", "guarantee": "mutual", "text": TEXT, "term": "JAPAN"}


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("dictionary")) as made:
        made.ana = made.user("ana")
        yield made


@pytest.fixture
def built(tmp_path):
    for name, text in (("terms.txt", TERMS), ("text.txt", TEXT), ("ids.txt", "Ana Roe\n")):
        (tmp_path / name).write_text(text, "utf-8")
    made = tmp_path / "terms.dict"
    run("build", str(tmp_path / "terms.txt"), "-o", str(made))
    return made


def run(*options):
    done = CliRunner().invoke(app, ["dictionary", *options])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_lookup_shows_what_the_command_prints(bench, built):
    found = tried(bench.ana, "/dictionary", do="lookup", **ASKED)
    told = run("lookup", str(built), "JAPAN", "-k", "2", "--frontier", "--json")
    assert found["result"] == json.loads(told)
    assert found["result"]
    assert "JAPAN" not in found["command"]


@pytest.mark.parametrize("guarantee", ["mutual", "count"])
def test_apply_shows_what_the_command_writes(bench, built, guarantee):
    asked = {**ASKED, "guarantee": guarantee, "identifiers": "Ana Roe"}
    found = tried(bench.ana, "/dictionary", do="run", **asked)["result"]
    folder = built.parent
    out, report = folder / "shared.txt", folder / "report.json"
    files = ["-o", str(out), "--report", str(report), "--identifiers", str(folder / "ids.txt")]
    run("apply", str(built), str(folder / "text.txt"), "-k2", "--guarantee", guarantee, *files)
    told = json.loads(report.read_text("utf-8"))
    assert found.pop("text") == out.read_text("utf-8")
    assert {**found, "seconds": 0} == {**told, "seconds": 0}
    assert "Ana Roe" not in out.read_text("utf-8")


def test_both_guarantees_stand_side_by_side(bench):
    shown = post(bench.ana, "/dictionary", do="run", **ASKED).text
    assert 'data-guarantee="mutual"' in shown
    assert 'data-guarantee="count"' in shown


def test_the_example_is_one_click_away(bench):
    assert "SPAIN" in post(bench.ana, "/dictionary", do="example").text


@pytest.mark.parametrize(
    ("do", "field", "value", "told"),
    [
        ("run", "terms", "", "Nothing stands here"),
        ("run", "k", "1", "at least 2"),
        ("run", "guarantee", "x", "Choose one"),
        ("run", "text", "", "Nothing stands here"),
        ("lookup", "term", "", "Nothing stands here"),
        ("lookup", "term", "ATLANTIS", ""),
    ],
)
def test_what_is_wrong_stands_beside_the_field(bench, do, field, value, told):
    done = post(bench.ana, "/dictionary", do=do, **{**ASKED, "identifiers": CANARY, field: value})
    assert done.status_code == 400
    assert f'id="problem-{field}"' in done.text
    assert told in done.text
    assert CANARY in done.text


def test_nothing_that_was_typed_stands_in_a_log_or_file(bench):
    for do in ("run", "lookup"):
        asked = {**ASKED, "terms": f"{TERMS}{CANARY}", "term": CANARY, "text": f"{CANARY}."}
        post(bench.ana, "/dictionary", do=do, **asked)
    leaves_nothing(bench, "tried a dictionary")
