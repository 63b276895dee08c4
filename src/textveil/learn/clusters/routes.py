"""Routing: a general model, and models of clusters where these are better.

A model that has seen only the documents of its cluster knows their writing, but has seen fewer
documents. Which of the two weighs more is measured: on held-out documents of the cluster, fold by
fold.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, Final

from textveil.detect.tagging.tagger import probe_of
from textveil.errors import InputError
from textveil.learn.training.experiment import levels_of
from textveil.learn.training.folds import Fold
from textveil.learn.training.judgement import Judged, judge
from textveil.learn.training.trained_model import (
    TrainingPlan,
    finished,
    folds_of,
    learn_from,
    ready_for,
)
from textveil.lexicon.tables.folding import fold
from textveil.models.bundle import Bundle
from textveil.models.fields.crf_tagger import CrfTagger
from textveil.models.fields.features import VERSION as FEATURES
from textveil.models.kinds import ROUTED, WEIGHTS
from textveil.models.style_clusters import StyleClusters
from textveil.values.document import Document
from textveil.values.figures.json_fields import json_fields
from textveil.values.runs.watch import Track, untracked

__all__ = ["FEWEST", "ClusterGain", "train_routed"]

FEWEST: Final = 10
"""Documents of a cluster that a model of its own is trained on, at least."""
_ERRORS: Final = 2.0
"""How many standard errors a gain must lie above 0."""
_THRESHOLD: Final = 0.5


@dataclass(frozen=True, slots=True)
class ClusterGain:
    """What a model of its own would give a cluster.

    Attributes
    ----------
    cluster
        Its name.
    documents
        How many of the training documents belong to it.
    general, own
        F1 of passages with exactly the gold offsets on its held-out documents, mean over folds;
        None if there are too few documents for two folds.
    error
        Standard error of the difference.
    """

    cluster: str
    documents: int
    general: float | None = None
    own: float | None = None
    error: float | None = None

    @property
    def pays(self) -> bool:
        """Whether the gain lies two standard errors above 0."""
        if self.own is None or self.general is None or self.error is None:
            return False
        return self.own - self.general > _ERRORS * self.error

    def to_json(self) -> dict[str, Any]:
        """Return the gain as a JSON object."""
        return {**json_fields(self), "own_model": self.pays}


def train_routed(
    documents: Iterable[Document],
    clusters: StyleClusters,
    plan: TrainingPlan | None = None,
    facts: Mapping[str, Any] | None = None,
    track: Track = untracked,
) -> Bundle:
    """Train a model that reads each document as its cluster asks.

    Parameters
    ----------
    documents, plan, facts, track
        As for `train`.
    clusters
        Where clusters lie; each document goes to the nearest centre.

    Raises
    ------
    InputError
        If all documents lie in one cluster, and as for `train`.
    """
    plan = plan or TrainingPlan()
    ready = ready_for(documents)
    places = [clusters.place(fold(document.text).text) for document in ready]
    if len(set(places)) < 2:
        raise InputError(
            "all documents lie in one cluster",
            hint="train without --clusters, or cluster these documents",
        )
    folds = folds_of(ready, plan)
    rounds = [
        _Round.judged(ready, one, places, plan)
        for one in track(folds, "cross-validate", len(folds))
    ]
    gains = [_gain(at, places, rounds) for at in range(len(clusters.centres))]
    paying = [at for at, gain in enumerate(gains) if gain.pays]
    general, *own = [
        _learnt(inside, plan)
        for inside in track(
            [ready, *([d for d, p in zip(ready, places, strict=True) if p == at] for at in paying)],
            "fit",
            1 + len(paying),
        )
    ]
    names = {str(at): f"cluster-{at + 1}.crfsuite" for at in paying}
    weights = [tagger.weights for tagger in own]
    made = Bundle(
        {WEIGHTS: general.weights, **dict(zip(names.values(), weights, strict=True))},
        general.labels,
        general.books,
        ROUTED,
        plan.language,
        {"features": FEATURES, "clusters": clusters.to_json(), "own": names},
        plan.hints,
        probe_of(plan.hints, plan.language),
    )
    judged = [one for round_ in rounds for one in round_.as_routed(paying)]
    told = {"folds": len(folds), "clusters": [gain.to_json() for gain in gains]}
    return finished(made, ready, judged, plan, {**told, **(facts or {})})


def _learnt(documents: Sequence[Document], plan: TrainingPlan) -> CrfTagger:
    tagger = learn_from(documents, plan)
    if tagger is None:  # pragma: no cover - a cluster that pays has annotated documents
        raise InputError("a cluster has no annotated document")
    return tagger


@dataclass(frozen=True, slots=True)
class _Round:
    """The held-out documents of a fold, judged by the general model and by their cluster's."""

    general: Mapping[int | None, list[Judged]]
    own: Mapping[int | None, list[Judged]]

    @classmethod
    def judged(
        cls,
        documents: Sequence[Document],
        one: Fold,
        places: Sequence[int | None],
        plan: TrainingPlan,
    ) -> "_Round":
        """Train the models of a fold and ask them about its held-out documents."""

        def ask(tagger: CrfTagger | None, at: int) -> Judged:
            return judge(documents[at], tagger, plan.hints, language=plan.language)

        general: dict[int | None, list[Judged]] = {}
        own: dict[int | None, list[Judged]] = {}
        tagger = learn_from([documents[at] for at in one.train], plan)
        for place in sorted({places[at] for at in one.test}, key=lambda p: -1 if p is None else p):
            tested = [at for at in one.test if places[at] == place]
            general[place] = [ask(tagger, at) for at in tested]
            inside = [documents[at] for at in one.train if places[at] == place]
            special = learn_from(inside, plan) if len(inside) >= FEWEST else None
            if special is not None and place is not None:
                own[place] = [ask(special, at) for at in tested]
        return cls(general, own)

    def scores(self, place: int) -> tuple[float, float] | None:
        """Return F1 of passages of a cluster's documents, by the general model and by its own."""
        if place not in self.own:
            return None
        general, own = (
            levels_of(judged[place], _THRESHOLD)[1][2] for judged in (self.general, self.own)
        )
        return general, own

    def as_routed(self, paying: Sequence[int]) -> list[Judged]:
        """Return the documents as the routed model judges them."""
        return [
            one
            for place, general in self.general.items()
            for one in (self.own.get(place, general) if place in paying else general)
        ]


def _gain(place: int, places: Sequence[int | None], rounds: Sequence[_Round]) -> ClusterGain:
    name, documents = f"C{place + 1}", sum(one == place for one in places)
    pairs = [pair for round_ in rounds if (pair := round_.scores(place)) is not None]
    if len(pairs) < 2:
        return ClusterGain(name, documents)
    error = stdev(own - general for general, own in pairs) / len(pairs) ** 0.5
    means = (fmean(one) for one in zip(*pairs, strict=True))
    general, own = (round(mean, 4) for mean in means)
    return ClusterGain(name, documents, general, own, round(error, 4))
