"""Support vectors and naive Bayes, to stand beside our logistic regression in experiments.

scikit-learn is needed here alone.
"""

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from textveil.errors import ComponentError
from textveil.learn.paraphrase.folds import Judge

__all__ = ["bayes_judge", "vector_judge"]

Numbers = NDArray[np.float64]


def vector_judge() -> Judge:
    """Return a judge by a support vector machine with a Gaussian kernel."""
    make = _from("sklearn.svm", "SVC")
    scale = _from("sklearn.preprocessing", "StandardScaler")

    def judge(features: Numbers, truth: NDArray[Any], asked: Numbers) -> Numbers:
        scaler = scale().fit(features)
        made = make(C=1.0).fit(scaler.transform(features), truth)
        said: Numbers = made.decision_function(scaler.transform(asked))
        return said

    return judge


def bayes_judge() -> Judge:
    """Return a judge by naive Bayes with a normal distribution a feature."""
    make = _from("sklearn.naive_bayes", "GaussianNB")

    def judge(features: Numbers, truth: NDArray[Any], asked: Numbers) -> Numbers:
        chances = make().fit(features, truth).predict_log_proba(asked)
        said: Numbers = chances[:, 1] - chances[:, 0]
        return said

    return judge


def _from(module: str, name: str) -> Any:
    try:
        return getattr(import_module(module), name)
    except ImportError:
        raise ComponentError(
            "scikit-learn is not installed",
            where="experiment",
            hint="pip install 'textveil[experiments]'",
        ) from None
