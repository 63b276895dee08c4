"""Tracing messages as users have it: nothing of message or post in notices, logs and errors."""

import json

import pytest
from tests.e2e.textveil_cli import textveil

CANARY = "zanzibarquartz"
TEXT = (
    "I moved to Boston last week with my sister, and we bought a big house "
    f"near the {CANARY} river. The doctor was very happy when he saw the lamp."
)
KEY = "9f86d081884c7d659a2feaa0c55ad0153b1e"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("messages")
    (folder / "key.txt").write_text(KEY)
    (folder / "m.txt").write_text(TEXT)
    (folder / "f.yaml").write_text("family: [Ann]\nfriends: [Ben, Cleo, Dora]\n")
    done = textveil(
        "compose", folder / "m.txt", "--friends", folder / "f.yaml", "--vault", folder / "v",
        "--key", folder / "key.txt", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    versions = json.loads(done.stdout)["versions"]
    text = next(one["text"] for one in versions if one["friend"] == "Cleo")
    (folder / "leak.txt").write_text(f"Look. {text}")
    return folder


def run(place, verb, *arguments, key="key.txt"):
    return textveil("--log", place / "log.jsonl", "trace", verb, *arguments, "--vault", place / "v",
                    "--key", place / key)  # fmt: skip


def test_a_leak_is_traced_without_its_text(place):
    done = run(place, "message", place / "leak.txt", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["disclosures"][0]["friends"][0]["friend"] == "Cleo"
    shown = run(place, "message", place / "leak.txt")
    assert "Cleo" in shown.stdout
    assert CANARY not in done.stdout + done.stderr + shown.stdout + shown.stderr
    assert CANARY not in (place / "log.jsonl").read_text("utf-8")
    log = textveil("vault", "log", place / "v", "--key", place / "key.txt")
    assert "trace message" in log.stdout
    assert CANARY not in log.stdout


def test_evidence_prints_text_where_it_is_asked_for(place):
    done = run(place, "message", place / "leak.txt", "--evidence", "--alone")
    assert "stands in the post" in done.stdout


def test_watching_and_its_errors_hold_no_text(place, tmp_path):
    posts = tmp_path / "posts"
    posts.mkdir()
    (posts / "a.txt").write_text((place / "leak.txt").read_text())
    (tmp_path / "w.yaml").write_text("webhook: {url: 'http://localhost:9/hook'}\n")
    notices = tmp_path / "n.jsonl"
    failed = run(place, "watch", posts, "--notices", notices, "--config", tmp_path / "w.yaml")
    assert failed.returncode == 5
    assert "does not answer" in failed.stderr
    done = run(place, "watch", posts, "--notices", notices)
    assert done.returncode == 0, done.stderr
    assert "1 new" in done.stderr
    told = notices.read_text("utf-8")
    assert json.loads(told)["friends"][0]["friend"] == "Cleo"
    (posts / "b.rss").write_text(f"<rss><channel><item><description>{CANARY}</description><item>")
    broken = run(place, "watch", posts, "--notices", notices)
    assert broken.returncode == 4
    assert "line 1" in broken.stderr
    everything = failed.stdout + failed.stderr + done.stdout + done.stderr + broken.stderr + told
    assert CANARY not in everything + broken.stdout + (place / "log.jsonl").read_text("utf-8")


def test_queries_warn_that_they_disclose(place):
    done = run(place, "queries")
    assert "warning" in done.stderr
    assert done.stdout.count('"') >= 2
    assert CANARY not in done.stderr


def test_a_simulation_holds_no_text(place, tmp_path):
    done = run(place, "simulate", "-o", tmp_path / "out", "--no-pairs")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "rewriting.png").is_file()
    told = (tmp_path / "out" / "simulation.json").read_text("utf-8")
    assert CANARY not in told + done.stdout + done.stderr


def test_another_key_opens_nothing(place):
    (place / "other.txt").write_text(KEY[::-1])
    done = run(place, "message", place / "leak.txt", key="other.txt")
    assert done.returncode == 7
    assert CANARY not in done.stdout + done.stderr
