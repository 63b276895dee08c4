"""The shelf: the built lists that ship with the package, as rows."""

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

__all__ = ["rows"]

_SHELF: Final = files("textveil.lexicon") / "data"


def rows(name: str) -> Iterator[list[str]]:
    """Yield the rows of a built table, split at tabs."""
    text = (_SHELF / name).read_text("utf-8")
    return (line.split("\t") for line in text.splitlines())
