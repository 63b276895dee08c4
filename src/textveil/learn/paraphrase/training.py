"""Training a model of paraphrases: features of pairs, weights, calibration, a card."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError
from textveil.formats.outputs import binary_sink, new_folder
from textveil.formats.tables.sentence_pairs import SentencePair
from textveil.learn.paraphrase.folds import (
    PairScore,
    crossed,
    fold_numbers,
    logistic_judge,
    score_of,
)
from textveil.models.paraphrase.bundle import ParaphraseBundle, shipped_encoder
from textveil.models.paraphrase.logistic import Logistic, fit_logistic
from textveil.models.paraphrase.model import COMBINED, OWN, ParaphraseModel
from textveil.values.runs.watch import Track, untracked

__all__ = ["FEWEST", "FOLDS", "PENALTY", "feature_rows", "fitted", "save", "train_paraphrase"]

FOLDS: Final = 10
FEWEST: Final = 2 * FOLDS
"""Pairs that a model can be learnt from."""
PENALTY: Final = 30.0
_SEED: Final = 1
_MANIFEST: Final = "model.json"

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fitted:
    """What was fitted to features.

    Attributes
    ----------
    logistic
        Weights, from all pairs.
    slope, shift
        Calibration, from what each fold said of pairs that it did not learn from.
    said
        Log odds of each pair by who did not learn from it.
    score
        How well they tell the pairs apart.
    """

    logistic: Logistic
    slope: float
    shift: float
    said: Numbers
    score: PairScore


def train_paraphrase(
    pairs: Sequence[SentencePair],
    *,
    encoder: bool = False,
    source: str = "",
    track: Track = untracked,
) -> ParaphraseBundle:
    """Return a model that was learnt from pairs which say whether they are the same.

    Parameters
    ----------
    pairs
        At least `FEWEST`, of both kinds.
    encoder
        Whether an encoder is fitted on the pairs too; PyTorch is needed.
    source
        What the card calls the pairs.
    track
        Watches the pairs.
    """
    if len(pairs) < FEWEST:
        raise InputError(
            f"{len(pairs)} pairs are too few to learn from", hint=f"give {FEWEST} or more"
        )
    truth = np.array([bool(pair.same) for pair in pairs])
    graph, vocabulary = shipped_encoder()
    empty = _nothing(len(COMBINED))
    bare = ParaphraseModel(COMBINED, empty, graph=graph, vocabulary=vocabulary)
    if encoder:
        # Before an hour of other work: a missing library is an error at once.
        from textveil.learn.paraphrase.graph import required

        required("torch")
        required("onnx")
    rows = feature_rows(bare, pairs, track)
    made = fitted(rows, truth)
    model = replace(bare, logistic=made.logistic, slope=made.slope, shift=made.shift)
    facts: dict[str, Any] = {
        "pairs": len(pairs),
        "paraphrases": int(truth.sum()),
        "source": source,
        "folds": FOLDS,
        "scores": made.score._asdict(),
    }
    if encoder:
        from textveil.learn.paraphrase.joining import joined

        model, facts["scores"] = joined(model, pairs, truth, made.said, track)
        facts["encoder"] = True
    return ParaphraseBundle(model, facts, _card(facts, model))


def _nothing(count: int) -> Logistic:
    one = np.ones(count)
    return Logistic(one, one, one, 0.0)


def fitted(rows: Numbers, truth: NDArray[Any], penalty: float = PENALTY) -> Fitted:
    """Return weights for features, and how well they do on pairs that were not learnt from."""
    folds = fold_numbers(truth, FOLDS, _SEED)
    said = crossed(rows, truth, folds, logistic_judge(penalty, squared=True))
    # Platt (1999): a line through the log odds of pairs that were not learnt from.
    line = fit_logistic(said[:, None], truth, 1e-6)
    slope = float(line.weights[0] / line.scale[0])
    shift = line.bias - slope * float(line.mean[0])
    score = score_of(slope * said + shift, truth)
    return Fitted(fit_logistic(rows, truth, penalty, squared=True), slope, shift, said, score)


def feature_rows(
    model: ParaphraseModel, pairs: Sequence[SentencePair], track: Track = untracked
) -> Numbers:
    """Return the features of pairs, a row a pair; an error names the line."""
    rows = []
    for pair in track(pairs, "reading pairs", len(pairs)):
        try:
            rows.append(model.features(model.read(pair.left), model.read(pair.right)))
        except InputError as error:
            raise InputError(
                f"line {pair.line} cannot be compared: {error.what}", hint=error.hint
            ) from None
    return np.array(rows, np.float64)


def save(bundle: ParaphraseBundle, target: Path, *, replaces: bool = False) -> None:
    """Write a model to a new folder."""
    with new_folder(target, replaces=_MANIFEST if replaces else "") as folder:
        for name, data in bundle.files().items():
            with binary_sink(folder / name) as sink:
                sink.write(data)


def _card(facts: dict[str, Any], model: ParaphraseModel) -> str:
    score = facts["scores"]
    own = "; an encoder was fitted on the pairs" if OWN in model.names else ""
    return f"""# A model of paraphrases

It says how probable it is that two English sentences say the same: a logistic regression over
{len(model.names)} features (SimMat, eight metrics of machine translation, words, an encoder){own}.

## Data

{facts["pairs"]:,} pairs of {facts["source"] or "the user"}, {facts["paraphrases"]:,} of them
paraphrases. The licence of the model is that of its data.

## Scores

On pairs that were not learnt from: accuracy {score["accuracy"]:.3f}, F1 of paraphrases
{score["f1"]:.3f}, area under the curve {score["area"]:.3f}. Threshold {model.threshold:g}.

## Limits

- The scores hold for pairs like those of the data. A pair that differs in one name or number can
  look like a paraphrase.
- Sentences are cut to 62 pieces of words for the encoder; other features see all of them.
- The weights hold no text of the pairs{", but an encoder may" if own else ""}.
"""
