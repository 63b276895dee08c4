"""Comparison of clusters: whether a model reads best what is written like what it has seen.

The results of the five experiments of paper 4, section 3.3.1; `group_trials` runs them.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

import numpy as np

from textveil.formats.display.figures import titled
from textveil.formats.display.plain_table import counted
from textveil.formats.outputs import binary_sink, write_json
from textveil.learn.clusters.clustering import Clustering, ClusteringPlan, cluster_documents
from textveil.learn.training.trained_model import TrainingPlan, folds_of, ready_for
from textveil.study.chart import Drawing, Line, Panel
from textveil.study.learning.group_trials import MIXTURE, SUBSET, GroupTrials, TrialCounts
from textveil.study.page import Study
from textveil.study.resume import KeptTrials, digest_of
from textveil.study.table import Row, ShownTable, csv_bytes
from textveil.study.welch import welch_test
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked

__all__ = ["compare_clusters", "scores_of", "welch_tests"]

_COLUMNS: Final = ("experiment", "train", "test", "size", "precision", "recall", "f")
_TOO_SMALL: Final = "no chart is drawn, for the clusters are too small for parts and mixtures"
_TITLES: Final = {
    MIXTURE: "Trained on documents of other clusters",
    SUBSET: "Trained on documents of the cluster",
}


def compare_clusters(
    documents: Iterable[Document],
    plan: TrainingPlan,
    asked: ClusteringPlan,
    out: Path,
    jobs: int = 1,
    track: Track = untracked,
) -> Study:
    """Cluster annotated documents and run the five experiments; go on where a call was stopped.

    Among the numbers are `cells`, one for each experiment with the groups that it was trained and
    tested on (C for clusters, R for random groups, T for types), `tests` and `by_size`.

    Parameters
    ----------
    documents
        Annotated.
    plan
        How models are fitted, how many folds there are, and what is never on both sides.
    asked
        How documents are clustered.
    out
        A new folder, or one in which the very same comparison was stopped. It gets
        `comparison.json` and `comparison.csv`.
    jobs
        How many processes work; the result does not depend on it.
    track
        Watches the trials.

    Raises
    ------
    InputError
        As for `cluster_documents`.
    ModelError
        If nothing is annotated.
    OutputError
        If the folder holds something else.
    """
    ready = ready_for(documents)
    found = cluster_documents(ready, asked, track)
    # What is annotated may all be too short.
    kept = tuple(ready_for(document for document in ready if document.id in found.assigned))
    groups, types = _groups(kept, found, asked)
    work = GroupTrials(kept, digest_of(kept), plan, groups)
    folds = len(folds_of(kept, plan))
    trials = KeptTrials(out, "comparison", TrialCounts)
    # Another version may cluster the same documents otherwise; its trials are not these.
    shares = sha256(json.dumps(groups).encode()).hexdigest()
    told = {"plan": plan.to_json(), "clustering": asdict(asked), "corpus": work.digest}
    trials.begin({**told, "groups": shares})
    done = trials.run(work.trials(), work, "compare clusters", jobs, track)
    work.forget()
    cells = [_cell(one) for counts in done.values() for one in counts]
    sizes = {name: len(inside) for name, inside in groups.items()}
    numbers = {"folds": folds, "groups": sizes, "types": types, "cells": cells}
    study = _study({**numbers, "clusters": found}, out)
    write_json(out / "comparison.json", study.to_json())
    with binary_sink(out / "comparison.csv") as sink:
        sink.write(csv_bytes(_COLUMNS, [tuple(cell.values()) for cell in cells]))
    return study


def scores_of(numbers: Mapping[str, Any], experiment: str, kind: str, size: int = 0) -> list[float]:
    """Return F of all groups of a kind (C, R or T) that were tested in an experiment.

    Groups of fewer documents than there are folds are left out: in some folds nothing is tested,
    and their scores say only that few documents are few.
    """
    return [
        one["f"]
        for one in numbers["cells"]
        if (one["experiment"], one["size"]) == (experiment, size)
        and one["test"].startswith(kind)
        and numbers["groups"][one["test"]] >= numbers["folds"]
    ]


def welch_tests(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Return Welch's tests of clusters against random groups, and against types."""
    own = scores_of(numbers, "self", "C")
    return {
        f"clusters against {name}": welch_test(own, scores_of(numbers, "self", kind))
        for name, kind in (("random", "R"), ("types", "T"))
    }


def _cell(one: TrialCounts) -> Row:
    """Return the scores of a trial; 1 where there was nothing to find and nothing was found."""
    scores = (1.0, 1.0, 1.0)
    if one.predicted or one.gold:
        precision, recall = one.hits / max(1, one.predicted), one.hits / max(1, one.gold)
        scores = (precision, recall, 2 * one.hits / (one.predicted + one.gold))
    rounded = (round(score, 4) for score in scores)
    return dict(zip(_COLUMNS, (*one.key, *rounded), strict=True))


def _by_size(numbers: Mapping[str, Any]) -> Iterator[Row]:
    """Yield mean and standard deviation of F over clusters by size (Figure 15)."""
    sizes = {(one["experiment"], one["size"]) for one in numbers["cells"] if one["size"]}
    for experiment, size in sorted(sizes):
        scores = scores_of(numbers, experiment, "C", size)
        if scores:
            spread = stdev(scores) if len(scores) > 1 else 0.0
            told = {"experiment": experiment, "size": size, "clusters": len(scores)}
            yield {**told, "f": round(fmean(scores), 4), "deviation": round(spread, 4)}


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


def _study(numbers: dict[str, Any], out: Path) -> Study:
    tests, by_size = welch_tests(numbers), list(_by_size(numbers))
    rows = [
        (
            one["train"],
            numbers["types"].get(one["train"], ""),
            f"{numbers['groups'][one['train']]:,}",
            *(f"{one[name]:.3f}" for name in _COLUMNS[-3:]),
        )
        for one in numbers["cells"]
        if one["experiment"] == "self"
    ]
    remarks = [
        f"{name}: {test.means[0]:.3f} and {test.means[1]:.3f}, t = {test.t:.2f}, "
        f"p = {test.p:.3f} (two-sided)"
        for name, test in tests.items()
        if test is not None
    ]
    remarks.append(f"{counted(len(numbers['clusters'].places), 'document')} · {out}")
    table = ShownTable(("group", "type", "documents", "precision", "recall", "F1"), rows)
    panels: list[Drawing] = [_panel(kind, by_size) for kind in _TITLES if _of(kind, by_size)]
    told = {**numbers, "tests": tests, "by_size": by_size}
    charts = {"sizes": panels} if panels else {}
    return Study(told, [table], charts, remarks, undrawn=_TOO_SMALL)


def _of(experiment: str, rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["experiment"] == experiment]


def _panel(experiment: str, by_size: Sequence[Row]) -> Panel:
    rows = _of(experiment, by_size)
    points = [(row["size"], row["f"]) for row in rows]
    ends = ((row["f"] - row["deviation"], row["f"] + row["deviation"]) for row in rows)
    band = [(low, min(1.0, high)) for low, high in ends]
    title, told = titled(_TITLES[experiment], "higher"), "mean F1 over clusters ± one deviation"
    return Panel(title, "documents for training", told, [Line("clusters", points, band=band)])
