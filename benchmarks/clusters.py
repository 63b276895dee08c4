"""Clusters of style: the five experiments, and whether a model that routes is as good as one model.

Two corpora: generated hospital notes, and transcribed notes with identifiers put in, of 40 types.
"""

import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.detect import lines
from benchmarks.identifiers import with_identifiers
from benchmarks.measure import Row
from textveil.learn.clusters.clustering import ClusteringPlan, cluster_documents
from textveil.learn.clusters.routes import train_routed
from textveil.learn.training.experiment import levels_of
from textveil.learn.training.folds import split
from textveil.learn.training.gold import Gold
from textveil.learn.training.judgement import judge
from textveil.learn.training.trained_model import TrainingPlan
from textveil.models.fields.crf import Settings
from textveil.models.kinds import CRF
from textveil.study.learning.cluster_comparison import compare_clusters
from textveil.synth.corpus import generate
from textveil.values.contracts import Tagger
from textveil.values.document import Document
from textveil.values.metadata import Metadata

NOTES, A_SUBJECT = 3_000, 4
HOURS_BAR, LOSS_BAR = 2.0, 0.005
SHORT = ClusteringPlan(skip_short=True)
PLAN = TrainingPlan(Settings(rounds=40), folds=10)
JOBS = 2
HELD_OUT, THRESHOLD = 0.25, 0.5


def rows(samples: Path | None) -> Iterator[Row]:
    """Compare and route, on both corpora."""
    corpora = {f"{NOTES:,} generated notes": generated(NOTES)}
    transcribed = samples / "clinical" / "mtsamples.jsonl" if samples else None
    if transcribed and transcribed.is_file():
        notes = with_put_in(transcribed)
        corpora[f"{len(notes):,} transcribed notes with identifiers put in"] = notes
    for name, documents in corpora.items():
        yield from compared(name, documents)
        yield routed(name, documents)


def generated(count: int) -> list[Document]:
    """Return generated hospital notes, labels by family."""
    rng = Random(0)  # noqa: S311 - reproducible, not secret
    made = generate("hospital", count, rng=rng, subjects=count // A_SUBJECT)
    return Gold(families=True, overlaps="longest").all_of(made)


def with_put_in(path: Path, count: int | None = None) -> list[Document]:
    """Return transcribed notes in which generated people are named; each has a type."""
    told = list(lines(path))
    every = max(1, len(told) // (count or len(told)))
    notes = [
        Document(one["id"], one["text"], metadata=Metadata({"type": one["type"]}))
        for one in told[::every][:count]
    ]
    return Gold(families=True).all_of(with_identifiers(notes))


def compared(name: str, documents: Sequence[Document], jobs: int = JOBS) -> Iterator[Row]:
    """Run the five experiments."""
    with TemporaryDirectory() as folder:
        began, spent = time.perf_counter(), _processor_time()
        made = compare_clusters(documents, PLAN, SHORT, Path(folder) / "out", jobs)
        hours, used = (time.perf_counter() - began) / 3600, _processor_time() - spent
    yield Row(
        "clusters",
        f"five experiments, ten folds, {name}, {jobs} processes",
        f"{hours:.2f} h, {used:,.0f} s of processor time; {len(made['clusters'].facts)} clusters",
        f"{used / len(documents):.2f} s a note",
        f"at most {HOURS_BAR:.0f} h",
        hours <= HOURS_BAR,
        1,
    )
    for what, test in made["tests"].items():
        figure = "not defined" if test is None else f"t = {test.t:.2f}, p = {test.p:.3f}"
        ratio = "" if test is None else f"F1 {test.means[0]:.3f} and {test.means[1]:.3f}"
        yield Row("clusters", f"{what}, {name}", figure, ratio, "", None, 1)


def routed(name: str, documents: Sequence[Document]) -> Row:
    """Train a model that routes, and ask it and its general part about other people's notes."""
    fold = split(documents, HELD_OUT, ("subject",), Random(0))  # noqa: S311 - no secret
    learnt = [documents[at] for at in fold.train]
    clusters = cluster_documents(learnt, SHORT).space
    model = train_routed(learnt, clusters, replace(PLAN, folds=5))
    tested = [documents[at] for at in fold.test]
    own = sum(one["own_model"] for one in model.facts["clusters"])
    general, both = (_f1(one.tagger(), tested) for one in (replace(model, kind=CRF), model))
    return Row(
        "clusters",
        f"routed against general model, {name}",
        f"F1 {both:.4f} and {general:.4f} on {len(tested):,} notes of other people; {own} of "
        f"{len(clusters.centres)} clusters have a model of their own",
        f"{100 * (both - general):+.2f} points",
        f"at most {100 * LOSS_BAR} points below",
        both >= general - LOSS_BAR,
        1,
    )


def _f1(tagger: Tagger, documents: Sequence[Document]) -> float:
    judged = (judge(one, tagger, PLAN.hints, language=PLAN.language) for one in documents)
    return levels_of(judged, THRESHOLD)[1][2]


def _processor_time() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
