"""The tables of a vault: a file that has anything else in it is not used.

SQLite carries out what a file says at each use: a trigger, for example, can drop every entry of
the log. So the statements in the file must be the ones that textveil makes, and no others.
"""

import sqlite3
from itertools import chain

from textveil.errors import DamagedVaultError
from textveil.store.header import HEADER_TABLE
from textveil.store.log import LOG_TABLE
from textveil.store.rows import TABLES

__all__ = ["check_tables"]


def check_tables(connection: sqlite3.Connection, where: str) -> None:
    """Raise unless the file has the tables and indices of a vault, and nothing else."""
    known = {_plain(one) for one in chain((HEADER_TABLE, LOG_TABLE), *TABLES.values())}
    # An index that SQLite makes by itself has no statement.
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    found = {_plain(sql) for (sql,) in rows}
    if found != known:
        raise DamagedVaultError(
            "the file has other tables, triggers or views than a vault has",
            where=where,
            hint="somebody changed it without the key; take it from a backup",
        )


def _plain(statement: str) -> str:
    return " ".join(statement.split())
