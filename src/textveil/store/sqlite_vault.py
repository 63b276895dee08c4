"""A vault in one SQLite file; without the key nobody can read or test its content."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Final

from textveil.errors import DamagedVaultError, OutputError, VaultError, WrongKeyError
from textveil.store.connection import check_whole, connect, explained, settle, transaction
from textveil.store.header import PLACED, Header, Unlocked
from textveil.store.log import PYTHON, Log, LogEntry, LookUp
from textveil.store.records import SealedRecords
from textveil.store.rows import TABLES, Row, Rows, text_of
from textveil.store.tables import check_tables
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret

__all__ = ["SqliteVault"]

_HELD: Final = 256
"""Ways back that are held before they are written together."""
_ASKED: Final = 500
"""Values that one question asks for."""


class SqliteVault:
    """Keeps mappings, ways back and records; several programs may use one at the same time.

    One object serves one thread of one process. Use it in a `with` block, or `close` it.

    Parameters
    ----------
    path
        The file; it is opened when it is first needed.
    given
        The key or password.
    create
        Whether to make the vault where there is none.
    look_up, command
        What it is opened for, and by which command; both stand in the log of the vault.

    Notes
    -----
    Guarantee: without the key the file shows how many rows each table has, how long their contents
    are in steps of 64 bytes or more, and nothing else. Proof and limits in `docs/methods/vault.md`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "project.vault"
    >>> with SqliteVault(path, Secret(b"0123456789abcdef"), create=True) as vault:
    ...     vault.remember("NAME", "Ana", "Eva"), vault.remember("NAME", "Ana", "Ida")
    ('Eva', 'Eva')
    """

    def __init__(
        self,
        path: Path,
        given: Secret | Password,
        *,
        create: bool = False,
        look_up: LookUp = LookUp.OPEN,
        command: str = PYTHON,
    ) -> None:
        self.path = path
        self._given = given
        self._create = create
        self._look_up, self._command = look_up, command
        self._connection: sqlite3.Connection | None = None
        self._unlocked: Unlocked
        self._pending: dict[tuple[bytes, bytes], Row] = {}
        self._in_step = False
        self._whole = False
        self._placed = False

    def __repr__(self) -> str:
        return f"SqliteVault({str(self.path)!r})"

    def __enter__(self) -> "SqliteVault":
        self._open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # What a failed run sealed belongs to a release that nobody will see.
        if kind is not None:
            self._pending.clear()
        # A run that is interrupted goes on later, with the salt of this vault.
        if kind is not None and issubclass(kind, Exception) and self._connection is not None:
            self._remove_if_unused(self._connection)
        self.close()

    @property
    def key(self) -> Secret:
        """The key that policies use beside this vault: the given one, or the password's."""
        self._open()
        return self._unlocked.root

    def close(self) -> None:
        """Write pending rows and close the file."""
        if self._connection is None:
            return
        try:
            self.flush()
        finally:
            self._connection.close()
            self._connection = None

    def recall(self, space: str, value: str) -> str | None:
        """Return the surrogate that stands for a value; None if there is none yet."""
        return self.recall_all(space, [value]).get(value)

    def recall_all(self, space: str, values: Iterable[str]) -> dict[str, str]:
        """Return the surrogates of many values at once; values that have none are left out."""
        lookups = {self._ready().of_value(space, value): value for value in values}
        if not lookups:
            return {}
        with self._transaction(write=False) as connection:
            return self._standing(connection, lookups)

    def remember(self, space: str, value: str, surrogate: str) -> str:
        """Store a surrogate unless there is one, and return the valid one."""
        return self.remember_all(space, {value: surrogate})[value]

    def remember_all(self, space: str, surrogates: Mapping[str, str]) -> dict[str, str]:
        """Keep many at once and return the ones that stand."""
        # Sealed before the turn to write, so that others do not wait for it.
        rows = {v: self._ready().mapping(space, v, kept) for v, kept in surrogates.items()}
        if not rows:
            return {}
        with self._transaction(write=True) as connection:
            connection.executemany("INSERT OR IGNORE INTO mapping VALUES (?, ?, ?)", rows.values())
            return self._standing(connection, {row[0]: value for value, row in rows.items()})

    def mappings(self) -> Iterator[tuple[str, str, str]]:
        """Yield every space, value and surrogate that is kept."""
        with self._transaction(write=False) as connection:
            for row in connection.execute("SELECT * FROM mapping"):
                space, value, surrogate = map(text_of, self._opened("mapping", row))
                yield space, value, surrogate

    def original(self, space: str, surrogate: str) -> str | None:
        """Return the value that a surrogate stands for; None if there is none, or several."""
        wanted = (self._ready().of_surrogate(space, surrogate),)
        with self._transaction(write=False) as connection:
            found = connection.execute(
                "SELECT * FROM mapping WHERE surrogate = ? LIMIT 2", wanted
            ).fetchall()
            return text_of(self._opened("mapping", found[0])[1]) if len(found) == 1 else None

    def seal(self, document_id: str, digest: bytes, payload: bytes) -> None:
        """Keep the way back of a released document; `flush` puts it on the disk."""
        row = self._ready().way_back(document_id, digest, payload)
        self._pending[row[:2]] = row
        if len(self._pending) >= _HELD:
            self.flush()

    def unseal(self, document_id: str, digest: bytes) -> bytes | None:
        """Return the way back of a released document; None if there is none for this text."""
        self.flush()
        document, text = self._ready().of_document(document_id), self._rows.of_text(digest)
        with self._transaction(write=False) as connection:
            found = connection.execute(
                "SELECT * FROM way_back WHERE document = ? AND text = ?", (document, text)
            ).fetchall()
            if not found and not _any(connection, document):
                found = connection.execute(
                    "SELECT * FROM way_back WHERE text = ? LIMIT 2", (text,)
                ).fetchall()
            return self._opened("way_back", found[0])[2] if len(found) == 1 else None

    def knows(self, document_id: str) -> bool:
        """Tell whether any text was sealed for this document."""
        self.flush()
        document = self._ready().of_document(document_id)
        with self._transaction(write=False) as connection:
            return _any(connection, document)

    def flush(self) -> None:
        """Put everything on the disk that was sealed so far."""
        if not self._pending:
            return
        with self._transaction(write=True) as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO way_back VALUES (?, ?, ?)", self._pending.values()
            )
        self._pending.clear()

    @contextmanager
    def step(self) -> Iterator[None]:
        """Return a block whose changes stand all together, or not at all."""
        if self._in_step:
            yield
            return
        with self._transaction(write=True):
            self._in_step = True
            try:
                yield
            finally:
                self._in_step = False

    def put(self, kind: str, key: str, content: bytes) -> None:
        """Keep a content, in place of an earlier one of this kind and key."""
        with self._records(write=True) as records:
            records.put(kind, key, content)

    def put_if(self, kind: str, key: str, content: bytes, before: bytes | None) -> bool:
        """Keep a content if the standing one is `before`; tell whether."""
        with self._records(write=True) as records:
            return records.put_if(kind, key, content, before)

    def delete(self, kind: str, key: str) -> None:
        """Remove a content; its bytes are overwritten in the file."""
        with self._records(write=True) as records:
            records.delete(kind, key)

    def fetch(self, kind: str, key: str) -> bytes | None:
        """Return a content; None if there is none."""
        with self._records(write=False) as records:
            return records.fetch(kind, key)

    def fetch_some(self, kind: str, keys: Sequence[str]) -> dict[str, bytes]:
        """Return the contents of some keys of a kind; keys without one are left out."""
        with self._records(write=False) as records:
            return records.fetch_some(kind, keys)

    def page(self, kind: str, size: int, after: str | None = None) -> dict[str, bytes]:
        """Return the next contents of a kind, in order: from the first, or behind a key."""
        with self._records(write=False) as records:
            return records.page(kind, size, after)

    @contextmanager
    def _records(self, *, write: bool) -> Iterator[SealedRecords]:
        with self._transaction(write=write) as connection:
            if write and not self._placed:
                connection.execute(f"PRAGMA user_version = {PLACED}")
            yield SealedRecords(connection, self._rows, self._opened)
        self._placed |= write

    def fetch_all(self, kind: str) -> dict[str, bytes]:
        """Return all contents of a kind by their keys, sorted by key."""
        with self._transaction(write=False) as connection:
            if not self._whole:
                check_whole(connection, self.path)
                self._whole = True
            return SealedRecords(connection, self._rows, self._opened).of_kind(kind)

    def check(self) -> dict[str, int]:
        """Open every row and return how many each table has, or raise at a damaged one.

        The rows of the log are opened, too, and not counted.
        """
        counts = dict.fromkeys(TABLES, 0)
        self.log()
        with self._transaction(write=False) as connection:
            for table in TABLES:
                for row in connection.execute(f"SELECT * FROM {table}"):  # noqa: S608 - our names
                    self._opened(table, row)
                    counts[table] += 1
        return counts

    def log(self) -> list[LogEntry]:
        """Return who opened the vault, when and for what, oldest first."""
        with self._transaction(write=False) as connection, self._located():
            return list(Log(self._unlocked.secret).entries(connection))

    def note(self, look_up: LookUp) -> None:
        """Put the outcome of a look-up into the log, before anybody sees it."""
        with self._transaction(write=True) as connection:
            self._logged(connection, self._unlocked.secret, look_up)
        with explained(self.path):
            settle(connection)

    def enter(self, entry: LogEntry) -> None:
        """Put an entry into the log; inside a step it stands with what the step changes."""
        with self._transaction(write=True) as connection, self._located():
            Log(self._unlocked.secret).add(connection, entry)

    def rotate(self, new: Secret | Password) -> None:
        """Seal everything under another key, all or nothing.

        A program that uses the old key gets an error at its next use. The old content is
        overwritten in the file; copies elsewhere, backups included, stay open to the old key.
        """
        changed = Header.new(new)
        rows = Rows(changed.secret)
        with self._transaction(write=True) as connection:
            for table, statements in TABLES.items():
                self._resealed(connection, table, statements, rows)
            with self._located():
                Log(self._unlocked.secret).reseal(connection, Log(changed.secret))
            changed.header.write(connection)
            connection.execute(f"PRAGMA user_version = {PLACED}")
        self._unlocked, self._rows, self._given = changed, rows, new
        with explained(self.path):
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _resealed(
        self, connection: sqlite3.Connection, table: str, statements: tuple[str, str], rows: Rows
    ) -> None:
        create, index = statements
        connection.execute(f"DROP INDEX {index.split()[2]}")
        connection.execute(f"ALTER TABLE {table} RENAME TO rotated")
        connection.execute(create)
        for row in connection.execute("SELECT * FROM rotated"):
            again = rows.again(table, self._opened(table, row), row[1])
            connection.execute(f"INSERT INTO {table} VALUES (?, ?, ?)", again)  # noqa: S608
        connection.execute("DROP TABLE rotated")
        connection.execute(index)

    def _standing(
        self, connection: sqlite3.Connection, lookups: Mapping[bytes, str]
    ) -> dict[str, str]:
        """Return the content of the rows of these look-ups, by value."""
        standing, wanted = {}, list(lookups)
        for start in range(0, len(wanted), _ASKED):
            some = wanted[start : start + _ASKED]
            marks = ", ".join("?" * len(some))
            found = f"SELECT * FROM mapping WHERE value IN ({marks})"  # noqa: S608 - marks alone
            for row in connection.execute(found, some):
                standing[lookups[row[0]]] = text_of(self._opened("mapping", row)[2])
        return standing

    def _opened(self, table: str, row: Row) -> list[bytes]:
        with self._located():
            return self._rows.opened(table, row)

    @contextmanager
    def _located(self) -> Iterator[None]:
        """Say in which file the damage is."""
        try:
            yield
        except DamagedVaultError as error:
            raise DamagedVaultError(error.what, where=str(self.path), hint=error.hint) from None

    def _logged(self, connection: sqlite3.Connection, secret: Secret, look_up: LookUp) -> None:
        with self._located():
            Log(secret).add(connection, LogEntry.now(self._command, look_up))

    def _ready(self) -> Rows:
        self._open()
        return self._rows

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = connect(self.path, create=self._create)
            try:
                with explained(self.path):
                    self._unlocked = self._unlock(connection)
                    # The entry of this opening is in the file before anything is looked up.
                    settle(connection)
            except BaseException:
                connection.close()
                raise
            if not self.path.exists():
                # The program that had just made it did not need it after all.
                connection.close()
                return self._open()
            self._rows = Rows(self._unlocked.secret)
            self._connection = connection
        return self._connection

    def _unlock(self, connection: sqlite3.Connection) -> Unlocked:
        with transaction(connection, write=False):
            header = Header.read(connection, str(self.path))
        if header is None and self._create:
            # Made before the turn to write: a password's key takes a while.
            made = Header.new(self._given)
            with transaction(connection, write=True):
                header = Header.read(connection, str(self.path))
                if header is None:
                    made.header.write(connection)
                    for statement in chain.from_iterable(TABLES.values()):
                        connection.execute(statement)
                    Log(made.secret).create(connection)
                    self._logged(connection, made.secret, self._look_up)
                    return made
        if header is None:
            raise DamagedVaultError("the vault is empty", where=str(self.path))
        return self._entered(connection, header.unlocked(self._given, str(self.path)))

    def _remove_if_unused(self, connection: sqlite3.Connection) -> None:
        """Remove the file if this was its first opening, and if it holds nothing."""
        # The error that ended the block is the one to tell.
        with suppress(sqlite3.Error, OSError, VaultError, OutputError):
            if len(self.log()) > 1 or any(self.check().values()):
                return
            connection.execute("PRAGMA busy_timeout = 0")
            # SQLite allows this change only if no other program has the file open.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
            self.path.unlink()

    def _entered(self, connection: sqlite3.Connection, unlocked: Unlocked) -> Unlocked:
        """Log the opening; raise if the file is no longer the one that was unlocked."""
        with transaction(connection, write=True):
            standing = Header.read(connection, str(self.path))
            if standing is None or standing.salt != unlocked.header.salt:
                raise self._rotated()
            check_tables(connection, str(self.path))
            self._logged(connection, unlocked.secret, self._look_up)
        return unlocked

    def _rotated(self) -> WrongKeyError:
        return WrongKeyError(
            "the key of the vault was changed while it was open", where=str(self.path)
        )

    @contextmanager
    def _transaction(self, *, write: bool) -> Iterator[sqlite3.Connection]:
        connection = self._open()
        if self._in_step:
            yield connection
            return
        with explained(self.path), transaction(connection, write=write):
            salt = connection.execute("SELECT salt FROM header").fetchone()
            if salt != (self._unlocked.header.salt,):
                raise self._rotated()
            check_tables(connection, str(self.path))
            yield connection


def _any(connection: sqlite3.Connection, document: bytes) -> bool:
    wanted = "SELECT 1 FROM way_back WHERE document = ? LIMIT 1"
    return connection.execute(wanted, (document,)).fetchone() is not None
