"""Memory: stop before a corpus no longer fits into memory."""

import os
from collections.abc import Callable, Iterable, Iterator, Sized
from pathlib import Path
from typing import TypeVar

from textveil.errors import InputError
from textveil.formats.sources import Source
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked

__all__ = ["BYTES_A_CHARACTER", "available_bytes", "load_documents", "within_memory"]

Item = TypeVar("Item", bound=Sized)

BYTES_A_CHARACTER = 40
"""What suppressing and verifying need at most for each character, the text itself included."""


def load_documents(source: Source, track: Track = untracked) -> list[Document]:
    """Read all documents into memory; stop if they do not fit.

    Counting what is rare needs the whole corpus at once.
    """
    documents = list(within_memory(source.tracked(track, "read"), source.path))
    if not any(document.text for document in documents):
        raise InputError("the input has no text", where=str(source.path))
    return documents


def within_memory(
    items: Iterable[Item], where: Path | str, weigh: Callable[[Item], int] = len
) -> Iterator[Item]:
    """Pass documents on; stop when their characters no longer fit into memory.

    Items of another kind, such as lists of texts, need to be weighed in characters.
    """
    limit = available_bytes() // BYTES_A_CHARACTER
    characters = 0
    for item in items:
        characters += weigh(item)
        if characters > limit:
            raise InputError(
                f"the corpus is larger than memory allows: about {BYTES_A_CHARACTER} bytes a "
                f"character are needed, which is enough for {limit:,} characters here",
                where=str(where),
                hint="use a machine with more memory, or split the corpus",
            )
        yield item


def available_bytes() -> int:
    """Return the memory that can be used without swapping."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        found = dict(line.split(":", 1) for line in lines)
        return int(found["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
