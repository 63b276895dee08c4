"""Trials of groups: models of clusters, types and random groups, on documents they have not seen.

All experiments share one set of folds: a model learns from documents outside of a fold, and is
tested on documents inside of it. So no model is ever tested on a document, or on a subject, that it
has seen, in whatever group it is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from textveil.learn.project.memory import RememberedCorpus
from textveil.learn.training.folds import Fold
from textveil.learn.training.judgement import Judged
from textveil.learn.training.trained_model import TrainingPlan, folds_of
from textveil.models.fields.random_field import Field
from textveil.values.document import Document

__all__ = ["MIXTURE", "SUBSET", "WHOLE", "GroupTrial", "GroupTrials", "TrialCounts"]

WHOLE, MIXTURE, SUBSET = "whole", "mixture", "subset"
_SIZES: Final = {MIXTURE: (100, 200, 500, 1000), SUBSET: (10, 20, 30, 50, 75, 100, 150, 200)}
_LEARNT: Final = 500
"""Documents that the models of one size learn from, all models together."""
_SETS: Final = 5
"""Sets of clusters, each with mixtures of its own; up to five clusters each are a set."""
_THRESHOLD: Final = 0.5


class GroupTrial(NamedTuple):
    """What is tried with groups: all their documents, mixtures of others, or parts of them."""

    kind: str
    groups: tuple[str, ...]


class TrialCounts(NamedTuple):
    """What a model found, all folds together.

    Attributes
    ----------
    experiment, train, test, size
        What is tried (`self`, `cross`, `clusters on random`, `random on clusters`, `mixture` or
        `subset`), groups of training and test, and the documents for training where their number
        is a part of it; otherwise 0.
    hits, predicted, gold
        Passages that were found rightly, that were found, and that are there.
    """

    experiment: str
    train: str
    test: str
    size: int
    hits: int
    predicted: int
    gold: int

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What was trained on what, and tested on what."""
        return self.experiment, self.train, self.test, self.size


@dataclass(frozen=True, slots=True)
class GroupTrials:
    """Does one trial; can be sent to another process.

    Attributes
    ----------
    documents
        With disjoint gold spans.
    digest
        A hash of them: a process makes their features once.
    plan
        How models are fitted, and how documents are dealt into folds.
    groups
        Places of documents by group: C for clusters, R for random groups, T for types.
    """

    documents: tuple[Document, ...] = field(repr=False)
    digest: str
    plan: TrainingPlan
    groups: Mapping[str, tuple[int, ...]]

    def trials(self) -> list[GroupTrial]:
        """Return everything that is to be done, in the order of the results."""
        clusters = [name for name in self.groups if name[0] == "C"]
        sets = [tuple(clusters[at::_SETS]) for at in range(_SETS)]
        return [
            *(GroupTrial(WHOLE, (name,)) for name in self.groups),
            *(GroupTrial(MIXTURE, names) for names in sets if names),
            *(GroupTrial(SUBSET, (name,)) for name in clusters),
        ]

    def __call__(self, trial: GroupTrial) -> list[TrialCounts]:
        """Return the counts of a trial."""
        corpus = _remembered(_Texts(self.documents, self.digest), self.plan)
        folds = folds_of(self.documents, self.plan)
        if trial.kind == WHOLE:
            return [one for name in trial.groups for one in self._whole(corpus, folds, name)]
        return list(self._sampled(corpus, folds, trial))

    @staticmethod
    def forget() -> None:
        """Let go of the features that this process has kept."""
        _remembered.cache_clear()

    def _whole(
        self, corpus: RememberedCorpus, folds: Sequence[Fold], name: str
    ) -> Iterator[TrialCounts]:
        """Yield what models of a whole group find in their own group, and in others."""
        inside = set(self.groups[name])
        tests = list(self._tests_of(name))
        tested = inside.union(*(self.groups[test] for _, test in tests))
        found: dict[int, Counter[str]] = {}
        for fold in folds:
            model = corpus.fit([at for at in fold.train if at in inside])
            places = [at for at in fold.test if at in tested]
            found.update(_counted_all(corpus, places, model))
        for experiment, test in tests:
            counts = (found[at] for at in self.groups[test] if at in found)
            yield _summed((experiment, name, test, 0), counts)

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

    def _sampled(
        self, corpus: RememberedCorpus, folds: Sequence[Fold], trial: GroupTrial
    ) -> Iterator[TrialCounts]:
        """Yield what models of some other documents, or of some of a cluster, find in clusters."""
        inside = {at for name in trial.groups for at in self.groups[name]}
        seed = [self.plan.seed, *"/".join((trial.kind, *trial.groups)).encode()]
        for size in _SIZES[trial.kind]:
            drawn = np.random.default_rng([*seed, size])
            found: dict[int, Counter[str]] = {}
            for fold, pool in _parts(folds, inside, size, own=trial.kind == SUBSET):
                model = corpus.fit(drawn.permutation(pool)[:size].tolist())
                tested = [at for at in fold.test if at in inside]
                found.update(_counted_all(corpus, tested, model))
            for name in trial.groups if found else ():
                counts = (found[at] for at in self.groups[name] if at in found)
                yield _summed((trial.kind, name, name, size), counts)


def _counted_all(
    corpus: RememberedCorpus, places: Sequence[int], model: Field | None
) -> Iterator[tuple[int, Counter[str]]]:
    """Yield the counts of each document."""
    return zip(places, map(_counted, corpus.judge(places, model)), strict=True)


def _parts(
    folds: Sequence[Fold], inside: set[int], size: int, *, own: bool
) -> list[tuple[Fold, list[int]]]:
    """Return folds with the documents from which a model of so many is drawn; none if too few.

    A large model costs more, and depends less on what is drawn. So folds are joined: up to 50
    documents are drawn in each of ten folds, 500 and more in two halves. Every document is tested
    once in any case.
    """
    fewest = min(len(folds), max(2, _LEARNT // size))
    for count in range(fewest, len(folds) + 1):
        joined = [_joined(folds[at::count]) for at in range(count)]
        pools = [[at for at in fold.train if (at in inside) == own] for fold in joined]
        if all(len(pool) >= size for pool in pools):
            return list(zip(joined, pools, strict=True))
    return []


def _joined(folds: Sequence[Fold]) -> Fold:
    """Return folds as one: tested is what any tests, and learnt from what all may learn from."""
    common = set(folds[0].train).intersection(*(fold.train for fold in folds))
    return Fold(sorted(common), sorted(at for fold in folds for at in fold.test))


def _counted(one: Judged) -> Counter[str]:
    """Count the passages of a document that have exactly the gold offsets and label."""
    gold = {(span.start, span.end, span.label) for span in one.document.spans or ()}
    predicted = {(span.start, span.end, span.label) for span in one.spans(_THRESHOLD)}
    return Counter(hits=len(gold & predicted), predicted=len(predicted), gold=len(gold))


def _summed(key: tuple[str, str, str, int], counts: Iterable[Counter[str]]) -> TrialCounts:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return TrialCounts(*key, total["hits"], total["predicted"], total["gold"])


@dataclass(frozen=True, slots=True)
class _Texts:
    """Documents that are compared by their hash."""

    documents: tuple[Document, ...] = field(repr=False, compare=False)
    digest: str


@lru_cache(maxsize=1)
def _remembered(texts: _Texts, plan: TrainingPlan) -> RememberedCorpus:
    """Return a corpus whose features are made once in a process, and not once a trial."""
    return RememberedCorpus(texts.documents, plan)
