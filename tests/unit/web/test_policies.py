"""The page Policies below the browser: it shows what the commands print, and reads no file."""

import html
import json
import re

import pytest
from tests.unit.web.trial import CANARY, leaves_nothing, marks, tried
from tests.unit.web.workbench import post, started
from typer.testing import CliRunner

from textveil import deidentify
from textveil.cli.app import app
from textveil.policy.policy import policy_text

YAML = policy_text("patterns-only")[0]
TEXT = "Write to ana@example.org."


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("policies")) as made:
        made.ana = made.user("ana")
        yield made


def run(*options):
    done = CliRunner().invoke(app, ["policy", *options])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_answers_give_the_policy_that_the_command_writes(bench):
    asked = {"data": "logs", "hide": "tags", "dates": "keep", "name": "mine"}
    told = run("new", "--data", "logs", "--hide", "tags", "--dates", "keep", "--name", "mine")
    assert tried(bench.ana, "/policies", do="draft", **asked)["result"] == told
    shown = post(bench.ana, "/policies", do="draft", **asked).text
    [field] = re.findall(r'<textarea id="yaml".*?>(.*?)</textarea>', shown, re.DOTALL)
    assert html.unescape(field).strip() == told.strip()


def test_check_says_what_the_command_says(bench, tmp_path):
    (tmp_path / "mine.yaml").write_text(YAML, "utf-8")
    told = json.loads(run("check", str(tmp_path / "mine.yaml"), "--json"))
    assert tried(bench.ana, "/policies", do="check", yaml=YAML)["result"] == told


def test_a_text_before_and_after_is_that_of_the_library(bench):
    asked = {"do": "run", "yaml": YAML, "text": TEXT}
    after = deidentify(TEXT, "patterns-only").text
    assert tried(bench.ana, "/policies", **asked)["result"] == {"text": after}
    assert marks(post(bench.ana, "/policies", **asked).text) == ["ana@example.org", "[EMAIL]"]


def test_the_example_is_one_click_away(bench):
    assert "ana@example.org" in marks(post(bench.ana, "/policies", do="example").text)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("yaml", "", "Nothing stands here"),
        ("yaml", "name: x\nnonsense: 1\n", "line 2"),
        ("text", "", "Nothing stands here"),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(bench, field, value, told):
    asked = {"do": "run", "yaml": YAML, "text": TEXT, "name": CANARY}
    done = post(bench.ana, "/policies", **{**asked, field: value})
    assert done.status_code == 400
    assert f'id="problem-{field}"' in done.text
    assert told in done.text
    assert CANARY in done.text


@pytest.mark.parametrize(("field", "value"), [("hide", "x"), ("rare", "1"), ("rare", "few")])
def test_a_wrong_answer_stands_beside_its_question(bench, field, value):
    done = post(bench.ana, "/policies", do="draft", **{field: value})
    assert done.status_code == 400
    assert f'id="problem-{field}"' in done.text


@pytest.mark.parametrize("path", ["/etc/passwd", "~/x", "../x", "{here}"])
def test_no_policy_makes_the_server_read_a_file_of_its_own(bench, tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").write_text("ana\n", "utf-8")
    named = path.format(here="here")
    detect = f"detect: [{{use: textveil.dictionary.v1, path: {json.dumps(named)}}}]"
    yaml = re.sub(r"^detect:.*?(?=^\S)", f"{detect}\n", YAML, flags=re.M | re.S)
    assert named in yaml
    for do in ("check", "run"):
        done = post(bench.ana, "/policies", do=do, yaml=yaml, text=TEXT)
        assert done.status_code == 400
        assert "names a file" in done.text


def test_nothing_that_was_typed_stands_in_a_log_or_file(bench):
    post(bench.ana, "/policies", do="run", yaml=YAML, text=f"{CANARY}@example.org", name=CANARY)
    post(bench.ana, "/policies", do="run", yaml=f"{CANARY}: 1", text=TEXT)
    leaves_nothing(bench, "tried a policy")
