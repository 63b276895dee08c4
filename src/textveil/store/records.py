"""Records: the statements of a sealed store, for SQLite and PostgreSQL alike.

A database is a connection with one method, `execute`, whose marks are question marks. What SQLite
and PostgreSQL write differently stands in their own modules.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

from textveil.store.rows import FIRST_PLACE, RECORD, Row, Rows, place_of, text_of

__all__ = ["Database", "SealedRecords"]

_ASKED: Final = 500
"""Keys that one question asks for."""

_PUT: Final = (
    "INSERT INTO record VALUES (?, ?, ?) ON CONFLICT (entry) DO UPDATE SET sealed = excluded.sealed"
)


class Database(Protocol):
    """The one method that statements need of a connection."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Any:
        """Carry out a statement, and return its rows."""
        ...


class SealedRecords:
    """Puts and fetches records inside a transaction of the caller.

    Parameters
    ----------
    database
        Where they are.
    rows
        Seals them.
    opened
        Opens a row of a table; raises where it was changed.
    """

    def __init__(
        self, database: Database, rows: Rows, opened: Callable[[str, Row], list[bytes]]
    ) -> None:
        self._database, self._rows, self._opened = database, rows, opened

    def put(self, kind: str, key: str, content: bytes) -> None:
        """Keep a content; a new key comes behind all others of its kind."""
        standing = self._row(kind, key)
        place = self._next(kind) if standing is None else place_of(standing[1])
        self._database.execute(_PUT, self._rows.record(kind, key, content, place))

    def put_if(self, kind: str, key: str, content: bytes, before: bytes | None) -> bool:
        """Keep a content if the standing one is `before`; tell whether."""
        if self.fetch(kind, key) != before:
            return False
        self.put(kind, key, content)
        return True

    def delete(self, kind: str, key: str) -> None:
        """Remove a content."""
        wanted = (self._rows.of_record(kind, key),)
        self._database.execute("DELETE FROM record WHERE entry = ?", wanted)

    def fetch(self, kind: str, key: str) -> bytes | None:
        """Return a content; None if there is none."""
        row = self._row(kind, key)
        return None if row is None else self._opened(RECORD, row)[2]

    def fetch_some(self, kind: str, keys: Sequence[str]) -> dict[str, bytes]:
        """Return the contents of some keys."""
        found: dict[str, bytes] = {}
        for start in range(0, len(keys), _ASKED):
            wanted = [self._rows.of_record(kind, key) for key in keys[start : start + _ASKED]]
            marks = ", ".join("?" * len(wanted))
            asked = f"SELECT * FROM record WHERE entry IN ({marks})"  # noqa: S608 - marks alone
            found |= self._contents(self._database.execute(asked, wanted))
        return {key: found[key] for key in keys if key in found}

    def page(self, kind: str, size: int, after: str | None = None) -> dict[str, bytes]:
        """Return the next contents of a kind, in order."""
        first, last = self._rows.of_kind(kind)
        entry = b""
        if after is not None:
            standing = self._row(kind, after)
            if standing is None:
                return {}
            entry, first = standing[0], standing[1]
        rows = self._database.execute(
            "SELECT * FROM record WHERE kind BETWEEN ? AND ? AND (kind > ? OR entry > ?) "
            "ORDER BY kind, entry LIMIT ?",
            (first, last, first, entry, size),
        )
        return self._contents(rows)

    def of_kind(self, kind: str) -> dict[str, bytes]:
        """Return all contents of a kind, sorted by key."""
        asked = "SELECT * FROM record WHERE kind BETWEEN ? AND ?"
        found = self._contents(self._database.execute(asked, self._rows.of_kind(kind)))
        return dict(sorted(found.items()))

    def _contents(self, rows: Iterable[Row]) -> dict[str, bytes]:
        found = (self._opened(RECORD, row) for row in rows)
        return {text_of(key): content for _, key, content in found}

    def _row(self, kind: str, key: str) -> Row | None:
        wanted = (self._rows.of_record(kind, key),)
        asked = "SELECT * FROM record WHERE entry = ?"
        row: Row | None = self._database.execute(asked, wanted).fetchone()
        return row

    def _next(self, kind: str) -> int:
        asked = "SELECT kind FROM record WHERE kind BETWEEN ? AND ? ORDER BY kind DESC LIMIT 1"
        last = self._database.execute(asked, self._rows.of_kind(kind)).fetchone()
        return FIRST_PLACE if last is None else place_of(last[0]) + 1
