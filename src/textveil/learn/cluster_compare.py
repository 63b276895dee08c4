"""Comparison of clusters: whether a model reads best what is written like what it has seen.

The five experiments of paper 4, section 3.3.1, on one set of folds: a model of a group learns from
the group's documents outside of a fold, and is tested on documents inside of it. So no model is
ever tested on a document, or on a subject, that it has seen, in whatever group it is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

import numpy as np

from textveil.errors import InputError
from textveil.evaluate.span_counts import Level
from textveil.evaluate.spans import SpanEvaluation
from textveil.learn.clustering import Clustering, ClusteringPlan, cluster_documents
from textveil.learn.folds import Fold
from textveil.learn.judging import Judged
from textveil.learn.remembering import RememberedCorpus
from textveil.learn.training import TrainingPlan, folds_of, ready_for
from textveil.learn.welch import Welch, welch_test
from textveil.values.document import Document
from textveil.values.json_fields import json_fields
from textveil.values.watching import Track, untracked
from textveil.values.working import side_by_side

__all__ = [
    "CELL_COLUMNS",
    "MIXTURE",
    "SUBSET",
    "ClusterComparison",
    "ComparedCell",
    "compare_clusters",
]

_MIXTURES: Final = (100, 200, 500, 1000)
_SUBSETS: Final = (10, 20, 30, 50, 75, 100, 150, 200)
_THRESHOLD: Final = 0.5
MIXTURE, SUBSET = "mixture", "subset"

Counts = tuple[int, int, int]
"""Passages that were found rightly, that were found, and that are there."""


class _Key(NamedTuple):
    """What was trained on what, and tested on what; size 0 stands for all documents."""

    experiment: str
    train: str
    test: str
    size: int = 0


CELL_COLUMNS: Final = (*_Key._fields, "precision", "recall", "f")
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
        """Return F of all groups of a kind (C, R or T) that were tested in an experiment."""
        return [
            one.f
            for one in self.cells
            if (one.experiment, one.size) == (experiment, size) and one.test.startswith(kind)
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


def compare_clusters(
    documents: Iterable[Document],
    plan: TrainingPlan,
    asked: ClusteringPlan | None = None,
    jobs: int = 1,
    track: Track = untracked,
) -> ClusterComparison:
    """Cluster annotated documents and run the five experiments.

    Parameters
    ----------
    documents
        Annotated.
    plan
        How models are fitted, how many folds there are, and what is never on both sides.
    asked
        How documents are clustered.
    jobs
        How many processes work; the result does not depend on it.
    track
        Watches the folds.
    """
    asked = asked or ClusteringPlan()
    ready = ready_for(documents)
    found = cluster_documents(ready, asked, track)
    kept = tuple(document for document in ready if document.id in found.assigned)
    if len(kept) != len(found.places):
        raise InputError("two documents have one id", hint="give each document an id of its own")
    groups, types = _groups(kept, found, asked)
    work = _FoldWork(kept, plan, groups)
    numbers = list(range(len(folds_of(kept, plan))))
    done = dict(track(side_by_side(work, numbers, jobs), "compare clusters", len(numbers)))
    sums: dict[_Key, Counter[int]] = {}
    for number in numbers:
        for key, counts in done[number]:
            sums.setdefault(key, Counter()).update(dict(enumerate(counts)))
    cells = tuple(_cell(key, (sums[key][0], sums[key][1], sums[key][2])) for key in sums)
    sizes = {name: len(inside) for name, inside in groups.items()}
    return ClusterComparison(found, sizes, types, cells, len(numbers))


def _groups(
    documents: Sequence[Document], found: Clustering, asked: ClusteringPlan
) -> tuple[dict[str, tuple[int, ...]], dict[str, str]]:
    """Return places by group: clusters, random groups of the same sizes, and given types."""
    places = found.places
    groups = {
        one.name: tuple(np.flatnonzero(places == at).tolist()) for at, one in enumerate(found.facts)
    }
    shuffled = np.random.default_rng(asked.seed).permutation(places)
    for at, _ in enumerate(found.facts):
        groups[f"R{at + 1}"] = tuple(np.flatnonzero(shuffled == at).tolist())
    given = [document.metadata.get(asked.type_key) for document in documents]
    common = Counter(str(kind) for kind in given if kind is not None)
    types = {}
    for at, (kind, _) in enumerate(sorted(common.items(), key=lambda item: (-item[1], item[0]))):
        types[f"T{at + 1}"] = kind
        groups[f"T{at + 1}"] = tuple(
            place for place, one in enumerate(given) if one is not None and str(one) == kind
        )
    return groups, types


def _cell(key: _Key, counts: Counts) -> ComparedCell:
    hits, predicted, gold = counts
    if not predicted and not gold:
        return ComparedCell(*key, 1.0, 1.0, 1.0)
    precision, recall = hits / max(1, predicted), hits / max(1, gold)
    f = 2 * hits / (predicted + gold)
    return ComparedCell(*key, *(round(value, 4) for value in (precision, recall, f)))


@dataclass(frozen=True, slots=True)
class _FoldWork:
    """Runs all experiments of one fold."""

    documents: tuple[Document, ...] = field(repr=False)
    plan: TrainingPlan
    groups: Mapping[str, tuple[int, ...]]

    def __call__(self, number: int) -> list[tuple[_Key, Counts]]:
        fold = folds_of(self.documents, self.plan)[number]
        corpus = RememberedCorpus(self.documents, self.plan)
        return [*self._whole(corpus, fold), *self._parts(corpus, fold, number)]

    def _whole(self, corpus: RememberedCorpus, fold: Fold) -> Iterator[tuple[_Key, Counts]]:
        """Yield what models of whole groups find in their own groups, and in others."""
        learnt = set(fold.train)
        for name, inside in self.groups.items():
            model = corpus.fit([at for at in inside if at in learnt])
            for experiment, test in self._tests_of(name):
                tested = sorted(set(self.groups[test]) & set(fold.test))
                judged = corpus.judge(tested, model)
                yield _Key(experiment, name, test), _counted(judged)

    def _tests_of(self, name: str) -> Iterator[tuple[str, str]]:
        kind, number = name[0], name[1:]
        yield "self", name
        if kind == "T":
            return
        yield from (("cross", one) for one in self.groups if one[0] == kind and one != name)
        if kind == "C":
            yield "clusters on random", f"R{number}"
        else:
            yield "random on clusters", f"C{number}"

    def _parts(
        self, corpus: RememberedCorpus, fold: Fold, number: int
    ) -> Iterator[tuple[_Key, Counts]]:
        """Yield what models of mixtures of others, and of parts of a cluster, find in it."""
        for at, (name, inside) in enumerate(self.groups.items()):
            if name[0] != "C":
                continue
            drawn = np.random.default_rng([self.plan.seed, number, at]).permutation(fold.train)
            own = [int(place) for place in drawn if place in set(inside)]
            others = [int(place) for place in drawn if place not in set(inside)]
            tested = sorted(set(inside) & set(fold.test))
            for experiment, pool, sizes in (
                (MIXTURE, others, _MIXTURES),
                (SUBSET, own, _SUBSETS),
            ):
                for size in sizes:
                    if size <= len(pool):
                        judged = corpus.judge(tested, corpus.fit(pool[:size]))
                        yield _Key(experiment, name, name, size), _counted(judged)


def _counted(judged: Iterable[Judged]) -> Counts:
    found = list(judged)
    if not found:
        # A group may have no document in a fold.
        return 0, 0, 0
    evaluation = SpanEvaluation()
    for one in found:
        evaluation.add(one.document, one.spans(_THRESHOLD))
    [all_labels] = (
        count
        for count in evaluation.counts()
        if count.level == Level.STRICT and count.same_label and not count.label
    )
    return all_labels.hits, all_labels.predicted, all_labels.gold
