"""The page Policies below the browser: it shows what the commands print, and reads no file."""

import html
import json
import re

import pytest
from tests.unit.web.trial import CANARY, leaves_nothing, marks, tried
from tests.unit.web.workbench import csrf, post, started
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


def test_the_form_and_the_policy_follow_each_other(bench):
    asked = {"do": "live", "data": "logs", "hide": "tags", "dates": "keep", "name": "mine"}
    told = run("new", "--data", "logs", "--hide", "tags", "--dates", "keep", "--name", "mine")
    by_form = post(bench.ana, "/policies", **asked, touched="dates", yaml="name: old").text
    [field] = re.findall(r'<textarea id="yaml".*?>(.*?)</textarea>', by_form, re.DOTALL)
    assert html.unescape(field).strip() == told.strip()
    turned = post(bench.ana, "/policies", do="live", touched="yaml", yaml=told, hide="black").text
    chosen = re.search(r'<select id="hide".*?</select>', turned, re.DOTALL)[0]
    assert re.search(r'<option value="tags" selected', chosen)


def test_what_may_mean_something_else_is_what_the_command_counts(bench, tmp_path):
    text = "Ana Roe takes 5 mg of Warfarin since 3 May 2016. Write to ana@example.org."
    (tmp_path / "text.txt").write_text(text, "utf-8")
    (tmp_path / "mine.yaml").write_text(YAML, "utf-8")
    line = ["evaluate", "--meaning", tmp_path / "text.txt", "-p", tmp_path / "mine.yaml", "--json"]
    done = CliRunner().invoke(app, [*map(str, line)])
    assert done.exit_code == 0, done.output
    found = tried(bench.ana, "/policies", do="meaning", yaml=YAML, text=text)["result"]
    assert found == json.loads(done.stdout)


def test_two_policies_stand_side_by_side(bench):
    asked = {"do": "compare", "yaml": YAML, "text": f"Ana Roe. {TEXT}", "other": "blackout"}
    found = tried(bench.ana, "/policies", **asked)["result"]
    assert list(found) == ["patterns-only", "blackout"]
    assert found["blackout"]["passages"] > found["patterns-only"]["passages"]
    refused = post(bench.ana, "/policies", **{**asked, "other": "none"})
    assert 'id="problem-other"' in refused.text


def test_a_saved_policy_is_offered_on_the_release_page_and_opened_again(bench):
    done = post(bench.ana, "/policies", do="save", yaml=YAML, name="Our rules").text
    assert "Saved." in done
    assert '<option value="own:Our rules"' in bench.ana.get("/release").text
    assert "own:Our rules" not in bench.user("ben").get("/release").text
    shown = bench.ana.get("/policies?saved=Our%20rules").text
    assert html.escape(YAML.splitlines()[0]) in shown
    refused = post(bench.ana, "/policies", do="save", yaml="name: [", name="broken")
    assert refused.status_code == 400
    assert "own:broken" not in bench.ana.get("/release").text


def test_a_release_follows_a_saved_policy(bench, monkeypatch, tmp_path):
    from textveil.web.tasks.asked import job_policy
    from textveil.web.working.jobs import Jobs
    from textveil.web.working.worker import JobOrder

    monkeypatch.setattr(Jobs, "_begin_waiting", lambda _: None)
    mine = YAML.replace("name: patterns-only", "name: ours")
    post(bench.ana, "/policies", do="save", yaml=mine, name="ours")
    data = {"csrf": csrf(bench.ana), "policy": "own:ours", "do": "find"}
    sent = bench.ana.post("/release", data=data, files=[("files", ("n.txt", TEXT.encode()))])
    jobs = bench.place.jobs
    job = jobs.find(sent.headers["location"].rpartition("/")[2])
    folders = jobs.files(job, "in"), jobs.files(job, "out")
    assert job_policy(JobOrder(job.asked, tmp_path, *folders, lambda _: None)).name == "ours"


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
