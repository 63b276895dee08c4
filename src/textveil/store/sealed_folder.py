"""A sealed folder: files that only the key can open, written and read piece by piece.

An upload, or what a job made, lies here until somebody asks for it. Names are sealed, too: the
folder shows how many files there are and about how long they are.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from textveil.errors import DamagedVaultError, InputError, OutputError
from textveil.values.keys.sealing import Sealing, joined
from textveil.values.keys.secret import Secret

__all__ = ["SealedFolder", "SealedWriter"]

_PIECE: Final = 1 << 20
_LENGTH: Final = 4
_INDEX: Final = "index"


class SealedWriter:
    """Takes the bytes of one file; `SealedFolder.add` gives one."""

    def __init__(self, file: IO[bytes], sealing: Sealing, number: int) -> None:
        self._file, self._sealing, self._number = file, sealing, number
        self._held = bytearray()
        self._pieces = 0
        self.size = 0

    def write(self, data: bytes) -> None:
        """Add bytes."""
        self._held += data
        self.size += len(data)
        while len(self._held) > _PIECE:
            self._put(bytes(self._held[:_PIECE]), last=False)
            del self._held[:_PIECE]

    def end(self) -> None:
        """Write what is left; a file that ends elsewhere is noticed."""
        self._put(bytes(self._held), last=True)
        self._file.flush()
        os.fsync(self._file.fileno())

    def _put(self, piece: bytes, *, last: bool) -> None:
        sealed = self._sealing.seal(piece, _bound(self._number, self._pieces, last=last))
        self._file.write(len(sealed).to_bytes(_LENGTH, "big") + sealed)
        self._pieces += 1


class SealedFolder:
    """Keeps files under a key; one process writes at a time.

    Examples
    --------
    >>> import tempfile
    >>> folder = SealedFolder(Path(tempfile.mkdtemp()) / "in", Secret(b"0123456789abcdef"))
    >>> with folder.add("note.txt") as writer:
    ...     writer.write(b"Seen by Ana")
    >>> folder.names(), folder.bytes_of("note.txt")
    (['note.txt'], b'Seen by Ana')
    """

    def __init__(self, path: Path, secret: Secret) -> None:
        self.path = path
        self._sealing = Sealing(secret, "file", 64)

    def __repr__(self) -> str:
        return f"SealedFolder({str(self.path)!r})"

    @contextmanager
    def add(self, name: str) -> Iterator[SealedWriter]:
        """Write a file of this name, in place of an earlier one; it stands when the block ends."""
        known = self._index()
        number = 1 + max((row[0] for row in known.values()), default=0)
        target = self.path / str(number)
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(target, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                writer = SealedWriter(file, self._sealing, number)
                yield writer
                writer.end()
            before = known.get(name)
            self._write_index({**known, name: (number, writer.size)})
        except OSError as error:
            target.unlink(missing_ok=True)
            raise OutputError(
                f"cannot be written: {error.strerror}", hint="free some space on the server"
            ) from None
        except BaseException:
            target.unlink(missing_ok=True)
            raise
        if before is not None:
            (self.path / str(before[0])).unlink(missing_ok=True)

    def put(self, name: str, content: bytes) -> None:
        """Write a whole file."""
        with self.add(name) as writer:
            writer.write(content)

    def names(self) -> list[str]:
        """Return the names of the files, in the order in which they came."""
        return list(self._index())

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each file has."""
        return {name: size for name, (_, size) in self._index().items()}

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a file, piece by piece."""
        row = self._index().get(name)
        if row is None:
            raise InputError("there is no file of this name")
        number, at, last = row[0], 0, False
        with (self.path / str(number)).open("rb") as file:
            while not last:
                sealed = file.read(int.from_bytes(file.read(_LENGTH), "big"))
                piece = self._sealing.unseal(sealed, _bound(number, at, last=False))
                if piece is None:
                    piece, last = self._sealing.unseal(sealed, _bound(number, at, last=True)), True
                if piece is None:
                    raise _damage()
                yield piece
                at += 1

    def bytes_of(self, name: str) -> bytes:
        """Return a whole file."""
        return b"".join(self.pieces(name))

    def copied_to(self, other: "SealedFolder") -> None:
        """Write all files into another folder, under its own key."""
        for name in self.names():
            with other.add(name) as writer:
                for piece in self.pieces(name):
                    writer.write(piece)

    def remove(self) -> None:
        """Remove the folder with everything in it."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _index(self) -> dict[str, tuple[int, int]]:
        try:
            sealed = (self.path / _INDEX).read_bytes()
        except FileNotFoundError:
            return {}
        opened = self._sealing.unseal(sealed, b"index")
        if opened is None:
            raise _damage()
        return {name: (row[0], row[1]) for name, row in json.loads(opened).items()}

    def _write_index(self, rows: dict[str, tuple[int, int]]) -> None:
        new = self.path / f"{_INDEX}.new"
        with new.open("wb") as file:
            file.write(self._sealing.seal(json.dumps(rows).encode(), b"index"))
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path / _INDEX)
        with suppress(OSError):
            new.unlink()


def _bound(number: int, piece: int, *, last: bool) -> bytes:
    return joined(b"file", number.to_bytes(8, "big"), piece.to_bytes(8, "big"), bytes([last]))


def _damage() -> DamagedVaultError:
    return DamagedVaultError("a sealed file was changed or is damaged")
