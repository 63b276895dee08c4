"""Weights of CRFsuite as data: every number that CRFsuite follows is compared with the file first.

CRFsuite maps a file and follows the offsets in it. It compares none of them with the length, so a
wild one reads foreign memory or ends the process. Here the file is read without CRFsuite, by its
definition::

    header       magic, size, type, version, numbers of labels and attributes, five offsets
    features     kind, source, destination and weight of each
    labels       a table of names (a constant quark database), with a way from numbers to names
    attributes   another one
    references   for each label, and for each attribute, the features that begin with it
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ModelError

__all__ = ["CrfsuiteFile", "read_crfsuite"]

_MAGIC: Final = b"lCRF"
_KIND: Final = b"FOMC"
_VERSION: Final = 100
_HEADER: Final = 48
_CHUNK: Final = 12
_FEATURE: Final = np.dtype([("kind", "<u4"), ("source", "<u4"), ("tag", "<u4"), ("weight", "<f8")])
_STATE, _TRANSITION = 0, 1
_TABLES: Final = 256
_TABLE_HEAD: Final = 24
_TABLE_DATA: Final = _TABLE_HEAD + 8 * _TABLES
_BYTE_ORDER: Final = 0x62445371
_MOST_TAGS: Final = 512
"""CRFsuite needs memory for each pair of tags."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class CrfsuiteFile:
    """What a file of weights says.

    Attributes
    ----------
    tags
        Names of the tags, in the order of their numbers.
    attributes
        Names of what a word can have, in the order of their numbers.
    features
        Records of `kind` (0: attribute and tag, 1: tag and tag), `source`, `tag` and `weight`.
    """

    tags: tuple[str, ...]
    attributes: tuple[str, ...]
    features: NDArray[np.void] = field(repr=False)

    def influence(self, outside: str) -> Mapping[str, Mapping[str, float]]:
        """Return the positive weight of each attribute for each label, beginning or going on."""
        table: dict[str, dict[str, float]] = {}
        for _, source, tag, weight in self.features[self.features["kind"] == _STATE].tolist():
            name = self.tags[tag]
            if name != outside:
                by_label = table.setdefault(self.attributes[source], {})
                by_label[name[2:]] = max(weight, by_label.get(name[2:], 0.0))
        return table


class _Bytes(NamedTuple):
    """A part of the file, what the file is called in messages, and where the part begins."""

    data: memoryview
    name: str
    first: int = 0

    def refused(self, check: str, at: int) -> ModelError:
        """Return the error for a check that fails at a byte."""
        return ModelError(
            f"the weights are refused by the check of {check}",
            where=f"{self.name}, byte {self.first + at}",
            hint="train the model again, or get it again from its author",
        )

    def numbers(self, at: int, count: int, check: str) -> NDArray[np.int64]:
        """Return numbers of four bytes that stand one after the other."""
        if at < 0 or count < 0 or at + 4 * count > len(self.data):
            raise self.refused(check, at)
        return np.frombuffer(self.data, "<u4", count, at).astype(np.int64)

    def numbers_at(self, places: NDArray[np.int64], check: str) -> NDArray[np.int64]:
        """Return a number of four bytes from each place."""
        wrong = (places < 0) | (places + 4 > len(self.data))
        if wrong.any():
            raise self.refused(check, int(places[wrong][0]))
        every = np.frombuffer(self.data, np.uint8)
        return sum((every[places + at].astype(np.int64) << 8 * at for at in range(4)), places * 0)


def read_crfsuite(weights: bytes, name: str = "weights.crfsuite") -> CrfsuiteFile:
    """Return what a file of weights says.

    Raises
    ------
    ModelError
        If a number in it leads outside, or where CRFsuite would not come to an end. The error says
        which check failed, and at which byte.

    Notes
    -----
    Linear in the length of the file.
    """
    file = _Bytes(memoryview(weights), name)
    if len(weights) < _HEADER or not weights.startswith(_MAGIC) or weights[8:12] != _KIND:
        raise file.refused("the magic number", 0)
    _, size, _, version, _, tags, attributes, *places = file.numbers(0, 12, "the header").tolist()
    if size != len(weights):
        raise file.refused("the size", 4)
    if version != _VERSION:
        raise file.refused("the version", 12)
    if not 1 <= tags <= _MOST_TAGS:
        raise file.refused("the number of tags", 20)
    features = _features(file, places[0], tags, attributes)
    names = _names(file, places[1], tags, "the names of tags")
    words = _names(file, places[2], attributes, "the names of attributes")
    for place, count, kind, magic in (
        (places[3], tags, _TRANSITION, b"LFRF"),
        (places[4], attributes, _STATE, b"AFRF"),
    ):
        _check_references(file, place, count, magic, features["kind"] == kind)
    return CrfsuiteFile(names, words, features)


