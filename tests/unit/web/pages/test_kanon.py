"""The page k-anonymize below the browser: it shows what the command writes."""

import html
import json
import re

import pytest
from tests.unit.web.trial import CANARY, leaves_nothing, marks, tried
from tests.unit.web.workbench import post, started
from typer.testing import CliRunner

from textveil.cli.app import app

TEXTS = "the patient had a fever\nthe patient had a rash\nthe mayor had a fever\n"
ASKED = {"texts": TEXTS, "k": "2", "guarantee": "subjects", "unit": "token"}


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("kanon")) as made:
        made.ana = made.user("ana")
        yield made


@pytest.mark.parametrize(
    "more", [{}, {"guarantee": "output"}, {"unit": "char", "method": "paper"}, {"k": "3"}]
)
def test_the_page_shows_what_the_command_writes(bench, tmp_path, more):
    asked = {**ASKED, **more}
    (tmp_path / "texts.txt").write_text(TEXTS, "utf-8")
    options = [f"--{name}={value}" for name, value in asked.items() if name != "texts"]
    report, out = tmp_path / "report.json", tmp_path / "shared.txt"
    line = [str(tmp_path / "texts.txt"), "--lines", "-o", str(out), "--report", str(report)]
    done = CliRunner().invoke(app, ["kanon", *line, *options])
    assert done.exit_code == 0, done.output
    found = tried(bench.ana, "/kanon", **asked)["result"]
    assert found.pop("texts") == out.read_text("utf-8").splitlines()
    told = json.loads(report.read_text("utf-8"))
    timed = {"seconds", "peak_memory_bytes"}
    assert {name: found[name] for name in found.keys() - timed} == {
        name: told[name] for name in told.keys() - timed
    }


def test_what_is_suppressed_is_marked_and_the_rest_is_not(bench):
    shown = post(bench.ana, "/kanon", **ASKED).text
    assert marks(shown) == ["*****", "****", "*****"]
    assert "textveil kanon texts.txt --lines -k 2 -o shared.txt" in shown


def printed(*line):
    done = CliRunner().invoke(app, ["kanon", *map(str, line), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def timeless(told):
    """Return what was measured without what a clock says."""
    if isinstance(told, dict):
        return {name: timeless(one) for name, one in told.items() if name != "seconds"}
    return [timeless(one) for one in told] if isinstance(told, list) else told


def test_the_curve_is_that_of_the_command_and_suggests_a_k(bench, tmp_path):
    (tmp_path / "texts.txt").write_text(TEXTS * 3, "utf-8")
    found = tried(bench.ana, "/kanon", do="curve", **{**ASKED, "texts": TEXTS * 3})
    told = printed("curve", tmp_path / "texts.txt", "--lines", "--unit", "token")
    assert timeless(found["result"]) == timeless(told)
    shown = post(bench.ana, "/kanon", do="curve", **{**ASKED, "texts": TEXTS * 3}).text
    assert "<svg" in shown
    assert 'class="stop"' in shown


def test_annotations_tune_k_as_the_command_does(bench, tmp_path):
    rows = [
        {"id": f"n{n}", "subject": f"s{n}", "text": line, "spans": [
            {"start": 4, "end": 11 if "patient" in line else 9, "label": "PROFESSION"}
        ]}
        for n, line in enumerate((TEXTS * 2).splitlines())
    ]  # fmt: skip
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "texts.jsonl").write_text(text, "utf-8")
    asked = {**ASKED, "texts": text, "format": "jsonl"}
    found = tried(bench.ana, "/kanon", do="tune", **asked)["result"]
    told = printed("tune", tmp_path / "texts.jsonl", "--unit", "token")
    assert timeless(found) == timeless(told)
    assert "Tune by annotations" in post(bench.ana, "/kanon", do="tune", **asked).text


def test_while_a_slider_moves_the_texts_are_those_of_the_command(bench):
    for k in ("2", "3", "2"):
        asked = {**ASKED, "k": k}
        looked = tried(bench.ana, "/kanon", do="look", **asked)["result"]
        made = tried(bench.ana, "/kanon", do="run", **asked)["result"]
        assert looked["texts"] == made["texts"]
        assert looked["kept_ratio"] == pytest.approx(made["kept_ratio"], abs=1e-6)
    shown = post(bench.ana, "/kanon", do="look", **ASKED).text
    assert "checked on the result when you press" in shown
    assert 'data-slides="k"' in shown


def test_guarantees_and_methods_stand_side_by_side(bench):
    told = tried(bench.ana, "/kanon", do="methods", **ASKED)["result"]
    assert {one["guarantee"] for one in told} == {"subjects", "occurrences", "output"}
    for one in told:
        more = {"guarantee": one["guarantee"], "method": one["method"]}
        made = tried(bench.ana, "/kanon", do="look", **{**ASKED, **more})["result"]
        assert made["kept_ratio"] == one["kept_ratio"]


def test_report_and_certificate_are_as_the_command_writes_them(bench):
    shown = post(bench.ana, "/kanon", do="certificate", **ASKED).text
    texts = re.findall(r"<textarea[^>]*readonly[^>]*>([^<]*)</textarea>", shown)
    report, certificate = (json.loads(html.unescape(one)) for one in texts[:2])
    assert report["k"] == 2
    assert certificate["schema"] == "textveil.certificate.v1"
    assert "textveil kanon texts.txt out --lines -k 2" in shown


def test_the_example_is_one_click_away(bench):
    assert "******" in "".join(marks(post(bench.ana, "/kanon", do="example").text))


def test_more_people_wanted_than_there_are_is_said(bench):
    done = post(bench.ana, "/kanon", **{**ASKED, "k": "4"})
    assert done.status_code == 400
    assert 'id="problem-texts"' in done.text


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("texts", " ", "Nothing stands here"),
        ("texts", "x" * 200_001, "200,000 characters"),
        ("k", "1", "at least 2"),
        ("k", "many", "whole number"),
        ("method", "groups", "subjects"),
        ("mark", "ab", "one visible character"),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(bench, field, value, told):
    done = post(bench.ana, "/kanon", **{**ASKED, "list": CANARY, field: value})
    assert done.status_code == 400
    assert f'id="problem-{field}"' in done.text
    assert told in done.text
    assert CANARY in done.text


def test_nothing_that_was_typed_stands_in_a_log_or_file(bench):
    post(bench.ana, "/kanon", **{**ASKED, "texts": f"{CANARY} was here\n" * 3})
    leaves_nothing(bench, "suppressed a text")
