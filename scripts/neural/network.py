"""The network, in PyTorch: a transformer over words or pieces with their shapes and traits."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

SHAPES = 13
BUCKETS, FARTHEST = 32, 128


@dataclass(frozen=True)
class Size:
    """How large a network is: `relative` says whether attention is told distances."""

    layers: int
    width: int
    inner: int
    places: int = 512
    relative: bool = False
    smooth: bool = True
    heads: int = 12


class Layer(nn.Module):
    """Attention, then two steps word by word."""

    def __init__(self, size: Size) -> None:
        super().__init__()
        width = size.width
        self.heads, self.smooth = size.heads, size.smooth
        self.qkv, self.mix = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, size.inner), nn.Linear(size.inner, width)
        self.norm1, self.norm2 = nn.LayerNorm(width, 1e-12), nn.LayerNorm(width, 1e-12)

    def forward(self, given: Tensor, bias: Tensor) -> Tensor:
        """Return the states after this layer."""
        batch, words, width = given.shape
        parts = self.qkv(given).view(batch, words, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        mixed = self.mix(mixed.transpose(1, 2).reshape(batch, words, width))
        given = self.norm1(given + functional.dropout(mixed, 0.1, self.training))
        inner = functional.gelu(self.up(given)) if self.smooth else functional.relu(self.up(given))
        step = functional.dropout(self.down(inner), 0.1, self.training)
        return self.norm2(given + step)


class Reader(nn.Module):
    """Reads pieces (one a place) or words (several a place); gives logits a place.

    Parameters
    ----------
    size
        How large it is.
    pieces, traits
        How many there are.
    tags
        How many outputs there are; one more says whether a word must be hidden.
    """

    def __init__(self, size: Size, pieces: int, traits: int, tags: int) -> None:
        super().__init__()
        self.size = size
        self.words = nn.EmbeddingBag(pieces, size.width, mode="sum", padding_idx=0)
        self.places = nn.Embedding(size.places, size.width)
        self.shapes = nn.Embedding(SHAPES, size.width)
        self.traits = nn.EmbeddingBag(traits + 1, size.width, mode="sum", padding_idx=traits)
        self.first = nn.LayerNorm(size.width, 1e-12)
        self.layers = nn.ModuleList(Layer(size) for _ in range(size.layers))
        self.relative = nn.Embedding(BUCKETS, size.heads) if size.relative else None
        self.out = nn.Linear(size.width, tags + 1)
        for table, spread in ((self.traits, 0.01), (self.shapes, 0.02)):
            nn.init.normal_(table.weight, std=spread)
        with torch.no_grad():
            self.traits.weight[traits] = 0
            self.words.weight[0] = 0

    def forward(
        self, ids: Tensor, mask: Tensor, shape: Tensor, traits: Tensor, kept: Tensor | None = None
    ) -> Tensor:
        """Return the logits; `kept` says of which words the traits are told."""
        batch, words, most = ids.shape
        told = self.traits(traits.view(batch * words, -1)).view(batch, words, -1)
        if kept is not None:
            told = told * kept[..., None]
        state = self.words(ids.view(-1, most)).view(batch, words, -1) + told + self.shapes(shape)
        state = self.first(state + self.places.weight[:words])
        state = functional.dropout(state, 0.1, self.training)
        bias = torch.where(mask, 0.0, -10000.0)[:, None, None, :].to(state.dtype)
        if self.relative is not None:
            bias = bias + self._distances(words, state.device).to(state.dtype)
        for layer in self.layers:
            state = layer(state, bias.to(layer.qkv.weight.dtype))
        return self.out(functional.dropout(state, 0.1, self.training))

    def _distances(self, words: int, device: torch.device) -> Tensor:
        """Return what attention adds for distances, in buckets that grow (Raffel et al. 2020)."""
        at = torch.arange(words, device=device)
        away = at[:, None] - at[None, :]
        half, exact = BUCKETS // 2, BUCKETS // 4
        size = away.abs()
        far = exact + (
            torch.log(size.clamp(min=1).float() / exact)
            / math.log(FARTHEST / exact)
            * (half - exact)
        ).long().clamp(max=half - exact - 1)
        bucket = torch.where(size < exact, size, far) + (away < 0).long() * half
        assert self.relative is not None
        return self.relative(bucket).permute(2, 0, 1)[None]


def load(reader: Reader, weights: Mapping[str, NDArray]) -> Reader:
    """Take the weights of a base model; what it lacks stays as it began."""
    own = reader.state_dict()
    for name, values in weights.items():
        kept = torch.from_numpy(np.asarray(values, np.float32))
        if name == "places.weight":
            kept = kept[: own[name].shape[0]]
        own[name] = kept
    own["words.weight"][0] = 0
    reader.load_state_dict(own)
    return reader


def shortened(whole: Reader, layers: Sequence[int], inner: int, places: int) -> Reader:
    """Return a network with some layers of another, each with its strongest inner units."""
    size = Size(len(layers), whole.size.width, inner, places, smooth=False)
    own = whole.state_dict()
    tags = own["out.weight"].shape[0] - 1
    made = Reader(size, own["words.weight"].shape[0], own["traits.weight"].shape[0] - 1, tags)
    new = {name: value for name, value in own.items() if not name.startswith("layers.")}
    new["places.weight"] = new["places.weight"][:places]
    for to, number in enumerate(layers):
        part = {
            name.removeprefix(f"layers.{number}."): value
            for name, value in own.items()
            if name.startswith(f"layers.{number}.")
        }
        strength = part["up.weight"].norm(dim=1) * part["down.weight"].norm(dim=0)
        kept = strength.topk(inner).indices.sort().values
        part["up.weight"], part["up.bias"] = part["up.weight"][kept], part["up.bias"][kept]
        part["down.weight"] = part["down.weight"][:, kept]
        new |= {f"layers.{to}.{name}": value for name, value in part.items()}
    made.load_state_dict(new)
    return made
