"""Chats as WhatsApp exports them: a text in which messages begin with day, time and sender."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import ClassVar, Final

from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import CHAT_DAY, HIDDEN, ROLES, SUFFIXES
from textveil.formats.inputs import Source, characters
from textveil.formats.outputs import Target, text_sink
from textveil.formats.reading import Reading
from textveil.values.document import Document
from textveil.values.metadata import CLOCK

__all__ = ["WhatsApp"]

_TIME: Final = (
    r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \u00a0\u202f]?[AaPp]\.?[ \u00a0\u202f]?[Mm]\.?)?"
    rf"|{HIDDEN}"
)
_STAMP: Final = re.compile(
    rf"(?P<mark>[\u200e\u200f]?)(?P<open>\[?)(?P<day>{CHAT_DAY})(?P<gap>,? )(?P<time>{_TIME})"
    r"(?P<close>\] | - )(?:(?P<sender>[^:\n]{1,100}): )?(?P<text>.*)",
    re.DOTALL,
)
_BEGUN: Final = re.compile(r"[\u200e\u200f]?\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\.?,? ?[\d:. ]*")
"""A line that stops inside a stamp."""
_TABLE: Final = files("textveil.formats").joinpath("data/chat_notices.tsv").read_text("utf-8")
_NOTICES: Final = frozenset(
    line.partition("\t")[2] for line in _TABLE.splitlines() if not line.startswith("#")
)
"""What the program writes for media that it does not export, and for messages that are gone."""
_MARKS: Final = "\u200e\u200f"


@dataclass(frozen=True, slots=True)
class WhatsApp:
    """An exported chat: each message is a document, whose subject is the sender.

    Ids count the messages. A message goes on until the next line with day and time. Lines of the
    program itself ("Ana added Eva") have no sender. `date`, `clock` and `style` are metadata;
    `style` says how the day and the time are framed. Media are not part of an export's text;
    `left_out` has what the program wrote for them (`<Media omitted>`).

    Attributes
    ----------
    encoding
        Of the file.
    """

    name: ClassVar[str] = "whatsapp"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["whatsapp"]
    folder: ClassVar[bool] = False
    carries: ClassVar[Carries] = Carries(subject=True, metadata="strings")
    column_roles: ClassVar[Mapping[str, str]] = ROLES["whatsapp"]

    encoding: str = "utf-8"

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time."""
        reading = Reading(path)
        held: tuple[int, list[str]] | None = None
        for number, line in self._lines(path, reading):
            if _STAMP.match(line):
                if held is not None:
                    yield _document(*held, reading)
                held = number, [line]
            elif held is None:
                raise reading.wrong(
                    "this is not a WhatsApp chat: no day and time at the beginning",
                    number,
                    "name another format with --format",
                )
            elif _BEGUN.fullmatch(line):
                raise reading.wrong("the export is cut in the middle of a message", number)
            else:
                held[1].append(line)
        if held is not None:
            yield _document(*held, reading)
        reading.finish()

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents, or nothing, and return their number."""
        admission = Admission(self.name, self.carries)
        with text_sink(path, self.encoding) as sink:
            for document in admission.of(documents):
                sink.write(_written(document, admission), document.id)
        return admission.count

    def _lines(self, path: Source, reading: Reading) -> Iterator[tuple[int, str]]:
        number, rest = 0, ""
        for text in characters(path, self.encoding):
            *lines, rest = (rest + text).split("\n")
            for line in lines:
                number += 1
                yield number, line.removesuffix("\r")
        if rest:
            raise reading.wrong(
                "the export is cut: its last line does not end",
                number + 1,
                "export the chat again; if it is whole, end the file with a line break",
            )


def _document(line: int, lines: list[str], reading: Reading) -> Document:
    content = _content("\n".join(lines))
    number = str(reading.count + 1)
    return reading.document(line, number, content[0], subject=content[1], metadata=content[2])


def _content(message: str) -> tuple[str, str | None, dict[str, str]]:
    """Return text, sender and fields of a message."""
    found = _STAMP.fullmatch(message)
    if found is None:
        return message, None, {}
    style = "{mark}{open}D{gap}T{close}".format_map(found.groupdict())
    fields = {"date": found["day"], CLOCK: found["time"], "style": style}
    notice, _, caption = found["text"].partition("\n")
    if notice.strip(_MARKS) in _NOTICES:
        return caption, found["sender"], {**fields, "left_out": notice}
    return found["text"], found["sender"], fields


def _written(document: Document, admission: Admission) -> str:
    """Return a document as a message that is read back as the same document."""
    fields = {name: str(value) for name, value in document.metadata.items()}
    style = re.fullmatch(r"(.{0,60})D(.{0,60})T(.{0,60})", fields.get("style", ""))
    before, between, after = style.groups() if style else ("", "", "")
    stamp = f"{before}{fields.get('date')}{between}{fields.get(CLOCK)}{after}"
    sender = "" if document.subject is None else f"{document.subject}: "
    said = [fields["left_out"]] if "left_out" in fields else []
    said += [document.text] if document.text or not said else []
    message = stamp + sender + "\n".join(said)
    lines = message.split("\n")
    whole = not any(_STAMP.match(line) or _BEGUN.fullmatch(line) for line in lines[1:])
    back = _content(message)
    same = back == (document.text, document.subject, fields) and document.id == str(admission.count)
    if not (same and whole) or "\r" in message:
        raise admission.refusal("such a message", document.id)
    return message + "\n"
