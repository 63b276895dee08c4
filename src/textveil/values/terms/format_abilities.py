"""What a format may offer beside reading and writing, as protocols.

A format that has one of these methods or fields is used accordingly. `check_format` of
`textveil.testing` checks those that a format has.
"""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from textveil.values.contracts import Format

__all__ = ["Copying", "Encoded", "PlainTexts", "Table", "WithIds", "WithRoles", "WithTexts"]


@runtime_checkable
class Encoded(Protocol):
    """A format whose files are text."""

    @property
    def encoding(self) -> str | None:
        """The encoding; None if each file says its own."""
        ...


@runtime_checkable
class WithTexts(Protocol):
    """A format that has a named field for the text."""

    @property
    def text_field(self) -> str | None:
        """The field or column that holds the text."""
        ...


@runtime_checkable
class WithIds(Protocol):
    """A format that has named fields for the id of a document and for its subject."""

    @property
    def id_field(self) -> str | None:
        """The field that holds the id; None if it is called `id`."""
        ...

    @property
    def subject_field(self) -> str | None:
        """The field that holds the subject; None if it is called `subject`."""
        ...


@runtime_checkable
class WithRoles(Protocol):
    """A format that knows what its fields hold."""

    @property
    def column_roles(self) -> Mapping[str, str]:
        """What becomes of each field, as in a policy."""
        ...


@runtime_checkable
class Copying(Protocol):
    """A format that can copy what documents do not carry, the order of columns for example."""

    def like(self, path: Path) -> Format:
        """Return the format that writes as this file is written."""
        ...


@runtime_checkable
class PlainTexts(Protocol):
    """A format of texts and their numbers alone: there may be a million of them."""

    def read_texts(self, path: Path) -> Iterator[list[str]]:
        """Yield the texts, many at a time."""
        ...


@runtime_checkable
class Table(Copying, Protocol):
    """A format with the same columns in each row.

    `without` and `shape` are asked of a format that `like` returned.
    """

    def names(self, path: Path) -> tuple[str, ...]:
        """Return all columns of a file."""
        ...

    def others(self, path: Path) -> tuple[str, ...]:
        """Return the columns besides texts, ids and subjects."""
        ...

    def without(self, names: Collection[str]) -> Format:
        """Return the format that writes tables without these columns."""
        ...

    def shape(self) -> dict[str, Any]:
        """Return the columns that are written as JSON values, for `shaped`."""
        ...

    def shaped(self, shape: Mapping[str, Any]) -> Format:
        """Return the format with the columns of another table."""
        ...
