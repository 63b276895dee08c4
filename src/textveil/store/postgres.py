"""A vault in a schema of PostgreSQL: the same sealed rows as in a file.

What textveil seals, and how, is that of `sqlite_vault`. Only statements that PostgreSQL writes
otherwise, and how programs take turns, stand here.
"""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from textveil.errors import (
    DamagedVaultError,
    MissingExtraError,
    UsageError,
    VaultError,
    VaultVersionError,
)
from textveil.store.header import PLACED, Header, Unlocked
from textveil.store.log import PYTHON, Log, LookUp
from textveil.store.rows import TABLES, Rows
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.password import Password
from textveil.values.keys.secret import Secret

__all__ = ["DatabaseAddress", "PostgresVault"]

_LOCAL: Final = ("", "localhost", "127.0.0.1", "::1")
_NAME: Final = re.compile("[a-z0-9]{1,40}")
_HEADER: Final = (
    "CREATE TABLE header (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), format INTEGER "
    "NOT NULL, salt BYTEA NOT NULL, derivation TEXT NOT NULL, key_check BYTEA NOT NULL, "
    "checksum BYTEA NOT NULL)"
)
_WRITTEN: Final = {
    "INSERT OR IGNORE INTO mapping VALUES (?, ?, ?)": "INSERT INTO mapping VALUES (?, ?, ?) "
    "ON CONFLICT DO NOTHING",
    "INSERT OR REPLACE INTO way_back VALUES (?, ?, ?)": "INSERT INTO way_back VALUES (?, ?, ?) "
    "ON CONFLICT (document, text) DO UPDATE SET sealed = excluded.sealed",
}
"""What SQLite and PostgreSQL write differently."""
_FIELDS: Final = 5


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """Where a database is; its password is in no address.

    Examples
    --------
    >>> DatabaseAddress.of("postgresql://ana@db.example.org/notes").shown
    'db.example.org:5432/notes'
    """

    host: str
    port: int
    name: str
    user: str
    socket: str = ""
    encrypted: bool = True

    @classmethod
    def of(cls, url: str) -> "DatabaseAddress":
        """Return the address that a URL states."""
        try:
            parts = urlsplit(url)
            port = parts.port or 5432
        except ValueError:
            raise UsageError("this is no address of a database", where="--database") from None
        if parts.scheme not in ("postgresql", "postgres") or len(parts.path) < 2:
            raise UsageError(
                "this is no address of a database",
                where="--database",
                hint="write postgresql://USER@HOST/NAME",
            )
        if parts.password is not None:
            raise UsageError(
                "an address with a password shows it to everybody who lists processes",
                where="--database",
                hint="set PGPASSWORD, or write the password into the file ~/.pgpass",
            )
        more = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        host, socket = unquote(parts.hostname or ""), more.get("host", "")
        local = bool(socket) or host in _LOCAL
        return cls(
            host,
            port,
            unquote(parts.path[1:]),
            unquote(parts.username or "") or os.environ.get("PGUSER", "") or _login(),
            f"{socket}/.s.PGSQL.{port}" if socket else "",
            not local and more.get("sslmode") != "disable",
        )

    @property
    def shown(self) -> str:
        """The address as messages show it."""
        return f"{self.socket or f'{self.host}:{self.port}'}/{self.name}"

    def password(self) -> str | None:
        """Return the password of PGPASSWORD or of the password file."""
        if told := os.environ.get("PGPASSWORD"):
            return told
        path = Path(os.environ.get("PGPASSFILE", "") or Path.home() / ".pgpass")
        if not path.is_file():
            return None
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise UsageError("others may read the password file", where=str(path))
        wanted = (self.host or "localhost", str(self.port), self.name, self.user)
        for line in path.read_text("utf-8").splitlines():
            fields = [part.replace("\\:", ":") for part in re.split(r"(?<!\\):", line)]
            pairs = zip(fields[:4], wanted, strict=False)
            if len(fields) == _FIELDS and all(one in ("*", other) for one, other in pairs):
                return fields[4]
        return None


def _login() -> str:
    import getpass

    return getpass.getuser()


