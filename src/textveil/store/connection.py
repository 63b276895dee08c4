"""The file of a vault: opens it and turns its failures into clear errors."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from textveil.errors import DamagedVaultError, OutputError, VaultError

__all__ = ["check_whole", "connect", "explained", "settle", "transaction"]

_WAIT_SECONDS: Final = 60.0

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
_REFUSED = (
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the operating system into ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explanation(error, path) from None
    except UnicodeDecodeError:
        # SQLite quotes what it cannot read, and Python cannot read the quotation.
        raise _damaged(path) from None
    except OSError as error:
        raise OutputError(f"the vault cannot be made: {error.strerror}", where=str(path)) from None


def _damaged(path: Path) -> DamagedVaultError:
    return DamagedVaultError(
        "the file is damaged, or no vault at all", where=str(path), hint="take it from a backup"
    )


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Raise unless tables and indices of the file agree: a row that only one has would be lost.

    Notes
    -----
    Linear in the size of the file, but for a factor of its logarithm.
    """
    if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        raise _damaged(path)


def _explanation(error: sqlite3.Error, path: Path) -> VaultError | OutputError:
    # The low byte says what kind of error it is; the others say more about it.
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    where = str(path)
    if code in _DAMAGED:
        return _damaged(path)
    if code in _IN_USE:
        return VaultError(
            f"another program has been writing to the vault for {_WAIT_SECONDS:.0f} seconds",
            where=where,
            hint="try again when it is done",
        )
    if code == sqlite3.SQLITE_FULL:
        return OutputError(
            "the disk is full", where=where, hint="free some space, or write elsewhere"
        )
    if code in _REFUSED:
        return _unwritable(path)
    # A table or column that should be there and is not.
    if isinstance(error, sqlite3.OperationalError) and code == sqlite3.SQLITE_ERROR:
        return DamagedVaultError("the tables of the vault are damaged", where=where)
    return VaultError(f"the vault cannot be used ({type(error).__name__})", where=where)


def _unwritable(path: Path) -> OutputError:
    return OutputError(
        "you may not write to the vault or its folder, and a vault logs every look-up",
        where=str(path),
        hint="get the right to write to both",
    )


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """Open the file; a new one is readable by its owner alone."""
    if not path.exists():
        if not create:
            raise VaultError(
                "there is no vault at this path",
                where=str(path),
                hint="give the file that --vault or `textveil learn start` made",
            )
        with explained(path):
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    elif not path.is_file():
        raise VaultError("this is not a file", where=str(path))
    elif path.stat().st_nlink > 1:
        # SQLite keeps what is newest in a file beside each name, so that a log would have parts.
        raise VaultError(
            "the vault has a second name (a hard link), and its log would miss what happens there",
            where=str(path),
            hint="remove the other name, or make a copy of the file and use that",
        )
    with explained(path):
        return _opened(path)


def _opened(path: Path) -> sqlite3.Connection:
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise _unwritable(path)
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=_WAIT_SECONDS, isolation_level=None
    )
    try:
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        connection.close()
        raise
    return connection


def settle(connection: sqlite3.Connection) -> None:
    """Put what was written into the file itself; until then it stands in a file beside it.

    Raises
    ------
    sqlite3.OperationalError
        If other programs have the file in use for too long.
    """
    (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
    if busy:
        error = sqlite3.OperationalError("busy")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise error


@contextmanager
def transaction(connection: sqlite3.Connection, *, write: bool) -> Iterator[None]:
    """All or nothing; a writer takes its turn before it reads, so that it reads what stands."""
    connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
