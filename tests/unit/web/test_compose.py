"""The page Compose below the browser: it shows what the command prints."""

import json

import pytest
from tests.unit.web.trial import CANARY, leaves_nothing, marks, tried
from tests.unit.web.workbench import post, started
from typer.testing import CliRunner

from textveil.cli.app import app

MESSAGE = "I live in Seattle, do you knoww what station it is?"
AT = "2014-04-04T09:30"
FRIENDS = "family: [Ana]\npublic: []\n"


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("compose")) as made:
        made.ana = made.user("ana")
        yield made


def printed(tmp_path, *options):
    path = tmp_path / "message.txt"
    path.write_text(MESSAGE, "utf-8")
    done = CliRunner().invoke(app, ["compose", *options[:1], str(path), *options[1:], "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout.splitlines()[0])


def test_check_shows_what_the_command_prints(bench, tmp_path):
    found = tried(bench.ana, "/compose", do="check", message=MESSAGE, at=AT)
    assert found["result"] == printed(tmp_path, "check", "--at", AT)
    assert found["command"] == f"textveil compose check message.txt --at {AT}"
    shown = post(bench.ana, "/compose", do="check", message=MESSAGE, at=AT).text
    assert marks(shown) == ["Seattle"]


def test_versions_say_to_each_friend_what_the_command_lets_her_know(bench, tmp_path):
    (tmp_path / "friends.yaml").write_text(FRIENDS, "utf-8")
    asked = {"message": MESSAGE, "at": AT, "friends": FRIENDS, "order": "nested"}
    found = tried(bench.ana, "/compose", do="run", **asked)["result"]
    told = printed(tmp_path, "run", "--friends", str(tmp_path / "friends.yaml"), "--at", AT)
    # Which wording somebody gets is drawn; what may be said is not.
    same = ("private", "possible")
    assert {name: found[name] for name in same} == {name: told[name] for name in same}
    assert [(one["friend"], one["group"]) for one in found["versions"]] == [
        (one["friend"], one["group"]) for one in told["versions"]
    ]
    assert "Seattle" in found["versions"][0]["text"]
    assert "Seattle" not in found["versions"][-1]["text"]


def test_the_example_is_one_click_away(bench):
    shown = post(bench.ana, "/compose", do="example").text
    assert "Bea" in shown
    assert "Seattle" in marks(shown)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("message", "", "Nothing stands here"),
        ("message", "x" * 5001, "5,000 characters"),
        ("friends", "", "there are none"),
        ("friends", "family: [Ana", "cannot be read"),
        ("friends", "family: [Ana]\nwork: [Ana]", "stands twice"),
        ("profile", "shoe: 42", "profile.yaml"),
        ("at", "yesterday", ""),
        ("people", "many", "whole number"),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(bench, field, value, told):
    asked = {"message": f"I live in Rome. {CANARY}", "friends": FRIENDS, "order": "nested"}
    done = post(bench.ana, "/compose", do="run", **{**asked, field: value})
    assert done.status_code == 400
    assert f'id="problem-{field}"' in done.text
    assert told in done.text
    assert field == "message" or CANARY in done.text


def test_nothing_that_was_typed_stands_in_a_log_or_file(bench):
    post(bench.ana, "/compose", do="check", message=f"I live in {CANARY}.", profile=f"x: {CANARY}")
    post(bench.ana, "/compose", do="check", message=f"I live in {CANARY}.")
    leaves_nothing(bench, "checked a message")
