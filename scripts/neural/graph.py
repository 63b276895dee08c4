"""Write a trained network as an ONNX graph of plain operators with weights of eight bits.

The graph is written node by node and not traced, so that it holds nothing but what
`textveil.models.networks.onnx_graph` lists, and the same weights always give the same bytes.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Weights = Mapping[str, NDArray[np.float32]]

OPSET = 17
STEPS = 63
"""Weights are from -63 to 63: on processors without VNNI the products of two of them, added in 16
bits, would overflow with eight bits."""


class GraphWriter:
    """Collects the nodes and the numbers of a graph."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.numbers: list[onnx.TensorProto] = []

    def put(self, name: str, values: NDArray) -> str:
        """Add numbers."""
        self.numbers.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def do(self, operator: str, inputs: Sequence[str], name: str, outputs: int = 1, **how) -> str:
        """Add a node; return its first output."""
        outs = [name, *(f"{name}.{at}" for at in range(1, outputs))]
        self.nodes.append(helper.make_node(operator, list(inputs), outs, name, **how))
        return name

    def linear(self, given: str, weights: NDArray, bias: NDArray, name: str) -> str:
        """Multiply by weights of eight bits, one scale a column."""
        scale = np.maximum(np.abs(weights).max(axis=0), 1e-8) / STEPS
        small = np.clip(np.rint(weights / scale), -STEPS, STEPS).astype(np.int8)
        self.put(f"{name}.w", small)
        self.put(f"{name}.s", scale.astype(np.float32))
        self.put(f"{name}.b", bias.astype(np.float32))
        quantized = f"{given}.q"
        if not any(node.name == quantized for node in self.nodes):
            self.do("DynamicQuantizeLinear", [given], quantized, outputs=3)
        made = self.do("MatMulInteger", [quantized, f"{name}.w", f"{quantized}.2"], f"{name}.i")
        made = self.do("Cast", [made], f"{name}.f", to=TensorProto.FLOAT)
        by = self.do("Mul", [f"{quantized}.1", f"{name}.s"], f"{name}.by")
        made = self.do("Mul", [made, by], f"{name}.m")
        return self.do("Add", [made, f"{name}.b"], name)

    def norm(self, given: str, scale: NDArray, bias: NDArray, name: str) -> str:
        """Normalize each word."""
        self.put(f"{name}.s", scale.astype(np.float32))
        self.put(f"{name}.b", bias.astype(np.float32))
        return self.do(
            "LayerNormalization", [given, f"{name}.s", f"{name}.b"], name, axis=-1, epsilon=1e-12
        )


def write_graph(weights: Weights, heads: int = 12) -> bytes:
    """Return the bytes of the graph of a network.

    Parameters
    ----------
    weights
        By the names that `network.Reader` gives them.
    heads
        Heads of attention.
    """
    graph = GraphWriter()
    hidden = _embedded(graph, weights)
    number = 0
    while f"layers.{number}.qkv.weight" in weights:
        hidden = _layer(graph, hidden, weights, number, heads)
        number += 1
    graph.do("Identity", [hidden], "hidden")
    graph.put("out.w", weights["out.weight"].T.astype(np.float32))
    graph.put("out.b", weights["out.bias"].astype(np.float32))
    made = graph.do("MatMul", [hidden, "out.w"], "out.m")
    graph.do("Add", [made, "out.b"], "logits")
    return _bytes(graph, weights)


def _embedded(graph: GraphWriter, weights: Weights) -> str:
    """Write what a piece is before anything is read around it."""
    words = weights["words.weight"]
    scale = np.maximum(np.abs(words).max(axis=1, keepdims=True), 1e-8) / 127
    graph.put("words", np.clip(np.rint(words / scale), -127, 127).astype(np.int8))
    graph.put("words.s", scale.astype(np.float32))
    graph.put("places", weights["places.weight"].astype(np.float32))
    graph.put("shapes", weights["shapes.weight"].astype(np.float32))
    graph.put("traits", weights["traits.weight"].astype(np.float32))
    for name, value in (("zero", 0), ("one", 1), ("two", 2)):
        graph.put(name, np.array([value], np.int64))
    piece = graph.do("Cast", [graph.do("Gather", ["words", "ids"], "e.i")], "e.f", to=1)
    piece = graph.do("Mul", [piece, graph.do("Gather", ["words.s", "ids"], "e.z")], "e.w")
    # A word is the sum of its pieces; what fills up is zero.
    piece = graph.do("ReduceSum", [piece, "two"], "e.u", keepdims=0)
    size = graph.do("Slice", [graph.do("Shape", ["shape"], "e.n"), "one", "two"], "e.l")
    place = graph.do("Slice", ["places", "zero", size, "zero"], "e.p")
    shape = graph.do("Gather", ["shapes", "shape"], "e.h")
    trait = graph.do("MatMul", ["feats", "traits"], "e.t")
    total = graph.do("Add", [piece, place], "e.1")
    total = graph.do("Add", [graph.do("Add", [total, shape], "e.2"), trait], "e.3")
    graph.put("ones", np.array(1.0, np.float32))
    graph.put("far", np.array(-10000.0, np.float32))
    off = graph.do("Sub", ["ones", graph.do("Cast", ["mask"], "k.f", to=1)], "k.o")
    graph.put("heads.at", np.array([1, 2], np.int64))
    graph.do("Unsqueeze", [graph.do("Mul", [off, "far"], "k.m"), "heads.at"], "bias")
    return graph.norm(total, weights["first.weight"], weights["first.bias"], "e")


