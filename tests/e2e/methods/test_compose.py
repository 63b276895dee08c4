"""Messages composed as a user does it: files in, versions out, the vault kept in order."""

import json

import pytest
from tests.e2e.textveil_cli import textveil

POSTS = "I live in Seattle, and I love it.\nIt rains.\n"
FRIENDS = "family: [Ann, Bo]\nfriends: {friends: [Cy], level: 2}\npublic: []\n"
CHAT = (
    "31.12.20, 21:15 - Zilpah: Hi\n"
    "31.12.20, 21:16 - James: ok\n"
    "01.01.21, 21:16 - Mum: happy new year, see you next week\n"
    "01.01.21, 21:17 - James: you too\n"
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "posts.txt").write_text(POSTS)
    (tmp_path / "friends.yaml").write_text(FRIENDS)
    (tmp_path / "chat.txt").write_text(CHAT)
    (tmp_path / "key").write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk\n")
    return tmp_path


def test_a_message_gets_versions_and_the_vault_stays_whole(folder):
    given = ("posts.txt", "--lines", "--friends", "friends.yaml")
    kept = ("--vault", "v", "--key", "key")
    done = textveil("compose", *given, *kept, cwd=folder)
    assert done.returncode == 0, done.stderr
    first, second = map(json.loads, done.stdout.splitlines())
    texts = {(one["group"], one["friend"]): one["text"] for one in first["versions"]}
    assert len(set(texts.values())) == 4
    assert "Seattle" not in texts["public", None]
    assert {one["text"] for one in second["versions"]} == {"It rains."}
    checked = textveil("vault", "check", "v", "--key", "key", "--json", cwd=folder)
    assert json.loads(checked.stdout)["record"] == 2
    log = textveil("vault", "log", "v", "--key", "key", cwd=folder).stdout
    assert "compose versions" in log
    (folder / "new").write_text("another key of more than sixteen bytes, 3Zp\n")
    turned = textveil("vault", "rotate", "v", "--key", "key", "--new-key", "new", cwd=folder)
    assert turned.returncode == 0, turned.stderr
    again = textveil("compose", "run", *given, "--vault", "v", "--key", "new", cwd=folder)
    assert {one["text"] for one in json.loads(again.stdout.splitlines()[0])["versions"]} == set(
        texts.values()
    )


def test_friends_ngrams_and_time_phrases_are_made_from_texts(folder):
    made = textveil(
        *("compose", "friends", "chat.txt", "--format", "whatsapp", "-o", "f.yaml"), cwd=folder
    )
    assert made.returncode == 0, made.stderr
    assert (folder / "f.yaml").read_text().startswith("family:\n- Mum\n")
    assert textveil("compose", "ngrams", "posts.txt", "-o", "n", cwd=folder).returncode == 0
    assert textveil("compose", "time-phrases", "chat.txt", "-o", "p", cwd=folder).returncode == 0
    assert "next week\tweek 1" in (folder / "p").read_text()
    given = ("posts.txt", "--lines", "--friends", "f.yaml", "--ngrams", "n", "--phrases", "p")
    done = textveil("compose", *given, "--share", cwd=folder)
    assert done.returncode == 0, done.stderr
    (folder / "n").write_bytes(b"textveil-ngrams 9 0\n")
    refused = textveil("compose", *given, cwd=folder)
    assert "another version" in refused.stderr
    assert textveil("compose", "ngrams", "posts.txt", "-o", "n", cwd=folder).returncode == 5


@pytest.mark.parametrize("what", ["generalize", "versions", "suppress", "time-phrases"])
def test_experiments_print_their_tables(folder, what):
    sentences = "I was in Boston yesterday.\nI met Ana last week.\nI leave for Rome next month.\n"
    (folder / "posts.txt").write_text(sentences)
    done = textveil("compose", "experiment", what, "posts.txt", "--lines", "-o", "x", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "x" / "numbers.json").is_file()
