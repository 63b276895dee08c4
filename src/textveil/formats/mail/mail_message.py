"""One mail: its bytes, and what is kept of them as text and fields.

Kept are sender, recipients, date, subject line and the text. Other headers (routes, programs,
keys) are not read. Parts without text are left out, and only their kinds are listed.
"""

import quopri
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time
from email import message_from_bytes
from email.errors import (
    CloseBoundaryNotFoundDefect,
    InvalidBase64CharactersDefect,
    InvalidBase64LengthDefect,
    InvalidBase64PaddingDefect,
    NoBoundaryInMultipartDefect,
    StartBoundaryNotFoundDefect,
)
from email.message import Message
from email.utils import format_datetime, parsedate_to_datetime
from html.parser import HTMLParser
from typing import Final, NamedTuple

from textveil.formats.mail.attachments import known_kinds, media_kind
from textveil.formats.mail.mailboxes import (
    decoded,
    encoded,
    mailboxes,
    mailboxes_from_header,
    mailboxes_header,
)

__all__ = ["MailContent", "linked_ids", "read_mail", "written_mail"]

_PEOPLE: Final = ("from", "to", "cc")
_LEFT_OUT: Final = "X-Textveil-Left-Out"
_SUBJECT: Final = "X-Textveil-Subject"
_ID: Final = re.compile(r"<([^<>\s]{1,998})>")
_UNREAD: Final = re.compile(r"(?P<date>.{0,998}?)(?: ?(?P<time>\d\d:\d\d:\d\d [+-]\d{4}))?")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_BROKEN: Final = (
    CloseBoundaryNotFoundDefect,
    InvalidBase64CharactersDefect,
    InvalidBase64LengthDefect,
    InvalidBase64PaddingDefect,
    NoBoundaryInMultipartDefect,
    StartBoundaryNotFoundDefect,
)
"""What shows that a mail was cut or damaged."""
_BLOCKS: Final = frozenset({"br", "div", "li", "p", "table", "td", "th", "tr"})
_UNSEEN: Final = frozenset({"head", "script", "style", "title"})


class MailContent(NamedTuple):
    """What is kept of a mail; `subject` is the address of the sender, or else the name."""

    text: str
    subject: str | None
    fields: Mapping[str, str]


def linked_ids(data: bytes) -> tuple[str, list[str]]:
    """Return the id of a mail, and the ids that it refers to, the parent last."""
    message = message_from_bytes(data)
    own = _ID.search(str(message.get("Message-ID", "")))
    referred = _ID.findall(str(message.get("References", "")))
    parent = _ID.findall(str(message.get("In-Reply-To", "")))
    return own[1] if own else "", [*(one for one in referred if one not in parent), *parent]


def read_mail(data: bytes) -> MailContent:
    """Read a mail; one that is damaged raises a `ValueError` or a `LookupError`."""
    message = message_from_bytes(data)
    if not message.keys():
        raise ValueError("there are no headers")
    fields = {}
    for name in _PEOPLE:
        values = [mailboxes_from_header(str(one)) for one in message.get_all(name, ())]
        if any(values):
            fields[name] = ", ".join(filter(None, values))
    fields |= _moment(str(message["Date"])) if message["Date"] else {}
    if message["Subject"]:
        fields["title"] = decoded(str(message["Subject"]))
    parts, left_out = _texts(message)
    stated = str(message[_LEFT_OUT]).split(", ") if message[_LEFT_OUT] else []
    if listed := [*left_out, *known_kinds(stated)]:
        fields["left_out"] = ", ".join(listed)
    given = message[_SUBJECT]
    subject = _sender(fields) if given is None else decoded(str(given)) or None
    return MailContent("\n".join(parts), subject, fields)


