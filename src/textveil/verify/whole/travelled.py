"""Travelling: what is released beside a text: its id, its fields, and what annotations say."""

from collections.abc import Iterator
from typing import Final

from textveil.values.annotation import said_by
from textveil.values.contracts import Case
from textveil.values.metadata import Metadata

__all__ = ["ANNOTATIONS", "ID", "travelling"]

ID: Final = "id"
"""What the document's id is called."""
ANNOTATIONS: Final = "annotations"
"""What the values of annotations are called, with their numbers."""


def travelling(case: Case) -> Iterator[tuple[str, str]]:
    """Yield each value that travels along with the name of its field, and these names."""
    yield ID, case.release.id
    yield from _strings(case.metadata)
    for number, value in enumerate(said_by(case.annotations)):
        yield f"{ANNOTATIONS}.{number}", value


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
