"""Messages and mailboxes: what is kept of them, and that they are read back as written."""

from pathlib import Path

import pytest

from textveil.errors import CannotCarryError, EncodingError, FormatError
from textveil.formats.mail.letters import Eml, Mbox
from textveil.formats.mail.mailboxes import mailboxes, mailboxes_from_header, mailboxes_header
from textveil.testing import check_format
from textveil.values.document import Document
from textveil.values.metadata import Metadata

FIRST = """\
From: =?utf-8?q?J=C3=B6rg_Kowalski?= <joerg@example.org>
To: "Lund, Eva" <eva@example.org>, ana@example.org
Date: Tue, 5 May 2020 10:12:33 +0200
Subject: =?utf-8?q?F=C3=BCr?= Eva
Message-ID: <secret-host-1@mail.example.org>
X-Mailer: Zilpah
Content-Type: multipart/mixed; boundary=xx

--xx
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Gr=FC=DFe
>From here on.
--xx
Content-Type: application/pdf; name="eva.pdf"
Content-Disposition: attachment; filename="eva.pdf"
Content-Transfer-Encoding: base64

AAAA
--xx--
"""
SECOND = """\
From: eva@example.org
To: joerg@example.org
Date: Wed, 6 May 2020 08:00:00 +0200
Message-ID: <secret-host-2@mail.example.org>
In-Reply-To: <secret-host-1@mail.example.org>
Content-Type: text/html; charset=utf-8

<html><head><title>x</title><style>y</style></head>
<body><p>Dear J&ouml;rg,</p><p>see <b>you</b></p></body></html>
"""
ENVELOPE = "From x@example.org Tue May  5 10:12:33 2020\n"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    path = tmp_path / "box.mbox"
    path.write_text(f"{ENVELOPE}{FIRST}\n{ENVELOPE}{SECOND}\n")
    return path


def test_messages_are_documents_with_senders_fields_and_threads(box: Path) -> None:
    first, second = Mbox().read(box)
    assert (first.id, first.subject, first.text) == (
        "1",
        "joerg@example.org",
        "Grüße\nFrom here on.",
    )
    assert dict(first.metadata) == {
        "from": "Jörg Kowalski <joerg@example.org>",
        "to": '"Lund, Eva" <eva@example.org>, ana@example.org',
        "date": "2020-05-05",
        "time": "10:12:33 +0200",
        "title": "Für Eva",
        "left_out": "pdf",
    }
    assert second.text == "Dear Jörg,\nsee you\n"
    assert second.metadata["thread"] == second.metadata["reply_to"] == "m1"


def test_a_mailbox_is_read_back_equal_without_old_ids_and_other_headers(box: Path) -> None:
    documents = list(Mbox().read(box))
    again = box.with_name("again.mbox")
    assert Mbox().write(documents, again) == 2
    assert list(Mbox().read(again)) == documents
    written = again.read_text("ascii")
    assert "secret-host" not in written
    assert "Zilpah" not in written
    assert "eva.pdf" not in written
    assert "In-Reply-To: <m1@example.invalid>" in written


def test_answers_to_a_message_that_is_missing_stay_together(tmp_path: Path) -> None:
    path = tmp_path / "box.mbox"
    gone = SECOND.replace("secret-host-2", "secret-host-3")
    path.write_text(f"{ENVELOPE}{SECOND}\n{ENVELOPE}{gone}\n")
    first, second = Mbox().read(path)
    assert "thread" not in first.metadata
    assert second.metadata["thread"] == "m1"
    assert "reply_to" not in second.metadata
    Mbox().write([first, second], tmp_path / "again.mbox")
    assert list(Mbox().read(tmp_path / "again.mbox")) == [first, second]


