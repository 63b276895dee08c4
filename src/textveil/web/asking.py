"""What a page is asked and what it answers, without any framework in it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from textveil.errors import InputError, UsageError
from textveil.store.sealed_folder import SealedFolder
from textveil.values.keys.secret import Secret
from textveil.web.bench import Workbench
from textveil.web.people.sessions import Session
from textveil.web.project_keys import SharedProject
from textveil.web.routes import Right, Route
from textveil.web.words import words

__all__ = ["Answer", "PageRequest", "SentForm", "as_json", "download", "redirect"]

HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class SentForm:
    """What a form sent: fields by name, and its files, which lie sealed under a key of theirs."""

    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    files: SealedFolder | None = None
    key: Secret | None = None

    def __getitem__(self, name: str) -> str:
        """Return the first value of a field; empty if it was not sent."""
        return next(iter(self.fields.get(name, ())), "")

    def all(self, name: str) -> list[str]:
        """Return every value of a field that is not empty."""
        return [value for value in self.fields.get(name, ()) if value]


@dataclass(frozen=True, slots=True, repr=False)
class PageRequest:
    """A request, once it is clear who asks and that they may.

    Attributes
    ----------
    place
        Everything that the server keeps.
    route
        The row of the table.
    path, query
        Parts of the address.
    session
        Whose it is; None for a stranger.
    project, right
        The project that the address names, and what the user may do in it.
    form, body
        What was sent.
    wants_json
        Whether the answer is for a program.
    address, token
        Where the request comes from, and the token of its session.
    """

    place: Workbench
    route: Route
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    session: Session | None = None
    project: SharedProject | None = None
    right: Right = Right.ANYBODY
    form: SentForm = field(default_factory=SentForm)
    body: bytes = b""
    wants_json: bool = False
    address: str = ""
    token: str = ""

    @property
    def user(self) -> str:
        """The name of the account; empty for a stranger."""
        return self.session.user if self.session else ""

    @property
    def here(self) -> SharedProject:
        """The project that the address names."""
        if self.project is None:
            raise UsageError("this address names no project")
        return self.project

    def number(self, name: str) -> int:
        """Return a part of the address that is a number from 1 on; 0 if it is none."""
        text = self.path.get(name) or self.query.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

    def json(self) -> Any:
        """Return the JSON that was sent."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            raise InputError(words().error_json) from None


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What goes back to the browser."""

    content: bytes | Iterator[bytes] = b""
    kind: str = HTML
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cookie: str | None = None
    """The new token of the session; empty ends the session."""


def redirect(to: str, cookie: str | None = None) -> Answer:
    """Send the browser to another address, as a reading request."""
    return Answer(status=303, headers={"location": to}, cookie=cookie)


def as_json(value: Any, status: int = 200) -> Answer:
    """Answer a program."""
    return Answer(json.dumps(value, ensure_ascii=False).encode(), JSON, status)


def download(name: str, pieces: Iterator[bytes], kind: str = "application/octet-stream") -> Answer:
    """Give a file; browsers save it and never show it."""
    shown = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Answer(pieces, kind, headers={"content-disposition": shown})
