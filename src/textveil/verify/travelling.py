"""Travelling: what is released beside a text: its id, and the fields of its metadata."""

from collections.abc import Iterator
from typing import Final

from textveil.values.contracts import Case
from textveil.values.metadata import Metadata

__all__ = ["ID", "travelling"]

ID: Final = "id"
"""What the document's id is called."""


def travelling(case: Case) -> Iterator[tuple[str, str]]:
    """Yield each value that travels along with the name of its field, and these names."""
    yield ID, case.release.id
    yield from _strings(case.metadata)


def _strings(metadata: Metadata, prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in metadata.items():
        yield "names", name
        if isinstance(value, Metadata):
            yield from _strings(value, f"{prefix}{name}.")
        elif isinstance(value, tuple):
            nested = {str(at): item for at, item in enumerate(value)}
            yield from _strings(Metadata(nested), f"{prefix}{name}.")
        elif value is not None:
            yield f"{prefix}{name}", str(value)
