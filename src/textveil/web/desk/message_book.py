"""The message book: a sealed vault of each user that keeps who got which version of a message.

Compose writes it when somebody records versions, Trace reads it. It is no project that anybody is
a member of, so it stands in no list; its key is drawn anew with those of all projects.
"""

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Final

from textveil.store.keys import new_secret
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.sealed_store import SealedStore
from textveil.web.asking import PageRequest
from textveil.web.project_keys import PROJECT, SharedProject

__all__ = ["PassingStore", "book_id", "book_of", "has_book"]

_BOOK: Final = "message book"


def has_book(asked: PageRequest) -> bool:
    """Tell whether the user has recorded versions before."""
    return asked.place.server().fetch(_BOOK, asked.user) is not None


def book_id(asked: PageRequest) -> str:
    """Return the id of the user's book; it is made if there is none."""
    store = asked.place.server()
    with store.step():
        found = store.fetch(_BOOK, asked.user)
        if found is not None:
            return found.decode()
        made = SharedProject(secrets.token_hex(8), _BOOK, time.time(), new_secret())
        store.put(PROJECT, made.id, made.content())
        store.put(_BOOK, asked.user, made.id.encode())
    return made.id


def book_of(asked: PageRequest) -> SqliteVault:
    """Return the user's book, for this thread."""
    name = book_id(asked)
    content = asked.place.server().fetch(PROJECT, name)
    if content is None:  # pragma: no cover - both are put in one step
        raise KeyError(name)
    return asked.place.vault(name, SharedProject.of(name, content).key)


class PassingStore:
    """A store over another one: what is put into it is gone with it, and changes nothing below.

    Parameters
    ----------
    below
        What is read where nothing was put; None for an empty store.
    """

    def __init__(self, below: SealedStore | None = None) -> None:
        self._below = below
        self._put: dict[str, dict[str, bytes | None]] = {}

    @contextmanager
    def step(self) -> Iterator[None]:
        """Return a block; nobody else sees this store."""
        yield

    def put(self, kind: str, key: str, content: bytes) -> None:
        """Hold a content."""
        self._put.setdefault(kind, {})[key] = content

    def put_if(self, kind: str, key: str, content: bytes, before: bytes | None) -> bool:
        """Hold a content if the standing one is `before`; tell whether."""
        if self.fetch(kind, key) != before:
            return False
        self.put(kind, key, content)
        return True

    def delete(self, kind: str, key: str) -> None:
        """Hold that there is no content."""
        self._put.setdefault(kind, {})[key] = None

    def fetch(self, kind: str, key: str) -> bytes | None:
        """Return a content; None if there is none."""
        here = self._put.get(kind, {})
        if key in here:
            return here[key]
        return None if self._below is None else self._below.fetch(kind, key)

    def fetch_some(self, kind: str, keys: Sequence[str]) -> dict[str, bytes]:
        """Return the contents of some keys of a kind."""
        found = {key: self.fetch(kind, key) for key in keys}
        return {key: content for key, content in found.items() if content is not None}

    def fetch_all(self, kind: str) -> dict[str, bytes]:
        """Return all contents of a kind by their keys, sorted by key."""
        return dict(sorted(self._in_order(kind).items()))

    def page(self, kind: str, size: int, after: str | None = None) -> dict[str, bytes]:
        """Return the next contents of a kind, in order: from the first, or behind a key."""
        rows = self._in_order(kind)
        if after is not None and after not in rows:
            return {}
        keys = list(rows)
        first = 0 if after is None else keys.index(after) + 1
        return {key: rows[key] for key in islice(keys, first, first + size)}

    def _in_order(self, kind: str) -> dict[str, bytes]:
        rows: dict[str, bytes | None] = {}
        after: str | None = None
        while self._below is not None and (found := self._below.page(kind, 500, after)):
            rows |= found
            after = list(found)[-1]
        rows |= self._put.get(kind, {})
        return {key: content for key, content in rows.items() if content is not None}