class _Session:
    """A connection with the methods that the statements of a vault need."""

    def __init__(self, address: DatabaseAddress) -> None:
        native = _pg8000()
        self._errors = (native.Error, native.InterfaceError, OSError)
        self._where = address.shown
        with self.explained():
            self._connection = native.connect(
                address.user,
                host=address.host or "localhost",
                database=address.name,
                port=address.port,
                password=address.password(),
                unix_sock=address.socket or None,
                ssl_context=True if address.encrypted else None,
                application_name="textveil",
            )
            self._connection.autocommit = True

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn errors of the database into ours; its messages may quote values."""
        try:
            yield
        except self._errors as error:
            told = error.args[0] if error.args and isinstance(error.args[0], dict) else {}
            code = str(told.get("C", "")) or type(error).__name__
            raise VaultError(
                f"the database cannot be used (code {code})",
                where=self._where,
                hint="check its address, the user and the password, and that it runs",
            ) from None

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Any:
        """Carry out a statement whose marks are question marks."""
        cursor = self._connection.cursor()
        with self.explained():
            written = _WRITTEN.get(statement, statement).replace("?", "%s")
            cursor.execute(written.replace("BLOB", "BYTEA").replace(" WITHOUT ROWID", ""), values)
        return _Found(cursor) if cursor.description else None

    def executemany(self, statement: str, rows: Any) -> None:
        """Carry out a statement for each row."""
        for row in rows:
            self.execute(statement, row)

    def close(self) -> None:
        """End the connection, which may have ended already."""
        try:
            self._connection.close()
        except self._errors:
            return


class _Found:
    """Rows of an answer, as tuples."""

    def __init__(self, cursor: Any) -> None:
        self._rows = [tuple(row) for row in cursor.fetchall()]
        self._at = 0

    def fetchone(self) -> Any:
        """Return the next row; None at the end."""
        self._at += 1
        return self._rows[self._at - 1] if self._at <= len(self._rows) else None

    def fetchall(self) -> Any:
        """Return all rows."""
        return self._rows

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)


def _pg8000() -> Any:
    try:
        import pg8000.dbapi
    except ImportError:
        raise MissingExtraError(
            "PostgreSQL needs a package that is not installed",
            hint="pip install 'textveil[postgres]'",
        ) from None
    return pg8000.dbapi


class PostgresVault(SqliteVault):
    """Keeps a vault in a schema of its own; several programs may use one at the same time.

    Parameters
    ----------
    address
        Where the database is.
    name
        Which vault: small letters and digits.
    given, create, look_up, command
        As for a vault in a file.
    """

    def __init__(
        self,
        address: DatabaseAddress,
        name: str,
        given: Secret | Password,
        *,
        create: bool = False,
        look_up: LookUp = LookUp.OPEN,
        command: str = PYTHON,
    ) -> None:
        if not _NAME.fullmatch(name):
            raise UsageError("a vault in a database is named by small letters and digits")
        super().__init__(Path(name), given, create=create, look_up=look_up, command=command)
        self._address, self._schema = address, f"textveil_{name}"
        # Places are always written, and the database itself looks after its indices.
        self._placed = self._whole = True

    def __repr__(self) -> str:
        return f"PostgresVault({self._address.shown!r}, {self._schema!r})"

    @classmethod
    def stands(cls, address: DatabaseAddress, name: str) -> bool:
        """Tell whether a vault has been made."""
        session = _Session(address)
        try:
            found = session.execute(
                "SELECT 1 FROM information_schema.tables WHERE table_schema = ? "
                "AND table_name = 'header'",
                (f"textveil_{name}",),
            )
            return found.fetchone() is not None
        finally:
            session.close()

    def remove(self) -> None:
        """Remove the vault with everything in it; its key should be destroyed before."""
        self.close()
        session = _Session(self._address)
        try:
            session.execute(f"DROP SCHEMA IF EXISTS {self._schema} CASCADE")
        finally:
            session.close()

    def note(self, look_up: LookUp) -> None:
        """Put the outcome of a look-up into the log, before anybody sees it."""
        with self._transaction(write=True) as connection:
            self._logged(connection, self._unlocked.secret, look_up)

    def rotate(self, new: Secret | Password) -> None:
        """Seal everything under another key, all or nothing."""
        changed = Header.new(new)
        rows = Rows(changed.secret)
        with self._transaction(write=True) as connection:
            for table in TABLES:
                kept = list(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608 - our names
                again = [rows.again(table, self._opened(table, row), row[1]) for row in kept]
                connection.execute(f"DELETE FROM {table}")  # noqa: S608 - our names
                connection.executemany(f"INSERT INTO {table} VALUES (?, ?, ?)", again)  # noqa: S608
            with self._located():
                Log(self._unlocked.secret).reseal(connection, Log(changed.secret))
            _write(connection, changed)
        self._unlocked, self._rows, self._given = changed, rows, new
        for table in (*TABLES, "log", "header"):
            connection.execute(f"VACUUM FULL {table}")

    def _open(self) -> Any:
        if self._connection is not None:
            return self._connection
        session = _Session(self._address)
        try:
            session.execute(f"SET search_path TO {self._schema}")
            session.execute("SET synchronous_commit TO on")
            self._unlocked = self._unlock(session)
        except BaseException:
            session.close()
            raise
        self._rows = Rows(self._unlocked.secret)
        self._connection = session  # type: ignore[assignment]
        return session

    def _unlock(self, connection: Any) -> Unlocked:
        where = f"{self._address.shown}, {self._schema}"
        header = _read(connection, self._schema, where)
        made = None if header else Header.new(self._given)
        with _turn(connection, self._schema):
            header = _read(connection, self._schema, where)
            if header is None and self._create and made is not None:
                self._make(connection, made)
                return made
        if header is None:
            raise VaultError("there is no such vault in the database", where=where)
        unlocked = header.unlocked(self._given, where)
        with _turn(connection, self._schema):
            self._check(connection, unlocked)
            self._logged(connection, unlocked.secret, self._look_up)
        return unlocked

    def _make(self, connection: Any, made: Unlocked) -> None:
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {self._schema}")
        connection.execute(_HEADER)
        for statement in chain.from_iterable(TABLES.values()):
            connection.execute(statement)
        Log(made.secret).create(connection)
        _write(connection, made)
        self._logged(connection, made.secret, self._look_up)

    def _check(self, connection: Any, unlocked: Unlocked) -> None:
        """Raise if the key was changed, or the schema does more than keep rows."""
        if connection.execute("SELECT salt FROM header").fetchone() != (unlocked.header.salt,):
            raise self._rotated()
        asked = (
            "SELECT 1 FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid "
            "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? "
            "AND NOT t.tgisinternal UNION ALL "
            "SELECT 1 FROM pg_catalog.pg_rules WHERE schemaname = ?"
        )
        if connection.execute(asked, (self._schema, self._schema)).fetchone() is not None:
            raise DamagedVaultError(
                "the schema has triggers or rules that a vault does not have",
                where=self._schema,
                hint="somebody changed it without the key; take it from a backup",
            )

    def _remove_if_unused(self, connection: Any) -> None:
        """Leave the vault where it is: others may be about to use it."""

    @contextmanager
    def _transaction(self, *, write: bool) -> Iterator[Any]:
        connection = self._open()
        if self._in_step:
            yield connection
            return
        try:
            with _turn(connection, self._schema, write=write):
                self._check(connection, self._unlocked)
                yield connection
        except VaultError as error:
            if error.what.startswith("the database"):
                # The next use connects again.
                connection.close()
                self._connection = None
            raise


@contextmanager
def _turn(connection: Any, schema: str, *, write: bool = True) -> Iterator[None]:
    """All or nothing; a writer takes its turn before it reads, so that it reads what stands."""
    connection.execute("BEGIN" if write else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    try:
        if write:
            connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (schema,))
        yield
        connection.execute("COMMIT")
    except BaseException as error:
        if not (isinstance(error, VaultError) and error.what.startswith("the database")):
            connection.execute("ROLLBACK")
        raise


def _write(connection: Any, made: Unlocked) -> None:
    connection.execute("DELETE FROM header")
    row = (PLACED, *made.header.row())
    connection.execute("INSERT INTO header VALUES (1, ?, ?, ?, ?, ?)", row)


def _read(connection: Any, schema: str, where: str) -> Header | None:
    asked = "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = ? AND tablename = 'header'"
    if connection.execute(asked, (schema,)).fetchone() is None:
        return None
    asked = "SELECT format, salt, derivation, key_check, checksum FROM header"
    found = connection.execute(asked).fetchone()
    if found is not None and found[0] != PLACED:
        raise VaultVersionError(
            f"the vault has format {found[0]}, and this version of textveil reads {PLACED}",
            where=where,
            hint="use the version of textveil that made it",
        )
    return Header.of_row(found and found[1:], where)
