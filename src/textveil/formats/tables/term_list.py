"""Lists of terms: one a line."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

from textveil.formats.inputs import lines

__all__ = ["read_terms"]


def read_terms(path: Path, encoding: str = "utf-8") -> Iterator[str]:
    """Yield the terms of a file, one per line, white space around them and empty lines left out.

    The file may be packed as gz or xz.
    """
    for _, line in lines(path, encoding):
        term = line.strip()
        if term:
            yield unicodedata.normalize("NFC", term)
