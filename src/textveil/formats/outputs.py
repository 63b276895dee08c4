"""Writing: all or nothing.

A file is written under a temporary name beside its target, flushed to the disk and renamed. A
folder is built beside its target and renamed at the end. Whatever goes wrong, an interruption
included, nothing is left behind and an existing target stays as it was.
"""

import ctypes
import errno
import gzip
import json
import lzma
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeAlias, cast

from textveil.errors import CannotCarryError, OutputError
from textveil.formats.inputs import text_codec

__all__ = [
    "Target",
    "TextSink",
    "binary_sink",
    "built_for",
    "explained",
    "json_bytes",
    "new_folder",
    "owner_only",
    "staged",
    "text_sink",
    "write_json",
]

Target: TypeAlias = Path | IO[bytes]
"""What file formats write to: a path, or an open binary stream such as standard output."""

_REASONS = {
    errno.ENOSPC: ("the disk is full", "free some space, or write elsewhere"),
    errno.EDQUOT: ("your disk quota is used up", "free some space, or write elsewhere"),
    errno.EFBIG: (
        "the file grows past the limit on its size",
        "raise the limit, or write elsewhere",
    ),
    errno.EACCES: ("you may not write here", "choose a folder you can write to"),
    errno.EPERM: ("you may not write here", "choose a folder you can write to"),
    errno.EROFS: ("the file system is read-only", "choose a folder you can write to"),
    errno.ENOENT: ("the folder does not exist", "create it first"),
    errno.ENOTDIR: ("a part of the path is not a folder", "choose another path"),
    errno.ENAMETOOLONG: ("the name is too long", "choose a shorter one"),
    errno.EEXIST: ("another id leads to the same file name", "change one of the ids"),
    errno.ENOTEMPTY: ("the folder is not empty", "choose a new folder, or remove this one"),
}


@contextmanager
def explained(place: str) -> Iterator[None]:
    """Turn an operating system's error into ours."""
    try:
        yield
    except OSError as error:
        raise _explanation(error, place) from None


def _explanation(error: OSError, place: str) -> OutputError:
    known = _REASONS.get(error.errno or 0)
    what, hint = known or (f"cannot be written: {error.strerror}", "")
    return OutputError(what, where=place, hint=hint)


@contextmanager
def owner_only() -> Iterator[None]:
    """Make files and folders that only their owner can open, from the first byte on.

    Whatever holds source text is written inside such a block.
    """
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def built_for(target: Path, temporary: Path) -> Iterator[None]:
    """Name the target in errors, because users do not know the temporary file.

    A full disk is not the fault of the document at which it was noticed either.
    """
    try:
        yield
    except OutputError as error:
        full = error.what in (_REASONS[errno.ENOSPC][0], _REASONS[errno.EDQUOT][0])
        if not full and str(temporary) not in error.where:
            raise
        raise type(error)(error.what, where=str(target), hint=error.hint) from None


def _temporary(path: Path) -> Path:
    return path.with_name(f".textveil-{secrets.token_hex(8)}.tmp")


class _Guarded:
    """Passes bytes on and counts them; errors of the operating system come out as ours."""

    closed = False

    def __init__(self, stream: IO[bytes], place: str) -> None:
        self._stream = stream
        self._place = place
        self._written = 0

    def write(self, data: bytes) -> int:
        try:
            self._stream.write(data)
        except OSError as error:
            raise _explanation(error, self._place) from None
        self._written += len(data)
        return len(data)

    def tell(self) -> int:
        return self._written

    def close(self) -> None:
        """Do not close: the caller opened the stream."""

    def flush(self) -> None:
        with explained(self._place):
            self._stream.flush()


@contextmanager
def _packed(stream: IO[bytes], suffix: str) -> Iterator[IO[bytes]]:
    if suffix == ".gz":
        # No time and no name in the header: equal documents give equal bytes.
        with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as packed:
            yield cast("IO[bytes]", packed)
    elif suffix == ".xz":
        with lzma.LZMAFile(stream, "wb") as packed_xz:
            yield cast("IO[bytes]", packed_xz)
    else:
        yield stream


@contextmanager
def binary_sink(target: Target, mode: int = 0o666) -> Iterator[IO[bytes]]:
    """Open a target for bytes; if the block raises, a path gets none of them.

    A name that ends in .gz or .xz is packed. An existing file is replaced; anything else that
    stands in the way (a folder, a device) is refused. The new file has the permissions of `mode`
    that the umask leaves.
    """
    if not isinstance(target, Path):
        guarded_stream = _Guarded(target, "<stream>")
        yield cast("IO[bytes]", guarded_stream)
        guarded_stream.flush()
        return
    place = str(target)
    with explained(place):
        if target.exists() and not target.is_file():
            raise OutputError("this exists and is not a plain file", where=place)
    temporary = _temporary(target)
    with explained(place):
        # os.open instead of mkstemp: the new file gets the permissions that the umask gives.
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with explained(place), os.fdopen(handle, "wb") as raw:
            guarded = cast("IO[bytes]", _Guarded(raw, place))
            with _passing_through(), _packed(guarded, target.suffix.lower()) as stream:
                yield stream
            raw.flush()
            os.fsync(raw.fileno())
        with explained(place):
            temporary.replace(target)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, _Foreign):
            raise error.cause from None
        raise


