"""The page Risk below the browser: bounds, readers, publishing them, and classes of people."""

import io
import json
import zipfile

import pytest
from tests.unit.web.test_release import carried_out
from tests.unit.web.trial import CANARY
from tests.unit.web.workbench import csrf, post, started
from typer.testing import CliRunner

from textveil.cli.app import app
from textveil.web.people.members import Members
from textveil.web.routes import Right

ROWS = "".join(
    f"{n},Mail to p{n}@example.org. {CANARY if n == 3 else 'Well'}.,{'B2' if n % 3 else 'C1'},"
    f"{30 + n % 2}\n"
    for n in range(20)
)
TABLE = f"id,text,ward,age\n{ROWS}".encode()


@pytest.fixture(autouse=True)
def by_hand(monkeypatch):
    """Keep jobs waiting: tests do them in their own process."""
    from textveil.web.working.jobs import Jobs

    monkeypatch.setattr(Jobs, "_begin_waiting", lambda _: None)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("risk") / "server"
    with started(folder) as made:
        made.ana, made.folder = made.user("ana"), folder
        yield made


@pytest.fixture
def bench(served):
    data = {
        "csrf": csrf(served.ana),
        "policy": "patterns-only",
        "do": "release",
        "columns": "ward=keep\nage=keep",
    }
    sent = served.ana.post("/release", data=data, files=[("files", ("n.csv", TABLE))])
    served.job = carried_out(served, sent).id
    return served


def unpacked(bench, folder):
    """Lay out a release as its owner has it, from the two parts that the pages give away."""
    for part in ("publish", "keep"):
        content = bench.ana.get(f"/release/{bench.job}/{part}").content
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            packed.extractall(folder)
    return folder


def told(bench, **sent):
    path = f"/release/{bench.job}/risk"
    asked = {"accept": "application/json"}
    if not sent:
        return bench.ana.get(path, headers=asked).json()
    return bench.ana.post(path, data={"csrf": csrf(bench.ana), **sent}, headers=asked).json()


def printed(*line):
    made = CliRunner().invoke(app, [*map(str, line), "--json"])
    assert made.exit_code == 0, made.output
    return json.loads(made.stdout)


def read_all(bench, number=20):
    post(bench.ana, f"/release/{bench.job}/draw", number=str(number))
    for at in range(1, number + 1):
        shown = bench.ana.get(f"/release/{bench.job}/sample/{at}").text
        missed = CANARY if CANARY in shown else ""
        post(bench.ana, f"/release/{bench.job}/sample/{at}", missed=missed)


def test_each_release_is_listed_and_says_what_was_read(bench):
    assert f"/release/{bench.job}/risk" in bench.ana.get("/risk").text
    shown = bench.ana.get(f"/release/{bench.job}/risk").text
    assert "Draw a sample" in shown
    assert "Share it among readers" not in shown


def test_the_bounds_are_those_of_the_command_and_are_published_by_a_button(bench, tmp_path):
    read_all(bench)
    found = told(bench)
    assert (found["leaking"], found["read"]) == (1, 20)
    sent = post(bench.ana, f"/release/{bench.job}/risk", do="attach")
    assert sent.status_code == 303, sent.text
    out = unpacked(bench, tmp_path)
    published = json.loads((out / "publish" / "risk.json").read_text("utf-8"))
    assert published["read"] == 20
    assert "hold a missed identifier" in bench.ana.get(f"/release/{bench.job}/report").text
    assert printed("verify", out)["holds"] is True


def test_the_estimate_is_what_the_command_prints_of_the_same_review(bench, tmp_path):
    read_all(bench)
    found = told(bench)
    out, review = unpacked(bench, tmp_path), tmp_path / "review.jsonl"
    line = ["risk", "sample", out, "-n", "20", "-o", review, "--seed", "1"]
    assert CliRunner().invoke(app, [*map(str, line)]).exit_code == 0
    rows = [json.loads(row) for row in review.read_text("utf-8").splitlines()]
    for row in rows:
        row["spans"] = [span for span in row["spans"] if "UNREAD" not in str(span)]
        if (at := row["text"].find(CANARY)) >= 0:
            like = row["spans"][0] if row["spans"] else {}
            made = {"start": at, "end": at + len(CANARY), "label": "OTHER"}
            row["spans"].append({**{k: v for k, v in like.items() if k in made}, **made})
    review.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert found == printed("risk", "estimate", out, review)


def test_few_readings_are_not_published(bench):
    read_all(bench, 3)
    refused = post(bench.ana, f"/release/{bench.job}/risk", do="attach")
    assert refused.status_code == 400
    assert "15 documents" in refused.text


def test_readers_share_a_sample_and_only_what_they_add_counts_as_missed(bench):
    post(bench.ana, f"/release/{bench.job}/draw", number="5")
    sent = post(bench.ana, f"/release/{bench.job}/risk", do="share")
    project = sent.headers["location"].rpartition("/")[2]
    again = post(bench.ana, f"/release/{bench.job}/risk", do="share")
    assert again.headers["location"] == sent.headers["location"]
    members = Members(bench.place)
    ben = bench.user("ben")
    members.set(project, "ben", Right.ANNOTATOR)
    for number in range(1, 6):
        address = f"/projects/{project}/documents/{number}"
        shown = ben.get(address, headers={"accept": "application/json"}).json()
        grey = [span for span in shown["spans"] if "REPLACED" in str(span)]
        assert grey
        marks = list(shown["spans"])
        if number == 2:
            marks.append([0, 4, "NAME"])
        body = {"spans": marks, "version": shown["version"], "done": True, "seconds": 1}
        kept = ben.put(f"{address}/marks", json=body, headers={"x-csrf-token": csrf(ben)})
        assert kept.status_code == 200, kept.text
        found = told(bench)
        assert found["read"] == number
    assert (found["missed"], found["readers"]) == (1, 1)


@pytest.mark.parametrize(("quasi", "k"), [("ward,age", "5"), ("ward", "8")])
def test_classes_are_those_of_the_command(bench, tmp_path, quasi, k):
    out = unpacked(bench, tmp_path)
    found = told(bench, do="classes", quasi=quasi, k=k)
    assert found == printed("risk", "classes", out, "--quasi", quasi, "-k", k)
    shown = post(bench.ana, f"/release/{bench.job}/risk", do="classes", quasi=quasi, k=k).text
    assert 'class="stop"' in shown
    assert shown.count("<figure") == 2
    assert "before the release" in shown
    assert ("costs most" in shown) == ("," in quasi)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"quasi": "", "k": "5"}, "quasi"),
        ({"quasi": "nothing", "k": "5"}, "quasi"),
        ({"quasi": "ward", "k": "0"}, "k"),
    ],
)
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(bench, sent, field):
    refused = post(bench.ana, f"/release/{bench.job}/risk", do="classes", **sent)
    assert refused.status_code == 400
    assert f'id="problem-{field}"' in refused.text
    assert f'value="{sent["quasi"]}"' in refused.text
