"""The page Trace below the browser: it shows what the commands print, and keeps no text."""

import json
import re

import pytest
from tests.unit.web.trial import CANARY, leaves_nothing, tried
from tests.unit.web.workbench import csrf, post, started
from typer.testing import CliRunner

from textveil.cli.app import app
from textveil.web.tasks import tracing
from textveil.web.working.jobs import Jobs
from textveil.web.working.worker import JobOrder

TEXT = (
    "I moved to Boston last week with my sister, and we bought a big house near the lake. "
    "The doctor was very happy when he saw the lamp."
)
FRIENDS = "family: [Ann]\nfriends: [Ben, Cleo, Dora]\n"
AT = "2014-04-04T09:30"
KEY = "9f86d081884c7d659a2feaa0c55ad0153b1e"


@pytest.fixture(autouse=True)
def by_hand(monkeypatch):
    """Keep jobs waiting: tests do them in their own process."""
    monkeypatch.setattr(Jobs, "_begin_waiting", lambda _: None)


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trace")
    root = folder / "root"
    (root / "posts").mkdir(parents=True)
    with started(folder / "server", roots=(root,)) as made:
        made.ana, made.ben, made.folder = made.user("ana"), made.user("ben"), folder
        asked = {"message": TEXT, "friends": FRIENDS, "at": AT, "order": "nested"}
        found = tried(made.ana, "/compose", do="keep", **asked)["result"]
        made.versions = {one["friend"]: one["text"] for one in found["versions"]}
        yield made


@pytest.fixture(scope="module")
def vault(tmp_path_factory):
    """A vault of the command line with the same message, and the version of a friend."""
    folder = tmp_path_factory.mktemp("vault")
    (folder / "key.txt").write_text(KEY)
    (folder / "message.txt").write_text(TEXT)
    (folder / "friends.yaml").write_text(FRIENDS)
    line = ["compose", "run", folder / "message.txt", "--friends", folder / "friends.yaml"]
    made = printed(*line, "--at", AT, "--vault", folder / "v", "--key", folder / "key.txt")
    folder_of = {one["friend"]: one["text"] for one in made["versions"]}
    (folder / "leak.txt").write_text(f"Look. {folder_of['Cleo']}")
    return folder


