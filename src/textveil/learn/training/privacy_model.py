"""Training of privacy models: logistic regression over the features of labelled messages.

The weights are those with the least log loss plus a penalty on their squares (L-BFGS). Features
that fewer than a few messages have are left out, and so is what weighs next to nothing. Equal
messages give equal files.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError, InvalidValueError
from textveil.formats.outputs import binary_sink, new_folder
from textveil.models.fields.descent import least
from textveil.models.privacy import PrivacyModel
from textveil.values.document import Document

__all__ = [
    "FEWEST",
    "PrivacyPlan",
    "PrivacyScores",
    "fit_privacy",
    "label_of",
    "privacy_scores",
    "train_privacy",
]

FEWEST: Final = 20
"""Labelled messages that a model can be made of; each class needs a quarter of them."""
_MANIFEST: Final = "model.json"
_LABELS: Final[Mapping[Any, bool]] = {True: True, False: False, "true": True, "false": False}
"""What `private` may be; 1 and 0 are equal to the first two."""
_ROUNDS: Final = 200
_TINY: Final = 1e-3
_WORDS: Final = ("word:", "words:", "who-word:", "who-verb:", "own:")
"""Beginnings of features of single words. They generalise less, and are held back more."""

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PrivacyScores:
    """How many messages were judged, and how: true, false, and missed private ones."""

    messages: int
    right: int
    found: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        """Share of those judged private that are; 1 if none was."""
        judged = self.found + self.wrong
        return self.found / judged if judged else 1.0

    @property
    def recall(self) -> float:
        """Share of the private ones that were found; 1 if there is none."""
        private = self.found + self.missed
        return self.found / private if private else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = 2 * self.found + self.wrong + self.missed
        return 2 * self.found / both if both else 1.0

    @property
    def told(self) -> str:
        """The scores in words."""
        return f"precision {self.precision:.3f}, recall {self.recall:.3f}, F1 {self.f1:.3f}"

    def to_json(self) -> dict[str, Any]:
        """Return the scores as a JSON object."""
        shares = {name: getattr(self, name) for name in ("precision", "recall", "f1")}
        return {"messages": self.messages, **{k: round(v, 4) for k, v in shares.items()}}


@dataclass(frozen=True, slots=True)
class PrivacyPlan:
    """How a model is fitted: the number of folds for its scores, and what holds weights back."""

    folds: int = 5
    penalty: float = 2.0


def train_privacy(
    documents: Iterable[Document],
    features: Callable[[Document], frozenset[str]],
    plan: PrivacyPlan,
    target: Path,
    *,
    replace: bool = False,
) -> PrivacyScores:
    """Train a model on labelled messages, save it, and return the scores of its folds.

    Parameters
    ----------
    documents
        With `private` in their metadata.
    features
        What the classifier reads of a message.
    plan
        Folds and penalty.
    target
        The folder of the model.
    replace
        Whether a model that stands there may go.
    """
    with new_folder(target, replaces=_MANIFEST if replace else "") as folder:
        read, told = [], []
        for document in documents:
            told.append(label_of(document))
            read.append(features(document))
        _check(told)
        scores = _crossed(read, told, plan)
        facts = {"messages": len(told), "private": sum(told), **asdict(plan), **scores.to_json()}
        card = f"# A model of private messages\n\n{scores.told}.\n"
        model = fit_privacy(read, told, penalty=plan.penalty, facts=facts, card=card)
        for name, data in model.files().items():
            with binary_sink(folder / name) as sink:
                sink.write(data)
    return scores


def _crossed(
    read: Sequence[frozenset[str]], told: Sequence[bool], plan: PrivacyPlan
) -> PrivacyScores:
    """Return how well messages are judged by models that have not seen them."""
    judged = [False] * len(told)
    for fold in range(plan.folds):
        rest = [at for at in range(len(told)) if at % plan.folds != fold]
        model = fit_privacy(
            [read[at] for at in rest], [told[at] for at in rest], penalty=plan.penalty
        )
        for at in range(fold, len(told), plan.folds):
            judged[at] = model.is_private(read[at])
    return privacy_scores(told, judged)


def label_of(document: Document) -> bool:
    """Return whether a labelled document is private.

    Raises
    ------
    InputError
        If its metadata do not say so with `true` or `false`.
    """
    told = document.metadata.get("private")
    if told not in _LABELS:
        raise InputError(
            "a labelled message needs `private` in its metadata",
            where=document.id,
            hint='true or false, as in {"id": "1", "text": "…", "metadata": {"private": true}}',
        )
    return _LABELS[told]


def privacy_scores(told: Sequence[bool], judged: Sequence[bool]) -> PrivacyScores:
    """Return how well messages were judged."""
    pairs = Counter(zip(told, judged, strict=True))
    return PrivacyScores(
        len(told),
        pairs[True, True] + pairs[False, False],
        pairs[True, True],
        pairs[False, True],
        pairs[True, False],
    )


def fit_privacy(
    features: Sequence[frozenset[str]],
    told: Sequence[bool],
    *,
    penalty: float = 1.0,
    rare: int = 3,
    threshold: float = 0.5,
    facts: Mapping[str, Any] | None = None,
    card: str = "",
) -> PrivacyModel:
    """Return the model of some messages.

    Parameters
    ----------
    features
        Of each message.
    told
        Whether each is private.
    penalty
        Coefficient of the squares of weights.
    rare
        Features that fewer messages have are left out.
    threshold
        The score from which on a message is private.
    facts, card
        What the model says about itself.

    Raises
    ------
    InvalidValueError
        If there are fewer than `FEWEST` messages, or nearly all are of one class.
    """
    _check(told)
    counts = Counter(one for found in features for one in found)
    names = sorted(one for one, count in counts.items() if count >= rare)
    numbers = {one: at + 1 for at, one in enumerate(names)}
    weights = _fitted(features, np.array(told, float), numbers, penalty)
    kept = {one: float(weights[at]) for one, at in numbers.items() if abs(weights[at]) >= _TINY}
    return PrivacyModel({"": float(weights[0]), **kept}, threshold, dict(facts or {}), card)


def _check(told: Sequence[bool]) -> None:
    private = sum(told)
    if len(told) < FEWEST or min(private, len(told) - private) < FEWEST // 4:
        raise InvalidValueError(
            f"{len(told)} labelled messages, {private} of them private, are too few to learn from",
            hint=f"{FEWEST} or more, with {FEWEST // 4} or more of each class",
        )


def _fitted(
    features: Sequence[frozenset[str]], told: Vector, numbers: Mapping[str, int], penalty: float
) -> Vector:
    rows = [np.array([0, *sorted(numbers[f] for f in found if f in numbers)]) for found in features]
    columns = np.concatenate(rows)
    message = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    size = len(numbers) + 1
    held = np.full(size, penalty)
    held[0] = 0.0
    for name, at in numbers.items():
        if name.startswith(_WORDS):
            held[at] = 3.0 * penalty
    sign = 2.0 * told - 1.0

    def loss(weights: Vector) -> tuple[float, Vector]:
        margin = sign * np.bincount(message, weights[columns], len(rows))
        value = float(np.logaddexp(0.0, -margin).sum() + 0.5 * (held * weights**2).sum())
        slope = -sign / (1.0 + np.exp(np.clip(margin, -700.0, 700.0)))
        return value, np.bincount(columns, slope[message], size) + held * weights

    return least(loss, size, 0.0, _ROUNDS)
