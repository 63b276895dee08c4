"""The page Plan below the browser: it shows what the command prints."""

import json

import pytest
import yaml
from tests.unit.web.trial import leaves_nothing, tried
from tests.unit.web.workbench import post, started
from typer.testing import CliRunner

from textveil.cli.app import app

PRICES = {
    "attacker_cost": "4",
    "attacker_loss": "0.5",
    "value": "0.5",
    "instances": "20",
    "published": "400",
    "publisher_cost": "10",
    "publisher_loss": "0.1",
    "publisher_budget": "2,000",
    "attacker_budget": "1000",
    "reward": "0",
}
ASKED = {"case": "own", "policy": "safe-forward", "attack": "fake", **PRICES}


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with started(tmp_path_factory.mktemp("plan")) as made:
        made.ana = made.user("ana")
        yield made


def printed(*options):
    done = CliRunner().invoke(app, ["plan", "generated", *options, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_prices_of_your_own_give_what_the_command_prints(bench, tmp_path):
    path = tmp_path / "P.yaml"
    path.write_text("attacker_cost: 4\nattacker_loss: 0.5\nvalue: 0.5\n", "utf-8")
    found = tried(bench.ana, "/plan", **ASKED)
    assert found["result"] == printed("--params", str(path), "--policy", "safe-forward")
    assert found["command"] == "textveil plan generated --params P.yaml --policy safe-forward"


def test_a_case_of_the_paper_gives_what_the_command_prints(bench):
    found = tried(bench.ana, "/plan", **{**ASKED, "case": "low", "policy": "all"})
    assert found["result"] == printed("--case", "low", "--policy", "all")
    assert len(found["result"]) == 4


def test_the_file_of_prices_is_the_one_that_the_command_reads(bench, tmp_path):
    shown = post(bench.ana, "/plan", **ASKED).text
    text = shown.partition('<textarea id="file"')[2].partition(">")[2].partition("<")[0]
    assert yaml.safe_load(text)["publisher_budget"] == 2000
    path = tmp_path / "P.yaml"
    path.write_text(text, "utf-8")
    told = printed("--params", str(path), "--policy", "safe-forward")
    assert told == tried(bench.ana, "/plan", **ASKED)["result"]


def test_the_example_is_one_click_away(bench):
    shown = post(bench.ana, "/plan", do="example").text
    assert "safe-forward, own" in shown


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("value", "", "number of at least 0"),
        ("value", "much", "number of at least 0"),
        ("attacker_cost", "-1", "must not be negative"),
        ("published", "0", "above 0"),
        ("case", "x", "Choose one"),
        ("attack", "none", ""),
        ("policy", "none", ""),
        ("curves", "a,b\n1,2\n", ""),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(bench, field, value, told):
    done = post(bench.ana, "/plan", **{**ASKED, "publisher_cost": "7.25", field: value})
    assert done.status_code == 400
    assert f'id="problem-{field}"' in done.text
    assert told in done.text
    assert "7.25" in done.text


def test_the_audit_log_says_that_a_plan_was_made_and_no_more(bench):
    post(bench.ana, "/plan", **{**ASKED, "curves": "Zanzibarquartz"})
    leaves_nothing(bench, "made a plan")