class _Foreign(Exception):  # noqa: N818  (never leaves this module)
    """Carries an OSError of the caller's own past the block that explains ours."""

    def __init__(self, cause: OSError) -> None:
        super().__init__()
        self.cause = cause


@contextmanager
def _passing_through() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _Foreign(error) from None


class TextSink:
    """Encodes text strictly and passes it on.

    Parameters
    ----------
    stream
        Where the bytes go.
    encoding
        Name of the encoding.
    keep_mark
        Whether readers will take a byte order mark for a part of the text.
    """

    def __init__(
        self, stream: IO[bytes], encoding: str = "utf-8", *, keep_mark: bool = False
    ) -> None:
        codec = text_codec(encoding)
        self._encoder = codec.incrementalencoder(errors="strict")
        self._encoding = encoding
        self._stream = stream
        # Readers take one byte order mark off; a text that starts with one needs a second.
        self._marked = keep_mark or codec.name != "utf-8"

    def write(self, text: str, where: str = "") -> None:
        """Write text; `where` names the document in an error."""
        if not self._marked and text:
            self._marked = True
            text = "\ufeff" + text if text[0] == "\ufeff" else text
        try:
            data = self._encoder.encode(text)
        except UnicodeError:
            raise CannotCarryError(
                f"the text holds a character that {self._encoding} cannot write", where=where
            ) from None
        self._stream.write(data)


@contextmanager
def text_sink(target: Target, encoding: str = "utf-8") -> Iterator[TextSink]:
    """Open a target for text, as `binary_sink` does for bytes."""
    with binary_sink(target) as stream:
        yield TextSink(stream, encoding)


@contextmanager
def new_folder(target: Path, replaces: str = "") -> Iterator[Path]:
    """Yield a folder to fill; it takes the target's place when the block ends without an error.

    An existing target must be an empty folder: files of an earlier run must never mix with new
    ones, and removing somebody's folder is not ours to decide.

    Parameters
    ----------
    target
        Where the folder will stand.
    replaces
        Name of a file by which a folder shows that it is an earlier result; such a target is
        replaced as a whole.
    """
    place = str(target)
    with explained(place):
        _check_target(target, replaces)
        temporary = _temporary(target)
        temporary.mkdir(mode=0o700)  # unfinished work is nobody else's
    try:
        with built_for(target, temporary):
            yield temporary
        with explained(place):
            mask = os.umask(0)
            os.umask(mask)
            temporary.chmod(0o777 & ~mask)
            _put(temporary, target)
    except BaseException:
        with suppress(OSError):
            shutil.rmtree(temporary)
        raise


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """Yield a path to write a file or folder to; it takes the target's place when the block ends.

    So what was written can be read back and looked at before anybody else sees it. If the block
    raises, nothing is left behind. An existing file is replaced, a folder must be empty.
    """
    place = str(target)
    with explained(place):
        temporary = _temporary(target.absolute())
        temporary.mkdir(mode=0o700)  # unfinished work is nobody else's
    made = temporary / (target.name or "made")
    try:
        with built_for(target, temporary):
            yield made
        with explained(place):
            if made.is_dir():
                _check_target(target, "")
                _put(made, target)
            elif target.exists() and not target.is_file():
                raise OutputError("this exists and is not a plain file", where=place)
            else:
                made.replace(target)
    finally:
        with suppress(OSError):
            shutil.rmtree(temporary)


def _check_target(target: Path, replaces: str) -> None:
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise OutputError("this exists and is not a folder", where=str(target))
    if not target.exists() or not any(target.iterdir()):
        return
    if replaces and (target / replaces).is_file():
        return
    what = f"the folder holds something else: it has no {replaces}"
    raise OutputError(
        what if replaces else "the folder is not empty",
        where=str(target),
        hint="choose a new folder, remove this one, or say --force to replace an earlier result",
    )


def _put(folder: Path, target: Path) -> None:
    """Move a folder to its place; an old one goes, and its name always leads to one of both.

    Where the system cannot exchange two folders, the old one is moved aside first and removed last.
    """
    if not target.exists() or not any(target.iterdir()):
        folder.rename(target)
        return
    if _exchanged(folder, target):
        shutil.rmtree(folder)
        return
    aside = _temporary(target)
    target.rename(aside)
    try:
        folder.rename(target)
    except BaseException:
        aside.rename(target)
        raise
    shutil.rmtree(aside)


def _exchanged(one: Path, other: Path) -> bool:
    """Exchange two folders in one step, so that a kill finds both; False if that is impossible."""
    # Linux has it (renameat2, flag RENAME_EXCHANGE); Python has no name for it.
    exchange = getattr(ctypes.CDLL(None), "renameat2", None) if os.name == "posix" else None
    if exchange is None:
        return False
    here, names = -100, (os.fsencode(one.absolute()), os.fsencode(other.absolute()))
    return bool(exchange(here, names[0], here, names[1], ctypes.c_uint(2)) == 0)


def json_bytes(value: Any) -> bytes:
    """Return a JSON value as the lines of a file that people read."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    # Half of a surrogate pair has no UTF-8, and is what JSON writes as an escape.
    return text.encode("utf-8", "backslashreplace")


def write_json(path: Path, value: Any) -> None:
    """Write a JSON value for people to read, whole or not at all."""
    with binary_sink(path) as sink:
        sink.write(json_bytes(value))
