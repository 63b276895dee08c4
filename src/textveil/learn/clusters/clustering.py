"""Clustering: documents that are written alike, without anybody saying what they are.

Measures of style are standardised, a regularized forest chooses those that count, Ward's method
joins documents, and Dunn's index says how many clusters there are (paper 4, section 3.2.2).
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.text.stylometry import measure_style
from textveil.formats.inputs import lines
from textveil.learn.clusters.dunn import dunn_indexes
from textveil.learn.clusters.measure_choice import choose_measures
from textveil.learn.clusters.ward import cut_tree, top_of_tree, ward_tree
from textveil.lexicon.style.writing_style import STYLE
from textveil.lexicon.tables.languages import ENGLISH
from textveil.models.style_clusters import StyleClusters
from textveil.values.document import Document
from textveil.values.figures.json_fields import json_fields
from textveil.values.runs.watch import Track, untracked

__all__ = [
    "MOST",
    "ClusterFacts",
    "Clustering",
    "ClusteringPlan",
    "cluster_documents",
    "read_clusters",
]

MOST: Final = 20
"""Most clusters that are tried."""
_FORMAT: Final = "textveil-clusters"
_TELLING: Final = 3
_FEWEST: Final = 3
_A_CLUSTER: Final = 5
"""Documents for each cluster that is tried: with as many clusters as documents, Dunn's index only
says which two documents are nearest."""
_VARIES: Final = 1e-9
"""Rounding makes equal values differ by less than this."""


@dataclass(frozen=True, slots=True)
class ClusteringPlan:
    """How documents are clustered.

    Attributes
    ----------
    clusters
        How many; None lets Dunn's index decide.
    type_key
        The field of the metadata that says what type of document it is.
    skip_short
        Whether documents of fewer than two sentences are left out.
    seed
        Decides about the forest.
    language
        Of the documents.
    """

    clusters: int | None = None
    type_key: str = "type"
    skip_short: bool = False
    seed: int = 0
    language: str = ENGLISH

    def __post_init__(self) -> None:
        if self.clusters is not None and not 2 <= self.clusters <= MOST:
            raise InvalidValueError(f"there are from 2 to {MOST} clusters", where="clusters")


@dataclass(frozen=True, slots=True)
class ClusterFacts:
    """What is in a cluster.

    Attributes
    ----------
    name
        C1 for the largest, then C2, …
    documents
        How many.
    telling
        The measures in which it differs most from the corpus: name, and mean in standard
        deviations.
    types
        How many documents of each type, where the metadata says it.
    labels, spans
        How many labels its annotations have, and how many annotated passages there are.
    """

    name: str
    documents: int
    telling: tuple[tuple[str, float], ...]
    types: Mapping[str, int]
    labels: int
    spans: int

    def to_json(self) -> dict[str, Any]:
        """Return the facts as a JSON object."""
        telling = [{"measure": name, "deviations": value} for name, value in self.telling]
        return {**json_fields(self, {"telling"}), "telling": telling}


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Clustering:
    """The result of clustering.

    Attributes
    ----------
    space
        Where the clusters lie, for new documents.
    facts
        What is in them.
    assigned
        The number of the cluster of each document, by its id.
    dunn
        The index of each number of clusters that was tried.
    tree
        The joins of the finest cut that was tried: its clusters are numbered from 0.
    leaves
        The sizes of the clusters of that cut.
    leaf_clusters
        The cluster in which the first document of each of them is: that of all its documents, if
        the tree is cut above its leaves.
    points
        The documents in standard deviations; not written.
    places
        The cluster of each of them.
    too_short
        How many documents were left out.
    """

    space: StyleClusters
    facts: tuple[ClusterFacts, ...]
    assigned: Mapping[str, int]
    dunn: Mapping[int, float]
    tree: NDArray[np.float64]
    leaves: tuple[int, ...]
    leaf_clusters: tuple[int, ...]
    points: NDArray[np.float64]
    places: NDArray[np.intp]
    too_short: int
    seed: int

    def to_json(self) -> dict[str, Any]:
        """Return all but the points as a JSON object; it holds no text."""
        return {
            "format": _FORMAT,
            "version": 1,
            "seed": self.seed,
            "documents": len(self.places),
            "too_short": self.too_short,
            "space": self.space.to_json(),
            "clusters": [one.to_json() for one in self.facts],
            # JSON has no infinity; only corpora of equal documents have one.
            "dunn": {str(n): None if np.isinf(x) else x for n, x in self.dunn.items()},
            "tree": self.tree.tolist(),
            "leaves": list(self.leaves),
            "assigned": {name: self.facts[at].name for name, at in self.assigned.items()},
        }


def read_clusters(path: Path) -> StyleClusters:
    """Read where clusters lie from a file of `textveil cluster`; raise InputError if it is none."""
    try:
        told = json.loads("".join(line for _, line in lines(path)))
    except (RecursionError, ValueError):
        told = None
    known = isinstance(told, dict) and told.get("format") == _FORMAT and told.get("version") == 1
    space = told.get("space") if known and isinstance(told, dict) else None
    return StyleClusters.from_json(space if isinstance(space, dict) else {}, str(path))


def cluster_documents(
    documents: Sequence[Document],
    plan: ClusteringPlan | None = None,
    track: Track = untracked,
) -> Clustering:
    """Cluster documents by their style.

    Equal documents in equal order and an equal seed give equal clusters.

    Raises
    ------
    InputError
        If two documents have one id, if a document is too short and shall not be left out, if there
        are fewer than three, if all are written alike, or if there are fewer than the clusters that
        are asked for.
    """
    plan = plan or ClusteringPlan()
    _check_ids(documents)
    table = measure_style(
        track(documents, "style", len(documents)),
        skip_short=plan.skip_short,
        language=plan.language,
    )
    count = len(table.kept)
    if count < max(_FEWEST, plan.clusters or 0):
        raise InputError(
            f"{count} documents of two sentences or more are too few for clusters",
            hint="give more documents",
        )
    columns, means, scales = _standards(table.values)
    points = np.nan_to_num((table.values[:, columns] - means) / scales, nan=0.0)
    chosen = choose_measures(points, np.random.default_rng(plan.seed))
    columns, means, scales, points = (
        columns[chosen],
        means[chosen],
        scales[chosen],
        points[:, chosen],
    )
    tree = ward_tree(points)
    tried = range(2, min(MOST, max(2, count // _A_CLUSTER)) + 1)
    cuts = [cut_tree(tree, number) for number in tried]
    dunn = dict(zip(tried, dunn_indexes(points, cuts).tolist(), strict=True))
    number = plan.clusters or max(dunn, key=lambda tried_number: dunn[tried_number])
    places = cut_tree(tree, number)
    centres = np.stack([points[places == at].mean(axis=0) for at in range(number)])
    space = StyleClusters(tuple(STYLE[at] for at in columns), means, scales, centres, plan.language)
    kept = [documents[at] for at in table.kept]
    members = [[kept[i] for i in np.flatnonzero(places == at)] for at in range(number)]
    return Clustering(
        space,
        tuple(_facts(at, inside, space, plan) for at, inside in enumerate(members)),
        {document.id: int(at) for document, at in zip(kept, places, strict=True)},
        dunn,
        top_of_tree(tree, tried[-1]),
        tuple(np.bincount(cuts[-1]).tolist()),
        tuple(places[np.unique(cuts[-1], return_index=True)[1]].tolist()),
        points,
        places,
        table.too_short,
        plan.seed,
    )


def _check_ids(documents: Sequence[Document]) -> None:
    """Raise if clusters could not be told by ids."""
    for name, count in Counter(document.id for document in documents).items():
        if count > 1:
            raise InputError(
                f"{count} documents have one id",
                where=f"document {name}",
                hint="give each document an id of its own",
            )


def _standards(
    values: NDArray[np.float64],
) -> tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float64]]:
    """Return the columns that vary, with their means and standard deviations."""
    defined = ~np.isnan(values)
    columns = np.flatnonzero(defined.any(axis=0))
    means, scales = np.nanmean(values[:, columns], axis=0), np.nanstd(values[:, columns], axis=0)
    vary = scales > _VARIES * np.maximum(1.0, np.abs(means))
    if not vary.any():
        raise InputError(
            "all documents are written alike, so there is only one cluster",
            hint="give documents of several kinds",
        )
    return columns[vary], means[vary], scales[vary]


def _facts(
    at: int, inside: Sequence[Document], space: StyleClusters, plan: ClusteringPlan
) -> ClusterFacts:
    centre = space.centres[at]
    order = np.argsort(-np.abs(centre), kind="stable")[:_TELLING]
    given = [document.metadata.get(plan.type_key) for document in inside]
    types = Counter(str(kind) for kind in given if kind is not None)
    labels = Counter(span.label for document in inside for span in document.spans or ())
    return ClusterFacts(
        f"C{at + 1}",
        len(inside),
        tuple((space.measures[i], round(float(centre[i]), 3)) for i in order),
        dict(sorted(types.items(), key=lambda item: (-item[1], item[0]))),
        len(labels),
        labels.total(),
    )
