"""The page Compose below the browser: it shows what the command prints."""

import html
import json
import re

import pytest
import yaml
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


def fields(shown):
    """Return what a page would send along of its versions: fields and what stands in them."""
    told = dict(re.findall(r'name="(shown|v[0-9]+base)"[^>]*value="([^"]*)"', shown))
    told |= dict(re.findall(r'name="(v[0-9]+text)"[^>]*>([^<]*)</textarea>', shown))
    for name, options in re.findall(r'<select[^>]*name="(v[^"]+)">(.*?)</select>', shown, re.S):
        told[name] = re.search(r'value="([^"]*)" selected', options)[1]
    return {name: html.unescape(text) for name, text in told.items()}


def row(result, number):
    return result["versions"][number]


def test_a_cover_a_wording_and_a_free_edit_change_one_version_and_its_verdict(bench):
    asked = {"message": MESSAGE, "at": AT, "friends": FRIENDS, "order": "nested"}
    shown = post(bench.ana, "/compose", do="run", **asked).text
    sent = fields(shown)
    before = tried(bench.ana, "/compose", do="run", **asked)["result"]
    same = tried(bench.ana, "/compose", do="run", **asked, **sent)["result"]
    assert same["versions"] == before["versions"]
    told = tried(bench.ana, "/compose", do="run", **asked, **{**sent, "v1p0": "0.0"})["result"]
    assert "Seattle" in row(told, 1)["text"]
    assert row(told, 1)["loss"] < row(before, 1)["loss"]
    assert row(told, 0) == row(before, 0)
    page = post(bench.ana, "/compose", do="run", **asked, **{**sent, "v1p0": "0.0"}).text
    assert 'class="status refuted"' in page
    assert 'class="status holds"' in shown
    edited = sent["v0text"].replace("it is", "this can be")
    told = tried(bench.ana, "/compose", do="run", **asked, **{**sent, "v0text": edited})["result"]
    assert row(told, 0)["text"] == edited
    assert row(told, 1) == row(before, 1)


def test_choices_for_other_versions_count_for_nothing(bench):
    asked = {"message": MESSAGE, "at": AT, "friends": FRIENDS, "order": "nested"}
    before = tried(bench.ana, "/compose", do="run", **asked)["result"]
    stale = {"shown": "0123456789abcdef", "v1p0": "0.0", "v9s4": "7"}
    assert tried(bench.ana, "/compose", do="run", **asked, **stale)["result"] == before


def test_what_was_recorded_stays_warns_and_says_to_whom_it_was_sent(bench):
    dan = bench.user("dan")
    first = {"message": "I met Bo this week in Boise.", "at": AT, "friends": FRIENDS,
             "order": "nested"}  # fmt: skip
    made = tried(dan, "/compose", do="keep", **first)
    assert "--vault messages.vault --key key.txt" in made["command"]
    again = tried(dan, "/compose", do="run", **first)["result"]
    assert again["versions"] == made["result"]["versions"]
    shown = post(dan, "/compose", do="sent 0", **first).text
    assert "Recorded messages: 1" in shown
    assert "<td>Ana</td></tr>" in shown
    assert "Recorded messages" not in post(bench.user("eve"), "/compose", do="run", **first).text


def test_friends_are_proposed_as_the_command_proposes_them(bench, tmp_path):
    mail = "".join(
        f"From a@example.org Mon Jan 05 10:0{n}:00 2015\nFrom: Zoe <zoe@example.org>\n"
        f"To: {who} <{who.lower()}@example.org>\nDate: Mon, 05 Jan 2015 10:0{n}:00 +0000\n"
        f"Subject: hi\n\nHello number {n}.\n\n"
        for n, who in enumerate(("Mum", "Bea", "Bea"))
    )
    path = tmp_path / "mail.mbox"
    path.write_text(mail, "utf-8")
    out = tmp_path / "friends.yaml"
    done = CliRunner().invoke(app, ["compose", "friends", str(path), "-o", str(out)])
    assert done.exit_code == 0, done.output
    told = tried(bench.ana, "/compose", do="friends", contacts=mail)["result"]
    assert told == yaml.safe_load(out.read_text("utf-8"))
    shown = post(bench.ana, "/compose", do="friends", contacts=mail).text
    field = re.search(r'<textarea id="friends"[^>]*>([^<]*)<', shown)[1]
    assert yaml.safe_load(html.unescape(field)) == told


def test_the_example_is_one_click_away(bench):
    shown = post(bench.ana, "/compose", do="example").text
    assert "Bea" in shown
    assert "Seattle" in marks(shown)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("message", "", "Nothing stands here"),
        ("message", "x" * 2001, "2,000 characters"),
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
