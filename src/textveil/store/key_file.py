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
from textveil.values.figures.json_fields import json_fields
from textveil.values.keys.key_strength import LEAST_BITS, estimated_bits
from textveil.values.keys.secret import Secret

__all__ = [
    "CHANGE",
    "SYMMETRIC",
    "KeyFacts",
    "key_facts",
    "make_key_file",
    "others_may",
    "write_new",
]

SYMMETRIC: Final = "secret key"
CHANGE: Final = 0o022
_ANY: Final = 0o077
"""Rights of other users to a file."""
_RANDOM_BYTES: Final = 32
_LONGEST: Final = 1024
"""Bytes; a longer file is probably something else."""
_FEWEST: Final = 20
"""Different bytes among the first 32; of random ones, fewer occur once in 10^8 keys."""
_SAFE: Final = bytes.maketrans(b"-_", b"+/")
"""Base 64 for names of files has two other letters."""
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
    write_new(path, data + b"\n", 0o600)
    return Secret(data)


def write_new(path: Path, data: bytes, mode: int) -> None:
    """Write a file where none stands, with the rights that are given.

    Raises
    ------
    OutputError
        If something stands at the path already, or the file cannot be written.
    """
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
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
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise OutputError(f"cannot be written: {error.strerror}", where=str(path)) from None


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """What may be said of a key.

    Attributes
    ----------
    kind
        Of which kind it is: a secret key, a signing key or a public key.
    size
        Its bytes; line ends around it do not count.
    form
        How it is written.
    fingerprint
        A digest of a public key, or a keyed digest of a secret one. Two people with the same one
        have the same key. A secret key that a person made up has none, because guesses could be
        tested with it.
    problems
        What speaks against its use, in words that show nothing of it.
    """

    kind: str
    size: int
    form: str
    fingerprint: str | None
    problems: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the facts as a JSON object."""
        return {"usable": not self.problems, **json_fields(self)}


def key_facts(path: Path, key: Secret) -> KeyFacts:
    """Return what may be said of the secret key that was read from a file."""
    form = _random_form(key.key)
    shown = key.derive("fingerprint")[:_SHOWN].hex()
    groups = " ".join(shown[at : at + 4] for at in range(0, len(shown), 4)) if form else None
    problems = tuple(_problems(path, key.key))
    return KeyFacts(SYMMETRIC, len(key.key), form or _other_form(key.key), groups, problems)


def _random_form(data: bytes) -> str:
    """Return in which way 32 random bytes or more are written; empty if these are none."""
    for form, read in (("hexadecimal", binascii.unhexlify), ("base 64", _base64)):
        try:
            content = read(data)
        except ValueError:
            continue
        if len(content) >= _RANDOM_BYTES and len(set(content[:_RANDOM_BYTES])) >= _FEWEST:
            return form
    return ""


def _base64(data: bytes) -> bytes:
    """Return what base 64 stands for; letters of one case alone are words, not random bytes."""
    if data in (data.lower(), data.upper()):
        raise ValueError
    bare = data.rstrip(b"=")
    padded = bare + b"=" * (-len(bare) % 4)
    return base64.b64decode(padded.translate(_SAFE), validate=True)


def _other_form(data: bytes) -> str:
    return "text" if data.isascii() and data.decode("ascii").isprintable() else "bytes"


def _problems(path: Path, data: bytes) -> list[str]:
    problem = others_may(path)
    problems = [problem] if problem else []
    if len(data) > _LONGEST:
        problems.append(f"it has more than {_LONGEST:,} bytes: is this the right file?")
    if not _random_form(data):
        problems.append("it can be guessed if a person made it up: use `textveil key new`")
    if estimated_bits(data) < LEAST_BITS:
        problems.append(
            f"it has about {estimated_bits(data)} bits by our estimate: release, protect and vault "
            f"refuse fewer than {LEAST_BITS}"
        )
    if b"\n" in data and data.isascii():
        problems.append("it has several lines: is this the right file?")
    return problems


def others_may(path: Path, rights: int = _ANY) -> str:
    """Return that other users have one of these rights to a file; empty if they have none."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name != "posix" or not mode & rights:
        return ""
    what = "change" if rights == CHANGE else "read or change"
    return f"other users of this machine may {what} it (mode {mode:03o})"
