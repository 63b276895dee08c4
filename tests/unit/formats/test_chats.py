"""Exported chats: WhatsApp and Slack."""

import json
from pathlib import Path

import pytest

from textveil.errors import CannotCarryError, EncodingError, FormatError
from textveil.formats.catalog import guess
from textveil.formats.mail.slack import Slack
from textveil.formats.mail.whatsapp import WhatsApp
from textveil.testing import check_format
from textveil.values.document import Document
from textveil.values.metadata import Metadata

STYLES = [
    ("12/31/20, 9:15 PM - ", "12/31/20", "9:15 PM"),
    ("31.12.20, 21:15 - ", "31.12.20", "21:15"),
    ("2020-12-31 21:15 - ", "2020-12-31", "21:15"),
    ("[31/12/2020, 21:15:03] ", "31/12/2020", "21:15:03"),
    ("\u200e[31.12.20, 9:15:03\u202fp.m.] ", "31.12.20", "9:15:03\u202fp.m."),
]


@pytest.mark.parametrize(("stamp", "day", "time"), STYLES)
def test_messages_of_every_style_are_read_and_written_back(tmp_path, stamp, day, time) -> None:
    path = tmp_path / "_chat.txt"
    said = f"{stamp}Ana added Eva\n{stamp}Ana Ruiz: see 12/31: yes\n\nand more\n{stamp}+1 555: ok\n"
    path.write_text(said, newline="")
    documents = list(WhatsApp().read(path))
    assert [(one.id, one.subject, one.text) for one in documents] == [
        ("1", None, "Ana added Eva"),
        ("2", "Ana Ruiz", "see 12/31: yes\n\nand more"),
        ("3", "+1 555", "ok"),
    ]
    assert {(one.metadata["date"], one.metadata["clock"]) for one in documents} == {(day, time)}
    WhatsApp().write(documents, tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_text() == said


@pytest.mark.parametrize("notice", ["<Media omitted>", "\u200eimage omitted"])
def test_what_the_program_writes_for_media_is_no_text(tmp_path, notice) -> None:
    path = tmp_path / "_chat.txt"
    stamp = "31.12.20, 21:15 - Ana: "
    said = f"{stamp}{notice}\n{stamp}{notice}\nlook at Eva\n{stamp}I wrote {notice}\n"
    path.write_text(said, newline="")
    documents = list(WhatsApp().read(path))
    assert [one.text for one in documents] == ["", "look at Eva", f"I wrote {notice}"]
    assert [one.metadata.get("left_out") for one in documents] == [notice, notice, None]
    WhatsApp().write(documents, tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_text() == said


@pytest.mark.parametrize("hidden", ["[DATE]", "[DATE-3]", "\u2588\u2588\u2588", "****"])
def test_a_day_that_was_hidden_is_read_back(tmp_path, hidden) -> None:
    fields = {"date": hidden, "clock": "21:15", "style": "[D, T] "}
    document = Document("1", "x", "[NAME]", Metadata(fields))
    WhatsApp().write([document], tmp_path / "x.txt")
    assert list(WhatsApp().read(tmp_path / "x.txt")) == [document]


def test_the_contract_of_whatsapp_holds(tmp_path) -> None:
    fields = Metadata({"date": "31.12.20", "clock": "21:15", "style": "D, T - "})
    good = [Document("1", "Zilpah wrote.\nNkemelu read.", "Zilpah", fields)]
    bad = [
        Document("2", "x", "Zilpah", fields),
        Document("1", "x\n31.12.20, 21:16 - Zilpah: y", "Zilpah", fields),
        Document("1", "x", "Zilpah"),
        Document("1", "a: b", None, fields),
    ]
    check_format(WhatsApp(), tmp_path, good, refused=bad)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("31.12.20, 21:15 - Ana: hello\n31.12.20, 21:1", "is cut"),
        ("31.12.20, 21:15 - Ana: hello\n31.12.20, 21:1\n", "cut in the middle"),
        ("31.12.20, 21:15 - Ana: hel", "is cut"),
        ("hello\n31.12.20, 21:15 - Ana: hello\n", "not a WhatsApp chat"),
    ],
)
def test_a_chat_that_was_cut_is_an_error(tmp_path, content, words) -> None:
    path = tmp_path / "_chat.txt"
    path.write_text(content)
    with pytest.raises(FormatError, match=words) as raised:
        list(WhatsApp().read(path))
    assert "Ana" not in str(raised.value)


def test_a_chat_in_another_encoding_is_an_error(tmp_path) -> None:
    path = tmp_path / "_chat.txt"
    path.write_bytes(b"31.12.20, 21:15 - Ana: caf\xc3\n")
    with pytest.raises(EncodingError):
        list(WhatsApp().read(path))


USERS = [
    {"id": "U7", "name": "ana", "real_name": "Ana Ruiz"},
    {"id": "U8", "name": "eva", "profile": {"real_name": "Eva Lund"}},
]
MESSAGES = [
    {"type": "message", "user": "U7", "text": "Hi <@U8> and <@U9>", "ts": "1588665600.0002"},
    {
        "type": "message",
        "user": "U8",
        "text": "ok",
        "ts": "1588665700.0002",
        "thread_ts": "1588665600.0002",
        "files": [{"filetype": "pdf", "name": "eva.pdf"}],
    },
]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    for channel in ("general", "random"):
        (folder / channel).mkdir(parents=True)
        (folder / channel / "2020-05-05.json").write_text(json.dumps(MESSAGES))
    (folder / "users.json").write_text(json.dumps(USERS))
    (folder / "channels.json").write_text("[]")
    return folder


