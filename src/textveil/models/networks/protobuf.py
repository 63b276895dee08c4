"""Messages of Protocol Buffers as data: fields, one after the other, each with its place.

Only what a graph needs is read. A message that is cut short or that others would read otherwise is
refused, with the byte at which it is.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from textveil.errors import ModelError

__all__ = ["MessageField", "fields", "integers", "refused", "signed"]

_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5
_LARGEST_TAG: Final = 1 << 32
_FILE: Final = "graph.onnx"


class MessageField(NamedTuple):
    """A field of a message.

    Attributes
    ----------
    number
        Which field it is.
    value
        A number, or the bytes of a name, of numbers or of a message.
    at
        The byte of the file at which the value begins.
    """

    number: int
    value: int | memoryview
    at: int


def refused(what: str, at: int) -> ModelError:
    """Return the error for a graph that fails a check at a byte."""
    return ModelError(what, where=f"{_FILE}, byte {at}")


def fields(message: memoryview, first: int = 0) -> Iterator[MessageField]:
    """Yield the fields of a message that begins at a byte of the file."""
    at = 0
    while at < len(message):
        tag, at = _number(message, at, first)
        number, form = tag >> 3, tag & 7
        # Readers cut a longer tag down to 32 bits, and would see another field than we do.
        if not number or tag >= _LARGEST_TAG:
            raise refused("this is not an ONNX graph", first + at)
        if form == _VARINT:
            value, end = _number(message, at, first)
            yield MessageField(number, value, first + at)
            at = end
            continue
        if form == _BYTES:
            size, at = _number(message, at, first)
        elif form in {_EIGHT, _FOUR}:
            size = 8 if form == _EIGHT else 4
        else:
            raise refused("this is not an ONNX graph", first + at)
        if at + size > len(message):
            raise refused("the graph is cut short", first + at)
        inside = message[at : at + size]
        # Names are bytes of a stated length; a reader skips a name that is written as a number.
        held = inside if form == _BYTES else int.from_bytes(inside, "little")
        yield MessageField(number, held, first + at)
        at += size


def integers(field: MessageField) -> Iterator[int]:
    """Yield the whole numbers of a field, which are written one by one or packed together."""
    if isinstance(field.value, int):
        yield signed(field.value)
        return
    at = 0
    while at < len(field.value):
        value, at = _number(field.value, at, field.at)
        yield signed(value)


def signed(value: int) -> int:
    """Return a number of 64 bits with its sign.

    Examples
    --------
    >>> signed(2**64 - 1), signed(7)
    (-1, 7)
    """
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def _number(message: memoryview, at: int, first: int) -> tuple[int, int]:
    """Return the number that begins at a place, seven bits a byte, and where it ends."""
    value = shift = 0
    begun = at
    while at < len(message) and shift < 70:
        byte = message[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
    raise refused("this is not an ONNX graph", first + begun)
