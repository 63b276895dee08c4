"""The page Sequences below the browser: it shows what the command writes."""

import json
import re

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


def test_methods_stand_side_by_side_with_what_the_attack_recovers(bench, tmp_path):
    (tmp_path / "in.txt").write_text(TEXT, "utf-8")
    (tmp_path / "private.txt").write_text(PATTERNS, "utf-8")
    line = ["sanitize", "compare", str(tmp_path / "in.txt"), "-s", str(tmp_path / "private.txt")]
    done = CliRunner().invoke(app, [*line, "--patterns", "2", "-k", "4", "--tau", "1", "--json"])
    assert done.exit_code == 0, done.output

    def timeless(told):
        if isinstance(told, dict):
            return {name: timeless(one) for name, one in told.items() if "seconds" not in name}
        return [timeless(one) for one in told] if isinstance(told, list) else told

    found = tried(bench.ana, "/sequences", do="compare", **ASKED)["result"]
    rows = [{k: v for k, v in row.items() if k != "scores"} for row in found["points"]]
    told = json.loads(done.stdout)
    assert [row["method"] for row in rows] == [row["method"] for row in told["points"]]
    scores = [timeless(row)["scores"] for row in found["points"]]
    same = [timeless(row)["scores"] for row in told["points"]]
    # What `substitute` writes is drawn anew each time.
    drawn = [row["method"] == "substitute" for row in rows]
    for free, one, other in zip(drawn, scores, same, strict=True):
        assert free or one == other
    assert "recovered" in post(bench.ana, "/sequences", do="compare", **ASKED).text


def test_patterns_are_picked_by_their_support(bench):
    found = tried(bench.ana, "/sequences", do="frequent", **{**ASKED, "k": "2"})["result"]
    counts = {one["pattern"]: one["support"] for one in found}
    assert counts["aa"] == sum(TEXT.startswith("aa", at) for at in range(len(TEXT)))
    shown = post(bench.ana, "/sequences", do="pick", pick=["aa", "cb"], **{**ASKED, "k": "2"}).text
    field = re.search(r'<textarea id="patterns"[^>]*>([^<]*)<', shown)[1]
    assert field.split() == [*PATTERNS.split(), "aa", "cb"]


def test_what_moved_says_whereto_and_the_rest_is_marked(bench):
    found = tried(bench.ana, "/sequences", **ASKED, map="yes")["result"]
    shown = post(bench.ana, "/sequences", **ASKED, map="yes").text
    assert "--map map.tsv" in shown
    before, after = re.findall(r'<div class="prose">(.*?)</div>', shown)
    for text, pieces in ((TEXT, before), (found["text"].rstrip("\n"), after)):
        assert re.sub(r"<[^>]+>", "", pieces).rstrip() == text
    moved = re.findall(r'<span title="([0-9]+) ↔ ([0-9]+)">([^<]*)</span>', before)
    assert moved
    for start, to, text in moved:
        assert TEXT[int(start) :].startswith(text.rstrip())
        assert found["text"][int(to) :].startswith(text)


def test_separators_are_warned_about(bench):
    shown = post(bench.ana, "/sequences", **ASKED, method="tfs").text
    assert "shows a reader where something was hidden" in shown


def test_an_event_table_is_sanitized_as_the_command_does(bench, tmp_path):
    rows = [("p1", day, code) for day, code in enumerate("abcabcab", 1)]
    rows += [("p2", day, code) for day, code in enumerate("bcabca", 1)]
    table = "who,day,code\n" + "".join(f"{w},2020-01-{d:02d},{c}\n" for w, d, c in rows)
    asked = {**ASKED, "texts": table, "patterns": "a b c\n", "k": "3", "format": "events",
             "who": "who", "when": "day", "what": "code"}  # fmt: skip
    (tmp_path / "in.csv").write_text(table, "utf-8")
    (tmp_path / "private.txt").write_text("a b c\n", "utf-8")
    out = tmp_path / "shared.csv"
    line = [tmp_path / "in.csv", "--who", "who", "--when", "day", "--what", "code", "-k", "3",
            "-s", tmp_path / "private.txt", "-o", out, "--json"]  # fmt: skip
    done = CliRunner().invoke(app, ["sanitize", *map(str, line)])
    assert done.exit_code == 0, done.output
    found = tried(bench.ana, "/sequences", **asked)
    assert found["result"]["text"] == out.read_text("utf-8")
    assert "--who who --when day --what code" in found["command"]
    refused = post(bench.ana, "/sequences", **{**asked, "when": ""})
    assert 'id="problem-when"' in refused.text


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
