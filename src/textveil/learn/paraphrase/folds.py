"""Folds of pairs: every pair is judged by what was learnt from the others."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError
from textveil.models.paraphrase.logistic import Logistic, fit_logistic

__all__ = ["PairScore", "area", "crossed", "fold_numbers", "logistic_judge", "score_of"]

Numbers = NDArray[np.float64]
Judge = Callable[[Numbers, NDArray[Any], Numbers], Numbers]
"""Learns from features and truth, and returns log odds, or what is above 0 for a paraphrase."""


class PairScore(NamedTuple):
    """How well pairs were told: accuracy, F1 of paraphrases, and the area under the curve."""

    accuracy: float
    f1: float
    area: float


def fold_numbers(truth: NDArray[Any], count: int, seed: int) -> NDArray[np.int64]:
    """Return the fold of each pair; each fold has its share of both truths.

    Raises
    ------
    InputError
        If there are fewer pairs of a truth than folds.
    """
    rng = np.random.default_rng(seed)
    folds = np.zeros(len(truth), np.int64)
    for value in (False, True):
        places = np.flatnonzero(truth.astype(bool) == value)
        if len(places) < count:
            raise InputError(
                f"{len(places)} pairs are {'' if value else 'no '}paraphrases; {count} folds need "
                "as many",
                hint="give more pairs",
            )
        folds[rng.permutation(places)] = np.arange(len(places)) % count
    return folds


def crossed(
    features: Numbers, truth: NDArray[Any], folds: NDArray[np.int64], judge: Judge
) -> Numbers:
    """Return what is said of each pair by who learnt from the other folds."""
    said = np.zeros(len(truth))
    for train, test in _sides(folds):
        said[test] = judge(features[train], truth[train], features[test])
    return said


def _sides(folds: NDArray[np.int64]) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    for fold in range(int(folds.max()) + 1):
        yield folds != fold, folds == fold


def logistic_judge(penalty: float = 1.0, *, squared: bool = False) -> Judge:
    """Return a judge by our logistic regression."""

    def judge(features: Numbers, truth: NDArray[Any], asked: Numbers) -> Numbers:
        made: Logistic = fit_logistic(features, truth, penalty, squared=squared)
        return made.logits(asked)

    return judge


def score_of(said: Numbers, truth: NDArray[Any], threshold: float = 0.0) -> PairScore:
    """Return how well pairs are told by what lies above a threshold."""
    same, taken = truth.astype(bool), said >= threshold
    both = int((same & taken).sum())
    total = int(same.sum()) + int(taken.sum())
    return PairScore(
        float((same == taken).mean()), 2 * both / total if total else 0.0, area(said, same)
    )


def area(said: Numbers, truth: NDArray[Any]) -> float:
    """Return the chance that a paraphrase is said to be likelier than another pair.

    Examples
    --------
    >>> area(np.array([0.1, 0.4, 0.4, 0.9]), np.array([0, 0, 1, 1]))
    0.875
    """
    same = truth.astype(bool)
    count = int(same.sum())
    if not count or count == len(same):
        return 0.5
    _, place, times = np.unique(said, return_inverse=True, return_counts=True)
    # Equal scores share the mean of their ranks.
    last = np.cumsum(times)
    ranks = (last - (times - 1) / 2)[place]
    return float((ranks[same].sum() - count * (count + 1) / 2) / (count * (len(same) - count)))
