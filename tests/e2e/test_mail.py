"""Mail and chats, released as a user does it: valid, verified, and nothing of people left."""

import json
import mailbox
from contextlib import closing

import pytest
from tests.e2e.textveil_cli import textveil

POLICY = """\
name: mail
detect: [textveil.patterns.v1]
transform: {default: textveil.surrogate.v1}
verify:
  - textveil.alignment.v1
  - textveil.residue.v1
  - textveil.consistency.v1
  - textveil.intervals.v1
"""
MAIL = """\
From: Zilpah Quackenbush <zilpah@example.org>
To: "Nkemelu, James" <james@example.org>
Date: Tue, 5 May 2020 10:12:33 +0200
Subject: James Nkemelu
Message-ID: <one@laptop-of-zilpah>

Dear James, Quackenbush here. See you on 7 May 2020.
"""
ANSWER = """\
From: "Nkemelu, James" <james@example.org>
To: Zilpah Quackenbush <zilpah@example.org>
Date: Wed, 6 May 2020 08:00:00 +0200
Message-ID: <two@laptop-of-james>
In-Reply-To: <one@laptop-of-zilpah>

Good, Zilpah Quackenbush.
"""
CHAT = "31.12.20, 21:15 - Zilpah Quackenbush: Hi\nthere\n31.12.20, 21:16 - James Nkemelu: ok\n"
PEOPLE = ("zilpah", "quackenbush", "nkemelu", "james", "2020", "31.12.20")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "key").write_text("a key of more than sixteen bytes, 7Qx2mVt9Lk\n")
    (tmp_path / "policy.yaml").write_text(POLICY)
    return tmp_path


def released(folder, name):
    given = ("--policy", "policy.yaml", "--key", "key")
    done = textveil("release", name, "-o", "out", *given, cwd=folder)
    if done.returncode == 0:
        checked = textveil("verify", "out", "--input", name, "--key", "key", "--json", cwd=folder)
        verdicts = json.loads(checked.stdout)["verdicts"]
        assert {one["status"] for one in verdicts} == {"holds"}
    return done


def left(folder):
    """Return what of the people is left in the release."""
    files = [
        one
        for one in (folder / "out").rglob("*")
        if one.is_file() and "report" not in one.name
        if one.name != "changes.csv"
    ]
    shown = "\n".join(one.read_text() for one in files if one.parent.name != "out").lower()
    return [one for one in PEOPLE if one in shown]


def test_a_released_mailbox_is_a_mailbox_with_its_threads(folder):
    lines = "From x Tue May  5 10:12:33 2020\n"
    (folder / "box.mbox").write_text(f"{lines}{MAIL}\n{lines}{ANSWER}\n")
    done = released(folder, "box.mbox")
    assert done.returncode == 0, done.stderr
    assert left(folder) == []
    with closing(mailbox.mbox(folder / "out/publish/texts/box.mbox")) as box:
        first, second = box
    assert second["In-Reply-To"] == first["Message-ID"]
    assert first["From"].count("@") == 1
    assert first["X-Mailer"] is None
    day = textveil("release", "box.mbox", "-o", "kept", "--column", "time=keep", cwd=folder)
    assert "fields released as they are, unprotected: reply_to, thread, time" in day.stderr


def test_mail_chats_and_notes_of_one_folder_are_released_together(folder):
    (folder / "in").mkdir()
    (folder / "in" / "a.eml").write_text(MAIL)
    (folder / "in" / "_chat.txt").write_text(CHAT)
    (folder / "in" / "note.txt").write_text("Zilpah Quackenbush came.")
    done = released(folder, "in")
    assert done.returncode == 0, done.stderr
    assert left(folder) == []
    names = sorted(one.name for one in (folder / "out/publish/texts/in").iterdir())
    assert names == ["_chat.txt", "a.eml", "note.txt"]


def test_a_released_workspace_is_an_export(folder):
    (folder / "team" / "all").mkdir(parents=True)
    users = [{"id": "U7", "real_name": "Zilpah Quackenbush"}, {"id": "U8", "name": "James Nkemelu"}]
    said = [
        {"type": "message", "user": "U7", "text": "Hi <@U8>", "ts": "1588665600.0002"},
        {"type": "message", "user": "U8", "text": "ok", "ts": "1588665700.0002"},
    ]
    (folder / "team/users.json").write_text(json.dumps(users))
    (folder / "team/channels.json").write_text("[]")
    (folder / "team/all/2020-05-05.json").write_text(json.dumps(said))
    done = released(folder, "team")
    assert done.returncode == 0, done.stderr
    assert left(folder) == []
    people = {
        one["id"] for one in json.loads((folder / "out/publish/texts/team/users.json").read_text())
    }
    messages = json.loads((folder / "out/publish/texts/team/all/1.json").read_text())
    assert {one["user"] for one in messages} == people


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.eml", MAIL.encode().replace(b"Dear", b"D\xe9ar")),
        ("_chat.txt", CHAT.encode()[:-10]),
        ("box.mbox", MAIL.encode()),
    ],
)
def test_damaged_messages_leave_nothing_behind(folder, name, content):
    (folder / name).write_bytes(content)
    before = sorted(folder.iterdir())
    done = released(folder, name)
    assert done.returncode == 4
    assert "Quackenbush" not in done.stderr
    assert sorted(folder.iterdir()) == before
