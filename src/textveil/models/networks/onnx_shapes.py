"""Shapes of a graph: how many numbers it makes, worked out before it is run.

Every step says what shape comes out of the shapes that go in. So the size of everything a graph
makes of the longest window is known without making it. A graph whose shapes depend on the words of
a text cannot be judged, and is refused.

The rules are those of the ONNX operators (version 17) that `OPERATORS` lists.
"""

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Final, NamedTuple

from textveil.errors import ModelError
from textveil.models.networks.onnx_graph import Graph, Node
from textveil.models.networks.protobuf import refused

__all__ = ["MOST_NUMBERS", "MOST_PRODUCTS", "Cost", "check_shapes"]

MOST_NUMBERS: Final = 1 << 27
"""Numbers that the steps of a graph may make together, of one window."""
MOST_PRODUCTS: Final = 1 << 34
"""Products that they may work out."""

Shape = tuple[int, ...]


class Cost(NamedTuple):
    """What a graph makes of one window."""

    numbers: int
    products: int


class _Tensor(NamedTuple):
    """An array: its shape, its numbers if they follow from shapes, and whether the file has them.

    A number that the file has is the same for every window; one that is taken from a shape is not.
    """

    shape: Shape
    values: Shape | None = None
    fixed: bool = False


class _MisfitError(Exception):
    """Shapes that do not fit a step."""


def check_shapes(graph: Graph, inputs: Mapping[str, Shape]) -> Cost:
    """Return what a graph makes of inputs of these shapes.

    Raises
    ------
    ModelError
        If that is more than `MOST_NUMBERS` or `MOST_PRODUCTS`, if a step does not fit what it gets,
        or if a shape depends on the words of a text. The error says at which byte the step begins.

    Notes
    -----
    Linear in the number of steps.
    """
    known = {name: _Tensor(shape) for name, shape in inputs.items()}
    for name, held in graph.held.items():
        known[name] = _Tensor(held.shape, held.values, fixed=True)
    numbers = products = 0
    for node in graph.nodes:
        try:
            given = [known[name] if name else None for name in node.inputs]
            made, steps = _RULES[node.operator](node, given)
        except (_MisfitError, IndexError, KeyError, TypeError, ValueError):
            raise refused(
                f"the graph is refused by the check of shapes: {node.operator} does not fit",
                node.at,
            ) from None
        numbers += sum(prod(one.shape) for one in made)
        products += steps
        if numbers > MOST_NUMBERS or products > MOST_PRODUCTS:
            raise _refused(f"{node.operator} makes too much", node)
        if len(node.outputs) > len(made) or any(name in known for name in node.outputs):
            raise _refused("a name is made twice", node)
        known |= zip(node.outputs, made, strict=False)
    return Cost(numbers, products)


def _refused(why: str, node: Node) -> ModelError:
    return refused(f"the graph is refused by the check of shapes: {why}", node.at)


_Given = Sequence[_Tensor | None]
_Made = tuple[list[_Tensor], int]


def _one(shape: Sequence[int], steps: int = 0, values: Shape | None = None) -> _Made:
    return [_Tensor(tuple(shape), values)], steps


def _needed(given: _Given, at: int) -> _Tensor:
    found = given[at]
    if found is None:
        raise _MisfitError
    return found


def _values(given: _Given, at: int, *, fixed: bool = False) -> Shape:
    """Return numbers that an input has; they must be known, and fixed ones stand in the file."""
    found = _needed(given, at)
    if found.values is None or (fixed and not found.fixed):
        raise _MisfitError
    return found.values


def _axis(axis: int, depth: int) -> int:
    if not -depth <= axis < depth:
        raise _MisfitError
    return axis % depth


def _attribute(node: Node, name: str, otherwise: int) -> int:
    [value] = node.attributes.get(name, (otherwise,))
    return value


def _broadcast(*shapes: Shape) -> Shape:
    depth = max(map(len, shapes))
    made = []
    for sizes in zip(*((1,) * (depth - len(shape)) + shape for shape in shapes), strict=True):
        several = {size for size in sizes if size != 1}
        if len(several) > 1:
            raise _MisfitError
        made.append(several.pop() if several else 1)
    return tuple(made)


def _together(_: Node, given: _Given) -> _Made:
    return _one(_broadcast(_needed(given, 0).shape, _needed(given, 1).shape))


def _same(_: Node, given: _Given) -> _Made:
    first = _needed(given, 0)
    return [first._replace(fixed=False)], 0


def _without_values(_: Node, given: _Given) -> _Made:
    return _one(_needed(given, 0).shape)


def _quantized(_: Node, given: _Given) -> _Made:
    return [_Tensor(_needed(given, 0).shape), _Tensor(()), _Tensor(())], 0


