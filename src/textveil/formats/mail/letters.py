"""Mail: single messages and mailboxes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from textveil.errors import EncodingError
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import ROLES, SUFFIXES
from textveil.formats.inputs import Source, opened
from textveil.formats.mail.mail_message import MailContent, linked_ids, read_mail, written_mail
from textveil.formats.outputs import Target, binary_sink
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["Eml", "Mbox"]

_CHUNK: Final = 1 << 17
_FIELDS: Final = frozenset(
    ("from", "to", "cc", "date", "time", "title", "thread", "reply_to", "left_out")
)
_HOST: Final = "example.invalid"
"""Where the new ids of messages say they are from: a domain that nobody has (RFC 2606)."""
_OPENING: Final = b"From "
_ENVELOPE: Final = b"From nobody@example.invalid Thu Jan  1 00:00:00 1970\n"


class _Threads:
    """Which messages belong together, by the ids that they refer to."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._firsts: dict[str, int] = {}
        self._count = 0

    def place(self, own: str, referred: list[str]) -> dict[str, str]:
        """Return the first message of the thread, and the one that this message answers."""
        self._count += 1
        known = (self._firsts[one] for one in (own, *referred) if one in self._firsts)
        first = next(known, self._count)
        for one in filter(None, (own, *referred)):
            self._firsts.setdefault(one, first)
        parent = self._numbers.get(referred[-1]) if referred else None
        if own:
            self._numbers.setdefault(own, self._count)
        told = {"thread": f"m{first}"} if first != self._count else {}
        return told | ({"reply_to": f"m{parent}"} if parent else {})


@dataclass(frozen=True, slots=True)
class Mbox:
    """A mailbox: each message is a document, whose subject is the sender's address.

    Ids count the messages. The fields `from`, `to`, `cc`, `date`, `time`, `title`, `thread`,
    `reply_to` and `left_out` are metadata. `thread` says the first message of a thread and
    `reply_to` the answered one, by their numbers (`m1`), because ids of messages name computers
    and people. `left_out` lists the kinds of the parts without text, which are not carried; nor
    are other headers.
    """

    name: ClassVar[str] = "mbox"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["mbox"]
    folder: ClassVar[bool] = False
    carries: ClassVar[Carries] = Carries(subject=True, metadata="strings")
    several: ClassVar[bool] = True
    column_roles: ClassVar[Mapping[str, str]] = ROLES["mbox"]

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time."""
        reading, threads = Reading(path, unit="message"), _Threads()
        for number, data in enumerate(self._messages(path, reading), 1):
            yield _document(number, data, reading, threads)
        reading.finish()

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents, or nothing, and return their number."""
        admission, threads = Admission(self.name, self.carries), _Threads()
        with binary_sink(path) as sink:
            for document in admission.of(documents):
                if not self.several and admission.count > 1:
                    raise admission.refusal(
                        "several messages in one file", document.id, "write a mailbox (.mbox)"
                    )
                sink.write(self._framed(_written(document, admission, threads)))
        return admission.count

    def _framed(self, message: bytes) -> bytes:
        return _ENVELOPE + message + b"\n"

    def _messages(self, path: Source, reading: Reading) -> Iterator[bytes]:
        held: list[bytes] = []
        blank = True
        for line in _lines(path):
            if blank and line.startswith(_OPENING):
                if held:
                    yield _unframed(held)
                held = []
            elif not held and line.strip():
                raise reading.wrong(
                    "this is not a mailbox: it does not begin with a line `From `",
                    hint="a single message is read as .eml",
                )
            held.append(line)
            blank = not line.strip()
        if held:
            yield _unframed(held)


@dataclass(frozen=True, slots=True)
class Eml(Mbox):
    """One message in a file, as mail programs save it; fields as in a mailbox."""

    name: ClassVar[str] = "eml"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["eml"]
    several: ClassVar[bool] = False

    def _framed(self, message: bytes) -> bytes:
        return message

    def _messages(self, path: Source, reading: Reading) -> Iterator[bytes]:
        data = b"".join(_lines(path))
        if data.startswith(_OPENING):
            raise reading.wrong("this is a mailbox, not one message", hint="name it .mbox")
        if data.strip():
            yield data


def _lines(path: Source) -> Iterator[bytes]:
    rest = b""
    with opened(path) as stream:
        while chunk := stream.read(_CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            yield from (line + b"\n" for line in lines)
    if rest:
        yield rest


def _unframed(lines: list[bytes]) -> bytes:
    """Return a message without the line before it and the empty one after it."""
    body = lines[1:-1] if not lines[-1].strip() else lines[1:]
    return b"".join(
        line[1:] if line.lstrip(b">").startswith(_OPENING) and line[:1] == b">" else line
        for line in body
    )


def _document(number: int, data: bytes, reading: Reading, threads: _Threads) -> Document:
    try:
        content = read_mail(data)
        place = threads.place(*linked_ids(data))
    except UnicodeError:
        raise EncodingError(
            "this message is not in the encoding that it states",
            where=reading.place(number),
            hint="ask for the message again, or leave it out",
        ) from None
    except (ValueError, LookupError):
        raise reading.wrong("this message is damaged, or cut in the middle", number) from None
    return reading.document(
        number,
        str(number),
        content.text,
        subject=content.subject,
        metadata={**content.fields, **place},
    )


def _written(document: Document, admission: Admission, threads: _Threads) -> bytes:
    """Return a document as a message that is read back as the same document."""
    number, fields = admission.count, {n: str(v) for n, v in document.metadata.items()}
    if document.id != str(number) or not fields.keys() <= _FIELDS:
        raise admission.refusal("ids that do not count, or other fields", document.id)
    headers = {"Message-ID": f"<m{number}@{_HOST}>"}
    thread, parent = fields.get("thread"), fields.get("reply_to")
    if thread:
        headers["References"] = f"<{thread}@{_HOST}>"
    if thread or parent:
        # A thread without an answered message: the one that is answered is not in the mailbox.
        headers["In-Reply-To"] = f"<{parent or f'u{number}'}@{_HOST}>"
    content = MailContent(document.text, document.subject, fields)
    try:
        data = written_mail(content, headers)
        back = read_mail(data)
        place = threads.place(*linked_ids(data))
    except (ValueError, LookupError):
        raise admission.refusal("such a text or field", document.id) from None
    if (back.text, back.subject) != content[:2] or {**back.fields, **place} != fields:
        raise admission.refusal("such a text, sender or field", document.id)
    return data
