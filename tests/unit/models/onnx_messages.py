"""ONNX graphs by hand: messages of Protocol Buffers, field by field."""

import numpy as np

FLOAT, INT64 = 1, 7


def number(value):
    """Return a number of seven bits a byte."""
    made = bytearray()
    while value > 127:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes([*made, value])


def field(at, value):
    """Return one field: a number, or bytes with their length before them."""
    if isinstance(value, int):
        return number(at << 3) + number(value)
    data = value.encode() if isinstance(value, str) else value
    return number(at << 3 | 2) + number(len(data)) + data


def message(*fields):
    """Return a message of fields, each a pair."""
    return b"".join(field(at, value) for at, value in fields)


def node(operator, inputs, outputs, *more):
    """Return a node of a graph."""
    names = [*((1, name) for name in inputs), *((2, name) for name in outputs)]
    return message(*names, (4, operator), *more)


def tensor(name, values, *more):
    """Return numbers that a graph holds."""
    kind = FLOAT if values.dtype == np.float32 else INT64
    return message(
        *((1, size) for size in values.shape), (2, kind), (8, name), (9, values.tobytes()), *more
    )


def value_info(name, sizes, kind=FLOAT):
    """Return what an input or output looks like; a size may have a name instead of a number."""
    dims = [
        (1, message((1, size)) if isinstance(size, int) else message((2, size))) for size in sizes
    ]
    shape = message(*dims)
    return message((1, name), (2, message((1, message((1, kind), (2, shape))))))


def model(*graph_fields):
    """Return a model with a graph of these fields."""
    opset = message((1, ""), (2, 17))
    return message((1, 8), (7, message((2, "small"), *graph_fields)), (8, opset))


INPUTS = (
    ("ids", ("b", "w", "p"), INT64),
    ("mask", ("b", "w"), INT64),
    ("shape", ("b", "w"), INT64),
)


def tagger_graph(weights, *more, inputs=INPUTS, feats=None):
    """Return a graph with the signature of a tagger: its logits are `traits @ weights`."""
    width, outputs = weights.shape
    return model(
        (1, node("MatMul", ["feats", "weights"], ["logits"])),
        (1, node("Relu", ["feats"], ["hidden"])),
        (5, tensor("weights", weights)),
        *((11, value_info(*one)) for one in inputs),
        (11, value_info("feats", ("b", "w", feats or width))),
        (12, value_info("logits", ("b", "w", outputs))),
        (12, value_info("hidden", ("b", "w", width))),
        *more,
    )