TEXTS = [
    "",
    "a\n",
    "From me\nFrom you",
    "\r\nx \n\n",
    "\ufeffé\u2028\U0001f600",
    "x" * 2000,
    "=?a?= =",
]
FIELDS = {
    "from": "[NAME] <[EMAIL]>",
    "to": '"[NAME]" <[EMAIL]>, [EMAIL]',
    "cc": '"Müller, Jörg" <j@example.org>, \u2588\u2588 <\u2588\u2588\u2588>',
    "date": "[DATE]",
    "title": "Grüße  =?utf-8?q?x?= " + "é" * 200,
}


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_and_released_field_is_carried(tmp_path: Path, text: str) -> None:
    document = Document("1", text, "[EMAIL]", Metadata(FIELDS))
    for number, (format_, ending) in enumerate(((Eml(), "eml"), (Mbox(), "mbox"))):
        path = tmp_path / f"{number}.{ending}"
        if "\r\n" in text:
            with pytest.raises(CannotCarryError):
                format_.write([document], path)
        else:
            format_.write([document], path)
            assert list(format_.read(path)) == [document]


def test_the_contract_holds(tmp_path: Path) -> None:
    good = [Document("1", "Zilpah wrote.", "p17", Metadata(FIELDS))]
    bad = [Document("2", "x"), Document("1", "x", metadata=Metadata({"ward": "B"}))]
    for format_ in (Eml(), Mbox()):
        folder = tmp_path / format_.name
        folder.mkdir()
        check_format(format_, folder, good, refused=bad)


def test_several_messages_do_not_fit_into_one(tmp_path: Path) -> None:
    documents = [Document("1", "x"), Document("2", "y")]
    with pytest.raises(CannotCarryError, match="several messages"):
        Eml().write(documents, tmp_path / "x.eml")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("damage", "error"),
    [
        (lambda mail: mail.replace("--xx--", ""), FormatError),
        (lambda mail: mail[: mail.index("Content-Type: application")], FormatError),
        (lambda mail: mail.replace("iso-8859-1", "utf-8"), EncodingError),
        (lambda mail: mail.replace("iso-8859-1", "klingon"), FormatError),
        (lambda mail: mail.replace("=?utf-8?q?F=C3=BCr?=", "=?utf-8?q?F=C3r?="), EncodingError),
    ],
)
def test_a_damaged_message_is_an_error_that_shows_nothing(tmp_path: Path, damage, error) -> None:
    path = tmp_path / "x.eml"
    path.write_text(damage(FIRST))
    with pytest.raises(error) as raised:
        list(Eml().read(path))
    assert "message 1" in raised.value.where
    assert "Eva" not in str(raised.value)
    assert "Kowalski" not in str(raised.value)


def test_a_mailbox_is_not_one_message_nor_a_message_a_mailbox(box: Path) -> None:
    with pytest.raises(FormatError, match="mailbox"):
        list(Eml().read(box))
    (box.parent / "x.mbox").write_text(FIRST)
    with pytest.raises(FormatError, match="not a mailbox"):
        list(Mbox().read(box.parent / "x.mbox"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ana Ruiz <ana@example.org>", [("Ana Ruiz", "ana@example.org")]),
        (
            '"Ruiz, Ana" <a@example.org>, b@example.org',
            [("Ruiz, Ana", "a@example.org"), ("", "b@example.org")],
        ),
        ("undisclosed", [("undisclosed", "")]),
        ("", []),
    ],
)
def test_names_and_addresses_are_told_apart(text: str, found: list[tuple[str, str]]) -> None:
    cut = [tuple(text[slice(*part)] for part in one) for one in mailboxes(text)]
    assert cut == found
    assert mailboxes_from_header(mailboxes_header(text)) == text


def test_kinds_of_attachments_are_said_in_words_of_our_own(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    stated = "X-Textveil-Left-Out: Zabrowski result.pdf, image\n"
    path.write_text(stated + FIRST.replace("application/pdf", "application/x-zabrowski-secret"))
    [message] = Eml().read(path)
    assert message.metadata["left_out"] == "other, other, image"
    Eml().write([message], tmp_path / "b.eml")
    assert list(Eml().read(tmp_path / "b.eml")) == [message]
