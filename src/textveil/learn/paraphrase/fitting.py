"""Fitting an encoder: pairs are learnt, and sentences keep the places that they had.

Part of what is learnt is to tell pairs apart; the other is that the mean state of a sentence stays
where a teacher has it, so that one network serves for both.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.learn.paraphrase.network import hidden_states, pair_logits
from textveil.models.paraphrase.pieces import EncoderInputs

__all__ = ["EncoderFit", "PieceRows", "fit_encoder", "mean_states", "pair_scores"]

Arrays = Mapping[str, NDArray[np.float32]]
PieceRows = Callable[[Sequence[int]], EncoderInputs]
"""From numbers of texts to what the encoder reads."""
_CHUNK: Final = 256


@dataclass(frozen=True, slots=True)
class EncoderFit:
    """How an encoder is fitted.

    Attributes
    ----------
    epochs
        How often each pair is seen.
    batch
        Pairs of a step.
    rate
        Highest step width; it falls to 0 in a line.
    keep
        Weight of what keeps sentences in their places; 0 if nothing does.
    seed
        Of the order of the pairs.
    device
        Where PyTorch works: `cpu` or `cuda`.
    """

    epochs: int = 4
    batch: int = 32
    rate: float = 1e-4
    keep: float = 0.0
    seed: int = 0
    device: str = "cpu"


def fit_encoder(
    torch: Any,
    start: Arrays,
    pairs: PieceRows,
    labels: NDArray[np.float32],
    asked: EncoderFit,
    *,
    sentences: PieceRows | None = None,
    wanted: NDArray[np.float32] | None = None,
) -> dict[str, NDArray[np.float32]]:
    """Return weights that were fitted to pairs.

    Parameters
    ----------
    torch
        The module.
    start
        Weights to begin with, by the names of `network`.
    pairs
        Gives the pairs of some numbers; a pair may come in either order.
    labels
        1 if a pair says the same.
    asked
        How it is fitted.
    sentences, wanted
        Sentences, and the mean states that they should keep.
    """
    torch.manual_seed(asked.seed)
    rng = np.random.default_rng(asked.seed)
    weights = {
        name: torch.tensor(np.array(values), device=asked.device).requires_grad_(True)
        for name, values in start.items()
    }
    decayed = [value for value in weights.values() if value.ndim > 1]
    plain = [value for value in weights.values() if value.ndim == 1]
    groups = [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
    steps = asked.epochs * -(-len(labels) // asked.batch)
    descent = torch.optim.AdamW(groups, lr=asked.rate)
    warm = max(1, steps // 20)
    falling = torch.optim.lr_scheduler.LambdaLR(
        descent, lambda step: min((step + 1) / warm, max(0.0, (steps - step) / steps))
    )
    for _ in range(asked.epochs):
        order = rng.permutation(len(labels))
        for first in range(0, len(order), asked.batch):
            chosen = order[first : first + asked.batch]
            loss = _pair_loss(torch, weights, pairs(chosen.tolist()), labels[chosen], asked.device)
            if sentences is not None and wanted is not None:
                some = rng.integers(0, len(wanted), asked.batch)
                given = sentences(some.tolist())
                loss = loss + asked.keep * _place_loss(
                    torch, weights, given, wanted[some], asked.device
                )
            descent.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(list(weights.values()), 1.0)
            descent.step()
            falling.step()
    return {name: value.detach().cpu().numpy() for name, value in weights.items()}


def _given(torch: Any, given: EncoderInputs, device: str) -> list[Any]:
    return [torch.tensor(one, device=device) for one in given]


def _pair_loss(
    torch: Any,
    weights: Mapping[str, Any],
    given: EncoderInputs,
    truth: NDArray[np.float32],
    device: str,
) -> Any:
    states = hidden_states(torch, weights, *_given(torch, given, device), training=True)
    logits = pair_logits(torch, weights, states, training=True)
    wanted = torch.tensor(truth, device=device)
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, wanted)


def _place_loss(
    torch: Any,
    weights: Mapping[str, Any],
    given: EncoderInputs,
    wanted: NDArray[np.float32],
    device: str,
) -> Any:
    made = _means(torch, weights, given, device)
    near = (made * torch.tensor(wanted, device=device)).sum(dim=1)
    return (1 - near).mean()


def _means(torch: Any, weights: Mapping[str, Any], given: EncoderInputs, device: str) -> Any:
    ids, mask, segments = _given(torch, given, device)
    states = hidden_states(torch, weights, ids, mask, segments)
    held = mask[..., None].to(states.dtype)
    mean = (states * held).sum(dim=1) / held.sum(dim=1)
    return torch.nn.functional.normalize(mean, dim=1)


def mean_states(
    torch: Any, start: Arrays, sentences: PieceRows, count: int, device: str
) -> NDArray[np.float32]:
    """Return the mean state of each sentence, of length 1."""
    weights = {name: torch.tensor(np.array(value), device=device) for name, value in start.items()}
    made = []
    with torch.no_grad():
        for first in range(0, count, _CHUNK):
            some = range(first, min(count, first + _CHUNK))
            made.append(_means(torch, weights, sentences(some), device).cpu().numpy())
    return np.concatenate(made)


def pair_scores(
    torch: Any, start: Arrays, pairs: PieceRows, count: int, device: str
) -> NDArray[np.float32]:
    """Return the logit of each pair."""
    weights = {name: torch.tensor(np.array(value), device=device) for name, value in start.items()}
    made = []
    with torch.no_grad():
        for first in range(0, count, _CHUNK):
            some = range(first, min(count, first + _CHUNK))
            given = _given(torch, pairs(some), device)
            states = hidden_states(torch, weights, *given)
            made.append(pair_logits(torch, weights, states).cpu().numpy())
    return np.concatenate(made)
