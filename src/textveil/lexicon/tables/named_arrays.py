"""Named arrays: several arrays and texts in one compressed file, read at once.

The file is a line that says what it is, a line of JSON with the name, type and length of each
array, and the arrays behind each other; all but the first line is compressed. Nothing in it is
executed when it is read.
"""

import json
import zlib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError

__all__ = ["pack_arrays", "shipped_arrays", "unpack_arrays"]

_MAGIC: Final = b"textveil.arrays.1\n"
_TYPES: Final = ("|u1", "<u2", "<i4")


def pack_arrays(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the bytes of some arrays of small whole numbers; equal arrays give equal bytes.

    Examples
    --------
    >>> content = pack_arrays({"heights": np.array([3, 5], np.int32)})
    >>> unpack_arrays(content)["heights"].tolist()
    [3, 5]
    """
    header, bodies = [], []
    for name, array in arrays.items():
        flat = np.ascontiguousarray(array).reshape(-1)
        kind = flat.dtype.newbyteorder("<").str
        if kind not in _TYPES:
            raise InvalidValueError(f"arrays of type {kind} are not packed", where=name)
        header.append([name, kind, len(flat)])
        bodies.append(flat.astype(kind).tobytes())
    line = json.dumps(header, separators=(",", ":")).encode("ascii") + b"\n"
    return _MAGIC + zlib.compress(line + b"".join(bodies), 9)


def unpack_arrays(content: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file by name; they cannot be changed.

    Raises
    ------
    InvalidValueError
        If the bytes are not what `pack_arrays` returned.
    """
    if not content.startswith(_MAGIC):
        raise InvalidValueError("this is not a file of named arrays", where="lexicon")
    try:
        line, _, body = zlib.decompress(content[len(_MAGIC) :]).partition(b"\n")
        header = json.loads(line)
    except (zlib.error, ValueError):
        raise InvalidValueError("this file of named arrays is damaged", where="lexicon") from None
    found, at = {}, 0
    for name, kind, length in header:
        size = length * np.dtype(kind).itemsize
        found[name] = np.frombuffer(body[at : at + size], dtype=kind)
        at += size
    if at != len(body):
        raise InvalidValueError("this file of named arrays is damaged", where="lexicon")
    return found


def shipped_arrays(name: str) -> dict[str, NDArray[Any]]:
    """Read the arrays of a file that ships with the package."""
    return unpack_arrays((files("textveil.lexicon") / "data" / name).read_bytes())