def printed(*line):
    done = CliRunner().invoke(app, [*map(str, line), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def carried_out(bench, sent):
    assert sent.status_code == 303, sent.text
    jobs = bench.place.jobs
    job = jobs.find(sent.headers["location"].rpartition("/")[2])
    room = bench.folder / f"room-{job.id}"
    room.mkdir()
    asked = bench.place.order(job.asked)
    files = jobs.files(job, "in"), jobs.files(job, "out")
    order = JobOrder(asked, room, *files, lambda _: None)
    told = {**getattr(tracing, job.kind)(order), "notices": order.notices}
    jobs.change(job.id, "waiting", "running", {})
    return jobs.change(job.id, "running", "done", told)


def send(bench, path, files, **data):
    sent = {"csrf": csrf(bench.ana), **data}
    return bench.ana.post(path, data=sent, files=[("files", one) for one in files])


def test_a_leak_points_at_the_friend_whose_version_it_is(bench):
    leak = f"Look. {bench.versions['Cleo']}"
    found = tried(bench.ana, "/trace", do="look", leak=leak)
    assert found["result"]["disclosures"][0]["friends"][0]["friend"] == "Cleo"
    shown = post(bench.ana, "/trace", do="look", leak=leak).text
    assert "none of them" in shown
    assert "Boston" in shown
    assert "Nobody is accused" in shown


def test_the_example_needs_no_recorded_versions(bench):
    shown = post(bench.ben, "/trace", do="example").text
    assert "Who had the version" in shown
    assert "Cleo" in shown


def test_without_versions_the_page_says_what_to_do(bench):
    done = post(bench.ben, "/trace", do="look", leak="I moved to Boston.")
    assert done.status_code == 400
    assert "Record versions on the page Compose" in done.text


def test_only_counting_keeps_evidence(bench):
    from textveil.pipeline.trace.message import EVIDENCE

    def evidence():
        from textveil.web.project_keys import PROJECT, SharedProject

        name = bench.place.server().fetch("message book", "ana").decode()
        content = bench.place.server().fetch(PROJECT, name)
        return bench.place.vault(name, SharedProject.of(name, content).key).fetch_all(EVIDENCE)

    leak = f"Look. {bench.versions['Dora']}"
    tried(bench.ana, "/trace", do="look", leak=leak)
    assert evidence() == {}
    counted = tried(bench.ana, "/trace", do="count", leak=leak)
    assert len(evidence()) == 1
    assert "--alone" not in counted["command"]


def test_queries_are_words_of_the_message_with_a_warning(bench):
    told = tried(bench.ana, "/trace", do="queries")["result"]
    assert all(one["words"].casefold() in TEXT.casefold() for one in told)
    assert "learns that you look" in post(bench.ana, "/trace", do="queries").text


def test_a_vault_of_the_command_line_gives_what_the_command_prints(bench, vault):
    files = [
        ("leak.txt", (vault / "leak.txt").read_bytes()),
        ("messages.vault", (vault / "v").read_bytes()),
    ]
    job = carried_out(bench, send(bench, "/trace/corpus", files, what="message", key=KEY))
    told = printed("trace", "message", vault / "leak.txt", "--vault", vault / "v", "--alone",
                   "--key", vault / "key.txt")  # fmt: skip
    rows = [{key: one[key] for key in one if key != "row"} for one in job.told["disclosures"]]
    found = [{**one, "document": ""} for one in rows]
    assert found == [{**one, "document": ""} for one in told["disclosures"]]
    shown = bench.ana.get(f"/jobs/{job.id}").text
    assert "Cleo" in bench.ana.get(f"/trace/{job.id}").text
    assert "Boston" not in shown


def test_a_copy_of_a_release_is_traced_to_its_recipient(bench, tmp_path):
    numbers = "".join(f"MRN {4471100 + n}. " for n in range(80))
    (tmp_path / "note.txt").write_text(numbers)
    (tmp_path / "key.txt").write_text(KEY)
    (tmp_path / "policy.yaml").write_text(
        "name: p\ndetect: [textveil.patterns.v1]\n"
        "transform: {default: textveil.surrogate.v1}"
    )  # fmt: skip
    line = ["release", tmp_path / "note.txt", "-o", tmp_path / "out", "--policy",
            tmp_path / "policy.yaml", "--key", tmp_path / "key.txt", "--vault", tmp_path / "v",
            "--recipient", "north", "--recipient", "south"]  # fmt: skip
    done = CliRunner().invoke(app, [*map(str, line)])
    assert done.exit_code == 0, done.output
    leak = tmp_path / "out" / "publish" / "south" / "texts" / "note.txt"
    files = [("note.txt", leak.read_bytes()), ("p.vault", (tmp_path / "v").read_bytes())]
    job = carried_out(bench, send(bench, "/trace/corpus", files, what="release", key=KEY))
    told = printed("trace", leak, "--vault", tmp_path / "v", "--key", tmp_path / "key.txt")
    assert {name: job.told[name] for name in told} == told
    assert [one["recipient"] for one in job.told["accused"]] == ["south"]
    shown = bench.ana.get(f"/trace/{job.id}").text
    numbers = re.findall(r"[0-9]+", leak.read_text())
    assert sum(one in shown for one in numbers) == told["places"]


def test_watched_posts_are_looked_at_once(bench):
    posts = bench.folder / "root" / "posts"
    (posts / "a.txt").write_text(f"Heard: {bench.versions['Ben']} {CANARY}")
    (posts / "b.txt").write_text("Nothing of anybody stands here at all.")
    first = carried_out(bench, post(bench.ana, "/trace/watch", folder="posts"))
    assert (first.told["posts"], first.told["new"]) == (2, 2)
    again = carried_out(bench, post(bench.ana, "/trace/watch", again="posts"))
    assert (again.told["new"], again.told["notices_found"]) == (0, [])
    shown = bench.ana.get("/trace").text
    assert "Look again: posts" in shown
    assert re.search(r"<td>[^<]*Ben", shown)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"what": "x", "key": KEY}, "what"),
        ({"what": "message", "key": ""}, "key"),
        ({"what": "message", "key": "short"}, "key"),
        ({"what": "message", "key": KEY}, "files"),
    ],
)
def test_what_is_wrong_stands_beside_the_field(bench, data, field):
    refused = send(bench, "/trace/corpus", [("leak.txt", b"one")], **data)
    assert refused.status_code == 400
    assert f'id="problem-{field}"' in refused.text
    assert KEY not in refused.text


def test_a_wrong_key_opens_nothing(bench, vault):
    from textveil.errors import TextveilError

    files = [("leak.txt", b"one"), ("m.vault", (vault / "v").read_bytes())]
    sent = send(bench, "/trace/corpus", files, what="message", key=KEY[::-1])
    with pytest.raises(TextveilError, match="key"):
        carried_out(bench, sent)


def test_a_leak_stands_in_no_log_or_file(bench):
    post(bench.ana, "/trace", do="look", leak=f"{bench.versions['Ben']} {CANARY}")
    post(bench.ana, "/trace", do="count", leak=f"{bench.versions['Ben']} {CANARY}")
    leaves_nothing(bench, "traced a leak")


def test_the_book_gets_a_new_key_with_all_projects(bench):
    bench.place.rotate()
    found = tried(bench.ana, "/trace", do="look", leak=bench.versions["Cleo"])
    assert found["result"]["disclosures"]
