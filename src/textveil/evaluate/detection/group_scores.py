"""Scores of groups: recall and precision with intervals, and which groups differ most."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from textveil.evaluate.bootstrap import REPLICATES, bootstrap
from textveil.evaluate.detection.groups import LENGTHS, NO_NAME, NOT_LISTED, GroupCount, Grouping
from textveil.values.figures.score import Score

__all__ = ["ENOUGH", "Difference", "GroupEvaluation", "GroupReport", "GroupScore"]

ENOUGH: Final = 20
"""Passages that a group needs before its recall is shown or compared with that of another."""


@dataclass(frozen=True, slots=True)
class GroupScore:
    """A group with its recall, and its precision where whole documents are grouped."""

    count: GroupCount
    recall: Score | None
    precision: Score | None

    @property
    def is_enough(self) -> bool:
        """Whether the group has enough passages to be compared."""
        return self.count.passages >= ENOUGH

    def to_json(self) -> dict[str, Any]:
        """Return the group as a JSON object."""
        shown: dict[str, Any] = {
            "group": self.count.group,
            "passages": self.count.passages,
            "hidden": self.count.hidden,
        }
        for name, score in (("recall", self.recall), ("precision", self.precision)):
            if score is not None:
                shown[name] = {"value": score.value, "low": score.low, "high": score.high}
        if self.precision is not None:
            shown |= {"words_marked": self.count.marked, "words_right": self.count.right}
        return shown


@dataclass(frozen=True, slots=True)
class Difference:
    """The two groups of a grouping whose recalls lie furthest apart, and how far."""

    best: str
    worst: str
    value: float

    def to_json(self) -> dict[str, Any]:
        """Return the difference as a JSON object."""
        return {"best": self.best, "worst": self.worst, "difference": self.value}


@dataclass(frozen=True, slots=True)
class GroupReport:
    """The groups of every grouping."""

    scores: dict[Grouping, tuple[GroupScore, ...]] = field(default_factory=dict)

    def shown(self, by: Grouping) -> tuple[GroupScore, ...]:
        """Return the groups worth a table: those with enough passages, if there are two or more."""
        told = [
            one for one in self.scores.get(by, ()) if one.is_enough and one.count.group != NO_NAME
        ]
        return tuple(told) if len(told) > 1 else ()

    def difference(self, by: Grouping) -> Difference | None:
        """Return the groups of a grouping that differ most; None if fewer than two have enough.

        Passages without a name, and surnames that are not listed, have no origin and no frequency,
        so they are not compared.
        """
        recalls = {
            one.count.group: one.recall.value
            for one in self.scores.get(by, ())
            if one.recall and one.is_enough and one.count.group not in (NO_NAME, NOT_LISTED)
        }
        if len(recalls) < 2:
            return None
        ranked = sorted(recalls, key=lambda group: (-recalls[group], group))
        best, worst = ranked[0], ranked[-1]
        return Difference(best, worst, recalls[best] - recalls[worst])

    def to_json(self) -> dict[str, Any]:
        """Return all groups and the largest differences as a JSON object."""
        differences = {by: self.difference(by) for by in self.scores}
        return {
            by.value: {
                "groups": [one.to_json() for one in scores],
                "largest_difference": None if (most := differences[by]) is None else most.to_json(),
            }
            for by, scores in self.scores.items()
        }


class GroupEvaluation:
    """Counts documents one by one and scores all groups.

    Only counts are kept, and documents with equal counts once. Parts can be merged in any order.
    """

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        self._rows: Counter[tuple[GroupCount, ...]] = Counter()

    def add(self, counts: tuple[GroupCount, ...]) -> None:
        """Add the counts of one document."""
        self._rows[counts] += 1

    def merge(self, other: "GroupEvaluation") -> Self:
        """Add the counts of other documents, and return self."""
        self._rows.update(other._rows)
        return self

    def scores(
        self, rng: np.random.Generator, level: float = 0.95, replicates: int = REPLICATES
    ) -> GroupReport:
        """Return the groups of each grouping, with document-bootstrap percentile intervals."""
        columns = sorted({(one.by, one.group) for row in self._rows for one in row})
        if not columns:
            return GroupReport()
        place = {column: at for at, column in enumerate(columns)}
        ordered = sorted(self._rows)
        rows = np.zeros((len(ordered), len(columns), 4))
        for at, row in enumerate(ordered):
            for one in row:
                rows[at, place[one.by, one.group]] = _four(one)
        times = np.array([self._rows[row] for row in ordered], dtype=np.int64)
        flat = rows.reshape(len(ordered), -1)
        found = np.stack(bootstrap(flat, times, _ratios, rng, level, replicates), axis=1)
        intervals = found.reshape(len(columns), 2, 3)
        totals = (times @ flat).reshape(len(columns), 4).astype(int).tolist()
        scored = [
            _score(GroupCount(*column, *numbers), both)
            for column, numbers, both in zip(columns, totals, intervals, strict=True)
        ]
        return GroupReport(
            {
                by: tuple(sorted((one for one in scored if one.count.by is by), key=_reading_order))
                for by in Grouping
            }
        )


def _four(count: GroupCount) -> tuple[int, int, int, int]:
    return (count.hidden, count.passages, count.right, count.marked)


def _ratios(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return recall and precision of each group; NaN where undefined."""
    parts = sums.reshape(len(sums), -1, 2, 2)
    above, below = parts[..., 0], parts[..., 1]
    out: NDArray[np.float64] = np.full(above.shape, np.nan)
    return np.divide(above, below, out=out, where=below > 0).reshape(len(sums), -1)


def _score(count: GroupCount, both: NDArray[np.float64]) -> GroupScore:
    recall, precision = both
    return GroupScore(
        count,
        _measured("recall", recall, count.passages, count.group),
        _measured("precision", precision, count.marked, count.group),
    )


def _measured(name: str, interval: NDArray[np.float64], things: int, group: str) -> Score | None:
    if not things:
        return None
    value, low, high = map(float, interval)
    return Score(name, value, low, high, things, group)


def _reading_order(score: GroupScore) -> tuple[int, int, str]:
    """Return the key that puts numbers and lengths in order, and what is no name last."""
    name = score.count.group
    if score.count.by is Grouping.LENGTH:
        return (0, LENGTHS.index(name), name)
    number = name.partition(" ")[0]
    last = name in (NO_NAME, NOT_LISTED)
    return (last, int(number) if number.isdecimal() else 0, name)
