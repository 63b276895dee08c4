"""Packed tables: many keys with small records, ready to use after reading.

A key is kept as a 40-bit fingerprint and not as text, and equal records are stored once. Reading a
table is one copy of its bytes into arrays, a look-up one binary search. A key that is not listed is
taken for a listed one with probability (number of keys) / 2**40: below one in a million here.
"""

import sys
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from hashlib import blake2b
from importlib.resources import files
from typing import Final

from textveil.errors import InvalidValueError

__all__ = ["Packed", "pack"]

_MAGIC: Final = b"textveil.packed.1\n"
_HEADER: Final = len(_MAGIC) + 3 * 4


class Packed:
    """A table from keys to records, each of which is a tuple of small numbers.

    Parameters
    ----------
    content
        What `pack` returned.

    Examples
    --------
    >>> table = Packed(pack({"ann": (5, 0), "bob": (0, 4)}))
    >>> table.find("bob"), table.find("eve")
    ((0, 4), None)
    """

    __slots__ = ("_checks", "_keys", "_numbers", "_records", "_width")

    def __init__(self, content: bytes) -> None:
        if content[: len(_MAGIC)] != _MAGIC:
            raise InvalidValueError("this is not a packed table", where="lexicon")
        size, distinct, self._width = _words(content[len(_MAGIC) : _HEADER])
        edges = [_HEADER]
        for length in (4 * size, size, 2 * size, 4 * distinct * self._width):
            edges.append(edges[-1] + length)
        if len(content) != edges[-1]:
            raise InvalidValueError("this packed table is cut short or too long", where="lexicon")
        self._keys = _words(content[edges[0] : edges[1]])
        self._checks = content[edges[1] : edges[2]]
        self._numbers = _words(content[edges[2] : edges[3]], "H")
        self._records = _words(content[edges[3] : edges[4]])

    @classmethod
    def shipped(cls, name: str) -> "Packed":
        """Read a table that ships with the package."""
        return cls(cls.bytes_of(name))

    @staticmethod
    def bytes_of(name: str) -> bytes:
        """Return the content of a table that ships with the package."""
        return (files("textveil.lexicon") / "data" / name).read_bytes()

    def __len__(self) -> int:
        return len(self._keys)

    def __repr__(self) -> str:
        return f"Packed(keys={len(self)})"

    def find(self, key: str) -> tuple[int, ...] | None:
        """Return the record of a key, or None if it is not listed.

        Notes
        -----
        Logarithmic in the number of keys; about a microsecond.
        """
        fingerprint = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=5).digest()
        wanted = int.from_bytes(fingerprint[:4], "big")
        keys = self._keys
        at = bisect_left(keys, wanted)
        while at < len(keys) and keys[at] == wanted:
            if self._checks[at] == fingerprint[4]:
                start = self._numbers[at] * self._width
                return tuple(self._records[start : start + self._width])
            at += 1
        return None


def pack(table: Mapping[str, tuple[int, ...]]) -> bytes:
    """Return the bytes of a table; equal tables give equal bytes."""
    order = {record: at for at, record in enumerate(sorted(set(table.values())))}
    if len(order) > 1 << 16:
        raise InvalidValueError(f"{len(order)} distinct records are too many", where="packed table")
    rows = sorted(
        (blake2b(key.encode("utf-8", "surrogatepass"), digest_size=5).digest(), order[record])
        for key, record in table.items()
    )
    if len({fingerprint for fingerprint, _ in rows}) < len(rows):
        raise InvalidValueError("two keys have one fingerprint", where="packed table")
    width = len(next(iter(order), ()))
    header = array("I", [len(rows), len(order), width])
    keys = array("I", [int.from_bytes(fingerprint[:4], "big") for fingerprint, _ in rows])
    numbers = array("H", [number for _, number in rows])
    records = array("I", [value for record in order for value in record])
    checks = bytes(fingerprint[4] for fingerprint, _ in rows)
    parts = [_bytes(header), _bytes(keys), checks, _bytes(numbers), _bytes(records)]
    return _MAGIC + b"".join(parts)


def _words(content: bytes, code: str = "I") -> "array[int]":
    numbers = array(code)
    numbers.frombytes(content)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _bytes(numbers: "array[int]") -> bytes:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
