"""Encoders as ONNX graphs of plain operators with weights of eight bits, written and read again.

The graph is written step by step, so that it holds nothing but what
`textveil.models.networks.onnx_graph` lists, and equal weights give equal bytes. The package `onnx`
is needed here alone.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ComponentError
from textveil.learn.paraphrase.network import HEADS

__all__ = ["encoder_graph", "required", "weights_of"]

_OPSET: Final = 17
_STEPS: Final = 63
"""Weights are from -63 to 63: on processors without VNNI the products of two of them, added in 16
bits, would overflow with eight bits."""
_PIECE_STEPS: Final = 127
_WHOLE, _FLOAT = 7, 1
"""Numbers of the types of whole numbers and of decimal ones in ONNX."""

Weights = Mapping[str, NDArray[np.float32]]


def required(name: str) -> Any:
    """Return a module of the extra `neural`, or raise an error that says how to get it."""
    try:
        return import_module(name)
    except ImportError:
        raise ComponentError(
            f"{name}, which fits encoders, is not installed",
            where="--encoder",
            hint="pip install 'textveil[neural]', or train without --encoder",
        ) from None


class _Writer:
    """Collects the steps and the numbers of a graph."""

    def __init__(self) -> None:
        self.onnx = required("onnx")
        self.nodes: list[Any] = []
        self.numbers: list[Any] = []
        self._known: set[str] = set()

    def put(self, name: str, values: Any) -> str:
        held = np.ascontiguousarray(values)
        self.numbers.append(self.onnx.numpy_helper.from_array(held, name))
        return name

    def do(
        self, operator: str, inputs: Sequence[str], name: str, outputs: int = 1, **how: Any
    ) -> str:
        outs = [name, *(f"{name}.{at}" for at in range(1, outputs))]
        self.nodes.append(self.onnx.helper.make_node(operator, list(inputs), outs, name, **how))
        return name

    def linear(self, given: str, weights: NDArray[Any], bias: NDArray[Any], name: str) -> str:
        small, scale = _small(weights, _STEPS, 0)
        self.put(f"{name}.w", small)
        self.put(f"{name}.s", scale[0])
        self.put(f"{name}.b", bias.astype(np.float32))
        quantized = f"{given}.q"
        if quantized not in self._known:
            self._known.add(quantized)
            self.do("DynamicQuantizeLinear", [given], quantized, outputs=3)
        made = self.do("MatMulInteger", [quantized, f"{name}.w", f"{quantized}.2"], f"{name}.i")
        made = self.do("Cast", [made], f"{name}.f", to=_FLOAT)
        by = self.do("Mul", [f"{quantized}.1", f"{name}.s"], f"{name}.by")
        made = self.do("Mul", [made, by], f"{name}.m")
        return self.do("Add", [made, f"{name}.b"], name)

    def norm(self, given: str, weights: Weights, name: str, to: str) -> str:
        self.put(f"{to}.s", weights[f"{name}.weight"].astype(np.float32))
        self.put(f"{to}.b", weights[f"{name}.bias"].astype(np.float32))
        inputs = [given, f"{to}.s", f"{to}.b"]
        return self.do("LayerNormalization", inputs, to, axis=-1, epsilon=1e-12)


def _small(weights: NDArray[Any], steps: int, axis: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return weights as small whole numbers, and what one step is worth along the other axis."""
    scale = np.maximum(np.abs(weights).max(axis=axis, keepdims=True), 1e-8) / steps
    small = np.clip(np.rint(weights / scale), -steps, steps).astype(np.int8)
    return small, scale.astype(np.float32)


