"""ONNX graphs as data: which operators a graph uses, and whether it points to other files.

A graph is a message of Protocol Buffers. Only the few fields that decide whether it may be run are
read here, by walking over the message; ONNX Runtime reads the rest.
"""

from collections.abc import Iterator
from typing import Final

from textveil.errors import ModelError

__all__ = ["OPERATORS", "check_graph"]

OPERATORS: Final = frozenset(
    {
        *("Add", "Cast", "DynamicQuantizeLinear", "Gather", "Identity", "LayerNormalization"),
        *("MatMul", "MatMulInteger", "Mul", "ReduceSum", "Relu", "Reshape", "Shape", "Slice"),
        *("Softmax", "Split", "Sub", "Transpose", "Unsqueeze"),
    }
)
"""Operators that a graph may use: arithmetic on arrays, and nothing that reads or writes."""

# Numbers of fields, by message, as onnx.proto3 states them.
_GRAPH: Final = 7
_FUNCTIONS: Final = 25
_NODE: Final = 1
_INITIALIZER: Final = 5
_SPARSE: Final = 15
_OPERATOR: Final = 4
_ATTRIBUTE: Final = 5
_DOMAIN: Final = 7
_INNER: Final = frozenset({5, 6, 10, 11, 22, 23})
"""Fields of an attribute that hold tensors and graphs; no listed operator has such a one."""
_EXTERNAL: Final = 13
_LOCATION: Final = 14
_DOMAINS: Final = frozenset({b"", b"ai.onnx"})

_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5
_LARGEST_TAG: Final = 1 << 32


def check_graph(graph: bytes) -> None:
    """Raise a model error unless a graph is of known operators and holds all its numbers.

    Notes
    -----
    One pass over the fields; the numbers themselves are skipped.
    """
    parts = []
    for field, value in _fields(memoryview(graph)):
        if field == _FUNCTIONS:
            raise ModelError("the graph has functions")
        if field == _GRAPH and isinstance(value, memoryview):
            parts.append(value)
    if not parts:
        raise ModelError("this is not an ONNX graph")
    # A message that comes twice is one message, of the parts of both.
    for part in parts:
        _check_part(part)


def _check_part(graph: memoryview) -> None:
    for field, value in _fields(graph):
        if field == _SPARSE:
            raise ModelError("the graph has sparse numbers")
        if field == _NODE and isinstance(value, memoryview):
            _check_node(value)
        elif field == _INITIALIZER and isinstance(value, memoryview):
            _check_numbers(value)


def _check_node(node: memoryview) -> None:
    operator = domain = b""
    for field, value in _fields(node):
        if field == _OPERATOR and isinstance(value, memoryview):
            operator = bytes(value)
        elif field == _ATTRIBUTE and isinstance(value, memoryview):
            if any(inner in _INNER for inner, _ in _fields(value)):
                raise ModelError("the graph has numbers or graphs inside an operator")
        elif field == _DOMAIN and isinstance(value, memoryview):
            domain = bytes(value)
    name = operator.decode("ascii", "replace")
    if name not in OPERATORS or domain not in _DOMAINS:
        raise ModelError("the graph uses an operator that is not listed")


def _check_numbers(tensor: memoryview) -> None:
    for field, value in _fields(tensor):
        if field == _EXTERNAL or (field == _LOCATION and value != 0):
            raise ModelError("the graph points to numbers in another file")


def _fields(message: memoryview) -> Iterator[tuple[int, "int | memoryview"]]:
    """Yield the fields of a message: the number of each, and a number or the bytes in it."""
    at = 0
    while at < len(message):
        tag, at = _number(message, at)
        field, form = tag >> 3, tag & 7
        # Readers cut a longer tag down to 32 bits, and would see another field than we do.
        if not field or tag >= _LARGEST_TAG:
            raise ModelError("this is not an ONNX graph")
        if form == _VARINT:
            value, at = _number(message, at)
            yield field, value
            continue
        if form == _BYTES:
            size, at = _number(message, at)
        elif form in {_EIGHT, _FOUR}:
            size = 8 if form == _EIGHT else 4
        else:
            raise ModelError("this is not an ONNX graph")
        if at + size > len(message):
            raise ModelError("the graph is cut short")
        inside = message[at : at + size]
        # Names are bytes of a stated length; a reader skips a name that is written as a number.
        yield field, inside if form == _BYTES else int.from_bytes(inside, "little")
        at += size


def _number(message: memoryview, at: int) -> tuple[int, int]:
    """Return the number that begins at a place, seven bits a byte, and where it ends."""
    value = shift = 0
    while at < len(message) and shift < 70:
        byte = message[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
    raise ModelError("this is not an ONNX graph")
