"""Key files: makes a new one, and says whether one is fit for use without showing it."""

import base64
import binascii
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from textveil.errors import OutputError
from textveil.values.json_fields import json_fields
from textveil.values.secret import Secret

__all__ = ["KeyFacts", "key_facts", "make_key_file"]

_RANDOM_BYTES: Final = 32
_LONGEST: Final = 1024
"""Bytes; a longer file is probably something else."""
_FEWEST: Final = 8
"""Different bytes; a key with fewer is easily guessed."""
_SHOWN: Final = 8
"""Bytes of a fingerprint; two keys have the same one once in 2^64 pairs."""


def make_key_file(path: Path) -> Secret:
    """Write a new key, which nobody but the owner of the file can read, and return it.

    Raises
    ------
    OutputError
        If something stands at the path already, or the file cannot be written.
    """
    data = base64.b64encode(secrets.token_bytes(_RANDOM_BYTES))
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise OutputError(
            "there is a file already; a key that is replaced is lost",
            where=str(path),
            hint="choose another name",
        ) from None
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror}", where=str(path)) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise OutputError(f"cannot be written: {error.strerror}", where=str(path)) from None
    return Secret(data)


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """What may be said of a key.

    Attributes
    ----------
    size
        Its bytes; line ends around it do not count.
    form
        How it is written.
    fingerprint
        A keyed digest. Two people with the same one have the same key.
    problems
        What speaks against its use, in words that show nothing of it.
    """

    size: int
    form: str
    fingerprint: str
    problems: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the facts as a JSON object."""
        return {"usable": not self.problems, **json_fields(self)}


def key_facts(path: Path, key: Secret) -> KeyFacts:
    """Return what may be said of the key that was read from a file."""
    shown = key.derive("fingerprint")[:_SHOWN].hex()
    groups = " ".join(shown[at : at + 4] for at in range(0, len(shown), 4))
    return KeyFacts(len(key.key), _form(key.key), groups, tuple(_problems(path, key.key)))


def _form(data: bytes) -> str:
    try:
        random = len(base64.b64decode(data, validate=True)) >= _RANDOM_BYTES
    except binascii.Error:
        random = False
    if random:
        return "base 64"
    return "text" if data.isascii() and data.decode("ascii").isprintable() else "bytes"


def _problems(path: Path, data: bytes) -> list[str]:
    problems = []
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        problems.append(f"other users of this machine may read or change it (mode {mode:03o})")
    if len(data) > _LONGEST:
        problems.append(f"it has more than {_LONGEST:,} bytes: is this the right file?")
    if len(set(data)) < _FEWEST:
        problems.append(f"it has fewer than {_FEWEST} different bytes, so it can be guessed")
    if b"\n" in data and _form(data) == "bytes" and data.isascii():
        problems.append("it has several lines: is this the right file?")
    return problems
