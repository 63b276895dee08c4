"""Making: formats by their names, those of installed packages too."""

from typing import Final

from textveil.formats.catalog import FORMATS
from textveil.values.contracts import Format
from textveil.values.terms.catalogue import Entry, Shelf

__all__ = ["FORMAT_SHELF"]


def _shipped() -> dict[str, Entry]:
    return {name: Entry(path) for name, path in FORMATS.items()}


FORMAT_SHELF: Final = Shelf("format", "formats", Format, _shipped)
