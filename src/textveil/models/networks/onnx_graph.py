"""ONNX graphs as data: which operators a graph uses, and whether it points to other files.

A graph is a message of Protocol Buffers. Only the fields that decide whether it may be run are read
here, by walking over the message; ONNX Runtime reads the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from struct import unpack
from typing import Final, NamedTuple

from textveil.models.networks.protobuf import MessageField, fields, integers, refused, signed

__all__ = ["OPERATORS", "Graph", "HeldNumbers", "Node", "check_graph", "read_graph"]

OPERATORS: Final = frozenset(
    {
        *("Add", "Cast", "DynamicQuantizeLinear", "Erf", "Gather", "Identity"),
        "LayerNormalization",
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
_INPUT, _OUTPUT, _OPERATOR, _ATTRIBUTE, _DOMAIN = 1, 2, 4, 5, 7
_NAME, _WHOLE, _WHOLES = 1, 3, 8
_INNER: Final = frozenset({5, 6, 10, 11, 22, 23})
"""Fields of an attribute that hold tensors and graphs; no listed operator has such a one."""
_DIMENSIONS, _TYPE, _INT64, _CALLED, _RAW = 1, 2, 7, 8, 9
_EXTERNAL: Final = 13
_LOCATION: Final = 14
_DOMAINS: Final = frozenset({b"", b"ai.onnx"})
_SIZES: Final = {1: 4, 2: 1, 3: 1, 6: 4, 7: 8}
"""Bytes of a number of each type that a graph may hold: float, (u)int8, int32, int64."""
_LONG: Final = 7
_LARGEST: Final = 1 << 31
_DEEPEST: Final = 8
_FEW: Final = 64
"""Numbers that can be a shape, axes or places: longer lists are not read."""


class Node(NamedTuple):
    """A step of a graph, with the byte at which it begins."""

    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, tuple[int, ...]]
    at: int


class HeldNumbers(NamedTuple):
    """Numbers that a graph holds: their shape, and what they are if they are few and whole."""

    shape: tuple[int, ...]
    values: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Graph:
    """The steps of a graph in order, and the numbers that it holds, by name."""

    nodes: tuple[Node, ...]
    held: Mapping[str, HeldNumbers]


def check_graph(graph: bytes) -> None:
    """Raise a model error unless a graph is of known operators and holds all its numbers.

    Notes
    -----
    One pass over the fields; the numbers themselves are skipped.
    """
    read_graph(graph)


def read_graph(graph: bytes) -> Graph:
    """Return the steps and numbers of a graph; raise a model error as `check_graph` does."""
    parts = []
    for one in fields(memoryview(graph)):
        if one.number == _FUNCTIONS:
            raise refused("the graph has functions", one.at)
        if one.number == _GRAPH and isinstance(one.value, memoryview):
            parts.append(one)
    if not parts:
        raise refused("this is not an ONNX graph", 0)
    # A message that comes twice is one message, of the parts of both.
    return _graph(one for part in parts for one in _inside(part))


def _graph(parts: Iterable[MessageField]) -> Graph:
    nodes: list[Node] = []
    held: dict[str, HeldNumbers] = {}
    for one in parts:
        if one.number == _SPARSE:
            raise refused("the graph has sparse numbers", one.at)
        if one.number == _NODE and isinstance(one.value, memoryview):
            nodes.append(_node(one))
        elif one.number == _INITIALIZER and isinstance(one.value, memoryview):
            name, numbers = _numbers(one)
            if name in held:
                raise refused("the graph holds two numbers of one name", one.at)
            held[name] = numbers
    return Graph(tuple(nodes), held)


def _inside(field: MessageField) -> Iterator[MessageField]:
    return fields(field.value, field.at) if isinstance(field.value, memoryview) else iter(())


def _text(field: MessageField) -> str:
    held = field.value
    return bytes(held).decode("utf-8", "replace") if isinstance(held, memoryview) else ""


def _node(node: MessageField) -> Node:
    operator, domain = "", b""
    inputs: list[str] = []
    outputs: list[str] = []
    attributes: dict[str, tuple[int, ...]] = {}
    for one in _inside(node):
        if not isinstance(one.value, memoryview):
            continue
        if one.number in {_INPUT, _OUTPUT}:
            (inputs if one.number == _INPUT else outputs).append(_text(one))
        elif one.number == _OPERATOR:
            operator = _text(one)
        elif one.number == _ATTRIBUTE:
            name, values = _attribute(one)
            if name in attributes:
                raise refused("the graph states an attribute twice", one.at)
            attributes[name] = values
        elif one.number == _DOMAIN:
            domain = bytes(one.value)
    if operator not in OPERATORS or domain not in _DOMAINS:
        raise refused("the graph uses an operator that is not listed", node.at)
    return Node(operator, tuple(inputs), tuple(outputs), attributes, node.at)


def _attribute(attribute: MessageField) -> tuple[str, tuple[int, ...]]:
    """Return the name of an attribute and its whole numbers; others have none."""
    name = ""
    values: list[int] = []
    for one in _inside(attribute):
        if one.number in _INNER:
            raise refused("the graph has numbers or graphs inside an operator", one.at)
        if one.number == _NAME:
            name = _text(one)
        elif one.number == _WHOLE and isinstance(one.value, int):
            values = [signed(one.value)]
        elif one.number == _WHOLES:
            values += integers(one)
    return name, tuple(values)


def _numbers(tensor: MessageField) -> tuple[str, HeldNumbers]:
    """Return the name of numbers, their shape, and what they are if they are few and whole."""
    name, kind, raw = "", 0, None
    shape: list[int] = []
    listed: list[MessageField] = []
    for one in _inside(tensor):
        if one.number == _EXTERNAL or (one.number == _LOCATION and one.value != 0):
            raise refused("the graph points to numbers in another file", one.at)
        if one.number == _DIMENSIONS:
            shape += integers(one)
        elif one.number == _TYPE and isinstance(one.value, int):
            kind = one.value
        elif one.number == _CALLED:
            name = _text(one)
        elif one.number == _RAW and isinstance(one.value, memoryview):
            raw = one.value
        elif one.number == _INT64:
            listed.append(one)
    count = _count(tensor, shape, kind, raw)
    known = kind == _LONG and count <= _FEW
    return name, HeldNumbers(tuple(shape), _values(tensor, count, raw, listed) if known else None)


def _values(
    tensor: MessageField, count: int, raw: memoryview | None, listed: Sequence[MessageField]
) -> tuple[int, ...]:
    if raw is not None:
        return unpack(f"<{count}q", raw)
    values = tuple(value for one in listed for value in integers(one))
    if len(values) != count:
        raise refused("the graph holds other numbers than it states", tensor.at)
    return values


def _count(tensor: MessageField, shape: Sequence[int], kind: int, raw: memoryview | None) -> int:
    """Return how many numbers there are; raise unless the file can hold them."""
    if kind not in _SIZES or any(not 0 <= size <= _LARGEST for size in shape):
        raise refused("the graph holds numbers of another type or shape", tensor.at)
    count = prod(shape)
    inside = len(tensor.value) if isinstance(tensor.value, memoryview) else 0
    held = count <= inside if raw is None else _SIZES[kind] * count == len(raw)
    if len(shape) > _DEEPEST or not held:
        raise refused("the graph holds other numbers than it states", tensor.at)
    return count
