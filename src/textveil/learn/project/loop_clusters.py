"""A loop in each cluster: whose turn it is, and which model reads a cluster's documents.

Figure 1 of paper 4: clusters of documents are what active learning works on.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from textveil.errors import InputError, InvalidValueError
from textveil.learn.clusters.routes import FEWEST
from textveil.learn.project.loop_settings import LoopSettings
from textveil.lexicon.tables.folding import fold
from textveil.models.style_clusters import StyleClusters
from textveil.values.document import Document

__all__ = ["Place", "own_models", "placed", "shared_out"]

Place = int | None
"""A cluster; None for documents with fewer than two sentences, and where there are no clusters."""


def placed(
    documents: Sequence[Document], clusters: StyleClusters | None, settings: LoopSettings
) -> dict[str, Place]:
    """Return the cluster of each document, by id.

    Raises
    ------
    InputError
        If all lie in one.
    InvalidValueError
        If a shipped model is to be adapted: clusters have models of their own.
    """
    if clusters is None:
        return dict.fromkeys((document.id for document in documents), None)
    if settings.adapts:
        raise InvalidValueError(
            "a loop in each cluster trains new models", where="clusters", hint="use --model crf"
        )
    places = {document.id: clusters.place(fold(document.text).text) for document in documents}
    if len({place for place in places.values() if place is not None}) < 2:
        raise InputError(
            "all documents lie in one cluster",
            hint="start without --clusters, or cluster these documents",
        )
    return places


def own_models(learnt: Iterable[str], places: Mapping[str, Place]) -> dict[Place, list[str]]:
    """Return the documents of each cluster that has enough of them for a model of its own."""
    inside: dict[Place, list[str]] = {}
    for name in learnt:
        if places[name] is not None:
            inside.setdefault(places[name], []).append(name)
    return {place: names for place, names in inside.items() if len(names) >= FEWEST}


def shared_out(
    number: int, pool: Iterable[str], asked: Iterable[str], places: Mapping[str, Place]
) -> dict[Place, int]:
    """Return how many documents of a batch each cluster has.

    One after the other goes to the cluster that is farthest behind its share of all documents, as
    long as it has some left.

    Examples
    --------
    >>> places = {"a": 0, "b": 0, "c": 0, "d": 0, "e": 1, "f": 1}
    >>> shared_out(3, "abcdef", [], places)
    {0: 2, 1: 1}
    """
    left = Counter(places[name] for name in pool)
    had = Counter(places[name] for name in asked)
    sizes = left + had
    given: dict[Place, int] = {}
    for _ in range(min(number, left.total())):
        ahead = (had.total() + 1) / sizes.total()
        order = sorted(left, key=lambda place: (place is None, place))
        behind = max(order, key=lambda place: ahead * sizes[place] - had[place])
        given[behind] = given.get(behind, 0) + 1
        had[behind] += 1
        left[behind] -= 1
        left += Counter()
    return given
