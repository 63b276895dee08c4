"""The network of an encoder of sentences, as functions over named arrays of PyTorch.

A transformer as MiniLM is one: embeddings of pieces, places and segments, then layers of attention.
PyTorch is given as an argument: only who trains needs it.
"""

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["HEADS", "hidden_states", "pair_logits"]

HEADS: Final = 12
_FAR: Final = -10000.0
_DROPPED: Final = 0.1

Weights = Mapping[str, Any]


def hidden_states(
    torch: Any, weights: Weights, ids: Any, mask: Any, segments: Any, *, training: bool = False
) -> Any:
    """Return the last states, a row a piece.

    Parameters
    ----------
    torch
        The module.
    weights
        Tensors by name.
    ids, mask, segments
        Whole numbers, a row a text: pieces, 1 where there is a piece, 0 or 1 for the sentence.
    training
        Whether some units are left out at random.
    """
    functional = torch.nn.functional

    def norm(given: Any, name: str) -> Any:
        scale, bias = weights[f"{name}.weight"], weights[f"{name}.bias"]
        return functional.layer_norm(given, scale.shape, scale, bias, 1e-12)

    def linear(given: Any, name: str) -> Any:
        return functional.linear(given, weights[f"{name}.weight"], weights[f"{name}.bias"])

    places = weights["places.weight"][: ids.shape[1]]
    state = weights["words.weight"][ids] + places + weights["segments.weight"][segments]
    state = functional.dropout(norm(state, "first"), _DROPPED, training)
    bias = ((1 - mask) * _FAR)[:, None, None, :].to(state.dtype)
    number = 0
    while f"layers.{number}.qkv.weight" in weights:
        name = f"layers.{number}"
        batch, length, width = state.shape
        parts = linear(state, f"{name}.qkv").view(batch, length, 3, HEADS, width // HEADS)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        mixed = linear(mixed.transpose(1, 2).reshape(batch, length, width), f"{name}.mix")
        state = norm(state + functional.dropout(mixed, _DROPPED, training), f"{name}.norm1")
        step = linear(functional.gelu(linear(state, f"{name}.up")), f"{name}.down")
        state = norm(state + functional.dropout(step, _DROPPED, training), f"{name}.norm2")
        number += 1
    return state


def pair_logits(torch: Any, weights: Weights, states: Any, *, training: bool = False) -> Any:
    """Return what the first piece of each row says of the pair."""
    first = torch.nn.functional.dropout(states[:, 0], _DROPPED, training)
    return torch.nn.functional.linear(first, weights["out.weight"], weights["out.bias"])[:, 0]
