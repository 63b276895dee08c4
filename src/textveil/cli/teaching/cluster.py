"""`textveil cluster`: documents that are written alike."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from textveil.cli.shell.console import counted, show_table
from textveil.cli.shell.default_verb import RunByDefault
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.inputs import CorpusPath, Input
from textveil.cli.shell.options import Shown, keep_apart
from textveil.cli.teaching.corpora import (
    By,
    Corpora,
    FittingOptions,
    LearningOptions,
    write_picture,
)

if TYPE_CHECKING:
    from textveil.learn.clusters.clustering import Clustering

__all__ = ["app", "compare", "run"]

app = typer.Typer(
    cls=RunByDefault,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Group documents that are written alike.\n\n`run` may be left out.\n\n"
    "**Example:** `textveil cluster notes.jsonl -o clusters.json`",
)

_SHOWN_TYPES = 3


@dataclass(frozen=True, kw_only=True)
class GroupingOptions:
    """How documents are grouped."""

    number: int | None = option(
        None, "How many clusters (default: the number with the best Dunn index).", min=2, max=20
    )
    type_key: str = option("type", "Field of the metadata that holds the type of a document.")
    skip_short: bool = option(False, "Leave out documents with fewer than two sentences.")


@dataclass(frozen=True, kw_only=True)
class ClusterOptions(GroupingOptions):
    """How documents are grouped, and what is written."""

    output: Path = option(..., "Write the clusters here, as JSON.", "-o")
    chart: Path | None = option(None, "Draw tree, map and types here: a .png or .svg.")
    seed: int = option(0, "Decides how the forest that chooses measures is grown.")
    language: str = option("en", "Language of the documents.")


@app.command()
@grouped
def run(path: CorpusPath, *, asked: ClusterOptions, given: Input, shown: Shown) -> None:
    """Group documents by readability, richness of words and share of clinical terms.

    Annotations are not needed. OUTPUT holds numbers and ids of documents, but no text of them; new
    documents find their cluster with it.

    **Example:** `textveil cluster notes.jsonl -o clusters.json --chart clusters.svg`
    """
    from textveil.formats.display.figures import check_chart
    from textveil.formats.outputs import write_json
    from textveil.learn.clusters.cluster_charts import draw_clusters
    from textveil.learn.clusters.clustering import ClusteringPlan, cluster_documents
    from textveil.lexicon.tables.languages import language_named

    keep_apart([asked.output, asked.chart], [path])
    check_chart(asked.chart)
    language_named(asked.language)
    plan = ClusteringPlan(
        asked.number, asked.type_key, asked.skip_short, asked.seed, asked.language
    )
    with shown.tracked() as track:
        documents = list(given.open(path).tracked(track, "read"))
        found = cluster_documents(documents, plan, track)
    write_json(asked.output, found.to_json())
    write_picture(asked.chart, lambda kind: draw_clusters(found, kind))
    shown.print(found, _show)
    if found.too_short:
        shown.notice(f"{counted(found.too_short, 'document')} left out: fewer than two sentences")
    shown.notice(
        f"{counted(len(found.places), 'document')} · {len(found.space.measures)} of 32 measures "
        f"chosen · {asked.output}"
    )


def _show(found: "Clustering") -> None:
    columns = ["cluster", "documents", "telling measures"]
    typed = any(one.types for one in found.facts)
    annotated = any(one.spans for one in found.facts)
    columns += ["types"] * typed + ["labels", "spans"] * annotated
    rows = []
    for one in found.facts:
        telling = ", ".join(f"{name} {value:+.1f}" for name, value in one.telling)
        row = [one.name, f"{one.documents:,}", telling]
        if typed:
            most = list(one.types.items())[:_SHOWN_TYPES]
            more = [f"{len(one.types) - len(most)} more"] * (len(one.types) > len(most))
            row.append(", ".join([f"{kind} {count}" for kind, count in most] + more))
        if annotated:
            row += [f"{one.labels}", f"{one.spans:,}"]
        rows.append(row)
    show_table(columns, rows)


@dataclass(frozen=True, kw_only=True)
class ClusterCompareOptions(GroupingOptions):
    """What is compared, and where it goes."""

    output: Path = option(
        ..., "A folder for the numbers. A comparison that was stopped goes on in it.", "-o"
    )
    chart: Path | None = option(None, "Draw F1 by number of documents: a .png or .svg.")
    folds: int = option(10, "Parts for cross-validation.", min=2)
    jobs: int = option(1, "Processes that work side by side.", min=1)


@dataclass(frozen=True, kw_only=True)
class ClusterFittingOptions(FittingOptions):
    """How the many models of a comparison are fitted; further iterations change little."""

    iterations: int = option(40, "Most iterations of L-BFGS in each fit of a model.", min=1)


@app.command()
@grouped
def compare(
    corpora: Corpora,
    *,
    asked: ClusterCompareOptions,
    learning: LearningOptions,
    by: By = "subject",
    fitting: ClusterFittingOptions,
    shown: Shown,
) -> None:
    """Measure whether models of clusters are better than models of types, or of random groups.

    Trains and tests by cluster, by type and by random groups of equal size; each cluster on each
    other; clusters on random groups and back; mixtures of other documents; parts of clusters. OUT
    gets `comparison.json` and `comparison.csv`.

    **Example:** `textveil cluster compare notes.jsonl -o compared --jobs 2`
    """
    from textveil.formats.display.figures import check_chart
    from textveil.learn.clusters.clustering import ClusteringPlan
    from textveil.study.learning.cluster_comparison import compare_clusters

    keep_apart([asked.output, asked.chart], corpora)
    check_chart(asked.chart)
    seed, language = fitting.seed, fitting.language
    wanted = ClusteringPlan(asked.number, asked.type_key, asked.skip_short, seed, language)
    plan = replace(fitting.plan(by), folds=asked.folds)
    read = partial(learning.read, corpora, notice=shown.notice)
    out, jobs = asked.output, asked.jobs
    shown.study(
        lambda track: compare_clusters(read(track).documents, plan, wanted, out, jobs, track),
        chart=asked.chart,
    )