def _features(file: _Bytes, place: int, tags: int, attributes: int) -> NDArray[np.void]:
    check = "the features"
    [count] = file.numbers(place + 8, 1, check).tolist()
    first = place + _CHUNK
    if bytes(file.data[place : place + 4]) != b"FEAT":
        raise file.refused(check, place)
    if first + _FEATURE.itemsize * count > len(file.data):
        raise file.refused(check, place + 8)
    found = np.frombuffer(file.data, _FEATURE, count, first)
    sources = np.where(found["kind"] == _STATE, attributes, tags)
    wrong = (found["kind"] > _TRANSITION) | (found["source"] >= sources) | (found["tag"] >= tags)
    wrong |= ~np.isfinite(found["weight"])
    if wrong.any():
        raise file.refused(check, first + _FEATURE.itemsize * int(wrong.argmax()))
    return found


def _check_references(
    file: _Bytes, place: int, count: int, magic: bytes, own: NDArray[np.bool_]
) -> None:
    """Raise unless each list of features lies inside, and all lists name each feature once."""
    check = f"the references {magic.decode()}"
    [stated] = file.numbers(place + 8, 1, check).tolist()
    if bytes(file.data[place : place + 4]) != magic or stated < count:
        raise file.refused(check, place)
    lists = file.numbers(place + _CHUNK, count, check)
    sizes = file.numbers_at(lists, check)
    # Lists that overlap would make CRFsuite read a short file for a long time.
    long = lists + 4 + 4 * sizes > len(file.data)
    if long.any() or sizes.sum() > len(own):
        raise file.refused(check, int(lists[long.argmax()]) if count else place)
    starts = np.repeat(lists + 4, sizes)
    within = np.arange(len(starts)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    places = starts + 4 * within
    numbers = file.numbers_at(places, check)
    wrong = numbers >= len(own)
    wrong[~wrong] = ~own[numbers[~wrong]]
    if wrong.any():
        raise file.refused(check, int(places[wrong.argmax()]))


def _names(file: _Bytes, place: int, count: int, check: str) -> tuple[str, ...]:
    """Return the names of a table in the order of their numbers."""
    head = file.numbers(place, 6, check).tolist()
    if bytes(file.data[place : place + 4]) != b"CQDB" or head[3] != _BYTE_ORDER:
        raise file.refused(check, place)
    length, listed, back = head[1], head[4], head[5]
    if length < _TABLE_DATA or place + length > len(file.data) or listed != count:
        raise file.refused(check, place + 4)
    table = _Bytes(file.data[place : place + length], file.name, place)
    records = table.numbers(back, count, check)
    numbers, sizes = (table.numbers_at(records + at, check) for at in (0, 4))
    ends = records + 8 + sizes
    wrong = (numbers != np.arange(count)) | (sizes < 1) | (ends > length)
    wrong[1:] |= records[1:] < ends[:-1]
    if wrong.any():
        raise table.refused(check, int(records[wrong.argmax()]))
    _check_buckets(table, records, check)
    return tuple(
        _name(table, first + 8, last, check)
        for first, last in zip(records.tolist(), ends.tolist(), strict=True)
    )


def _name(table: _Bytes, first: int, last: int, check: str) -> str:
    """Return a name that ends with its only zero, and is text."""
    written = bytes(table.data[first:last])
    try:
        if written.find(0) == len(written) - 1:
            return written[:-1].decode()
    except UnicodeDecodeError:
        pass
    raise table.refused(check, first)


def _check_buckets(table: _Bytes, records: NDArray[np.int64], check: str) -> None:
    """Raise unless every search for a name comes to an end, and only at records."""
    heads = table.numbers(_TABLE_HEAD, 2 * _TABLES, check).reshape(-1, 2)
    used = heads[heads[:, 0] > 0]
    # Twice as many places as names, as CRFsuite writes them: it copies all of them.
    if heads[:, 1].sum() > 2 * len(records):
        raise table.refused(check, _TABLE_HEAD)
    for place, count in used.tolist():
        held = table.numbers(place, 2 * count, check)[1::2]
        named = held[held > 0]
        known = np.searchsorted(records, named)
        if len(named) == count or not (records[known.clip(max=len(records) - 1)] == named).all():
            raise table.refused(check, place)
