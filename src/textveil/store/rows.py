"""Rows of a vault: look-ups by keyed digests, contents sealed and bound to their own row."""

import hmac
from dataclasses import dataclass, field
from typing import Final

from textveil.errors import DamagedVaultError
from textveil.values.sealing import Sealing, joined, parted
from textveil.values.secret import Secret

__all__ = ["RECORD", "TABLES", "Row", "Rows", "text_of"]

Row = tuple[bytes, bytes, bytes]
"""Two digests and a sealed content."""

_BLOCK: Final = 64

RECORD: Final = "record"
"""The table of a sealed store: contents by kind and key."""

TABLES: Final = {
    "mapping": (
        "CREATE TABLE mapping (value BLOB PRIMARY KEY, surrogate BLOB NOT NULL, "
        "sealed BLOB NOT NULL) WITHOUT ROWID",
        "CREATE INDEX by_surrogate ON mapping (surrogate)",
    ),
    "way_back": (
        "CREATE TABLE way_back (document BLOB NOT NULL, text BLOB NOT NULL, "
        "sealed BLOB NOT NULL, PRIMARY KEY (document, text)) WITHOUT ROWID",
        "CREATE INDEX by_text ON way_back (text)",
    ),
    RECORD: (
        "CREATE TABLE record (entry BLOB PRIMARY KEY, kind BLOB NOT NULL, "
        "sealed BLOB NOT NULL) WITHOUT ROWID",
        "CREATE INDEX by_kind ON record (kind)",
    ),
}
"""The tables of a vault and the statements that make them: two digests and a sealed content."""


@dataclass(frozen=True, slots=True, repr=False)
class Rows:
    """Makes and opens rows under the key of a vault.

    No digest is taken without the key: a digest of a name or number that anyone can compute is as
    good as the name, because all names can be tried.
    """

    secret: Secret
    _sealing: Sealing = field(init=False)
    _digests: bytes = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_sealing", Sealing(self.secret, "row", _BLOCK))
        object.__setattr__(self, "_digests", self.secret.derive("lookup"))

    def __repr__(self) -> str:
        return "Rows()"

    def digest(self, column: str, *parts: bytes) -> bytes:
        """Return the keyed digest by which a column is looked up."""
        return hmac.digest(self._digests, joined(column.encode(), *parts), "sha256")

    def mapping(self, space: str, value: str, surrogate: str) -> Row:
        """Return the row that maps a value to its surrogate."""
        first, second = self.of_value(space, value), self.of_surrogate(space, surrogate)
        return self._row("mapping", first, second, *map(_bytes, (space, value, surrogate)))

    def way_back(self, document_id: str, digest: bytes, payload: bytes) -> Row:
        """Return the row that holds a way back."""
        first, second = self.of_document(document_id), self.of_text(digest)
        return self._row("way_back", first, second, _bytes(document_id), digest, payload)

    def record(self, kind: str, key: str, content: bytes) -> Row:
        """Return the row that holds a record of a sealed store."""
        first, second = self.of_record(kind, key), self.of_kind(kind)
        return self._row(RECORD, first, second, _bytes(kind), _bytes(key), content)

    def of_record(self, kind: str, key: str) -> bytes:
        """Return the look-up of a record."""
        return self.digest("record", _bytes(kind), _bytes(key))

    def of_kind(self, kind: str) -> bytes:
        """Return the look-up of all records of a kind."""
        return self.digest("kind", _bytes(kind))

    def of_value(self, space: str, value: str) -> bytes:
        """Return the look-up of a value."""
        return self.digest("value", _bytes(space), _bytes(value))

    def of_surrogate(self, space: str, surrogate: str) -> bytes:
        """Return the look-up of a surrogate."""
        return self.digest("surrogate", _bytes(space), _bytes(surrogate))

    def of_document(self, document_id: str) -> bytes:
        """Return the look-up of a document."""
        return self.digest("document", _bytes(document_id))

    def of_text(self, digest: bytes) -> bytes:
        """Return the look-up of a released text."""
        return self.digest("text", digest)

    def opened(self, table: str, row: Row) -> list[bytes]:
        """Return the content of a row; raise if it was changed."""
        first, second, sealed = row
        whole = isinstance(first, bytes) and isinstance(second, bytes)
        bound = joined(table.encode(), first, second) if whole else b""
        content = self._sealing.unseal(sealed, bound) if whole else None
        if content is None:
            raise DamagedVaultError(
                f"a row of the table {table} is damaged",
                hint="take the vault from a backup; the other rows may still be read",
            )
        return parted(content)

    def again(self, table: str, content: list[bytes]) -> Row:
        """Return the row of a content that another key sealed before."""
        first, second, third = content
        if table == "mapping":
            return self.mapping(text_of(first), text_of(second), text_of(third))
        if table == RECORD:
            return self.record(text_of(first), text_of(second), third)
        return self.way_back(text_of(first), second, third)

    def _row(self, table: str, first: bytes, second: bytes, *content: bytes) -> Row:
        bound = joined(table.encode(), first, second)
        return first, second, self._sealing.seal(joined(*content), bound)


def text_of(content: bytes) -> str:
    """Return the text that a part of a row's content holds."""
    return content.decode("utf-8", "surrogatepass")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
