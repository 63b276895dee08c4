"""The log of a vault: who opened it, when, and for what kind of look-up; it holds no values.

Each entry is sealed and bound to its number. Row 0 is sealed too, and says how many entries there
are. So whoever has no key can neither read an entry, nor change, add, exchange or remove one
unnoticed. `docs/methods/vault.md` says what the log does not prove.
"""

import getpass
import os
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from textveil.errors import DamagedVaultError
from textveil.store.records import Database
from textveil.values.keys.sealing import Sealing, joined, parted
from textveil.values.keys.secret import Secret

__all__ = ["LOG_TABLE", "PYTHON", "Log", "LogEntry", "LookUp"]

PYTHON: Final = "Python"
"""The command of a vault that a program opens, not a command of textveil."""

LOG_TABLE: Final = "CREATE TABLE log (number INTEGER PRIMARY KEY, sealed BLOB NOT NULL)"
"""The statement that makes the table of the log."""

_PUT: Final = (
    "INSERT INTO log VALUES (?, ?) ON CONFLICT (number) DO UPDATE SET sealed = excluded.sealed"
)
_BLOCK: Final = 64
_PARTS: Final = (4, 5)
"""Parts of an entry: what it is about, if anything, comes last."""
_END: Final = 0
"""The number of the row that counts the entries."""


class LookUp(StrEnum):
    """Kinds of look-up. After a search, a second entry says on which side the value was found.

    Examples
    --------
    >>> LookUp("restore") is LookUp.RESTORE
    True
    """

    OPEN = "open"
    PROTECT = "protect a batch"
    RELEASE = "release a batch"
    RESTORE = "restore"
    VERIFY = "verify a release"
    FIND = "find"
    BY_SURROGATE = "found by surrogate"
    BY_ORIGINAL = "found by original"
    BY_BOTH = "found by surrogate and by original"
    NOT_FOUND = "found nothing"
    CHECK = "check"
    LEARN = "learn"
    COMPOSE = "compose versions"
    TRACE = "trace a leak"
    RECIPIENTS = "read who has a copy"
    ROTATE = "change the key"
    READ_LOG = "read the log"

    @classmethod
    def of_search(cls, *, by_surrogate: bool, by_original: bool) -> "LookUp":
        """Return the outcome of a search."""
        if by_surrogate and by_original:
            return cls.BY_BOTH
        if by_surrogate:
            return cls.BY_SURROGATE
        return cls.BY_ORIGINAL if by_original else cls.NOT_FOUND


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One opening of a vault, or the outcome of a search in it.

    Attributes
    ----------
    when
        The clock of the machine: UTC, by ISO 8601.
    user
        The user of the operating system.
    command
        The command, without its arguments.
    look_up
        What kind of look-up was made.
    about
        The number of the document, if it was about one.
    """

    when: str
    user: str
    command: str
    look_up: str
    about: str = ""

    @classmethod
    def now(cls, command: str, look_up: LookUp) -> "LogEntry":
        """Return the entry of the user of this process, at this moment."""
        return cls(datetime.now(UTC).isoformat(timespec="seconds"), _user(), command, look_up.value)

    @classmethod
    def by(cls, user: str, command: str, action: str, about: str = "") -> "LogEntry":
        """Return what a named user does at this moment."""
        when = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(when, user, command, action, about)

    def to_json(self) -> dict[str, str]:
        """Return the entry as a JSON object; without `about` where it is about no document."""
        names = ("when", "user", "command", "look_up", "about")
        told = dict(zip(names, astuple(self), strict=True))
        return told if self.about else {name: told[name] for name in names[:-1]}


def _user() -> str:
    # Not by the environment, in which anybody can call themselves anything.
    try:
        import pwd
    except ImportError:
        return getpass.getuser()
    number = os.getuid()
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


class Log:
    """Adds and reads entries under the key of a vault, inside a transaction of the caller."""

    def __init__(self, secret: Secret) -> None:
        self._sealing = Sealing(secret, "log", _BLOCK)

    def create(self, connection: Database) -> None:
        """Make an empty log."""
        connection.execute(LOG_TABLE)
        self._put(connection, _END, (0).to_bytes(8, "big"))

    def add(self, connection: Database, entry: LogEntry) -> None:
        """Put an entry behind the others; raise if others were removed, or it is not kept."""
        count = self._count(connection)
        if tuple(connection.execute("SELECT max(number) FROM log").fetchone()) != (count,):
            raise _damage()
        told = astuple(entry) if entry.about else astuple(entry)[:-1]
        parts = (part.encode("utf-8", "surrogatepass") for part in told)
        self._put(connection, count + 1, joined(*parts))
        self._put(connection, _END, (count + 1).to_bytes(8, "big"))
        # What was written is read again: a file may hold instructions that undo what is written.
        last = connection.execute("SELECT number, sealed FROM log ORDER BY 1 DESC LIMIT 1")
        number, sealed = last.fetchone()
        if (number, self._count(connection)) != (count + 1, count + 1):
            raise _damage()
        self._opened(number, sealed)

    def entries(self, connection: Database) -> Iterator[LogEntry]:
        """Yield all entries, oldest first; raise if one was changed or is missing."""
        count, seen = self._count(connection), 0
        asked = "SELECT number, sealed FROM log WHERE number <> 0 ORDER BY 1"
        # All at once: a query that an error cuts off would hold the file.
        rows = connection.execute(asked).fetchall()
        for number, sealed in rows:
            seen += 1
            parts = [
                part.decode("utf-8", "surrogatepass")
                for part in parted(self._opened(number, sealed))
            ]
            if number != seen or len(parts) not in _PARTS:
                raise _damage()
            yield LogEntry(*parts)
        if seen != count:
            raise _damage()

    def reseal(self, connection: Database, new: "Log") -> None:
        """Seal all entries under another key."""
        kept = list(self.entries(connection))
        connection.execute("DROP TABLE log")
        new.create(connection)
        for entry in kept:
            new.add(connection, entry)

    def _count(self, connection: Database) -> int:
        row = connection.execute("SELECT sealed FROM log WHERE number = 0").fetchone()
        if row is None:
            raise _damage()
        return int.from_bytes(self._opened(_END, row[0]), "big")

    def _put(self, connection: Database, number: int, content: bytes) -> None:
        sealed = self._sealing.seal(content, _bound(number))
        connection.execute(_PUT, (number, sealed))

    def _opened(self, number: int, sealed: bytes) -> bytes:
        content = self._sealing.unseal(sealed, _bound(number)) if number >= 0 else None
        if content is None:
            raise _damage()
        return content


def _bound(number: int) -> bytes:
    return joined(b"log", number.to_bytes(8, "big"))


def _damage() -> DamagedVaultError:
    return DamagedVaultError(
        "the log of the vault was changed or is damaged", hint="take the vault from a backup"
    )
