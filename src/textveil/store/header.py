"""The header of a vault: its format, how its key is made, and whether a key is the right one."""

import hmac
import sqlite3
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from textveil.errors import DamagedVaultError, VaultError, VaultVersionError, WrongKeyError
from textveil.store.keys import SALT_BYTES, Derivation, new_salt, vault_secret
from textveil.values.keys.password import Password
from textveil.values.keys.sealing import joined
from textveil.values.keys.secret import Secret

__all__ = [
    "APPLICATION",
    "FORMAT",
    "HEADER_TABLE",
    "PLACED",
    "Header",
    "Unlocked",
]

APPLICATION: Final = 0x7456_4C74
"""Tells SQLite files that are vaults from others."""

FORMAT: Final = 1
"""Version of the tables and of how rows are sealed."""

PLACED: Final = 2
"""Version of a file with records that have places: versions that know 1 alone do not see them."""

HEADER_TABLE: Final = """
    CREATE TABLE header (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        salt BLOB NOT NULL,
        derivation TEXT NOT NULL,
        key_check BLOB NOT NULL,
        checksum BLOB NOT NULL
    )
"""
"""The statement that makes the table of the header."""


@dataclass(frozen=True, slots=True, repr=False)
class Unlocked:
    """The content that the right key opens: the vault's own key, and the root for policies."""

    root: Secret
    secret: Secret
    header: "Header"


@dataclass(frozen=True, slots=True, repr=False)
class Header:
    """One row: public facts, a check of the key, and a checksum over both.

    The checksum needs no key. Where it is right and the check is not, the key is another one;
    where it is wrong, the file is damaged.
    """

    salt: bytes
    derivation: Derivation
    key_check: bytes = b""

    @classmethod
    def new(cls, given: Secret | Password) -> Unlocked:
        """Return the header of a new vault, unlocked."""
        salt, derivation = new_salt(), Derivation.for_(given)
        root = derivation.root(given, salt)
        secret = vault_secret(root, salt)
        return Unlocked(root, secret, cls(salt, derivation)._checked(secret))

    def unlocked(self, given: Secret | Password, where: str) -> Unlocked:
        """Return the keys inside the header; raise if the key is wrong."""
        if not self.derivation.fits(given):
            needs = "a password" if self.derivation.method == "argon2id" else "a key, no password"
            raise WrongKeyError(f"this vault is opened with {needs}", where=where)
        root = self.derivation.root(given, self.salt)
        secret = vault_secret(root, self.salt)
        if not hmac.compare_digest(self._checked(secret).key_check, self.key_check):
            raise WrongKeyError(
                "this is not the key of the vault; the vault itself is whole",
                where=where,
                hint="use the key that it was made with, or was last rotated to",
            )
        return Unlocked(root, secret, self)

    def write(self, connection: sqlite3.Connection) -> None:
        """Put the header into a file, in place of an earlier one."""
        connection.execute("DROP TABLE IF EXISTS header")
        connection.execute(HEADER_TABLE)
        connection.execute("INSERT INTO header VALUES (1, ?, ?, ?, ?)", self.row())
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")

    @classmethod
    def read(cls, connection: sqlite3.Connection, where: str) -> "Header | None":
        """Return the header of a file; None if the file is still empty."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                return None
            raise VaultError("this file is no textveil vault", where=where)
        if version not in (FORMAT, PLACED):
            raise VaultVersionError(
                f"the vault has format {version}, and this version of textveil reads {PLACED}",
                where=where,
                hint="use the version of textveil that made it",
            )
        row = connection.execute("SELECT salt, derivation, key_check, checksum FROM header")
        return cls.of_row(row.fetchone(), where)

    def row(self) -> tuple[bytes, str, bytes, bytes]:
        """Return the row that a database keeps."""
        return self.salt, self.derivation.to_json(), self.key_check, self._checksum()

    @classmethod
    def of_row(cls, found: tuple[Any, ...] | None, where: str) -> "Header":
        """Return the header of a row; raise if it is damaged."""
        header = _parsed(found)
        if header is None or found is None or header._checksum() != found[3]:
            raise DamagedVaultError(
                "the header of the vault is damaged", where=where, hint="take it from a backup"
            )
        return header

    def _checksum(self) -> bytes:
        stated = joined(self.salt, self.derivation.to_json().encode(), self.key_check)
        return sha256(stated).digest()

    def _checked(self, secret: Secret) -> "Header":
        """Return the header with the check of a key."""
        stated = joined(str(FORMAT).encode(), self.salt, self.derivation.to_json().encode())
        return replace(self, key_check=hmac.new(secret.derive("check"), stated, sha256).digest())


def _parsed(row: tuple[object, ...] | None) -> Header | None:
    match row:
        case (bytes(salt), str(stated), bytes(check), bytes()) if len(salt) == SALT_BYTES:
            derivation = Derivation.from_json(stated)
            return None if derivation is None else Header(salt, derivation, check)
    return None
