"""Shapes: what is worked out is what ONNX Runtime makes, and what would be too much is refused."""

from contextlib import suppress
from importlib.resources import files
from math import prod

import numpy as np
import onnxruntime
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.models.onnx_messages import INT64, message, model, node, tensor, value_info

from textveil.errors import ModelError
from textveil.models.networks.onnx_graph import OPERATORS, read_graph
from textveil.models.networks.onnx_shapes import _RULES, MOST_NUMBERS, check_shapes

SIZES = st.integers(0, 4)
SHAPES = st.lists(SIZES, max_size=4).map(tuple)
SHIPPED = (files("textveil.models") / "data" / "neural-en" / "graph.onnx").read_bytes()


def whole(name, *values):
    """Return an attribute of whole numbers."""
    numbers = [(8, value % (1 << 64)) for value in values]
    return (5, message((1, name), *numbers, (20, 7)))


def one(name, value):
    """Return an attribute of one whole number."""
    return (5, message((1, name), (3, value % (1 << 64)), (20, 2)))


def graph_of(operator, inputs, held, outputs, *attributes):
    """Return a graph of one step; `inputs` are given when it runs, `held` stand in it."""
    names = [*(f"i{at}" for at in range(len(inputs))), *(f"h{at}" for at in range(len(held)))]
    made = [f"o{at}" for at in range(outputs)]
    kind = INT64 if operator == "Shape" else 1
    return model(
        (1, node(operator, names, made, *attributes)),
        *((5, tensor(f"h{at}", np.array(one, np.int64))) for at, one in enumerate(held)),
        *((11, value_info(f"i{at}", shape, kind)) for at, (shape, kind) in enumerate(inputs)),
        # ONNX Runtime finds out the shape of what is made.
        *((12, message((1, name), (2, message((1, message((1, kind))))))) for name in made),
    )


def compared(operator, inputs, held=(), outputs=1, attributes=()):
    """Compare the shapes of one step with what ONNX Runtime makes; False if either refuses."""
    built = graph_of(operator, inputs, held, outputs, *attributes)
    shapes = {f"i{at}": shape for at, (shape, _) in enumerate(inputs)}
    try:
        cost = check_shapes(read_graph(built), shapes)
    except ModelError:
        return False
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(built, options, providers=["CPUExecutionProvider"])
        given_ = {
            f"i{at}": np.zeros(shape, np.int64 if kind == INT64 else np.float32)
            for at, (shape, kind) in enumerate(inputs)
        }
        made = session.run(None, given_)
    except Exception:  # noqa: BLE001 - whatever is refused is not run
        return False
    numbers = sum(prod(array.shape) for array in made)
    # ONNX Runtime sums nothing up to nothing; the operator is defined to make a zero of it.
    empty = any(0 in shape for shape, _ in inputs)
    assert cost.numbers >= numbers if empty else cost.numbers == numbers
    return True


@given(st.sampled_from(["Add", "Mul", "Sub", "MatMul"]), SHAPES, SHAPES)
def test_two_arrays_together(operator, left, right):
    compared(operator, [(left, 1), (right, 1)])


@given(SHAPES, SHAPES, st.integers(-4, 4))
def test_gathered(data, places, axis):
    compared("Gather", [(data, 1), (places, INT64)], attributes=[one("axis", axis)])


@given(SHAPES, st.lists(st.integers(-1, 5), max_size=4))
def test_reshaped(data, wanted):
    compared("Reshape", [(data, 1)], [wanted])


@given(SHAPES, st.lists(st.tuples(SIZES, SIZES, st.integers(-3, 3)), min_size=1, max_size=3))
def test_sliced(data, parts):
    starts, ends, axes = zip(*parts, strict=True)
    compared("Slice", [(data, 1)], [list(starts), list(ends), list(axes)])


@given(SHAPES, st.lists(SIZES, min_size=1, max_size=3), st.integers(-3, 3))
def test_parted(data, sizes, axis):
    compared("Split", [(data, 1)], [sizes], len(sizes), [one("axis", axis)])


@given(SHAPES, st.permutations(range(3)))
def test_turned(data, order):
    compared("Transpose", [(data, 1)], attributes=[whole("perm", *order)])


@given(SHAPES, st.lists(st.integers(-4, 4), min_size=1, max_size=2))
def test_deeper(data, axes):
    compared("Unsqueeze", [(data, 1)], [axes])


@given(SHAPES, st.lists(st.integers(-4, 3), min_size=1, max_size=2), st.integers(0, 1))
def test_summed(data, axes, keep):
    compared("ReduceSum", [(data, 1)], [axes], attributes=[one("keepdims", keep)])


