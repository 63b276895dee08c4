"""Memory: stop before a corpus that must be held at once is larger than the machine allows."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from textveil.errors import InputError
from textveil.values.document import Document

__all__ = ["BYTES_A_CHARACTER", "available_bytes", "within_memory"]

BYTES_A_CHARACTER = 40
"""What suppressing and verifying need at most for each character, the text itself included."""


def within_memory(documents: Iterable[Document], where: Path) -> Iterator[Document]:
    """Pass documents on until their number of characters is more than memory allows for."""
    limit = available_bytes() // BYTES_A_CHARACTER
    characters = 0
    for document in documents:
        characters += len(document.text)
        if characters > limit:
            raise InputError(
                f"the corpus is larger than memory allows: about {BYTES_A_CHARACTER} bytes a "
                f"character are needed, which is enough for {limit:,} characters here",
                where=str(where),
                hint="use a machine with more memory, or split the corpus",
            )
        yield document


def available_bytes() -> int:
    """Return the memory that can be used without swapping."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        found = dict(line.split(":", 1) for line in lines)
        return int(found["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
