"""Watching: each post once, also after a stop; what did not arrive was not told; no text leaves."""

import json

import pytest

from textveil import Secret, compose
from textveil.errors import FormatError, InputError, OutputError, PolicyError
from textveil.formats.sources import Source
from textveil.pipeline.trace.delivery import read_deliveries
from textveil.pipeline.trace.watch import WatchSettings, watch
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.document import Document

KEY = Secret(b"0123456789abcdef0123456789abcdef")
CANARY = "zanzibarquartz"
TEXT = f"I live in Seattle now, and my old sister often visits the big {CANARY} market near me."


class Told:
    """Keeps notices; fails as often as it is asked to."""

    def __init__(self, failures=0):
        self.failures, self.notices = failures, []

    def send(self, notice):
        if self.failures:
            self.failures -= 1
            raise OutputError("nobody answers", where="example.org")
        self.notices.append(notice)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("vault") / "v"
    with SqliteVault(path, KEY, create=True) as vault:
        versions = compose(TEXT, {"family": ["Ann"], "public": []}, vault=vault).made.versions
    return path, versions[0].text


@pytest.fixture
def vault(made, tmp_path):
    path = tmp_path / "v"
    path.write_bytes(made[0].read_bytes())
    with SqliteVault(path, KEY) as opened:
        yield opened


@pytest.fixture
def posts(made):
    return [
        Document("a", "Nothing to see here at all today."),
        Document("b", f"Hear: {made[1]}"),
        Document("c", "The weather is very fine today."),
    ]


def test_each_post_is_looked_at_once(vault, posts, tmp_path):
    told, notices = Told(), tmp_path / "n.jsonl"
    settings = WatchSettings(notices, (told,))
    first, again = watch(posts, vault, settings), watch(posts, vault, settings)
    assert (first.posts, first.new, len(first.notices)) == (3, 3, 1)
    assert (again.posts, again.new, again.notices) == (3, 0, ())
    (line,) = notices.read_text("utf-8").splitlines()
    assert json.loads(line) == told.notices[0]
    assert {"notice", "when", "document", "probability", "friends", "accused"} <= told.notices[
        0
    ].keys()
    assert CANARY not in line + repr(first)


def test_what_a_feed_calls_a_post_stays_here(vault, made, tmp_path):
    told, notices = Told(), tmp_path / "n.jsonl"
    post = Document(f"https://blog.example/{CANARY}", f"Hear: {made[1]}")
    seen = watch([post], vault, WatchSettings(notices, (told,)))
    assert len(seen.notices) == 1
    assert CANARY not in notices.read_text("utf-8") + repr(seen) + json.dumps(told.notices)


def test_what_did_not_arrive_is_told_again(vault, posts, tmp_path):
    told, notices = Told(failures=1), tmp_path / "n.jsonl"
    settings = WatchSettings(notices, (told,))
    with pytest.raises(OutputError):
        watch(posts, vault, settings)
    assert not notices.exists()
    again = watch(posts, vault, settings)
    assert (again.new, len(told.notices)) == (3, 1)


def test_a_stop_before_the_mark_tells_nothing_twice_in_the_file(
    vault, posts, tmp_path, monkeypatch
):
    notices = tmp_path / "n.jsonl"
    settings = WatchSettings(notices, (Told(),))

    def stopped(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("textveil.pipeline.trace.watch._Look._finish", stopped)
        with pytest.raises(KeyboardInterrupt):
            watch(posts, vault, settings)
    notices.write_bytes(notices.read_bytes() + b'{"notice": "cut off')
    assert watch(posts, vault, settings).new == 3
    assert len(notices.read_text("utf-8").splitlines()) == 1


@pytest.mark.parametrize(
    "feed",
    [
        "<rss><channel><item><description>{}</description></item><item>",
        '<!DOCTYPE r [<!ENTITY e "x">]><rss><channel><item><description>{}&e;</description>'
        "</item></channel></rss>",
    ],
    ids=["broken", "entities"],
)
def test_a_feed_that_cannot_be_read_marks_nothing(vault, made, tmp_path, feed):
    path = tmp_path / "posts.rss"
    path.write_text(feed.format(made[1]), "utf-8")
    with pytest.raises(FormatError) as error:
        watch(Source.open(path), vault, WatchSettings())
    assert CANARY not in str(error.value)
    path.write_text(
        f"<rss><channel><item><description>{made[1]}</description></item></channel></rss>"
    )
    assert watch(Source.open(path), vault, WatchSettings()).new == 1


def test_a_file_of_something_else_is_not_added_to(vault, posts, tmp_path):
    notices = tmp_path / "n.jsonl"
    notices.write_text(f"{CANARY}\n")
    with pytest.raises(InputError, match="line 1") as error:
        watch(posts, vault, WatchSettings(notices))
    assert CANARY not in str(error.value)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("webhook: {url: 'http://example.org/'}\n", "line 1"),
        ("webhook:\n  address: x\n", "line 2"),
        ("mail: {host: h, from: a@example.org, to: [], security: tls}\n", "line 1"),
        ("mail: {host: h, from: a@example.org, to: [b@example.org], security: none}\n", "line 1"),
        ("webhook: {url: 'https://example.org/', token_variable: NO_SUCH_VARIABLE}\n", "line 1"),
        ("{}\n", "line 1"),
    ],
)
def test_a_wrong_configuration_names_the_line(tmp_path, text, line):
    path = tmp_path / "w.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(PolicyError, match=line):
        read_deliveries(path)


def test_a_configuration_names_who_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv("HOOK", "secret")
    path = tmp_path / "w.yaml"
    path.write_text(
        "webhook: {url: 'https://example.org/x', token_variable: HOOK}\n"
        "mail: {host: mail.example.org, from: a@example.org, to: [b@example.org]}\n"
    )
    hook, mail = read_deliveries(path)
    assert (hook.token, hook.where, mail.to) == ("secret", "example.org", ("b@example.org",))
    assert "secret" not in repr(hook)
