"""Chats as Slack exports them: a folder for each channel, with files of messages; or one file."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, Final

from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import ROLES, SUFFIXES
from textveil.formats.folders import create_file, file_for, files_in
from textveil.formats.inputs import Source, is_folder, name_of
from textveil.formats.json.json_array import elements
from textveil.formats.json.json_record import Record
from textveil.formats.mail.attachments import file_kind, known_kinds
from textveil.formats.outputs import Target, new_folder, text_sink
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["Slack"]

_USERS, _CHANNELS = "users.json", "channels.json"
_MENTION: Final = re.compile(r"<@([A-Z0-9]{1,60})(?:\|([^<>]{0,999}))?>")
_FIELDS: Final = frozenset(("channel", "date", "time", "thread", "left_out"))


@dataclass(frozen=True, slots=True)
class Slack:
    """An exported workspace: each message is a document, whose subject is the sender's name.

    Ids count the messages. `channel`, `date`, `time`, `thread` (the message that began it, `m1`)
    and `left_out` (kinds of attached files, which are not carried) are metadata. Mentions show
    names. A written export has one file for each channel, with new ids of people and new time
    stamps that count the messages; days stand beside them.
    """

    name: ClassVar[str] = "slack"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["slack"]
    folder: ClassVar[bool] = True
    carries: ClassVar[Carries] = Carries(subject=True, metadata="strings")
    column_roles: ClassVar[Mapping[str, str]] = ROLES["slack"]

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time, channel by channel."""
        reading = Reading(path)
        if not isinstance(path, Path) or not is_folder(path):
            yield from _messages(path, "", {}, reading)
        else:
            users = _users(path / _USERS)
            for channel in sorted(one for one in path.iterdir() if one.is_dir()):
                yield from _channel(channel, users, reading)
        reading.finish()

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents, or nothing, and return their number."""
        admission, people = Admission(self.name, self.carries), dict[str, str]()
        written = ((one, _written(one, admission, people)) for one in admission.of(documents))
        if not isinstance(path, Path) or not (path.is_dir() or not path.suffix):
            with text_sink(path) as sink:
                for document, message in written:
                    if "channel" in document.metadata:
                        raise admission.refusal("a channel in one file", document.id)
                    sink.write("[\n" if admission.count == 1 else ",\n")
                    sink.write(_json(message), document.id)
                sink.write("\n]\n")
            return admission.count
        with new_folder(path) as folder:
            names = list(_write_channels(written, folder, admission))
            channels = [{"id": f"C{at}", "name": name} for at, name in enumerate(names, 1)]
            users = [{"id": one, "name": name, "real_name": name} for name, one in people.items()]
            for file, listed in ((_CHANNELS, channels), (_USERS, users)):
                create_file(folder / file, _json(listed) + "\n", file)
        return admission.count


def _write_channels(
    written: Iterable[tuple[Document, dict[str, Any]]], folder: Path, admission: Admission
) -> Iterator[str]:
    for name, group in groupby(written, key=lambda pair: str(pair[0].metadata.get("channel", ""))):
        file = file_for(f"{name}/1", folder, ".json") if name else folder
        if not name or "/" in name or file.exists():
            raise admission.refusal("messages without a channel, or not in its order")
        text = ",\n".join(_json(message) for _, message in group)
        create_file(file, f"[\n{text}\n]\n", name)
        yield name


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _users(path: Path) -> dict[str, str]:
    """Return the names of people by their ids."""
    reading, names = Reading(path), {}
    for line, value in elements(path):
        user = Record(value, reading, line, "user")
        own, name = user.string("id"), str(user.take("name") or "")
        profile = user.mapping("profile")
        names[own] = str(user.take("real_name") or profile.get("real_name") or name or own)
    return names


def _channel(folder: Path, users: Mapping[str, str], reading: Reading) -> Iterator[Document]:
    firsts: dict[str, int] = {}
    for file in files_in(folder, (".json",)):
        yield from _messages(file, folder.name, users, reading, firsts)


def _messages(
    source: Source,
    channel: str,
    users: Mapping[str, str],
    reading: Reading,
    firsts: dict[str, int] | None = None,
) -> Iterator[Document]:
    firsts = {} if firsts is None else firsts
    reading.name = name_of(source)
    for line, value in elements(source):
        record = Record(value, reading, line, "message")
        number = reading.count + 1
        fields = {"channel": channel} if channel else {}
        stamp = record.string("ts")
        fields |= _moment(record, stamp)
        first = firsts.setdefault(str(record.take("thread_ts") or stamp), number)
        if first != number:
            fields["thread"] = f"m{first}"
        kinds = [_kind(one) for one in record.items("files") or []]
        kinds += known_kinds(record.items("left_out") or [])
        if kinds:
            fields["left_out"] = ", ".join(kinds)
        text = _MENTION.sub(lambda m: f"@{users.get(m[1], m[2] or m[1])}", record.string("text"))
        subject = _sender(record, users)
        yield reading.document(line, str(number), text, subject=subject, metadata=fields)


def _kind(file: Any) -> str:
    return file_kind(file.get("filetype") if isinstance(file, dict) else None)


def _moment(record: Record, stamp: str) -> dict[str, str]:
    """Return day and time of a message, from its own fields or from its time stamp."""
    if "date" in record:
        told = {name: record.take(name) for name in ("date", "time")}
        return {name: str(value) for name, value in told.items() if value is not None}
    try:
        moment = datetime.fromtimestamp(float(stamp), UTC)
    except (ValueError, OverflowError, OSError):
        raise record.wrong("has a 'ts' that is not a time stamp") from None
    return {"date": moment.date().isoformat(), "time": f"{moment:%H:%M:%S}"}


def _sender(record: Record, users: Mapping[str, str]) -> str | None:
    profile, user = record.mapping("user_profile"), record.take("user")
    name = profile.get("real_name") or users.get(str(user)) or record.take("username") or user
    return None if name is None else str(name)


def _written(document: Document, admission: Admission, people: dict[str, str]) -> dict[str, Any]:
    fields = {name: str(value) for name, value in document.metadata.items()}
    number, thread = admission.count, fields.get("thread", f"m{admission.count}")
    fits = document.id == str(number) and fields.keys() <= _FIELDS and document.subject != ""
    if not fits or _MENTION.search(document.text) or not re.fullmatch(r"m\d+", thread):
        raise admission.refusal("such a message", document.id)
    message: dict[str, Any] = {"type": "message", "ts": f"{number}.000000"}
    if thread != f"m{number}":
        message["thread_ts"] = f"{thread[1:]}.000000"
    if document.subject is not None:
        own = people.setdefault(document.subject, f"U{len(people) + 1}")
        message |= {"user": own, "user_profile": {"real_name": document.subject}}
    message["text"] = document.text
    # The time stamp counts, so that day and time are always said, even if there are none.
    message |= {name: fields.get(name) for name in ("date", "time")}
    if "left_out" in fields:
        message["left_out"] = fields["left_out"].split(", ")
    return message
