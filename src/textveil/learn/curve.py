"""Learning curves: how good a model is, by the number of documents it has learnt from.

Each repetition holds out some documents, and trains on the first 10, 20, 50, … of the others in a
random order: larger samples hold the smaller ones, and all are tested on the same documents. It is
Figure 5 of the dissertation on scalable de-identification, with intervals.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.measures import MEASURES
from textveil.learn.experiment import check_threshold, levels_of
from textveil.learn.folds import Fold, split
from textveil.learn.gold import Gold
from textveil.learn.judging import judge
from textveil.learn.training import TrainingPlan, learn_from
from textveil.values.document import Document
from textveil.values.score import Score
from textveil.values.watching import Track, untracked

__all__ = [
    "SIZES",
    "Curve",
    "LearningPoint",
    "LearningSettings",
    "default_sizes",
    "interval",
    "measure",
]

SIZES: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
"""Numbers of documents that are tried as far as there are so many."""

LEVELS: Final = ("token", "instance")

# Student's t for 95 %, two-sided, by degrees of freedom from 1 on.
_T: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
_NORMAL: Final = 1.960


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """What to measure.

    Attributes
    ----------
    sizes
        Numbers of documents for training, rising; the usual ones where it is empty.
    repeats
        How often everything is done with other documents.
    test
        Share of the documents that is held out.
    threshold
        Words with a lower score are left.
    """

    sizes: tuple[int, ...] = ()
    repeats: int = 5
    test: float = 0.2
    threshold: float = 0.5

    def __post_init__(self) -> None:
        check_threshold(self.threshold)
        if self.repeats < 1:
            raise InvalidValueError("there is at least one repetition", where="repeats")
        if list(self.sizes) != sorted(set(self.sizes)) or min(self.sizes, default=1) < 1:
            raise InvalidValueError("sizes are positive and rise", where="sizes")


@dataclass(frozen=True, slots=True)
class LearningPoint:
    """The scores at one size.

    Attributes
    ----------
    documents
        How many were trained on.
    scores
        Of words and of passages, with labels compared: means over the repetitions, with intervals.
    """

    documents: int
    scores: tuple[Score, ...]

    def at(self, level: str, measure: str) -> Score:
        """Return one score: of `token` or `instance`, and a measure such as `recall`."""
        return next(score for score in self.scores if score.name == f"{level} {measure}")

    def to_json(self) -> dict[str, Any]:
        """Return the point as a JSON object."""
        return {
            "documents": self.documents,
            **{
                level: {
                    name: [round(n, 4) for n in (score.value, score.low, score.high)]
                    for name in MEASURES
                    for score in [self.at(level, name)]
                }
                for level in LEVELS
            },
        }


@dataclass(frozen=True, slots=True)
class Curve:
    """A learning curve.

    Attributes
    ----------
    plan, settings
        How it was measured.
    documents
        How many there were; on average `tested` of them were held out.
    points
        One a size.
    """

    plan: TrainingPlan
    settings: LearningSettings
    documents: int
    tested: float
    points: tuple[LearningPoint, ...]

    @property
    def repeats(self) -> int:
        """How often everything was done."""
        return self.settings.repeats

    def to_json(self) -> dict[str, Any]:
        """Return the curve as a JSON object; each score is a mean with its interval."""
        return {
            "experiment": "learning curve",
            "plan": {
                **self.plan.settings.to_json(),
                "by": list(self.plan.by),
                "seed": self.plan.seed,
            },
            "repeats": self.settings.repeats,
            "threshold": self.settings.threshold,
            "documents": self.documents,
            "tested": self.tested,
            "points": [point.to_json() for point in self.points],
        }


def measure(
    documents: Iterable[Document],
    plan: TrainingPlan | None = None,
    settings: LearningSettings | None = None,
    track: Track = untracked,
    gold: Gold | None = None,
) -> Curve:
    """Measure a learning curve.

    Parameters
    ----------
    documents
        Annotated.
    plan
        How models are trained; documents that share one of its keys are never on both sides.
    settings
        Sizes, repetitions, share held out.
    track
        Watches the fits.
    gold
        How annotations are read.

    Raises
    ------
    InputError
        If there are too few documents for the sizes.
    """
    plan, settings = plan or TrainingPlan(), settings or LearningSettings()
    ready = (gold or Gold()).all_of(documents)
    splits = [
        split(ready, settings.test, plan.by, Random(f"{plan.seed}/{number}"))  # noqa: S311
        for number in range(settings.repeats)
    ]
    fewest = min(len(fold.train) for fold in splits)
    sizes = settings.sizes or default_sizes(fewest)
    if sizes[-1] > fewest:
        raise InputError(
            f"{fewest:,} documents are left for training, and {sizes[-1]:,} are asked for",
            hint="leave out the largest sizes, or hold out less with --held-out",
        )
    jobs = [(fold, size) for fold in splits for size in sizes]
    found: dict[int, list[tuple[float, ...]]] = {size: [] for size in sizes}
    for fold, size in track(jobs, "train and test", len(jobs)):
        found[size].append(_numbers(ready, fold, size, plan, settings.threshold))
    points = tuple(LearningPoint(size, tuple(_scores(rows))) for size, rows in found.items())
    tested = fmean(len(fold.test) for fold in splits)
    return Curve(plan, settings, len(ready), tested, points)


def default_sizes(most: int) -> tuple[int, ...]:
    """Return the usual sizes up to a number of documents, which itself comes last.

    Examples
    --------
    >>> default_sizes(70), default_sizes(4)
    ((10, 20, 50, 70), (4,))
    """
    return (*(size for size in SIZES if size < most), most)


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return mean and 95 % interval of a mean, by Student's t, within 0 and 1.

    Examples
    --------
    >>> [round(number, 3) for number in interval([0.7, 0.8, 0.9])]
    [0.8, 0.552, 1.0]
    """
    mean = fmean(values)
    if len(values) < 2:
        return mean, mean, mean
    freedom = len(values) - 1
    factor = _T[freedom - 1] if freedom <= len(_T) else _NORMAL
    half = factor * stdev(values) / sqrt(len(values))
    return mean, max(0.0, mean - half), min(1.0, mean + half)


def _numbers(
    documents: Sequence[Document], fold: Fold, size: int, plan: TrainingPlan, threshold: float
) -> tuple[float, ...]:
    tagger = learn_from([documents[at] for at in fold.train[:size]], plan)
    judged = (judge(documents[at], tagger, plan.hints, language=plan.language) for at in fold.test)
    token, instance = levels_of(judged, threshold)
    return (*token, *instance)


def _scores(rows: Sequence[tuple[float, ...]]) -> Iterator[Score]:
    names = [f"{level} {name}" for level in LEVELS for name in MEASURES]
    for name, values in zip(names, zip(*rows, strict=True), strict=True):
        mean, low, high = interval(values)
        # The mean of equal numbers may differ from them in the last bit.
        yield Score(name, mean, min(low, mean), max(high, mean), len(values))
