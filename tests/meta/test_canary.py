"""A canary string goes through every verb, on success and on failure, and never comes out again.

It stands in the documents, so neither stderr, nor tracebacks, nor the certificate, nor the record
may show it. Stdout may show it only where the user asked for text.
"""

import json

import pytest
from tests.e2e.textveil_cli import textveil, textveil_anew

CANARY = "zanzibarquartz"
MAIL = f"{CANARY}@example.org"
ROW = {"id": "d1", "text": f"Write to {MAIL} about {CANARY}.", "subject": CANARY}
BAD_ROWS = {
    "broken": f'{{"id": "d1", "text": "{CANARY}',
    "wrong type": json.dumps({"id": "d1", "text": [CANARY]}),
    "offsets": json.dumps({**ROW, "spans": [{"start": 0, "end": 999, "label": "X"}]}),
    "no label": json.dumps({**ROW, "spans": [{"start": 0, "end": 1, "label": ""}]}),
    "spans of another kind": json.dumps({**ROW, "spans": CANARY}),
    "twice": json.dumps(ROW) + "\n" + json.dumps(ROW),
    "surrogate": '{"id": "d1", "text": "' + CANARY + ' \\ud800"}',
}


def assert_silent(done):
    assert CANARY not in done.stderr.lower()
    assert CANARY not in done.stdout.lower()


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps(ROW) + "\n", "utf-8")
    return path


def test_scan_and_evaluate(notes, tmp_path):
    done = textveil("scan", notes, "--explain")
    assert done.returncode == 0
    assert_silent(done)
    spans = tmp_path / "spans.jsonl"
    spans.write_text(done.stdout)
    assert_silent(textveil("evaluate", spans, notes))
    annotated = {**ROW, "spans": [{"start": 9, "end": 9 + len(MAIL), "label": "EMAIL"}]}
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps(annotated))
    done = textveil("evaluate", spans, gold)
    assert done.returncode == 0, done.stderr
    assert_silent(done)


def test_release_and_verify(notes, tmp_path):
    out = tmp_path / "out"
    policy = tmp_path / "drop.yaml"
    shown = textveil("policy", "show", "tag-only").stdout
    policy.write_text(shown + "columns: {'*': drop}\n")
    done = textveil("release", notes, out, "--policy", policy)
    assert done.returncode == 0, done.stderr
    assert_silent(done)
    for name in (
        "publish/certificate.json",
        "keep/edits.jsonl",
        "keep/figures.json",
        "publish/report.html",
    ):
        assert CANARY not in (out / name).read_text("utf-8").lower(), name
    assert MAIL not in (out / "publish" / "texts" / "notes.jsonl").read_text("utf-8")
    assert_silent(textveil("verify", out, "--input", notes))
    (out / "publish" / "texts" / "notes.jsonl").write_text(json.dumps(ROW))
    done = textveil("verify", out, "--input", notes)
    assert done.returncode == 1
    assert_silent(done)


def test_a_refuted_release(tmp_path):
    notes = tmp_path / "notes.jsonl"
    notes.write_text(json.dumps({"id": "1", "text": f"Write to {MAIL}", "mail": MAIL}))
    done = textveil("release", notes, tmp_path / "out", "--column", "*=keep")
    assert done.returncode == 1
    assert_silent(done)


@pytest.mark.parametrize("kind", BAD_ROWS)
@pytest.mark.parametrize("verb", ["scan", "release", "evaluate"])
def test_bad_input(tmp_path, verb, kind):
    path = tmp_path / "bad.jsonl"
    path.write_text(BAD_ROWS[kind] + "\n", "utf-8")
    more = {"scan": [], "release": [tmp_path / "out"], "evaluate": [path]}[verb]
    done = textveil(verb, path, *more)
    if kind != "surrogate":
        assert done.returncode in (2, 4), done.stderr
    assert done.returncode != 70, done.stderr
    assert_silent(done)


def test_bytes_that_are_not_utf8(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_bytes(CANARY.encode() + b"\xff\xfe")
    done = textveil("scan", path)
    assert done.returncode == 4
    assert_silent(done)


def test_a_plug_in_that_raises_with_the_text_in_its_message(tmp_path, notes):
    package = tmp_path / "plug"
    package.mkdir()
    (package / "leaky.py").write_text(
        "class Leaky:\n"
        "    reach = None\n"
        "    def detect(self, document):\n"
        "        raise RuntimeError(document.text)\n"
    )
    info = package / "leaky-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: leaky\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[textveil.detectors]\nleaky.v1 = leaky:Leaky\n")
    policy = tmp_path / "leaky.yaml"
    shown = textveil("policy", "show", "tag-only").stdout
    head, _, tail = shown.partition("detect:\n")
    rest = tail[tail.index("\npropagate:") :]
    policy.write_text(f"{head}detect:\n  - use: leaky.v1\n{rest}")
    for arguments in (["scan", notes], ["release", notes, tmp_path / "out"]):
        done = textveil_anew(*arguments, "--policy", policy, plugged=package)
        assert done.returncode == 6, done.stderr
        assert "leaky.v1 failed with RuntimeError" in done.stderr
        assert_silent(done)
    assert not (tmp_path / "out").exists()


def test_an_unexpected_error_shows_places_not_messages(tmp_path, notes):
    (tmp_path / "sitecustomize.py").write_text(
        "import textveil.pipeline.release.scan as scanning\n"
        "def broken(source, *_):\n"
        "    raise ZeroDivisionError([document.text for document in source])\n"
        "    yield\n"
        "scanning.scan_source = broken\n"
    )
    done = textveil_anew("scan", notes, plugged=tmp_path)
    assert done.returncode == 70
    assert "ZeroDivisionError" in done.stderr
    assert_silent(done)


def test_compose_tells_versions_on_stdout_alone_and_seals_what_it_keeps(tmp_path):
    post = tmp_path / "post.txt"
    post.write_text(f"I live in Seattle, and {CANARY} is my secret. Write to {MAIL}, please.")
    friends = tmp_path / "friends.yaml"
    friends.write_text("family: [Ann]\npublic: []\n")
    key, vault = tmp_path / "key", tmp_path / "vault"
    key.write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk\n")
    log = tmp_path / "log.jsonl"
    given = ("--friends", friends, "--vault", vault, "--key", key)
    done = textveil("--log", log, "compose", post, *given, "--json")
    assert done.returncode == 0, done.stderr
    assert CANARY not in done.stderr.lower()
    assert CANARY not in log.read_text().lower()
    assert CANARY.encode() not in vault.read_bytes().lower()
    told = json.loads(done.stdout)
    assert MAIL not in told["versions"][-1]["text"]
    friends.write_text("family: [" + ", ".join(f"n{at}" for at in range(99)) + "]\n")
    refused = textveil("compose", post, *given)
    assert refused.returncode != 0
    assert_silent(refused)
    assert_silent(textveil("vault", "check", vault, "--key", key))
    assert_silent(textveil("vault", "log", vault, "--key", key))
