"""Comparison of clusters: whether a model reads best what is written like what it has seen.

The results of the five experiments of paper 4, section 3.3.1. `group_trials` runs them, and
`compared_files` writes them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, Final

from textveil.learn.clustering import Clustering
from textveil.learn.group_trials import TrialCounts
from textveil.learn.welch import Welch, welch_test
from textveil.values.json_fields import json_fields

__all__ = ["CELL_COLUMNS", "ClusterComparison", "ComparedCell", "cells_of"]

CELL_COLUMNS: Final = ("experiment", "train", "test", "size", "precision", "recall", "f")
"""Columns of a table of cells."""


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """One experiment: passages with exactly the gold offsets, all folds together.

    Attributes
    ----------
    experiment
        `self`, `cross` (another group of the same kind), `clusters on random`, `random on
        clusters`, `mixture` or `subset`.
    train, test
        Names of the groups: C for clusters, R for random groups, T for types.
    size
        Documents for training where that is a part of the experiment; otherwise 0.
    """

    experiment: str
    train: str
    test: str
    size: int
    precision: float
    recall: float
    f: float

    def row(self) -> tuple[Any, ...]:
        """Return the cells of a table, in the order of `CELL_COLUMNS`."""
        return tuple(json_fields(self).values())

    def to_json(self) -> dict[str, Any]:
        """Return the cell as a JSON object."""
        return json_fields(self)


@dataclass(frozen=True, slots=True, repr=False)
class ClusterComparison:
    """All five experiments.

    Attributes
    ----------
    clustering
        The clusters.
    groups
        The number of documents of each group, by name.
    types
        What the names of the groups by type stand for.
    cells
        All results.
    folds
        How many folds there were.
    """

    clustering: Clustering
    groups: Mapping[str, int]
    types: Mapping[str, str]
    cells: tuple[ComparedCell, ...]
    folds: int

    def scores(self, experiment: str, kind: str, size: int = 0) -> list[float]:
        """Return F of all groups of a kind (C, R or T) that were tested in an experiment.

        Groups of fewer documents than there are folds are left out: in some folds nothing is
        tested, and their scores say only that few documents are few.
        """
        return [
            one.f
            for one in self.cells
            if (one.experiment, one.size) == (experiment, size)
            and one.test.startswith(kind)
            and self.groups[one.test] >= self.folds
        ]

    def tests(self) -> dict[str, Welch | None]:
        """Return Welch's tests of clusters against random groups, and against types."""
        own = self.scores("self", "C")
        return {
            "clusters against random": welch_test(own, self.scores("self", "R")),
            "clusters against types": welch_test(own, self.scores("self", "T")),
        }

    def by_size(self) -> list[dict[str, Any]]:
        """Return mean and standard deviation of F over clusters by size (Figure 15)."""
        sizes = sorted({(one.experiment, one.size) for one in self.cells if one.size})
        found = []
        for experiment, size in sizes:
            scores = self.scores(experiment, "C", size)
            if not scores:
                continue
            spread = stdev(scores) if len(scores) > 1 else 0.0
            told = {"experiment": experiment, "size": size, "clusters": len(scores)}
            found.append({**told, "f": round(fmean(scores), 4), "deviation": round(spread, 4)})
        return found

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as a JSON object; it holds no text."""
        return {
            "folds": self.folds,
            "groups": dict(self.groups),
            "types": dict(self.types),
            "tests": {
                name: None if test is None else test.to_json()
                for name, test in self.tests().items()
            },
            "by_size": self.by_size(),
            "cells": [one.to_json() for one in self.cells],
            "clusters": self.clustering.to_json(),
        }


def cells_of(counts: Iterable[TrialCounts]) -> tuple[ComparedCell, ...]:
    """Return the scores of trials; 1 where there was nothing to find and nothing was found."""
    return tuple(_cell(one) for one in counts)


def _cell(one: TrialCounts) -> ComparedCell:
    if not one.predicted and not one.gold:
        return ComparedCell(*one.key, 1.0, 1.0, 1.0)
    precision, recall = one.hits / max(1, one.predicted), one.hits / max(1, one.gold)
    f = 2 * one.hits / (one.predicted + one.gold)
    return ComparedCell(*one.key, *(round(value, 4) for value in (precision, recall, f)))