@pytest.mark.parametrize("operator", ["Identity", "Relu", "Shape", "Softmax"])
def test_one_array(operator):
    assert compared(operator, [((2, 3), 1)])


@pytest.mark.parametrize(
    ("operator", "inputs", "held", "outputs", "attributes"),
    [
        ("Add", [((2, 1), 1), ((3,), 1)], (), 1, ()),
        ("MatMul", [((2, 3, 4), 1), ((4, 5), 1)], (), 1, ()),
        ("MatMul", [((4,), 1), ((2, 4, 5), 1)], (), 1, ()),
        ("Gather", [((5, 3), 1), ((2, 2), INT64)], (), 1, ()),
        ("Reshape", [((2, 6), 1)], [[0, -1, 3]], 1, ()),
        ("Slice", [((5, 3), 1)], [[1], [9], [0]], 1, ()),
        ("Split", [((2, 5), 1)], [[2, 3]], 2, [one("axis", 1)]),
        ("Transpose", [((2, 3, 4), 1)], (), 1, [whole("perm", 2, 0, 1)]),
        ("Unsqueeze", [((2, 3), 1)], [[0, -1]], 1, ()),
        ("ReduceSum", [((2, 3), 1)], [[1]], 1, ()),
    ],
)
def test_steps_that_both_accept(operator, inputs, held, outputs, attributes):
    assert compared(operator, inputs, held, outputs, attributes)


def test_every_listed_operator_has_a_rule():
    for operator in OPERATORS:
        with suppress(ModelError):
            check_shapes(read_graph(graph_of(operator, [], [[1]], 1)), {})
    assert _RULES.keys() == OPERATORS


INPUTS = {"ids": (1, 128, 4), "mask": (1, 128), "shape": (1, 128), "feats": (1, 128, 95)}


def test_the_shipped_graph_is_far_below_the_limits():
    cost = check_shapes(read_graph(SHIPPED), INPUTS)
    assert cost.numbers < MOST_NUMBERS / 8
    assert 10**8 < cost.products < 10**9


def test_a_small_graph_that_asks_for_gigabytes_is_refused_where_it_does():
    far, wide = np.zeros((40_000, 1), np.float32), np.zeros((1, 40_000), np.float32)
    built = model(
        (1, node("Relu", ["far"], ["kept"])),
        (1, node("Add", ["kept", "wide"], ["huge"])),
        (5, tensor("far", far)),
        (5, tensor("wide", wide)),
    )
    with pytest.raises(ModelError, match="Add makes too much") as caught:
        check_shapes(read_graph(built), {})
    at = int(caught.value.where.removeprefix("graph.onnx, byte "))
    assert built[at:].startswith(node("Add", ["kept", "wide"], ["huge"]))


def test_a_shape_that_depends_on_the_words_is_refused():
    built = graph_of("Reshape", [((2, 3), 1), ((2,), INT64)], [], 1)
    with pytest.raises(ModelError, match="Reshape does not fit"):
        check_shapes(read_graph(built), {"i0": (2, 3), "i1": (2,)})


def test_a_name_that_is_made_twice_is_refused():
    built = model((1, node("Relu", ["a"], ["b"])), (1, node("Relu", ["a"], ["b"])))
    with pytest.raises(ModelError, match="twice"):
        check_shapes(read_graph(built), {"a": (1,)})


@pytest.mark.parametrize(
    "held",
    [
        message((1, 5), (2, 1), (8, "w"), (9, b"\0" * 16)),
        message((1, 1 << 40), (2, 1), (8, "w")),
        message((1, 1 << 20), (1, 1 << 20), (2, 1), (8, "w")),
        message((1, 2), (2, 7), (8, "w"), (7, 3)),
        message((1, 1), (2, 8), (8, "w"), (9, b"x")),
        message(*[(1, 1)] * 9, (2, 1), (8, "w"), (9, b"\0" * 4)),
    ],
    ids=["raw", "huge", "product", "few", "type", "deep"],
)
def test_numbers_that_the_file_cannot_hold_are_refused(held):
    with pytest.raises(ModelError, match=r"other numbers|another type"):
        read_graph(model((5, held)))


def test_whole_numbers_are_read_in_both_ways_of_writing():
    listed = message((1, 2), (2, 7), (8, "a"), (7, 3), (7, (1 << 64) - 1))
    packed = message((1, 2), (2, 7), (8, "b"), (7, b"\x03\x04"))
    held = read_graph(model((5, listed), (5, packed))).held
    assert (held["a"].values, held["b"].values) == ((3, -1), (3, 4))
