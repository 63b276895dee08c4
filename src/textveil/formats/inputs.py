"""Opening for reading: plain, gz or xz bytes, decoded strictly, in constant memory.

Errors name the file, the line and the byte offset, and quote nothing.
"""

import codecs
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import IO, Final, TypeAlias

from textveil.errors import EncodingError, FormatError, InputError, UsageError
from textveil.formats.encodings import UTF8, recognised
from textveil.formats.expansion import (
    DEFAULT_LIMIT,
    ByteSource,
    Expanded,
    ExpansionLimit,
    packing_of,
)

__all__ = [
    "STDIN",
    "Source",
    "characters",
    "encoding_of",
    "is_folder",
    "line_batches",
    "lines",
    "name_of",
    "opened",
    "require_file",
    "require_folder",
    "text_codec",
]

Source: TypeAlias = Path | IO[bytes]
"""What file formats read from: a path, or an open binary stream such as standard input."""

STDIN: Final = Path("/dev/stdin")
"""Standard input as a path."""

_CHUNK = 128 * 1024
_HEAD = 6


def name_of(source: Source) -> str:
    """Return the name of a source for messages."""
    if isinstance(source, Path):
        return str(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<stream>"


class _Rejoined:
    """A stream whose first bytes were read already; works without seeking."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream = stream
        self._name = name
        self.head = b""
        while len(self.head) < _HEAD and (more := self._from_stream(_HEAD - len(self.head))):
            self.head += more

    def read(self, size: int, /) -> bytes:
        given, self.head = self.head[:size], self.head[size:]
        return given + self._from_stream(size - len(given)) if len(given) < size else given

    def _from_stream(self, size: int) -> bytes:
        try:
            return self._stream.read(size)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", where=self._name) from None


def is_folder(path: Path) -> bool | None:
    """Tell whether a path is a folder; None if it does not exist."""
    mode = _mode(path)
    return None if mode is None else stat.S_ISDIR(mode)


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    except OSError as error:
        raise InputError(f"cannot be opened: {error.strerror}", where=str(path)) from None


def require_file(path: Path) -> None:
    """Raise unless the path leads to a plain file, or to standard input that ends some time.

    A pipe waits until somebody writes to it, and a device may never end. Nothing is opened here.
    """
    mode = _mode(path)
    if mode is None:
        raise InputError("there is no such file", where=str(path))
    if stat.S_ISDIR(mode):
        raise InputError(
            "this is a folder, and the format is read from one file",
            where=str(path),
            hint="name a file in it, or choose a folder format with --format",
        )
    ends = stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(0)
    if not stat.S_ISREG(mode) and not (path == STDIN and ends):
        raise InputError(
            "this is a pipe or a device, not a plain file",
            where=str(path),
            hint="write it to a file first; where IN may be `-`, that reads standard input",
        )


def require_folder(path: Path) -> None:
    """Raise unless the path leads to a folder."""
    folder = is_folder(path)
    if folder is None:
        raise InputError("there is no such folder", where=str(path))
    if not folder:
        raise InputError(
            "this is a file, and the format is read from a folder",
            where=str(path),
            hint="name the folder that holds it",
        )


@contextmanager
def _bytes_of(source: Source) -> Iterator[IO[bytes]]:
    if not isinstance(source, Path):
        yield source
        return
    require_file(source)
    try:
        stream = source.open("rb")
    except PermissionError:
        raise InputError("you may not read this file", where=str(source)) from None
    except OSError as error:
        raise InputError(f"cannot be opened: {error.strerror}", where=str(source)) from None
    with stream:
        yield stream


@contextmanager
def opened(source: Source, limit: ExpansionLimit = DEFAULT_LIMIT) -> Iterator[ByteSource]:
    """Open a source for reading bytes, unpacking gz and xz; which it is, its first bytes tell."""
    name = name_of(source)
    with _bytes_of(source) as stream:
        joined = _Rejoined(stream, name)
        packing = packing_of(joined.head)
        claimed = source.suffix.lower() if isinstance(source, Path) else ""
        if claimed == ".zip" or (claimed in (".gz", ".xz") and packing is None):
            raise FormatError(
                f"the name ends in {claimed}, and this is not gz or xz data",
                where=name,
                hint="unpack the file and read the result",
            )
        yield Expanded(joined, packing, name, limit) if packing else joined


def text_codec(encoding: str) -> codecs.CodecInfo:
    """Return an encoding of texts by its name; `hex`, for example, is none."""
    try:
        # Only this says whether a codec makes text of bytes; some others make bytes of bytes.
        "".encode(encoding)
        codec = codecs.lookup(encoding)
    except (LookupError, ValueError):
        raise UsageError(
            "this encoding is unknown, or none of text",
            where=ascii(encoding),
            hint="for example utf-8 or latin-1",
        ) from None
    if codec.incrementaldecoder is None or codec.incrementalencoder is None:
        raise UsageError("this encoding cannot be used for streams", where=encoding)
    return codec


def _decoder(encoding: str, *, keep_mark: bool) -> codecs.IncrementalDecoder:
    codec = text_codec(encoding)
    marked = codec.name == "utf-8" and not keep_mark
    kind = text_codec("utf-8-sig") if marked else codec
    return kind.incrementaldecoder(errors="strict")


def characters(
    source: Source,
    encoding: str = "utf-8",
    limit: ExpansionLimit = DEFAULT_LIMIT,
    *,
    keep_mark: bool = False,
) -> Iterator[str]:
    """Yield the decoded text in chunks; line ends stay as they are.

    A byte order mark is not part of the text, unless `keep_mark` says that offsets count it. A file
    that is said to be UTF-8, as all are by default, and is not, is read in the encoding in which it
    is recognised.
    """
    encoding = encoding_of(source) if encoding == UTF8 else encoding
    decoder = _decoder(encoding, keep_mark=keep_mark)
    read = breaks = 0
    with opened(source, limit) as stream:
        while True:
            chunk = stream.read(_CHUNK)
            if not read:
                _refuse_wide_mark(chunk, encoding, source)
            read += len(chunk)
            try:
                text = decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                at = read - len(error.object) + error.start
                whole = error.object[: error.start].decode(encoding, errors="ignore")
                raise EncodingError(
                    f"the byte at offset {at} is not valid {encoding}",
                    where=f"{name_of(source)}, line {breaks + whole.count(chr(10)) + 1}",
                    hint="state the encoding the file is in, for example --encoding latin-1",
                ) from None
            except UnicodeError:
                raise EncodingError(f"this is not {encoding}", where=name_of(source)) from None
            if text:
                breaks += text.count("\n")
                yield text
            if not chunk:
                return


def encoding_of(source: Source) -> str:
    """Return in which encoding a file is read that nobody says anything about."""
    if not isinstance(source, Path) or source == STDIN:
        return UTF8
    require_file(source)
    told = source.stat()
    return _recognised(source, told.st_mtime_ns, told.st_size)


@lru_cache(maxsize=1 << 14)
def _recognised(path: Path, changed: int, size: int) -> str:  # noqa: ARG001 - asked again if they differ
    try:
        with opened(path) as stream:
            return recognised(stream)
    except InputError:
        # Its reader reports what is wrong.
        return UTF8


def _refuse_wide_mark(chunk: bytes, encoding: str, source: Source) -> None:
    """Refuse UTF-16 and UTF-32 that are to be read as something else.

    Read as latin-1, for example, such a file decodes without an error, and nothing in it is found.
    """
    wide = chunk.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if wide and not codecs.lookup(encoding).name.startswith(("utf-16", "utf-32")):
        raise EncodingError(
            f"the file begins with the byte order mark of UTF-16 and is not {encoding}",
            where=f"{name_of(source)}, line 1",
            hint="state the encoding the file is in: --encoding utf-16",
        )


def lines(source: Source, encoding: str = "utf-8") -> Iterator[tuple[int, str]]:
    r"""Yield each line with its number, without the `\n` that ends it.

    Only `\n` ends a line: the other characters that `str.splitlines` knows may stand in a text.
    """
    number, held = 1, [""]
    for text in characters(source, encoding):
        first, *others = text.split("\n")
        held.append(first)
        for other in others:
            yield number, "".join(held)
            number += 1
            held = [other]
    last = "".join(held)
    if last:
        yield number, last


def line_batches(source: Source, encoding: str = "utf-8") -> Iterator[list[str]]:
    """Yield the lines of `lines` many at a time, without their numbers."""
    held: list[str] = []
    for text in characters(source, encoding):
        first, *others = text.split("\n")
        held.append(first)
        if others:
            last = others.pop()
            yield ["".join(held), *others]
            held = [last]
    rest = "".join(held)
    if rest:
        yield [rest]
