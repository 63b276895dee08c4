"""The vault of a project, as a job opens it: in a file, or in the user's database."""

import base64
from pathlib import Path

from textveil.store.postgres import DatabaseAddress, PostgresVault
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret
from textveil.web.working.worker import JobOrder

__all__ = ["project_vault"]

_COMMAND = "textveil serve"


def project_vault(order: JobOrder) -> SqliteVault:
    """Return the vault of the project that a job works on, to be used in a `with` block."""
    key = Secret(base64.b64decode(order.asked["key"]))
    if told := order.asked.get("database"):
        return PostgresVault(DatabaseAddress(**told), order.asked["project"], key, command=_COMMAND)
    return SqliteVault(Path(order.asked["path"]), key, command=_COMMAND)