def test_messages_of_a_workspace_are_documents_and_read_back_equal(workspace) -> None:
    assert guess(workspace) == "slack"
    documents = list(Slack().read(workspace))
    first, second, third, fourth = documents
    assert (first.id, first.subject, first.text) == ("1", "Ana Ruiz", "Hi @Eva Lund and @U9")
    assert dict(first.metadata) == {"channel": "general", "date": "2020-05-05", "time": "08:00:00"}
    assert second.metadata["thread"] == "m1"
    assert second.metadata["left_out"] == "pdf"
    assert "thread" not in third.metadata
    assert fourth.metadata["thread"] == "m3"
    again = workspace.parent / "again"
    assert Slack().write(documents, again) == 4
    assert guess(again) == "slack"
    assert list(Slack().read(again)) == documents
    written = "".join(one.read_text() for one in again.rglob("*.json"))
    assert "U7" not in written
    assert "1588665" not in written
    assert "eva.pdf" not in written


def test_one_file_of_messages_is_read_and_written(workspace) -> None:
    path = workspace / "general" / "2020-05-05.json"
    assert guess(path) == "slack"
    documents = list(Slack().read(path))
    assert [one.subject for one in documents] == ["U7", "U8"]
    again = workspace.parent / "again.json"
    Slack().write(documents, again)
    assert list(Slack().read(again)) == documents


def test_the_contract_of_slack_holds(tmp_path) -> None:
    good = [Document("1", "Zilpah\n\U0001f600", "Zilpah", Metadata({"channel": "a", "date": "x"}))]
    bad = [
        Document("2", "x", metadata=Metadata({"channel": "a"})),
        Document("1", "<@U1>", metadata=Metadata({"channel": "a"})),
        Document("1", "x"),
        Document("1", "x", metadata=Metadata({"channel": "../a"})),
        Document("1", "x", metadata=Metadata({"channel": "a", "ward": "b"})),
    ]
    check_format(Slack(), tmp_path, good, refused=bad)


def test_messages_of_one_channel_must_follow_each_other(tmp_path) -> None:
    channels = ("a", "b", "a")
    documents = [
        Document(str(number), "x", metadata=Metadata({"channel": name}))
        for number, name in enumerate(channels, 1)
    ]
    with pytest.raises(CannotCarryError):
        Slack().write(documents, tmp_path / "out")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("cut", [30, 150])
def test_an_export_that_was_cut_is_an_error(workspace, cut) -> None:
    path = workspace / "random" / "2020-05-05.json"
    path.write_text(path.read_text()[:cut])
    with pytest.raises(FormatError) as raised:
        list(Slack().read(workspace))
    assert "2020-05-05.json" in raised.value.where


@pytest.mark.parametrize("ts", ["", "never", "1e400"])
def test_a_time_stamp_must_be_one(tmp_path, ts) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{"text": "x", "ts": ts}]))
    with pytest.raises(FormatError, match="'ts'"):
        list(Slack().read(path))


@pytest.mark.parametrize(
    ("name", "format_name"),
    [("_chat.txt", "whatsapp"), ("WhatsApp Chat with Eva.txt", "whatsapp"), ("notes.txt", "text")],
)
def test_chats_that_are_to_be_made_are_known_by_their_names(name, format_name) -> None:
    assert guess(Path(name)) == format_name


@pytest.mark.parametrize(
    ("name", "first", "format_name"),
    [
        ("WhatsApp-Chat mit Eva.txt", "[31.12.20, 21:15:16] Eva: Hi\n", "whatsapp"),
        ("Discussion WhatsApp avec Eva.txt", "31/12/2020, 21:15 - Eva: Hi\n", "whatsapp"),
        ("On WhatsApp.txt", "It is a program.\n", "text"),
        ("day.txt", "31/12/2020, 21:15 - Eva: Hi\n", "text"),
    ],
)
def test_exports_in_other_languages_are_known_by_name_and_first_line(
    tmp_path, name, first, format_name
) -> None:
    path = tmp_path / name
    path.write_text(first, "utf-8")
    assert guess(path) == format_name
    assert guess(tmp_path) == ("mixed" if format_name == "whatsapp" else "text")


def test_kinds_of_files_are_said_in_words_of_our_own(tmp_path) -> None:
    path = tmp_path / "a.json"
    files = [{"filetype": "Zabrowski"}, {"filetype": "png"}, "Zabrowski"]
    message = {"ts": "1.0", "text": "x", "files": files, "left_out": ["Zabrowski", "pdf"]}
    path.write_text(json.dumps([message]))
    [read] = Slack().read(path)
    assert read.metadata["left_out"] == "other, image, other, other, pdf"


@pytest.mark.parametrize(
    ("name", "text", "format_name"),
    [
        ("team_chat.txt", "A chat with the team about Ana.\n", "text"),
        ("WhatsApp Chat with Eva.txt", "We spoke on the phone.\n", "text"),
        ("team_chat.txt", "[31.12.20, 21:15:01] Ana: hello\n", "whatsapp"),
        ("Chat de WhatsApp con Eva.txt", "31/12/20, 21:15 - Ana: hola\n", "whatsapp"),
        ("_chat.txt", "\u200e[31.12.20, 21:15:01] Ana: hello\n", "whatsapp"),
        ("_chat.txt", "", "text"),
    ],
)
def test_a_file_is_a_chat_by_its_first_line_not_by_its_name(
    tmp_path, name, text, format_name
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert guess(tmp_path / name) == format_name


def test_notes_called_chat_are_read_with_the_other_notes_of_their_folder(tmp_path) -> None:
    (tmp_path / "family_chat.txt").write_text("Spoke to the family.\n", "utf-8")
    (tmp_path / "visit.txt").write_text("Seen today.\n", "utf-8")
    assert guess(tmp_path) == "text"
