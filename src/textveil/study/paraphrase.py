"""The study of paraphrases: tables 5.1 and 5.2 of the paper, and the curve over alpha.

All figures are of ten folds of the pairs that are given; thresholds are learnt on nine of them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ComponentError, TextveilError
from textveil.formats.tables.sentence_pairs import SentencePair
from textveil.learn.paraphrase.folds import (
    PairScore,
    crossed,
    fold_numbers,
    logistic_judge,
    score_of,
)
from textveil.learn.paraphrase.training import FOLDS, PENALTY, feature_rows
from textveil.models.paraphrase.bundle import shipped_encoder
from textveil.models.paraphrase.encoder import ENCODED
from textveil.models.paraphrase.features import METRICS, SIMMAT
from textveil.models.paraphrase.logistic import Logistic
from textveil.models.paraphrase.model import COMBINED, WORDS, ParaphraseModel
from textveil.models.paraphrase.simmat import Comparison, compared
from textveil.study.chart import Line, Panel
from textveil.study.page import Study
from textveil.study.table import ShownTable
from textveil.values.runs.watch import Track, untracked

__all__ = ["ALPHAS", "NUMBERS", "paraphrase_study"]

NUMBERS: Final = "paraphrase.json"
ALPHAS: Final = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4)
"""The values of Figure 5.8."""

_SEED: Final = 1
_WEAK: Final = 1e-4
"""Penalty for the few dimensions of the paper: next to none."""

_FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "MAXSIM": ("maxsim",),
    "SEPIA": ("sepia",),
    "TER": ("ter",),
    "TERp": ("terp",),
    "BADGER": ("badger",),
    "METEOR": ("meteor",),
    "BLEU": METRICS[:4],
    "NIST": METRICS[4:9],
    "Integration": METRICS,
}
_PRINTED_1: Final[Mapping[str, tuple[float, float]]] = {
    "MAXSIM": (67.5, 79.4),
    "SEPIA": (68.3, 79.8),
    "TER": (70.1, 81.0),
    "TERp": (70.7, 81.0),
    "BADGER": (67.2, 79.9),
    "METEOR": (71.7, 80.0),
    "BLEU": (72.1, 80.8),
    "NIST": (71.8, 80.4),
    "Integration": (76.6, 83.1),
}
"""Table 5.1, re-implementation, on the test split of MRPC."""
_PRINTED_2: Final = (
    ("Vector Based Similarity (baseline)", 65.4, 75.3),
    ("Mihalcea et al.", 70.3, 81.3),
    ("Qiu et al.", 72.0, 81.6),
    ("SimMat (paper)", 72.7, 81.3),
    ("Blacoe and Lapata", 73.0, 82.3),
    ("Finch et al.", 75.0, 82.7),
    ("Das and Smith", 76.1, 82.7),
    ("Madnani et al. (re-implemented)", 76.6, 83.1),
    ("Socher et al.", 76.8, 83.6),
    ("Madnani et al.", 77.4, 84.1),
    ("Combination (paper)", 77.6, 83.9),
)
"""Table 5.2, on the test split of MRPC."""

Numbers = NDArray[np.float64]


def paraphrase_study(pairs: Sequence[SentencePair], track: Track = untracked) -> Study:
    """Return what ten folds say of the metrics, of SimMat and of their combinations."""
    truth = np.array([bool(pair.same) for pair in pairs])
    folds = fold_numbers(truth, FOLDS, _SEED)
    graph, vocabulary = shipped_encoder()
    one = np.ones(len(COMBINED))
    empty = Logistic(one, one, one, 0.0)
    model = ParaphraseModel(COMBINED, empty, graph=graph, vocabulary=vocabulary)
    rows = feature_rows(model, pairs, track)
    held = [compared(model.read(pair.left), model.read(pair.right)) for pair in pairs]

    def scored(names: Sequence[str], penalty: float = _WEAK) -> PairScore:
        columns = rows[:, [COMBINED.index(name) for name in names]]
        judge = logistic_judge(penalty, squared=penalty == PENALTY)
        return score_of(crossed(columns, truth, folds, judge), truth)

    metrics = {name: scored(names) for name, names in _FAMILIES.items()}
    combined = {
        "SimMat": scored(SIMMAT),
        "Combination (16 dimensions)": scored((*SIMMAT, *METRICS)),
        "Words beyond": scored(WORDS, PENALTY),
        "Encoder alone": scored(ENCODED, PENALTY),
        "All without a fitted encoder": scored(COMBINED, PENALTY),
    }
    columns = rows[:, : len(SIMMAT) + len(METRICS)]
    learners, remarks = _learners(columns, truth, folds)
    alphas = {alpha: _at_alpha(held, alpha, truth, folds) for alpha in ALPHAS}
    baseline = max(float(truth.mean()), 1 - float(truth.mean()))
    return Study(
        {
            "pairs": len(pairs),
            "paraphrases": int(truth.sum()),
            "majority": baseline,
            "folds": FOLDS,
            "metrics": {name: score._asdict() for name, score in metrics.items()},
            "combinations": {name: score._asdict() for name, score in combined.items()},
            "learners": {name: score._asdict() for name, score in learners.items()},
            "alpha": {f"{alpha:.1f}": score._asdict() for alpha, score in alphas.items()},
        },
        [
            _table("metric (as Table 5.1)", metrics, _PRINTED_1),
            _table("method (as Table 5.2)", combined, {}),
            ShownTable(
                ["printed in Table 5.2", "accuracy", "F1"],
                [[name, f"{accuracy:.1f}", f"{f1:.1f}"] for name, accuracy, f1 in _PRINTED_2],
            ),
            _table("learner, 16 dimensions", learners, {}),
            _table("SimMat, alpha", {f"{a:.1f}": score for a, score in alphas.items()}, {}),
        ],
        {"alpha": _curve(alphas)},
        remarks,
    )


def _at_alpha(
    pairs: Sequence[Comparison],
    alpha: float,
    truth: NDArray[Any],
    folds: NDArray[np.int64],
) -> PairScore:
    made = [Comparison(one.phrases, one.words, one.minor, one.rest, alpha) for one in pairs]
    column = np.array([[one.simmat] for one in made])
    return score_of(crossed(column, truth, folds, logistic_judge(_WEAK)), truth)


def _learners(
    rows: Numbers, truth: NDArray[Any], folds: NDArray[np.int64]
) -> tuple[dict[str, PairScore], list[str]]:
    """Return how three learners do on the dimensions of the paper; two need scikit-learn."""
    found = {
        "logistic regression": score_of(crossed(rows, truth, folds, logistic_judge(_WEAK)), truth)
    }
    try:
        from textveil.study.paraphrase_learners import bayes_judge, vector_judge

        for name, judge in (("SVM", vector_judge()), ("naive Bayes", bayes_judge())):
            found[name] = score_of(crossed(rows, truth, folds, judge), truth)
    except ComponentError as error:
        return found, [_left_out(error)]
    return found, []


def _left_out(error: TextveilError) -> str:
    return f"note: SVM and naive Bayes were left out: {error.what}"


def _table(
    head: str, scores: Mapping[str, PairScore], printed: Mapping[str, tuple[float, float]]
) -> ShownTable:
    columns = [head, "accuracy", "F1", "area"]
    columns += ["accuracy printed", "F1 printed"] if printed else []
    lines = [
        [
            name,
            f"{100 * score.accuracy:.1f}",
            f"{100 * score.f1:.1f}",
            f"{score.area:.3f}",
            *(f"{number:.1f}" for number in printed.get(name, ())),
        ]
        for name, score in scores.items()
    ]
    return ShownTable(columns, lines)


def _curve(alphas: Mapping[float, PairScore]) -> list[Panel]:
    points = [(alpha, 100 * score.accuracy) for alpha, score in alphas.items()]
    return [Panel("Accuracy of SimMat", "alpha", "per cent", [Line("ten folds", points)])]
