"""Make a trained network slimmer: keep the inner units that matter, and fit the rest to them.

In each layer the units are kept whose output varies most. The weights behind them are then fitted
by least squares, so that the layer gives nearly what it gave before on texts of the training set.
"""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Weights = dict[str, NDArray[np.float32]]
WINDOWS, WORDS, SEED = 900, 128, 6
RIDGE = 1e-3
HEADS = 12


def slimmed(weights: Weights, pack: Path, inner: int) -> Weights:
    """Return the weights with so many inner units a layer."""
    given, masks = _embedded(weights, pack)
    made = dict(weights)
    number = 0
    while f"layers.{number}.qkv.weight" in made:
        name = f"layers.{number}"
        middle = [_attended(made, name, one) for one in given]
        every = np.concatenate([one[mask] for one, mask in zip(middle, masks, strict=True)])
        active = np.maximum(every @ made[f"{name}.up.weight"].T + made[f"{name}.up.bias"], 0)
        down = made[f"{name}.down.weight"]
        strength = active.std(axis=0) * np.linalg.norm(down, axis=0)
        kept = np.sort(np.argsort(-strength)[:inner])
        wanted = active @ down.T
        few = np.concatenate([active[:, kept], np.ones((len(active), 1), np.float32)], axis=1)
        square = few.T @ few
        square[np.diag_indices(len(square))] += RIDGE * np.trace(square) / len(square)
        fitted = np.linalg.solve(square, few.T @ wanted)
        made[f"{name}.up.weight"] = made[f"{name}.up.weight"][kept]
        made[f"{name}.up.bias"] = made[f"{name}.up.bias"][kept]
        made[f"{name}.down.weight"] = fitted[:-1].T.astype(np.float32)
        made[f"{name}.down.bias"] = made[f"{name}.down.bias"] + fitted[-1].astype(np.float32)
        given = [_stepped(made, name, one) for one in middle]
        number += 1
    return made


def _embedded(
    weights: Weights, pack: Path
) -> tuple[list[NDArray[np.float32]], list[NDArray[np.bool_]]]:
    """Return windows of the training texts as the first layer sees them."""
    words = dict(np.load(pack / "words.npz"))
    sources = json.loads((pack / "settings.json").read_text("utf-8"))["sources"]
    edges = np.concatenate([[0], np.cumsum(words["counts"])])
    rng = np.random.default_rng(SEED)
    # Half of the windows are from court cases: those are long, and few.
    court = np.array([source.startswith("court") for source in sources])
    chosen = [*rng.choice(np.flatnonzero(court), WINDOWS // 2)]
    chosen += [*rng.choice(np.flatnonzero(~court), WINDOWS // 2)]
    found, masks = [], []
    table = np.concatenate([weights["traits.weight"][:-1], np.zeros((1, 384), np.float32)])
    for text in chosen:
        start, end = int(edges[text]), int(edges[text + 1])
        if end - start > WORDS:
            start = int(rng.integers(start, end - WORDS))
        places = slice(start, min(end, start + WORDS))
        state = weights["words.weight"][words["ids"][places]].sum(axis=1)
        state += weights["shapes.weight"][words["shape"][places]]
        state += table[words["traits"][places]].sum(axis=1)
        state += weights["places.weight"][: len(state)]
        found.append(_norm(state, weights["first.weight"], weights["first.bias"]))
        masks.append(np.ones(len(state), bool))
    return found, masks


def _attended(weights: Weights, name: str, state: NDArray[np.float32]) -> NDArray[np.float32]:
    count, width = state.shape
    parts = state @ weights[f"{name}.qkv.weight"].T + weights[f"{name}.qkv.bias"]
    query, key, value = parts.reshape(count, 3, HEADS, width // HEADS).transpose(1, 2, 0, 3)
    scores = query @ key.transpose(0, 2, 1) / np.sqrt(width // HEADS)
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    scores /= scores.sum(axis=-1, keepdims=True)
    mixed = (scores @ value).transpose(1, 0, 2).reshape(count, width)
    mixed = mixed @ weights[f"{name}.mix.weight"].T + weights[f"{name}.mix.bias"]
    return _norm(state + mixed, weights[f"{name}.norm1.weight"], weights[f"{name}.norm1.bias"])


def _stepped(weights: Weights, name: str, state: NDArray[np.float32]) -> NDArray[np.float32]:
    inner = state @ weights[f"{name}.up.weight"].T + weights[f"{name}.up.bias"]
    step = np.maximum(inner, 0) @ weights[f"{name}.down.weight"].T + weights[f"{name}.down.bias"]
    return _norm(state + step, weights[f"{name}.norm2.weight"], weights[f"{name}.norm2.bias"])


def _norm(
    state: NDArray[np.float32], scale: NDArray[np.float32], bias: NDArray[np.float32]
) -> NDArray[np.float32]:
    centred = state - state.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
    made: NDArray[np.float32] = centred / spread * scale + bias
    return made
