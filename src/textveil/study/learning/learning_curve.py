"""Learning curves: how good a model is, by the number of documents it has learnt from.

It is a simulation in which chance chooses. Each repetition holds out some documents, and trains on
10, 20, 50, … of the others: larger samples hold the smaller ones, and all are tested on the same
documents. It is Figure 5 of the dissertation on scalable de-identification, with intervals.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, Final

from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.detection.measures import MEASURES
from textveil.evaluate.detection.span_counts import Level
from textveil.formats.display.figures import titled
from textveil.formats.display.plain_table import counted
from textveil.learn.project.batch_sizes import PastRound
from textveil.learn.project.strategies import RandomOrder
from textveil.learn.training.experiment import check_threshold
from textveil.learn.training.gold import Gold
from textveil.learn.training.trained_model import TrainingPlan
from textveil.study.chart import Panel
from textveil.study.grid import rising_of, settle
from textveil.study.learning.active_learning import intervals_of
from textveil.study.learning.simulated_curves import MeanScore, SimulatedCurve, curves_of
from textveil.study.learning.simulation import (
    UNITS,
    SimulatedJob,
    SimulatedRound,
    SimulationSettings,
    Simulator,
    folds_of_runs,
)
from textveil.study.page import Study
from textveil.study.table import Row, ShownTable
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked

__all__ = ["SIZES", "LearningSettings", "default_sizes", "measure"]

SIZES: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
"""Numbers of documents that are tried as far as there are so many."""

LEVELS: Final = {"token": UNITS[Level.TOKEN], "instance": UNITS[Level.STRICT]}
_SHOWN: Final = {
    "instance": ("spans", "Passages with exactly the gold offsets"),
    "token": ("tokens", "Words that are found"),
}
"""What columns and panels call the two levels."""
_MEASURED: Final = {"precision": "precision", "recall": "recall", "F1": "f"}


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """What to measure.

    Attributes
    ----------
    sizes
        Numbers of documents for training, or a text such as `10,20,50`; the usual ones
        where it is empty.
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
        if self.sizes:
            settle(self, sizes=rising_of(self.sizes, "--sizes", least=1))
        if min(self.sizes, default=1) < 1:
            raise InvalidValueError("sizes are positive", where="sizes")


def measure(
    documents: Iterable[Document],
    plan: TrainingPlan | None = None,
    settings: LearningSettings | None = None,
    track: Track = untracked,
    gold: Gold | None = None,
    data: Sequence[Mapping[str, Any]] = (),
) -> Study:
    """Measure a learning curve; each point has means over the repetitions with their intervals.

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
    data
        What is told of the corpora among the numbers.

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
    folds = folds_of_runs(ready, plan, asked)
    fewest = min(len(fold.train) for fold in folds)
    sizes = settings.sizes or default_sizes(fewest)
    if sizes[-1] > fewest:
        raise InputError(
            f"{fewest:,} documents are left for training, and {sizes[-1]:,} are asked for",
            hint="leave out the largest sizes, or hold out less with --held-out",
        )

    def up_to(past: Sequence[PastRound]) -> int:
        return sizes[len(past)] - past[-1].documents if len(past) < len(sizes) else 0

    simulator = Simulator(tuple(ready), plan, replace(asked, start=sizes[0]))
    runs = range(1, settings.repeats + 1)
    rounds = ((run, rows) for run in runs for rows in simulator.rounds(run, RandomOrder(), up_to))
    done: dict[SimulatedJob, list[SimulatedRound]] = {}
    for run, rows in track(rounds, "train and test", len(runs) * len(sizes)):
        done.setdefault(SimulatedJob(run, "random", "sizes"), []).extend(rows)
    numbers = {
        "experiment": "learning curve",
        "plan": {**plan.settings.to_json(), "by": list(plan.by), "seed": plan.seed},
        "repeats": settings.repeats,
        "threshold": settings.threshold,
        "documents": len(ready),
        "tested": fmean(len(fold.test) for fold in folds),
    }
    if data:
        numbers["data"] = data
    every = {curve.unit: curve for curve in curves_of(done) if not curve.label}
    return _study(numbers, {level: every[unit] for level, unit in LEVELS.items()}, sizes)


def default_sizes(most: int) -> tuple[int, ...]:
    """Return the usual sizes up to a number of documents, which itself comes last.

    Examples
    --------
    >>> default_sizes(70), default_sizes(4)
    ((10, 20, 50, 70), (4,))
    """
    return (*(size for size in SIZES if size < most), most)


def _study(
    numbers: dict[str, Any], curves: Mapping[str, SimulatedCurve], sizes: Sequence[int]
) -> Study:
    repeats = numbers["repeats"]
    points = [
        {"documents": size} | {level: _rounded(curve.points[at]) for level, curve in curves.items()}
        for at, size in enumerate(sizes)
    ]
    heads = [f"{what} {name}" for what, _ in _SHOWN.values() for name in _MEASURED]
    cells = [(level, measure) for level in _SHOWN for measure in _MEASURED.values()]
    rows = [
        (f"{size:,}", *(_told(curves[level].points[at][name]) for level, name in cells))
        for at, size in enumerate(sizes)
    ]
    several = f"mean of {repeats} repetitions, with 95 % interval"
    panels = [
        Panel(
            titled(title, "higher"),
            "documents for training",
            several if repeats > 1 else "one repetition",
            [curves[level].line(name, measure) for name, measure in _MEASURED.items()],
            (None, 1.01),
            ("log", "linear"),
        )
        for level, (_, title) in _SHOWN.items()
    ]
    charts = {"learning-curve": panels} if len(sizes) > 1 else {}
    remark = (
        f"{counted(numbers['documents'], 'document')}, {numbers['tested']:g} of them for testing · "
        f"{intervals_of(repeats, 'repetition')}"
    )
    table = ShownTable(("documents", *heads), rows)
    return Study({**numbers, "points": points}, [table], charts, [remark])


def _rounded(point: Row) -> Row:
    """Return the scores of a point as they are written, with four digits."""
    names = zip(MEASURES, (*_MEASURED.values(), "f2"), strict=True)
    return {
        name: [None if end is None else round(end, 4) for end in point[measure]]
        for name, measure in names
    }


def _told(score: MeanScore) -> str:
    mean, low, high = score
    return f"{mean:.3f}" if low == high else f"{mean:.3f} [{low:.3f}, {high:.3f}]"
