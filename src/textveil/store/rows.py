"""Rows of a vault: look-ups by keyed digests, contents sealed and bound to their own row."""

import hmac
from dataclasses import dataclass, field
from typing import Final

from textveil.errors import DamagedVaultError
from textveil.values.keys.sealing import Sealing, joined, parted
from textveil.values.keys.secret import Secret

__all__ = ["FIRST_PLACE", "RECORD", "TABLES", "Row", "Rows", "place_of", "text_of"]

Row = tuple[bytes, bytes, bytes]
"""Two digests and a sealed content."""

_BLOCK: Final = 64

_PLACE: Final = 8
"""Bytes of a record's number among those of its kind."""
FIRST_PLACE: Final = 1
_DIGEST: Final = 32

RECORD: Final = "record"
"""The table of a sealed store: contents by kind and key, in the order in which they came."""

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

    def record(self, kind: str, key: str, content: bytes, place: int) -> Row:
        """Return the row that holds a record of a sealed store, at its place in its kind."""
        first, second = self.of_record(kind, key), self.at_place(kind, place)
        return self._row(RECORD, first, second, _bytes(kind), _bytes(key), content)

    def of_record(self, kind: str, key: str) -> bytes:
        """Return the look-up of a record."""
        return self.digest("record", _bytes(kind), _bytes(key))

    def at_place(self, kind: str, place: int) -> bytes:
        """Return the look-up of a place among the records of a kind; their order is that of places.

        The place is bound to the row, so that nobody without the key can change the order. Place 0
        is that of records from before there were places: the look-up of their kind alone.
        """
        return self.digest("kind", _bytes(kind)) + (place.to_bytes(_PLACE, "big") if place else b"")

    def of_kind(self, kind: str) -> tuple[bytes, bytes]:
        """Return the first and last look-up that a record of a kind can have.

        The first is the digest alone: records that were put before there were places have it.
        """
        digest = self.digest("kind", _bytes(kind))
        return digest, digest + b"\xff" * _PLACE

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

    def again(self, table: str, content: list[bytes], second: bytes = b"") -> Row:
        """Return the row of a content that another key sealed before, with its second digest."""
        one, two, three = content
        if table == "mapping":
            return self.mapping(text_of(one), text_of(two), text_of(three))
        if table == RECORD:
            return self.record(text_of(one), text_of(two), three, place_of(second))
        return self.way_back(text_of(one), two, three)

    def _row(self, table: str, first: bytes, second: bytes, *content: bytes) -> Row:
        bound = joined(table.encode(), first, second)
        return first, second, self._sealing.seal(joined(*content), bound)


def place_of(second: bytes) -> int:
    """Return the place that the second digest of a record ends with; 0 if it has none."""
    return int.from_bytes(second[_DIGEST:], "big")


def text_of(content: bytes) -> str:
    """Return the text that a part of a row's content holds."""
    return content.decode("utf-8", "surrogatepass")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
