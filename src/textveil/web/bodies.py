"""Bodies of requests: forms are parsed as they arrive, and files are sealed at once.

No byte of a file is written anywhere as it is: the parser of Starlette would put files of more than
1 MB into the system's temporary folder.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, suppress
from pathlib import PurePosixPath
from typing import Any, Final
from urllib.parse import parse_qs

from python_multipart.multipart import MultipartParser, parse_options_header

from textveil.errors import InputError
from textveil.store.sealed_folder import SealedFolder, SealedWriter
from textveil.values.keys.secret import Secret
from textveil.web.asking import SentForm
from textveil.web.words import words

__all__ = ["FormReader", "file_name", "plain_form", "too_large"]

MOST_PLAIN: Final = 16_000_000
"""Bytes of a body without files."""
_MOST_PARTS: Final = 20_000
_LONGEST_NAME: Final = 120


def too_large(most: int) -> InputError:
    """Return the error about a body that is larger than allowed."""
    return InputError(
        words().error_upload.replace("{most}", f"{most / 1_000_000:,.0f} MB"),
        hint=words().hint_upload,
    )


def file_name(given: str) -> str:
    r"""Return the name of an uploaded file, which is never a path.

    Examples
    --------
    >>> file_name("../../etc/passwd"), file_name("C:\\notes\\a.txt"), file_name("..")
    ('passwd', 'a.txt', 'file')
    """
    last = PurePosixPath(given.replace("\\", "/")).name
    plain = "".join(letter for letter in last if letter.isprintable()).strip()[-_LONGEST_NAME:]
    return "file" if not plain.strip(". ") else plain.lstrip(".") or "file"


def plain_form(body: bytes) -> SentForm:
    """Return the fields of a form without files."""
    text = body.decode("utf-8", "replace")
    return SentForm(parse_qs(text, keep_blank_values=True, max_num_fields=_MOST_PARTS))


class FormReader:
    """Takes a form with files piece by piece.

    Parameters
    ----------
    kind
        The header that says where parts begin.
    files, key
        Where files go, sealed.
    """

    def __init__(self, kind: str, files: SealedFolder, key: Secret) -> None:
        _, options = parse_options_header(kind)
        if b"boundary" not in options:
            raise InputError(words().error_form)
        self._files, self._key, self._open = files, key, ExitStack()
        self._fields: dict[str, list[str]] = {}
        self._taken: set[str] = set()
        self._parts = 0
        self._plain = 0
        self._writer: SealedWriter | None = None
        self._begin()
        calls: dict[str, Callable[..., Any]] = {
            "on_part_begin": self._begin,
            "on_part_data": self._data,
            "on_part_end": self._end,
            "on_header_field": self._header_field,
            "on_header_value": self._header_value,
            "on_header_end": self._header_end,
            "on_headers_finished": self._headers_finished,
        }
        self._parser = MultipartParser(options[b"boundary"], calls)  # type: ignore[arg-type]

    async def read(self, pieces: AsyncIterator[bytes], most: int, run: Any) -> SentForm:
        """Return the form; `run` carries out what takes a while in another thread."""
        size = 0
        try:
            async for piece in pieces:
                size += len(piece)
                if size > most:
                    raise too_large(most)
                if piece:
                    await run(self._parser.write, piece)
            await run(self._parser.finalize)
        except InputError:
            raise
        except ValueError:
            raise InputError(words().error_form) from None
        finally:
            # A file that did not end is not kept.
            await run(self._close)
        return SentForm(self._fields, self._files, self._key)

    def _close(self) -> None:
        if self._writer is not None:
            self._writer = None
            error = InputError(words().error_form)
            with suppress(InputError):
                self._open.__exit__(InputError, error, None)

    def _begin(self) -> None:
        self._headers: dict[bytes, bytes] = {}
        self._field, self._value = bytearray(), bytearray()
        self._name, self._held = "", bytearray()
        self._writer = None
        self._parts += 1
        if self._parts > _MOST_PARTS:
            raise InputError(words().error_form)

    def _header_field(self, data: bytes, start: int, end: int) -> None:
        self._field += data[start:end]

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _header_end(self) -> None:
        self._headers[bytes(self._field).lower()] = bytes(self._value)
        self._field, self._value = bytearray(), bytearray()

    def _headers_finished(self) -> None:
        _, told = parse_options_header(self._headers.get(b"content-disposition", b""))
        self._name = told.get(b"name", b"").decode("utf-8", "replace")
        if told.get(b"filename"):
            name = self._unique(file_name(told[b"filename"].decode("utf-8", "replace")))
            self._writer = self._open.enter_context(self._files.add(name))

    def _unique(self, name: str) -> str:
        """Return a name that no other file of this form has."""
        stem, dot, ending = name.partition(".")
        number, made = 1, name
        while made in self._taken:
            number += 1
            made = f"{stem} ({number}){dot}{ending}"
        self._taken.add(made)
        return made

    def _data(self, data: bytes, start: int, end: int) -> None:
        if self._writer is not None:
            self._writer.write(data[start:end])
            return
        self._plain += end - start
        if self._plain > MOST_PLAIN:
            raise too_large(MOST_PLAIN)
        self._held += data[start:end]

    def _end(self) -> None:
        if self._writer is not None:
            self._writer = None
            self._open.close()
        elif b"filename" not in self._headers.get(b"content-disposition", b""):
            value = bytes(self._held).decode("utf-8", "replace")
            self._fields.setdefault(self._name, []).append(value)
