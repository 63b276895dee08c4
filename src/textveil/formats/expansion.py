"""Compressed input: gz and xz are unpacked as they are read, within a stated limit.

The limit: the first 16 MiB of output are free; beyond that the output may be at most 200 times the
compressed bytes read so far, and never more than 64 GiB. Ordinary text packs 3 to 20 times. A file
that grows past the limit is refused while it is being unpacked, in constant memory.
"""

import lzma
import zlib
from dataclasses import dataclass
from typing import Protocol

from textveil.errors import ExpansionError, FormatError

__all__ = ["DEFAULT_LIMIT", "ByteSource", "Expanded", "ExpansionLimit", "packing_of"]

_MIB = 1 << 20
_STEP = 64 * 1024
# An xz header may ask for a dictionary of 4 GiB; the strongest preset needs 65 MiB.
_XZ_MEMORY = 256 * _MIB
_MAGIC = {"gz": b"\x1f\x8b", "xz": b"\xfd7zXZ\x00"}


@dataclass(frozen=True, slots=True)
class ExpansionLimit:
    """How far compressed input may grow: `free` bytes at any ratio, `total` bytes in all."""

    ratio: int = 200
    free: int = 16 * _MIB
    total: int = 64 * 1024 * _MIB

    def allows(self, packed: int, unpacked: int) -> bool:
        """Tell whether `packed` bytes may become `unpacked` bytes."""
        return unpacked <= min(self.total, max(self.free, self.ratio * packed))


DEFAULT_LIMIT = ExpansionLimit()
"""The limit that every reader applies."""


class ByteSource(Protocol):
    """The one method readers need of a stream."""

    def read(self, size: int, /) -> bytes:
        """Return up to `size` bytes; nothing at the end."""
        ...


def packing_of(head: bytes) -> str | None:
    """Name the packing that the first bytes of a file announce: `gz`, `xz` or None."""
    return next((name for name, magic in _MAGIC.items() if head.startswith(magic)), None)


class _Member(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


class _GzipMember:
    """Gives zlib the manners of lzma: input that did not fit is kept for the next call."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int, /) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


class Expanded:
    """Reads the content of a gz or xz stream, member by member.

    Parameters
    ----------
    packed
        The compressed stream.
    packing
        `gz` or `xz`.
    name
        What errors call the input.
    limit
        How far it may grow.
    """

    def __init__(
        self, packed: ByteSource, packing: str, name: str, limit: ExpansionLimit = DEFAULT_LIMIT
    ) -> None:
        self._packed = packed
        self._packing = packing
        self._name = name
        self._limit = limit
        self._member: _Member | None = None
        self._waiting = b""
        self._taken = 0
        self._given = 0

    def read(self, size: int, /) -> bytes:
        """Return up to `size` unpacked bytes; nothing at the end."""
        while True:
            if self._member is None and not self._begin_member():
                return b""
            given = self._step(min(size, _STEP))
            if given:
                self._given += len(given)
                self._check_limit()
                return given

    def _begin_member(self) -> bool:
        # Zero bytes may pad the space between members and after the last one.
        self._waiting = self._waiting.lstrip(b"\0")
        while not self._waiting:
            more = self._fetch()
            if not more:
                return False
            self._waiting = more.lstrip(b"\0")
        self._member = (
            _GzipMember()
            if self._packing == "gz"
            else lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
        )
        return True

    def _step(self, most: int) -> bytes:
        """Unpack one step; empty if the member ended or more input had to be fetched."""
        member = self._member
        if member is None:
            return b""
        try:
            given = member.decompress(self._waiting, most)
        except (zlib.error, lzma.LZMAError):
            raise FormatError(
                f"the {self._packing} data is damaged, or needs more memory than allowed",
                where=self._name,
                hint=f"test the file with `{'gzip' if self._packing == 'gz' else 'xz'} -t`",
            ) from None
        self._waiting = b""
        if member.eof:
            self._waiting, self._member = member.unused_data, None
        elif not given:
            self._waiting = self._fetch()
            if not self._waiting:
                raise FormatError(
                    f"the {self._packing} data ends too early",
                    where=self._name,
                    hint="copy it again",
                )
        return given

    def _fetch(self) -> bytes:
        more = self._packed.read(_STEP)
        self._taken += len(more)
        return more

    def _check_limit(self) -> None:
        if not self._limit.allows(self._taken, self._given):
            raise ExpansionError(
                f"{self._taken} compressed bytes grow past {self._given} bytes; the limit is "
                f"{self._limit.ratio} times and {self._limit.total} bytes in all",
                where=self._name,
                hint="if you trust the file, unpack it yourself and read the result",
            )