def _layer(graph: GraphWriter, hidden: str, weights: Weights, number: int, heads: int) -> str:
    """Write one layer: attention, then two steps word by word."""
    own = {key.removeprefix(f"layers.{number}."): value for key, value in weights.items()}
    width = own["qkv.weight"].shape[1]
    name, size = f"l{number}", width // heads
    weight, bias = own["qkv.weight"].T.copy(), own["qkv.bias"].copy()
    weight[:, :width] /= size**0.5
    bias[:width] /= size**0.5
    made = graph.linear(hidden, weight, bias, f"{name}.a")
    graph.put(f"{name}.in", np.array([0, 0, 3 * heads, size], np.int64))
    made = graph.do("Reshape", [made, f"{name}.in"], f"{name}.r")
    made = graph.do("Transpose", [made], f"{name}.t", perm=[0, 2, 1, 3])
    graph.put(f"{name}.p", np.array([heads, heads, heads], np.int64))
    query = graph.do("Split", [made, f"{name}.p"], f"{name}.qkv", outputs=3, axis=1)
    key = graph.do("Transpose", [f"{query}.1"], f"{name}.k", perm=[0, 1, 3, 2])
    score = graph.do("MatMul", [query, key], f"{name}.s")
    score = graph.do("Add", [score, "bias"], f"{name}.sb")
    score = graph.do("Softmax", [score], f"{name}.sm", axis=-1)
    made = graph.do("MatMul", [score, f"{query}.2"], f"{name}.v")
    made = graph.do("Transpose", [made], f"{name}.vt", perm=[0, 2, 1, 3])
    graph.put(f"{name}.out", np.array([0, 0, width], np.int64))
    made = graph.do("Reshape", [made, f"{name}.out"], f"{name}.o")
    made = graph.linear(made, own["mix.weight"].T, own["mix.bias"], f"{name}.m")
    made = graph.do("Add", [made, hidden], f"{name}.x")
    middle = graph.norm(made, own["norm1.weight"], own["norm1.bias"], f"{name}.n1")
    made = graph.linear(middle, own["up.weight"].T, own["up.bias"], f"{name}.u")
    made = graph.do("Relu", [made], f"{name}.g")
    made = graph.linear(made, own["down.weight"].T, own["down.bias"], f"{name}.d")
    made = graph.do("Add", [made, middle], f"{name}.y")
    return graph.norm(made, own["norm2.weight"], own["norm2.bias"], f"{name}.n2")


def _bytes(graph: GraphWriter, weights: Weights) -> bytes:
    number = TensorProto.INT64
    tags, width = weights["out.weight"].shape
    inputs = [
        helper.make_tensor_value_info("ids", number, ["b", "n", "k"]),
        *(helper.make_tensor_value_info(name, number, ["b", "n"]) for name in ("mask", "shape")),
        helper.make_tensor_value_info(
            "feats", TensorProto.FLOAT, ["b", "n", weights["traits.weight"].shape[0]]
        ),
    ]
    outputs = [
        helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["b", "n", tags]),
        helper.make_tensor_value_info("hidden", TensorProto.FLOAT, ["b", "n", width]),
    ]
    whole = helper.make_graph(graph.nodes, "tagger", inputs, outputs, graph.numbers)
    model = helper.make_model(
        whole,
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=8,
        producer_name="textveil",
    )
    onnx.checker.check_model(model)
    return model.SerializeToString(deterministic=True)
