"""Chunks: rows that a job made, sealed a few documents at a time, so that a page reads few."""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, Final

from textveil.store.sealed_folder import SealedFolder

__all__ = [
    "ROWS",
    "every_row",
    "from_table",
    "put_rows",
    "put_table",
    "row_at",
    "rows_at",
    "shard_of",
    "some_rows",
]

ROWS: Final = 50
_SHARDS: Final = 64


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


def some_rows(folder: SealedFolder, name: str, numbers: Iterable[int]) -> Iterator[tuple[int, Any]]:
    """Yield rows by their numbers, in order; a chunk is read once."""
    page, rows = 0, []
    for number in sorted(numbers):
        at = 1 + (number - 1) // ROWS
        if at != page:
            page, rows = at, rows_at(folder, name, at)
        yield number, rows[(number - 1) % ROWS]


def shard_of(key: str) -> str:
    """Return which part of a large table holds a key.

    Examples
    --------
    >>> shard_of("5550142") == shard_of("5550142")
    True
    """
    return format(
        blake2b(key.encode("utf-8", "surrogatepass"), digest_size=1).digest()[0] % 64, "d"
    )


def put_table(folder: SealedFolder, name: str, table: Mapping[str, Any]) -> None:
    """Seal a large table in parts, so that a page reads few of them."""
    parts: dict[str, dict[str, Any]] = {}
    for key, value in table.items():
        parts.setdefault(shard_of(key), {})[key] = value
    for shard, part in parts.items():
        folder.put(f"{name}-{shard}", json.dumps(part).encode())


def from_table(folder: SealedFolder, name: str, keys: Iterable[str]) -> dict[str, Any]:
    """Return the values of some keys of a table; those without one are left out."""
    found: dict[str, Any] = {}
    wanted: dict[str, set[str]] = {}
    for key in keys:
        wanted.setdefault(shard_of(key), set()).add(key)
    names = set(folder.names())
    for shard, some in wanted.items():
        if f"{name}-{shard}" in names:
            part = json.loads(folder.bytes_of(f"{name}-{shard}"))
            found |= {key: part[key] for key in some & part.keys()}
    return found


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
