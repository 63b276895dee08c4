"""Learning curves: how good a model is, by the number of documents it has learnt from.

It is a simulation in which chance chooses. Each repetition holds out some documents, and trains on
10, 20, 50, … of the others: larger samples hold the smaller ones, and all are tested on the same
documents. It is Figure 5 of the dissertation on scalable de-identification, with intervals.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, Final

from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.measures import MEASURES
from textveil.evaluate.span_counts import Level
from textveil.learn.batch_sizes import PastRound
from textveil.learn.experiment import check_threshold, measures_of
from textveil.learn.gold import Gold
from textveil.learn.simulated_curves import interval
from textveil.learn.simulation import (
    UNITS,
    SimulatedRound,
    SimulationSettings,
    Simulator,
    folds_of_runs,
)
from textveil.learn.strategies import RandomOrder
from textveil.learn.training import TrainingPlan
from textveil.values.document import Document
from textveil.values.score import Score
from textveil.values.watching import Track, untracked

__all__ = [
    "SIZES",
    "Curve",
    "LearningPoint",
    "LearningSettings",
    "default_sizes",
    "measure",
]

SIZES: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
"""Numbers of documents that are tried as far as there are so many."""

LEVELS: Final = {"token": UNITS[Level.TOKEN], "instance": UNITS[Level.STRICT]}


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
                    name: [round(score.value, 4), *_ends(score)]
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
        """Return the curve as a JSON object; each score is a mean with its interval, if any."""
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
    asked = SimulationSettings(
        (("random", RandomOrder()),),
        runs=settings.repeats,
        test=settings.test,
        threshold=settings.threshold,
    )
    runs = range(1, settings.repeats + 1)
    folds = folds_of_runs(ready, plan, asked)
    fewest = min(len(fold.train) for fold in folds)
    sizes = settings.sizes or default_sizes(fewest)
    if sizes[-1] > fewest:
        raise InputError(
            f"{fewest:,} documents are left for training, and {sizes[-1]:,} are asked for",
            hint="leave out the largest sizes, or hold out less with --held-out",
        )
    simulator = Simulator(tuple(ready), plan, replace(asked, start=sizes[0]))

    def up_to(past: Sequence[PastRound]) -> int:
        return sizes[len(past)] - past[-1].documents if len(past) < len(sizes) else 0

    rounds = (one for run in runs for one in simulator.rounds(run, RandomOrder(), up_to))
    found: dict[int, list[tuple[float, ...]]] = {size: [] for size in sizes}
    for rows in track(rounds, "train and test", len(runs) * len(sizes)):
        found[rows[0].documents].append(tuple(_numbers(rows)))
    points = tuple(LearningPoint(size, tuple(_scores(rows))) for size, rows in found.items())
    tested = fmean(len(fold.test) for fold in folds)
    return Curve(plan, settings, len(ready), tested, points)


def default_sizes(most: int) -> tuple[int, ...]:
    """Return the usual sizes up to a number of documents, which itself comes last.

    Examples
    --------
    >>> default_sizes(70), default_sizes(4)
    ((10, 20, 50, 70), (4,))
    """
    return (*(size for size in SIZES if size < most), most)


def _numbers(rows: Sequence[SimulatedRound]) -> Iterator[float]:
    """Yield the measures of all labels together, of words and of passages."""
    every = {row.unit: row for row in rows if not row.label}
    for unit in LEVELS.values():
        yield from measures_of(every[unit].hits, every[unit].predicted, every[unit].gold)


def _scores(rows: Sequence[tuple[float, ...]]) -> Iterator[Score]:
    names = [f"{level} {name}" for level in LEVELS for name in MEASURES]
    for name, values in zip(names, zip(*rows, strict=True), strict=True):
        mean, low, high = interval(values)
        if low is None or high is None:
            yield Score.exact(name, mean, len(values))
        else:
            # The mean of equal numbers may differ from them in the last bit.
            yield Score(name, mean, min(low, mean), max(high, mean), len(values))


def _ends(score: Score) -> list[float | None]:
    """Return the ends of an interval; one repetition has none."""
    return [round(end, 4) if score.count > 1 else None for end in (score.low, score.high)]
