"""The folder of a comparison of clusters: finished trials, and what is made of them at the end."""

import csv
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from hashlib import sha256
from io import StringIO
from pathlib import Path

import numpy as np

from textveil.formats.outputs import binary_sink, write_json
from textveil.learn.cluster_compare import CELL_COLUMNS, ClusterComparison, cells_of
from textveil.learn.clustering import Clustering, ClusteringPlan, cluster_documents
from textveil.learn.group_trials import GroupTrials, TrialCounts
from textveil.learn.kept_jobs import KeptJobs, digest_of
from textveil.learn.training import TrainingPlan, folds_of, ready_for
from textveil.values.document import Document
from textveil.values.watching import Track, untracked
from textveil.values.working import side_by_side

__all__ = ["compare_clusters"]


def compare_clusters(
    documents: Iterable[Document],
    plan: TrainingPlan,
    asked: ClusteringPlan,
    out: Path,
    jobs: int = 1,
    track: Track = untracked,
) -> ClusterComparison:
    """Cluster annotated documents and run the five experiments; go on where a call was stopped.

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
    folder = KeptJobs(out, "comparison")
    # Another version may cluster the same documents otherwise; its trials are not these.
    shares = sha256(json.dumps(groups).encode()).hexdigest()
    told = {"plan": plan.to_json(), "clustering": asdict(asked), "corpus": work.digest}
    folder.begin({**told, "groups": shares})
    every = work.trials()
    parts = ((trial, folder.part(at, TrialCounts)) for at, trial in enumerate(every))
    done = {trial: counts for trial, counts in parts if counts is not None}
    places = {trial: at for at, trial in enumerate(every)}
    left = [trial for trial in every if trial not in done]
    for trial, counts in track(side_by_side(work, left, jobs), "compare clusters", len(left)):
        folder.keep(places[trial], counts)
        done[trial] = counts
    work.forget()
    cells = cells_of(one for trial in every for one in done[trial])
    sizes = {name: len(inside) for name, inside in groups.items()}
    made = ClusterComparison(found, sizes, types, cells, folds)
    write_json(out / "comparison.json", made.to_json())
    with binary_sink(out / "comparison.csv") as sink:
        sink.write(_table(made).encode())
    return made


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


def _table(made: ClusterComparison) -> str:
    text = StringIO(newline="")
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(CELL_COLUMNS)
    rows.writerows(one.row() for one in made.cells)
    return text.getvalue()
