"""Chunks: rows that a job made, sealed a few documents at a time, so that a page reads few."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from textveil.store.sealed_folder import SealedFolder

__all__ = ["ROWS", "every_row", "put_rows", "row_at", "rows_at"]

ROWS: Final = 50


def put_rows(folder: SealedFolder, name: str, rows: Iterable[Any]) -> int:
    """Seal rows under a name; return how many there are."""
    held: list[Any] = []
    count = 0
    for row in rows:
        held.append(row)
        count += 1
        if len(held) == ROWS:
            folder.put(_chunk(name, count - 1), _content(held))
            held = []
    if held:
        folder.put(_chunk(name, count - 1), _content(held))
    return count


def row_at(folder: SealedFolder, name: str, number: int) -> Any:
    """Return a row by its number, from 1 on."""
    rows = json.loads(folder.bytes_of(_chunk(name, number - 1)))
    return rows[(number - 1) % ROWS]


def rows_at(folder: SealedFolder, name: str, page: int) -> list[Any]:
    """Return the rows of a page, from 1 on."""
    return list(json.loads(folder.bytes_of(_chunk(name, (page - 1) * ROWS))))


def every_row(folder: SealedFolder, name: str) -> Iterator[tuple[int, Any]]:
    """Yield every row with its number."""
    number, names = 1, set(folder.names())
    while _chunk(name, number - 1) in names:
        rows = json.loads(folder.bytes_of(_chunk(name, number - 1)))
        yield from enumerate(rows, number)
        number += ROWS


def _chunk(name: str, at: int) -> str:
    return f"{name}-{at // ROWS}"


def _content(rows: list[Any]) -> bytes:
    return json.dumps(rows).encode()
