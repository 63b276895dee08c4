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
from textveil.formats.figures import titled
from textveil.formats.plain_table import counted
from textveil.learn.batch_sizes import PastRound
from textveil.learn.experiment import check_threshold, measures_of
from textveil.learn.gold import Gold
from textveil.learn.strategies import RandomOrder
from textveil.learn.training import TrainingPlan
from textveil.study.active_learning import intervals_of
from textveil.study.chart import Line, Panel
from textveil.study.grid import rising_of, settle
from textveil.study.page import Study
from textveil.study.simulated_curves import MeanScore, interval
from textveil.study.simulation import (
    UNITS,
    SimulatedRound,
    SimulationSettings,
    Simulator,
    folds_of_runs,
)
from textveil.study.table import Row, Table
from textveil.values.document import Document
from textveil.values.watching import Track, untracked

__all__ = ["SIZES", "LearningSettings", "default_sizes", "measure"]

SIZES: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
"""Numbers of documents that are tried as far as there are so many."""

LEVELS: Final = {"token": UNITS[Level.TOKEN], "instance": UNITS[Level.STRICT]}
_SHOWN: Final = {
    "instance": ("spans", "Passages with exactly the gold offsets"),
    "token": ("tokens", "Words that are found"),
}
"""What columns and panels call the two levels."""
_MEASURED: Final = ("precision", "recall", "F1")


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
    rounds = (one for run in runs for one in simulator.rounds(run, RandomOrder(), up_to))
    found: dict[int, list[tuple[float, ...]]] = {size: [] for size in sizes}
    for rows in track(rounds, "train and test", len(runs) * len(sizes)):
        found[rows[0].documents].append(tuple(_numbers(rows)))
    numbers = {
        "experiment": "learning curve",
        "plan": {**plan.settings.to_json(), "by": list(plan.by), "seed": plan.seed},
        "repeats": settings.repeats,
        "threshold": settings.threshold,
        "documents": len(ready),
        "tested": fmean(len(fold.test) for fold in folds),
    }
    return _study(numbers, [_point(size, rows) for size, rows in found.items()])


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


def _point(size: int, rows: Sequence[tuple[float, ...]]) -> Row:
    columns = iter(zip(*rows, strict=True))
    levels = {level: {name: _mean(next(columns)) for name in MEASURES} for level in LEVELS}
    return {"documents": size, **levels}


def _mean(values: Sequence[float]) -> MeanScore:
    mean, low, high = interval(values)
    # The mean of equal numbers may differ from them in the last bit.
    return mean, low and min(low, mean), high and max(high, mean)


def _rounded(point: Row) -> Row:
    """Return a point as it is written: numbers of four digits."""
    return {
        "documents": point["documents"],
        **{
            level: {
                name: [None if end is None else round(end, 4) for end in score]
                for name, score in point[level].items()
            }
            for level in LEVELS
        },
    }


def _study(numbers: dict[str, Any], points: Sequence[Row]) -> Study:
    repeats = numbers["repeats"]
    columns = {
        f"{what} {name}": (level, name) for level, (what, _) in _SHOWN.items() for name in _MEASURED
    }
    rows = [
        (
            f"{point['documents']:,}",
            *(_told(point[level][name]) for level, name in columns.values()),
        )
        for point in points
    ]
    several = f"mean of {repeats} repetitions, with 95 % interval"
    panels = [
        Panel(
            titled(title, "higher"),
            "documents for training",
            several if repeats > 1 else "one repetition",
            [_line(points, level, name) for name in _MEASURED],
            (None, 1.01),
            ("log", "linear"),
        )
        for level, (_, title) in _SHOWN.items()
    ]
    charts = {"learning-curve": panels} if len(points) > 1 else {}
    remark = (
        f"{counted(numbers['documents'], 'document')}, {numbers['tested']:g} of them for testing · "
        f"{intervals_of(repeats, 'repetition')}"
    )
    written = {**numbers, "points": [_rounded(point) for point in points]}
    return Study(written, [Table(("documents", *columns), rows)], charts, [remark])


def _told(score: MeanScore) -> str:
    mean, low, high = score
    return f"{mean:.3f}" if low == high else f"{mean:.3f} [{low:.3f}, {high:.3f}]"


def _line(points: Sequence[Row], level: str, name: str) -> Line:
    scores = [(point["documents"], *point[level][name]) for point in points]
    band = [(low, high) for *_, low, high in scores if low is not None]
    return Line(name, [(size, mean) for size, mean, *_ in scores], band=band)
