"""The shelf: the lists that ship with the package, as lines and as rows."""

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

__all__ = ["facts", "rows"]

_SHELF: Final = files("textveil.lexicon") / "data"


def rows(name: str) -> Iterator[list[str]]:
    """Yield the rows of a built table, split at tabs."""
    text = (_SHELF / name).read_text("utf-8")
    return (line.split("\t") for line in text.splitlines())


def facts(name: str) -> Iterator[str]:
    """Yield the entries of a list that is kept by hand; lines with a hash sign are comments."""
    text = (_SHELF / "facts" / f"{name}.txt").read_text("utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))