def _gathered(node: Node, given: _Given) -> _Made:
    data, places = _needed(given, 0), _needed(given, 1)
    axis = _axis(_attribute(node, "axis", 0), len(data.shape))
    shape = data.shape[:axis] + places.shape + data.shape[axis + 1 :]
    values = None
    if data.values is not None and places.values is not None and len(data.shape) == 1:
        values = tuple(data.values[at] for at in places.values)
    return _one(shape, 0, values)


def _multiplied(_: Node, given: _Given) -> _Made:
    one, other = _needed(given, 0).shape, _needed(given, 1).shape
    if not one or not other:
        raise _MisfitError
    left = (1, *one) if len(one) == 1 else one
    right = (*other, 1) if len(other) == 1 else other
    if left[-1] != right[-2]:
        raise _MisfitError
    batch = _broadcast(left[:-2], right[:-2])
    rows = left[-2:-1] if len(one) > 1 else ()
    columns = right[-1:] if len(other) > 1 else ()
    shape = batch + rows + columns
    return _one(shape, prod(shape) * left[-1])


def _summed(node: Node, given: _Given) -> _Made:
    shape = _needed(given, 0).shape
    axes = {_axis(axis, len(shape)) for axis in _values(given, 1)}
    if not axes:
        raise _MisfitError
    kept = _attribute(node, "keepdims", 1)
    return _one([1 if at in axes else n for at, n in enumerate(shape) if kept or at not in axes])


def _reshaped(node: Node, given: _Given) -> _Made:
    shape, wanted = _needed(given, 0).shape, list(_values(given, 1))
    if _attribute(node, "allowzero", 0):
        raise _MisfitError
    wanted = [shape[at] if size == 0 else size for at, size in enumerate(wanted)]
    open_ = [at for at, size in enumerate(wanted) if size == -1]
    if open_:
        [at] = open_
        others = prod(size for size in wanted if size != -1)
        wanted[at] = prod(shape) // others if others else 0
    if min(wanted, default=0) < 0 or prod(wanted) != prod(shape):
        raise _MisfitError
    return _one(wanted)


def _shape(node: Node, given: _Given) -> _Made:
    if node.attributes:
        raise _MisfitError
    shape = _needed(given, 0).shape
    return _one((len(shape),), 0, shape)


def _sliced(_: Node, given: _Given) -> _Made:
    data = _needed(given, 0)
    # What begins at a place that is taken from a shape would be longer in a shorter window.
    starts, ends = _values(given, 1, fixed=True), _values(given, 2)
    axes = _values(given, 3) if len(given) > 3 else tuple(range(len(starts)))
    if len(given) > 4 or not len(starts) == len(ends) == len(axes) == len(set(axes)):
        raise _MisfitError
    if min((*starts, *ends), default=0) < 0:
        raise _MisfitError
    shape = list(data.shape)
    values = data.values
    for start, end, axis in zip(starts, ends, axes, strict=True):
        place = _axis(axis, len(shape))
        shape[place] = len(range(shape[place])[start:end])
        values = None if values is None or len(shape) > 1 else values[start:end]
    return _one(shape, 0, values)


def _parted(node: Node, given: _Given) -> _Made:
    shape, sizes = _needed(given, 0).shape, _values(given, 1)
    axis = _axis(_attribute(node, "axis", 0), len(shape))
    if sum(sizes) != shape[axis] or min(sizes) < 0 or len(sizes) != len(node.outputs):
        raise _MisfitError
    return [_Tensor((*shape[:axis], size, *shape[axis + 1 :])) for size in sizes], 0


def _turned(node: Node, given: _Given) -> _Made:
    shape = _needed(given, 0).shape
    order = node.attributes.get("perm", tuple(reversed(range(len(shape)))))
    if sorted(order) != list(range(len(shape))):
        raise _MisfitError
    return _one([shape[at] for at in order])


def _deeper(_: Node, given: _Given) -> _Made:
    data, axes = _needed(given, 0), _values(given, 1)
    depth = len(data.shape) + len(axes)
    new = {_axis(axis, depth) for axis in axes}
    if len(new) != len(axes):
        raise _MisfitError
    old = iter(data.shape)
    return _one([1 if at in new else next(old) for at in range(depth)])


_RULES: Final[Mapping[str, Callable[[Node, _Given], _Made]]] = {
    **dict.fromkeys(("Add", "Mul", "Sub"), _together),
    "Identity": _same,
    **dict.fromkeys(("Cast", "Erf", "LayerNormalization", "Relu", "Softmax"), _without_values),
    **dict.fromkeys(("MatMul", "MatMulInteger"), _multiplied),
    "DynamicQuantizeLinear": _quantized,
    "Gather": _gathered,
    "ReduceSum": _summed,
    "Reshape": _reshaped,
    "Shape": _shape,
    "Slice": _sliced,
    "Split": _parted,
    "Transpose": _turned,
    "Unsqueeze": _deeper,
}
