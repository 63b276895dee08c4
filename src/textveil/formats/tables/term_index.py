"""The file of a quasi-identifier dictionary: one file, mapped into memory, checked when opened.

::

    8 bytes    TVTERMS and a zero
    4 bytes    version, little-endian like all numbers
    4 bytes    length of the header
    4 bytes    CRC-32 of the header
    header     JSON: size of the file, CRC-32 of everything behind the header, SHA-256 of the
               terms, whether case is folded, the K of each grouping, and for each array its
               name, type, place and number of elements
    arrays     each at a multiple of 64 bytes

Nothing in it is executed, and no array is used before its bounds are checked.
"""

import json
import mmap
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from textveil.errors import FormatError, InputError, UsageError
from textveil.formats.inputs import require_file
from textveil.formats.outputs import binary_sink
from textveil.lexicon.forms.wildcard_forms import Dictionary, Stored
from textveil.strings.wildcards.groups import Groups
from textveil.strings.wildcards.index import GRAMS, TermIndex

__all__ = ["VERSION", "read_dictionary", "write_dictionary"]

VERSION = 2
_MAGIC = b"TVTERMS\0"
_HEAD = struct.Struct("<8sIII")
_ALIGNED = 64
_LARGEST_HEADER = 1 << 20
_KINDS = {"<u2": 2, "<u4": 4, "<u8": 8, "<i4": 4, "<i8": 8}
_EXPECTED = {
    "starts": "<i8", "letters": "<u8", "pairs": "<u8", "alphabet": "<u4",
    **{f"{name}_{size}": "<u4" for size in (1, *GRAMS) for name in ("first", "list")},
}  # fmt: skip
_GROUPS = {"group": "<i4", "forms": "<u4", "starts": "<i8", "counts": "<i8"}

Arrays = dict[str, NDArray[Any]]


def write_dictionary(dictionary: Dictionary, path: Path) -> None:
    """Write a dictionary with all groups that were worked out: whole, or not at all."""
    if path.suffix.lower() in (".gz", ".xz"):
        raise UsageError("a dictionary is mapped into memory and cannot be packed", where=str(path))
    stored = dictionary.stored
    arrays: Arrays = {**stored.index._asdict(), "alphabet": stored.alphabet}
    for k, groups in sorted(stored.groups.items()):
        arrays.update({f"{name}@{k}": array for name, array in groups._asdict().items()})
    plain = {name: np.ascontiguousarray(a, a.dtype.newbyteorder("<")) for name, a in arrays.items()}
    header = _header(stored, plain)
    with binary_sink(path) as stream:
        stream.write(_HEAD.pack(_MAGIC, VERSION, len(header), zlib.crc32(header)))
        stream.write(header)
        stream.write(bytes(-(_HEAD.size + len(header)) % _ALIGNED))
        for array in plain.values():
            stream.write(array.view(np.uint8).data)
            stream.write(bytes(-array.nbytes % _ALIGNED))


def _header(stored: Stored, arrays: Arrays) -> bytes:
    """Describe the arrays; their places count from the end of the header, rounded up."""
    place, check = 0, 0
    table = {}
    for name, array in arrays.items():
        table[name] = [array.dtype.str, place, array.size]
        place += array.nbytes + -array.nbytes % _ALIGNED
        check = zlib.crc32(array.view(np.uint8).data, check)
        check = zlib.crc32(bytes(-array.nbytes % _ALIGNED), check)
    described = {
        "size": place,
        "crc32": check,
        "sha256": stored.sha256,
        "fold_case": stored.fold_case,
        "mutual": sorted(stored.groups),
        "arrays": table,
    }
    return json.dumps(described).encode()


def read_dictionary(path: Path) -> Dictionary:
    """Open a dictionary: its arrays are mapped into memory, shared and read when needed."""
    where = str(path)
    require_file(path)
    try:
        with path.open("rb") as stream:
            # Copy on write: kernels are compiled for arrays that may be written, as built ones are.
            data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_COPY)
    except ValueError:
        raise _foreign(where) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=where) from None
    described, begin = _described(data, where)
    try:
        arrays = dict(_mapped(data, described, begin))
        stored = _stored(arrays, described)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise FormatError("the header does not describe a dictionary", where=where) from None
    if not _sound(stored):
        raise FormatError("the arrays of this dictionary contradict each other", where=where)
    return Dictionary(stored)