def encoder_graph(weights: Weights) -> bytes:
    """Return the bytes of the graph of an encoder with weights by the names of `network`."""
    writer = _Writer()
    hidden = _embedded(writer, weights)
    number = 0
    while f"layers.{number}.qkv.weight" in weights:
        own = {
            name.removeprefix(f"layers.{number}."): value
            for name, value in weights.items()
            if name.startswith(f"layers.{number}.")
        }
        hidden = _layer(writer, hidden, own, number)
        number += 1
    writer.do("Identity", [hidden], "hidden")
    writer.put("out.w", weights["out.weight"].T.astype(np.float32))
    writer.put("out.b", weights["out.bias"].astype(np.float32))
    writer.do("Add", [writer.do("MatMul", [hidden, "out.w"], "out.m"), "out.b"], "logits")
    return _bytes(writer, weights["words.weight"].shape[1])


def _embedded(writer: _Writer, weights: Weights) -> str:
    small, scale = _small(weights["words.weight"], _PIECE_STEPS, 1)
    writer.put("words", small)
    writer.put("words.s", scale)
    writer.put("places", weights["places.weight"].astype(np.float32))
    writer.put("segments.w", weights["segments.weight"].astype(np.float32))
    writer.put("zero", np.array([0], np.int64))
    writer.put("one", np.array([1], np.int64))
    writer.put("two", np.array([2], np.int64))
    piece = writer.do("Cast", [writer.do("Gather", ["words", "ids"], "e.i")], "e.f", to=_FLOAT)
    piece = writer.do("Mul", [piece, writer.do("Gather", ["words.s", "ids"], "e.z")], "e.w")
    size = writer.do("Slice", [writer.do("Shape", ["ids"], "e.n"), "one", "two"], "e.l")
    place = writer.do("Slice", ["places", "zero", size, "zero"], "e.p")
    segment = writer.do("Gather", ["segments.w", "segments"], "e.k")
    total = writer.do("Add", [writer.do("Add", [piece, place], "e.1"), segment], "e.2")
    writer.put("ones", np.array(1.0, np.float32))
    writer.put("far", np.array(-10000.0, np.float32))
    off = writer.do("Sub", ["ones", writer.do("Cast", ["mask"], "k.f", to=_FLOAT)], "k.o")
    writer.put("heads.at", np.array([1, 2], np.int64))
    writer.do("Unsqueeze", [writer.do("Mul", [off, "far"], "k.m"), "heads.at"], "bias")
    writer.put("root", np.array(0.5**0.5, np.float32))
    writer.put("half", np.array(0.5, np.float32))
    return writer.norm(total, weights, "first", "e")


def _layer(writer: _Writer, hidden: str, own: Weights, number: int) -> str:
    made = _attended(writer, hidden, own, f"l{number}")
    name = f"l{number}"
    made = writer.do("Add", [made, hidden], f"{name}.x")
    middle = writer.norm(made, own, "norm1", f"{name}.n1")
    made = writer.linear(middle, own["up.weight"].T, own["up.bias"], f"{name}.u")
    # GELU: half of x, times 1 and the error function of x over the root of 2.
    bent = writer.do("Erf", [writer.do("Mul", [made, "root"], f"{name}.g1")], f"{name}.g2")
    half = writer.do("Mul", [made, "half"], f"{name}.g3")
    both = writer.do("Add", [bent, "ones"], f"{name}.g4")
    made = writer.do("Mul", [half, both], f"{name}.g")
    made = writer.linear(made, own["down.weight"].T, own["down.bias"], f"{name}.d")
    made = writer.do("Add", [made, middle], f"{name}.y")
    return writer.norm(made, own, "norm2", f"{name}.n2")


