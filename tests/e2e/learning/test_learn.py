"""`textveil learn`, as a user meets it."""

import json
import re

import pytest
from tests.e2e.textveil_cli import textveil
from tests.unit.learn.small_corpus import notes

from textveil.formats.span_codec import span_to_json

PLAIN, NAMED = {"O": 0.99, "NAME": 0.01}, {"O": 0.4, "NAME": 0.6}
CANARY = "zanzibarquartz"


@pytest.fixture
def table_12(tmp_path):
    rows = {"d1": [PLAIN] * 1000 + [NAMED] * 5, "d2": [PLAIN] * 100 + [NAMED] * 10}
    path = tmp_path / "chances.jsonl"
    path.write_text("".join(json.dumps({"id": i, "words": w}) + "\n" for i, w in rows.items()))
    return path


def scores(done):
    assert done.returncode == 0, done.stderr
    return {row["id"]: row["score"] for row in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize(
    ("strategy", "first", "second"),
    [("lc-sum", 12, 5), ("lcub:1", 12, 5), ("lcub:0.9", 2, 4), ("diverse:LCUB_9", 2, 4)],
)
def test_documents_are_scored(table_12, strategy, first, second):
    done = textveil("learn", "score", table_12, "--strategy", strategy)
    assert scores(done) == {"d1": first, "d2": second}


def test_scores_are_read_from_stdin_and_written_to_a_file(table_12, tmp_path):
    out = tmp_path / "scores.jsonl"
    given = table_12.read_text()
    done = textveil("learn", "score", "-", "--strategy", "entropy", "-o", out, stdin=given)
    assert (done.returncode, done.stdout) == (0, "")
    shown = textveil("learn", "score", table_12, "--strategy", "elb:0")
    assert out.read_text() == shown.stdout


def test_true_probabilities_come_from_the_calibration_of_a_model(table_12):
    asked = ("learn", "score", table_12, "--strategy", "roi-general:1,0,0,0,0")
    own = scores(textveil(*asked))
    assert own["d2"] == pytest.approx(100 * 0.99 * 0.01 + 10 * 0.24)
    assert scores(textveil(*asked, "--calibration", "fast-en"))["d2"] != own["d2"]


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        ("lcub:1.5", "theta lies above 0 and is at most 1"),
        ("elb:-1", "rho is a number from 0 on"),
        ("lcab", "did you mean lcub?"),
    ],
)
def test_a_wrong_strategy_is_refused(table_12, strategy, said):
    done = textveil("learn", "score", table_12, "--strategy", strategy)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"id": "a", "words": [{"O": 0.5}]}, "do not add up to 1"),
        ({"id": "a", "words": [{"O": 2.0, CANARY: -1.0}]}, "no number from 0 to 1"),
        ({"id": "a", "words": [{"O": CANARY}]}, "no number from 0 to 1"),
        ({"id": "a", "words": [CANARY]}, "not a JSON object"),
        ({"id": "a", "words": CANARY}, "not a list"),
        ({"id": "a"}, "has no 'words'"),
        ({"words": []}, "has no 'id'"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_printed(tmp_path, line, said):
    path = tmp_path / "chances.jsonl"
    path.write_text(json.dumps({"id": "good", "words": [PLAIN]}) + "\n" + json.dumps(line))
    done = textveil("learn", "score", path, "--strategy", "lc-sum")
    assert (done.returncode, done.stdout) == (4, "")
    assert said in done.stderr
    assert "line 2" in done.stderr
    assert CANARY not in done.stderr


def test_strategies_are_compared_round_by_round(tmp_path):
    rows = [
        {
            "id": n.id,
            "text": n.text,
            "subject": n.subject,
            "spans": [span_to_json(s) for s in n.spans],
        }
        for n in notes(12)
    ]
    corpus, out = tmp_path / "notes.jsonl", tmp_path / "out"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = ("learn", "simulate", corpus, "--strategies", "random,roi:0.1,0.01", "--start", 2)
    asked = (*asked, "--batch", "1,2", "--rounds", 2, "--runs", 1, "--iterations", 5)
    done = textveil(*asked, "-o", out)
    assert done.returncode == 0, done.stderr
    # A row for each strategy, batch and unit; after a blank line one for each strategy and batch.
    assert len(done.stdout.splitlines()) == (1 + 2 * 2 * 2) + 1 + (1 + 2 * 2)
    # One run has no interval, and says why.
    assert "12 documents · 1 run, so no intervals: one does not show how others" in done.stderr
    assert re.search(r"passages +\d+ +\d\.\d+ +\d\.\d+ +\d\.\d+ *\n", done.stdout)
    assert {path.name for path in out.iterdir()} == {
        *("plan.json", "parts", "simulation.json", "curves.csv", "times.csv")
    }
    again = textveil(*asked, "-o", out, "--json")
    told = json.loads(again.stdout)
    assert told == json.loads((out / "simulation.json").read_text())
    assert told["curves"][0]["points"][0]["f"][1:] == [None, None]
    other = textveil(*asked, "--seed", 1, "-o", out)
    assert (other.returncode, other.stdout) == (5, "")
    few = textveil(*asked, "--start", 20, "-o", tmp_path / "few")
    assert (few.returncode, few.stdout) == (4, "")
    assert "the last round needs 22" in few.stderr
    wrong = textveil(*asked, "--cost", "1", "-o", tmp_path / "wrong")
    assert (wrong.returncode, wrong.stdout) == (2, "")
