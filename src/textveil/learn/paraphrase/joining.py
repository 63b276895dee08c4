"""Joining: an encoder that was fitted on the user's pairs becomes one more feature."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.formats.tables.sentence_pairs import SentencePair
from textveil.learn.paraphrase.fitting import EncoderFit, PieceRows, fit_encoder, pair_scores
from textveil.learn.paraphrase.folds import score_of
from textveil.learn.paraphrase.graph import encoder_graph, required, weights_of
from textveil.models.paraphrase.encoder import Encoder
from textveil.models.paraphrase.logistic import Logistic, fit_logistic
from textveil.models.paraphrase.model import OWN, ParaphraseModel
from textveil.models.paraphrase.pieces import EncoderInputs, SentencePieces, padded
from textveil.values.runs.watch import Track, untracked

__all__ = ["joined", "pair_rows"]

_SEED: Final = 2
_HELD: Final = 5
"""One pair in so many tells how much the encoder weighs beside the other features."""
_REACH: Final = 10.0
"""A scale that no logit of an encoder leaves by four times."""


def joined(
    model: ParaphraseModel,
    pairs: Sequence[SentencePair],
    truth: NDArray[Any],
    said: NDArray[np.float64],
    track: Track = untracked,
    asked: EncoderFit | None = None,
) -> tuple[ParaphraseModel, dict[str, float]]:
    """Return the model with an encoder of its own, and how well it does on pairs held out.

    Parameters
    ----------
    model
        Without one.
    pairs, truth
        What is learnt from.
    said
        Log odds of each pair by other features, from folds without it.
    track
        Watches both fits.
    asked
        How the encoder is fitted.

    Notes
    -----
    The encoder is fitted twice: on four pairs in five, so that the fifth tells its weight, and on
    all of them, which is the one that stays.
    """
    torch = required("torch")
    asked = asked or EncoderFit(device="cuda" if torch.cuda.is_available() else "cpu")
    pieces = SentencePieces(model.vocabulary)
    read = [(pieces.of(pair.left), pieces.of(pair.right)) for pair in pairs]
    order = np.random.default_rng(_SEED).permutation(len(pairs))
    held, rest = order[: len(order) // _HELD], order[len(order) // _HELD :]
    start = weights_of(model.graph)
    start["out.weight"] = np.zeros_like(start["out.weight"])
    start["out.bias"] = np.zeros_like(start["out.bias"])
    made = {}
    parts = (rest, order)
    for part in track(parts, "fitting the encoder", len(parts)):
        rng = np.random.default_rng(_SEED)
        rows = pair_rows(pieces, [read[at] for at in part], rng)
        labels = truth[part].astype(np.float32)
        weights = fit_encoder(torch, start, rows, labels, asked)
        if part is rest:
            asked_of = [read[at] for at in held]
            scores = _both(torch, weights, pieces, asked_of, asked.device)
            both = np.stack([model.slope * said[held] + model.shift, scores], axis=1)
            made = _combined(both, truth[held])
        else:
            own = encoder_graph(weights)
            Encoder(own, model.vocabulary)
    line: Logistic = made["line"]
    share, weight = line.weights / line.scale
    bias = line.bias - float((line.mean * line.weights / line.scale).sum())
    old = model.logistic
    logistic = Logistic(
        np.append(old.mean, 0.0),
        np.append(old.scale, _REACH),
        _with_one(share * model.slope * old.weights, len(old.mean), weight * _REACH),
        share * (model.slope * old.bias + model.shift) + bias,
    )
    names = (*model.names, OWN)
    return (
        replace(model, names=names, logistic=logistic, slope=1.0, shift=0.0, own=own),
        made["score"],
    )


def _with_one(weights: NDArray[np.float64], count: int, one: float) -> NDArray[np.float64]:
    """Return weights with that of one more feature, whose square does not count."""
    plain = np.append(weights[:count], one)
    squares = weights[count:]
    return np.concatenate([plain, np.append(squares, 0.0)]) if len(squares) else plain


def _combined(both: NDArray[np.float64], truth: NDArray[Any]) -> dict[str, Any]:
    """Return the weights of both sides, and how well they do by folds of the pairs held out."""
    from textveil.learn.paraphrase.folds import crossed, fold_numbers, logistic_judge

    folds = fold_numbers(truth, 2, _SEED)
    score = score_of(crossed(both, truth, folds, logistic_judge()), truth)
    return {"line": fit_logistic(both, truth), "score": score._asdict()}


def pair_rows(
    pieces: SentencePieces,
    read: Sequence[tuple[tuple[int, ...], tuple[int, ...]]],
    rng: np.random.Generator | None = None,
    *,
    turned: bool = False,
) -> PieceRows:
    """Return what gives the pairs of some numbers; in either order by chance if there is `rng`."""

    def rows(numbers: Sequence[int]) -> EncoderInputs:
        made = []
        for number in numbers:
            one, other = read[number]
            back = rng.random() < 0.5 if rng is not None else turned
            made.append(pieces.pair(other, one) if back else pieces.pair(one, other))
        return padded(made, pieces.padding)

    return rows


def _both(
    torch: Any,
    weights: dict[str, NDArray[np.float32]],
    pieces: SentencePieces,
    read: Sequence[tuple[tuple[int, ...], tuple[int, ...]]],
    device: str,
) -> NDArray[np.float64]:
    """Return the mean logit of both orders."""
    said = [
        pair_scores(torch, weights, pair_rows(pieces, read, turned=turned), len(read), device)
        for turned in (False, True)
    ]
    mean: NDArray[np.float64] = np.mean(said, axis=0).astype(np.float64)
    return mean
