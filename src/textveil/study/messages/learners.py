"""Learners of the comparisons: those of paper 5, by the names of Table 3.2, in scikit-learn.

An adapter: scikit-learn is imported when the first learner is made. Where it has no learner of a
name, the nearest one stands in, and its name says so.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from textveil.errors import ComponentError

__all__ = ["ALL_LEARNERS", "PLACE_LEARNERS", "crossed", "learner"]

_MAKERS: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "SVM": ("svm", "SVC", {"kernel": "rbf", "gamma": "scale"}),
    "Logistic": ("linear_model", "LogisticRegression", {"max_iter": 300}),
    "IBk": ("neighbors", "KNeighborsClassifier", {"n_neighbors": 1}),
    "NaiveBayesMulti": ("naive_bayes", "MultinomialNB", {}),
    "RandomCommittee": ("ensemble", "ExtraTreesClassifier", {"n_estimators": 30}),
    "OneR": ("tree", "DecisionTreeClassifier", {"max_depth": 1}),
    "AdaBoostM1": ("ensemble", "AdaBoostClassifier", {"n_estimators": 30}),
    "NaiveBayes": ("naive_bayes", "BernoulliNB", {}),
    "JRip (a tree stands in)": ("tree", "DecisionTreeClassifier", {"min_samples_leaf": 3}),
    "SGD": ("linear_model", "SGDClassifier", {"max_iter": 300}),
    "SMO": ("svm", "SVC", {"kernel": "linear"}),
}
ALL_LEARNERS: Final = tuple(_MAKERS)
"""The eleven of Table 3.2."""
PLACE_LEARNERS: Final = ("SMO", "Logistic", "NaiveBayes", "JRip (a tree stands in)")
"""The four of section 3.2.2: support vectors, logistic, naive Bayes, trees."""
_PLAIN: Final = {"token_pattern": None, "min_df": 2}
_SEEDED: Final = frozenset(
    {"RandomCommittee", "OneR", "AdaBoostM1", "JRip (a tree stands in)", "SGD"}
)


def _module(name: str) -> Any:
    try:
        return import_module(f"sklearn.{name}")
    except ImportError:
        raise ComponentError(
            "scikit-learn, which the comparison runs, is not installed",
            where="compose experiment",
            hint="pip install 'textveil[experiments]'",
        ) from None


def learner(name: str, seed: int) -> Any:
    """Return a learner by its name in the tables."""
    module, kind, options = _MAKERS[name]
    if name in _SEEDED:
        options = {**options, "random_state": seed}
    return getattr(_module(module), kind)(**options)


def crossed(
    name: str, texts: Sequence[str], told: Sequence[bool], words: int, folds: int, seed: int
) -> list[bool]:
    """Return what models of the other folds say of each text: rows of up to `words` words.

    Parameters
    ----------
    name
        One of `ALL_LEARNERS`.
    texts
        Features, with blanks between them.
    told
        The truth.
    words
        Longest row of features that is one feature.
    folds
        Parts; both classes are spread evenly over them.
    seed
        Of the parts and of learners that draw.
    """
    counter = _module("feature_extraction.text").CountVectorizer
    parts = _module("model_selection").StratifiedKFold(folds, shuffle=True, random_state=seed)
    judged = [False] * len(texts)
    for rest, held in parts.split(texts, told):
        counts = counter(ngram_range=(1, words), analyzer="word", tokenizer=str.split, **_PLAIN)
        known = counts.fit_transform([texts[at] for at in rest])
        model = learner(name, seed).fit(known, [told[at] for at in rest])
        for at, one in zip(
            held, model.predict(counts.transform([texts[at] for at in held])), strict=True
        ):
            judged[at] = bool(one)
    return judged