def _foreign(where: str) -> FormatError:
    return FormatError(
        "this is not a dictionary", where=where, hint="build one: textveil dictionary build"
    )


def _described(data: mmap.mmap, where: str) -> tuple[dict[str, Any], int]:
    """Return the header and where the arrays begin, after all checksums."""
    if len(data) < _HEAD.size or data[: len(_MAGIC)] != _MAGIC:
        raise _foreign(where)
    _, version, length, check = _HEAD.unpack(data[: _HEAD.size])
    if version != VERSION:
        raise FormatError(
            f"this dictionary has version {version}, not {VERSION}",
            where=where,
            hint="build it again with this release",
        )
    header = data[_HEAD.size : _HEAD.size + min(length, _LARGEST_HEADER)]
    damaged = FormatError("this dictionary is damaged", where=where, hint="build it again")
    if len(header) != length or zlib.crc32(header) != check:
        raise damaged
    described = json.loads(header)
    begin = _HEAD.size + length + -(_HEAD.size + length) % _ALIGNED
    if len(data) - begin != described.get("size"):
        raise FormatError("this dictionary is truncated", where=where, hint="build it again")
    with memoryview(data) as view, view[begin:] as arrays:
        if zlib.crc32(arrays) != described.get("crc32"):
            raise damaged
    return described, begin


def _mapped(
    data: mmap.mmap, described: dict[str, Any], begin: int
) -> Iterator[tuple[str, NDArray[Any]]]:
    for name, (kind, place, count) in described["arrays"].items():
        if place < 0 or count < 0 or place % _ALIGNED:
            raise ValueError
        if begin + place + count * _KINDS[kind] > len(data):
            raise ValueError
        yield name, np.frombuffer(data, np.dtype(kind), count, begin + place)


def _stored(arrays: Arrays, described: dict[str, Any]) -> Stored:
    index = TermIndex(*(arrays[name] for name in TermIndex._fields))
    groups = {
        k: Groups(*(arrays[f"{name}@{k}"] for name in Groups._fields)) for k in described["mutual"]
    }
    kinds = {name: arrays[name].dtype.str for name in _EXPECTED}
    for k in groups:
        kinds.update({f"{name}@{k}": kind for name, kind in _GROUPS.items()})
    if any(arrays[name].dtype.str != kind for name, kind in kinds.items()):
        raise ValueError
    if any(kinds[name] != kind for name, kind in _EXPECTED.items()):
        raise ValueError
    if index.codes.dtype.str not in ("<u2", "<u4"):
        raise ValueError
    digest, folded = described["sha256"], described["fold_case"]
    if not isinstance(digest, str) or not isinstance(folded, bool):
        raise TypeError
    return Stored(index, arrays["alphabet"], groups, digest, folded)


def _sound(stored: Stored) -> bool:
    """Tell whether all indices are inside their arrays: kernels do not check bounds."""
    index, terms = stored.index, stored.index.starts.size - 1
    if terms < 1 or index.letters.size != terms or index.pairs.size != 2 * terms:
        return False
    if not _bounds(index.starts, index.codes.size) or not _below(
        index.codes, stored.alphabet.size + 1
    ):
        return False
    if index.first_1.size != stored.alphabet.size + 2:
        return False
    if not _bounds(index.first_1, index.list_1.size) or not _below(index.list_1, terms):
        return False
    for size in GRAMS:
        first, listed = getattr(index, f"first_{size}"), getattr(index, f"list_{size}")
        buckets = first.size - 1
        if buckets < 1 or buckets & (buckets - 1) or not _bounds(first, listed.size):
            return False
        if not _below(listed, terms):
            return False
    return all(_sound_groups(groups, stored) for groups in stored.groups.values())


def _sound_groups(groups: Groups, stored: Stored) -> bool:
    if groups.group.size != stored.index.starts.size - 1 or groups.starts.size < 1:
        return False
    if int(groups.group.min()) < -1 or not _below(groups.group, groups.starts.size - 1):
        return False
    if groups.counts.size != groups.starts.size - 1:
        return False
    return _bounds(groups.starts, groups.forms.size) and _below(
        groups.forms, stored.alphabet.size + 1
    )


def _bounds(starts: NDArray[Any], size: int) -> bool:
    rising = bool(np.all(starts[1:] >= starts[:-1]))
    return rising and int(starts[0]) == 0 and int(starts[-1]) == size


def _below(values: NDArray[Any], limit: int) -> bool:
    return int(values.max(initial=0)) < limit or values.size == 0
