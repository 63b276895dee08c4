"""Base models by the names of `network.Reader`: MiniLM and MPNet, from files of safetensors."""

import json
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

_SPECIAL: Final = {"[PAD]": "<pad>"}
_BERT: Final = (
    ("attention.output.dense", "mix"),
    ("attention.output.LayerNorm", "norm1"),
    ("intermediate.dense", "up"),
    ("output.dense", "down"),
    ("output.LayerNorm", "norm2"),
)
_MPNET: Final = (
    ("attention.attn.o", "mix"),
    ("attention.LayerNorm", "norm1"),
    ("intermediate.dense", "up"),
    ("output.dense", "down"),
    ("output.LayerNorm", "norm2"),
)


def read_vocabulary(folder: Path) -> list[str]:
    """Return the pieces of a base model."""
    return (folder / "vocab.txt").read_text("utf-8").rstrip("\n").split("\n")


def base_weights(folder: Path, vocabulary: Sequence[str]) -> dict[str, NDArray]:
    """Return the weights of MiniLM or MPNet for the pieces of a vocabulary."""
    stored = dict(_safetensors(folder / "model.safetensors"))
    whole = {piece: number for number, piece in enumerate(read_vocabulary(folder))}
    numbers = [whole[piece if piece in whole else _SPECIAL[piece]] for piece in vocabulary]
    mpnet = "encoder.relative_attention_bias.weight" in stored
    places = stored["embeddings.position_embeddings.weight"]
    made = {
        "words.weight": stored["embeddings.word_embeddings.weight"][numbers],
        # MPNet counts places from 2 on; MiniLM adds what says that all is one sentence.
        "places.weight": places[2:]
        if mpnet
        else places + stored["embeddings.token_type_embeddings.weight"][0],
        "first.weight": stored["embeddings.LayerNorm.weight"],
        "first.bias": stored["embeddings.LayerNorm.bias"],
    }
    if mpnet:
        made["relative.weight"] = stored["encoder.relative_attention_bias.weight"]
    number = 0
    while f"encoder.layer.{number}.output.dense.weight" in stored:
        made |= dict(_layer(stored, number, mpnet=mpnet))
        number += 1
    return made


def _layer(
    stored: dict[str, NDArray], number: int, *, mpnet: bool
) -> Iterator[tuple[str, NDArray]]:
    old, new = f"encoder.layer.{number}", f"layers.{number}"
    names = ("attn.q", "attn.k", "attn.v") if mpnet else ("self.query", "self.key", "self.value")
    for part in ("weight", "bias"):
        three = [stored[f"{old}.attention.{name}.{part}"] for name in names]
        yield f"{new}.qkv.{part}", np.concatenate(three)
        for theirs, ours in _MPNET if mpnet else _BERT:
            yield f"{new}.{ours}.{part}", stored[f"{old}.{theirs}.{part}"]


def _safetensors(path: Path) -> Iterator[tuple[str, NDArray]]:
    """Yield the arrays of a file: a header of JSON with places and shapes, then numbers."""
    content = path.read_bytes()
    (size,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + size])
    for name, about in header.items():
        if name != "__metadata__" and about["dtype"] == "F32":
            start, end = (8 + size + at for at in about["data_offsets"])
            yield name, np.frombuffer(content[start:end], np.float32).reshape(about["shape"])


def small(weights: dict[str, NDArray]) -> dict[str, NDArray]:
    """Return weights in eight bits with a scale a row: half the size, and training mends it."""
    made: dict[str, NDArray] = {}
    for name, values in weights.items():
        if values.ndim == 2 and values.size > 20000:
            scale = np.abs(values).max(axis=1, keepdims=True) / 127 + 1e-12
            made[name] = np.rint(values / scale).astype(np.int8)
            made[f"{name}#scale"] = scale.astype(np.float32)
        else:
            made[name] = values.astype(np.float32)
    return made


def large(stored: dict[str, NDArray]) -> dict[str, NDArray]:
    """Return weights that `small` made small."""
    return {
        name: values.astype(np.float32) * stored.get(f"{name}#scale", np.float32(1))
        for name, values in stored.items()
        if not name.endswith("#scale")
    }