def _attended(writer: _Writer, hidden: str, own: Weights, name: str) -> str:
    width = own["qkv.weight"].shape[1]
    size = width // HEADS
    weight, bias = own["qkv.weight"].T.copy(), own["qkv.bias"].copy()
    weight[:, :width] /= size**0.5
    bias[:width] /= size**0.5
    made = writer.linear(hidden, weight, bias, f"{name}.a")
    writer.put(f"{name}.in", np.array([0, 0, 3 * HEADS, size], np.int64))
    made = writer.do("Reshape", [made, f"{name}.in"], f"{name}.r")
    made = writer.do("Transpose", [made], f"{name}.t", perm=[0, 2, 1, 3])
    writer.put(f"{name}.p", np.array([HEADS, HEADS, HEADS], np.int64))
    query = writer.do("Split", [made, f"{name}.p"], f"{name}.qkv", outputs=3, axis=1)
    key = writer.do("Transpose", [f"{query}.1"], f"{name}.k", perm=[0, 1, 3, 2])
    score = writer.do("MatMul", [query, key], f"{name}.s")
    score = writer.do("Softmax", [writer.do("Add", [score, "bias"], f"{name}.sb")], f"{name}.sm")
    made = writer.do("MatMul", [score, f"{query}.2"], f"{name}.v")
    made = writer.do("Transpose", [made], f"{name}.vt", perm=[0, 2, 1, 3])
    writer.put(f"{name}.out", np.array([0, 0, width], np.int64))
    made = writer.do("Reshape", [made, f"{name}.out"], f"{name}.o")
    return writer.linear(made, own["mix.weight"].T, own["mix.bias"], f"{name}.m")


def _bytes(writer: _Writer, width: int) -> bytes:
    helper = writer.onnx.helper
    inputs = [
        helper.make_tensor_value_info(name, _WHOLE, ["b", "n"])
        for name in ("ids", "mask", "segments")
    ]
    outputs = [
        helper.make_tensor_value_info("logits", _FLOAT, ["b", "n", 1]),
        helper.make_tensor_value_info("hidden", _FLOAT, ["b", "n", width]),
    ]
    whole = helper.make_graph(writer.nodes, "encoder", inputs, outputs, writer.numbers)
    opset = [helper.make_opsetid("", _OPSET)]
    model = helper.make_model(whole, opset_imports=opset, ir_version=8, producer_name="textveil")
    content: bytes = model.SerializeToString(deterministic=True)
    return content


def weights_of(graph: bytes) -> dict[str, NDArray[np.float32]]:
    """Return the weights of a graph that `encoder_graph` wrote, as near as eight bits hold them."""
    onnx = required("onnx")
    held = {
        one.name: onnx.numpy_helper.to_array(one)
        for one in onnx.load_from_string(graph).graph.initializer
    }
    made = {
        "words.weight": held["words"] * held["words.s"],
        "places.weight": held["places"],
        "segments.weight": held["segments.w"],
        "first.weight": held["e.s"],
        "first.bias": held["e.b"],
        "out.weight": held["out.w"].T,
        "out.bias": held["out.b"],
    }
    number = 0
    while f"l{number}.a.w" in held:
        made |= _layer_weights(held, number)
        number += 1
    return {name: np.array(value, np.float32) for name, value in made.items()}


def _layer_weights(held: Mapping[str, NDArray[Any]], number: int) -> dict[str, NDArray[Any]]:
    name, made = f"l{number}", {}
    for ours, theirs in (("qkv", "a"), ("mix", "m"), ("up", "u"), ("down", "d")):
        weight = (held[f"{name}.{theirs}.w"] * held[f"{name}.{theirs}.s"]).T
        bias = held[f"{name}.{theirs}.b"]
        if ours == "qkv":
            weight, bias = weight.copy(), bias.copy()
            width = weight.shape[1]
            weight[:width] *= (width // HEADS) ** 0.5
            bias[:width] *= (width // HEADS) ** 0.5
        made[f"layers.{number}.{ours}.weight"], made[f"layers.{number}.{ours}.bias"] = weight, bias
    for ours, theirs in (("norm1", "n1"), ("norm2", "n2")):
        made[f"layers.{number}.{ours}.weight"] = held[f"{name}.{theirs}.s"]
        made[f"layers.{number}.{ours}.bias"] = held[f"{name}.{theirs}.b"]
    return made