def written_mail(content: MailContent, headers: Mapping[str, str]) -> bytes:
    """Return a mail as bytes, with these headers first."""
    fields = content.fields
    lines = [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"{n.title()}: {mailboxes_header(fields[n])}" for n in _PEOPLE if n in fields]
    if "date" in fields:
        lines.append(f"Date: {_date_header(fields['date'], fields.get('time', ''))}")
    if "title" in fields:
        lines.append(f"Subject: {encoded(fields['title'])}")
    if "left_out" in fields:
        lines.append(f"{_LEFT_OUT}: {fields['left_out']}")
    if content.subject != _sender(fields):
        lines.append(f"{_SUBJECT}: {encoded(content.subject or '')}")
    lines += ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8"]
    lines += ["Content-Transfer-Encoding: quoted-printable", "", ""]
    body = quopri.encodestring(content.text.encode("utf-8"))
    # A line that begins so would begin a new mail in a mailbox.
    body = re.sub(rb"(?m)^From ", b"=46rom ", body)
    # A soft break ends the last line without becoming part of the text.
    return "\n".join(lines).encode("ascii") + body + (b"" if body.endswith(b"\n") else b"=\n")


def _sender(fields: Mapping[str, str]) -> str | None:
    for one in mailboxes(fields.get("from", "")):
        for start, end in (one.address, one.name):
            if end > start:
                return fields["from"][start:end]
    return None


def _moment(raw: str) -> dict[str, str]:
    """Return the day and the time of a header; a day that cannot be read stays as it is."""
    shown = decoded(raw)
    try:
        moment = parsedate_to_datetime(shown)
    except (ValueError, TypeError):
        found = _UNREAD.fullmatch(shown)
        told = found.groupdict() if found else {}
        return {name: value for name, value in told.items() if value}
    day = {"date": moment.date().isoformat()}
    # With "-0000" nothing is said about the place, and here about the time neither.
    if moment.tzinfo is None and moment.time() == time.min:
        return day
    return day | {"time": moment.strftime("%H:%M:%S %z").strip()}


def _date_header(day: str, hour: str) -> str:
    if not _DAY.fullmatch(day):
        return encoded(" ".join(filter(None, (day, hour))))
    try:
        moment = datetime.strptime(f"{day} {hour or '00:00:00 +0000'}", "%Y-%m-%d %H:%M:%S %z")
    except ValueError:
        return encoded(" ".join(filter(None, (day, hour))))
    return format_datetime(moment if hour else moment.astimezone(UTC).replace(tzinfo=None))


def _texts(message: Message) -> tuple[list[str], list[str]]:
    """Return the texts of a mail in their order, and the kinds of the parts that are left out."""
    parts = [part for part in message.walk() if not part.is_multipart()]
    for part in message.walk():
        if any(isinstance(defect, _BROKEN) for defect in part.defects):
            raise ValueError("the mail is cut, or its parts are damaged")
    inline = [p for p in parts if p.get_content_disposition() != "attachment"]
    plain = [p for p in inline if p.get_content_type() == "text/plain"]
    shown = plain or [p for p in inline if p.get_content_type() == "text/html"]
    # Beside a plain text, the same text as a page is no part of its own.
    pages = [p for p in inline if p.get_content_type() == "text/html"]
    left_out = [
        media_kind(p.get_content_type()) for p in parts if p not in shown and p not in pages
    ]
    return list(map(_text, shown)), left_out


def _text(part: Message) -> str:
    data = part.get_payload(decode=True)
    content = data if isinstance(data, bytes) else b""
    if any(isinstance(defect, _BROKEN) for defect in part.defects):
        raise ValueError("the mail is cut, or its parts are damaged")
    charset = part.get_content_charset("utf-8")
    text = content.decode(charset or "utf-8").replace("\r\n", "\n")
    return _shown(text) if part.get_content_type() == "text/html" else text


class _Page(HTMLParser):
    """Collects the text that a page shows."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - as the base has it
        self._unseen += tag in _UNSEEN
        self.pieces += ["\n"] if tag in _BLOCKS else []

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN and self._unseen > 0

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.pieces.append(data)


def _shown(page: str) -> str:
    reader = _Page()
    reader.feed(page)
    reader.close()
    return "\n".join(_filled("".join(reader.pieces).split("\n"))) + "\n"


def _filled(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if words := " ".join(line.split()):
            yield words
