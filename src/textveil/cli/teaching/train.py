"""`textveil train`: a model from annotated documents."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from textveil.cli.shell.console import counted, show_json, show_table
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.options import Shown, check_recall, keep_apart
from textveil.cli.teaching.corpora import (
    By,
    Corpora,
    FittingOptions,
    LearningOptions,
    paired,
    write_picture,
)
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.learn.training.corpora import ReadyCorpora
    from textveil.learn.training.label_scores import Standing
    from textveil.learn.training.trained_model import TrainingPlan
    from textveil.values.runs.watch import Track

__all__ = ["train"]

# What the files of a model do not depend on.
_NOT_ON_THE_CARD = {"output", "report", "chart", "force", "json_output", "quiet"}


@dataclass(frozen=True, kw_only=True)
class TrainOptions:
    """What the model is called, what is measured, and what is written."""

    name: str = option("", "Name of the model, for its card.")
    licence: list[str] | None = option(
        None, "Licence of a corpus; given once, of the model as well."
    )
    cross_validate: int | None = option(
        None, "Measure with this number of folds, and write no model.", min=2
    )
    threshold: float = option(0.5, "Score asked for with --cross-validate.")
    from_model: str | None = option(
        None,
        "Begin with this model: a shipped one's name, or a folder. 20 to 200 notes are enough.",
        "--from",
        metavar="NAME|FOLDER",
        show_default=False,
    )
    clusters: Path | None = option(
        None, "What `textveil cluster` wrote: a cluster that gains by it has a model of its own."
    )
    report: Path | None = option(None, "Write the measured numbers here, as JSON.")
    chart: Path | None = option(None, "Draw the scores by label: a .png or .svg.")
    force: bool = option(False, "Replace a model that stands at --output.")


@grouped
def train(
    context: typer.Context,
    corpora: Corpora,
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A folder for the model.")
    ] = None,
    learning: LearningOptions,
    folds: Annotated[
        int,
        typer.Option("--folds", min=1, help="Parts for calibration; 1 holds out one part only."),
    ] = 5,
    held_out: Annotated[
        float, typer.Option("--held-out", help="Share that is held out with --folds 1.")
    ] = 0.2,
    by: By = "subject",
    recall: Annotated[
        float | None,
        typer.Option("--recall", help="Recall of words to aim at (default: the best F2)."),
    ] = None,
    fitting: FittingOptions,
    asked: TrainOptions,
    shown: Shown,
) -> None:
    """Train a model on annotated documents, or measure how good one would be.

    `--from` makes a shipped model better on your documents, and keeps what it knows: on generated
    documents it may not lose more than a point of F1.

    Every document is judged by a model that has not seen it, nor another document of its subject;
    from this come the probabilities, the threshold and the scores on the model's card. Equal
    corpora and an equal seed give equal files.

    `--format`, `--scheme` and `--licence` are given once for all corpora, or once for each.

    **Example:** `textveil train notes.jsonl -o my-model`
    """
    from textveil.formats.display.figures import check_chart
    from textveil.formats.outputs import write_json
    from textveil.learn.training.label_chart import draw_standings

    if (output is None) == (asked.cross_validate is None):
        raise UsageError("give either --output MODEL or --cross-validate K")
    if asked.from_model and output is None:
        raise UsageError("--from makes a model; it goes with --output")
    if asked.clusters and (asked.from_model or output is None):
        raise UsageError("--clusters makes a new model; it goes with --output, without --from")
    keep_apart([output, asked.report, asked.chart], [*corpora, asked.clusters])
    check_chart(asked.chart)
    check_recall(recall)
    licences = paired(asked.licence, corpora, "--licence")
    plan = replace(
        fitting.plan(by),
        folds=asked.cross_validate or folds,
        held_out=held_out,
        recall=recall,
    )
    with shown.tracked() as track:
        read = learning.read(corpora, track, shown.notice)
        if output is None:
            result = _measured(read, plan, asked.threshold, track)
        else:
            facts = {
                "name": asked.name or "A model of textveil",
                "licence": asked.licence[0] if asked.licence and len(asked.licence) == 1 else "",
                "data": [
                    {**corpus, "licence": text or ""}
                    for corpus, text in zip(read.data, licences, strict=True)
                ],
                "command": _command(context),
            }
            result = _trained(output, read, plan, facts, track, asked)
    if asked.report is not None:
        write_json(asked.report, result.numbers)
    write_picture(asked.chart, lambda kind: draw_standings(result.rows, kind))
    if shown.json_output:
        show_json(result.numbers)
    else:
        _show(result.rows)
    for line in result.said:
        shown.notice(line)


class _Result(NamedTuple):
    """What is written, shown and said."""

    numbers: dict[str, Any]
    rows: "Sequence[Standing]"
    said: list[str]


def _measured(
    read: "ReadyCorpora", plan: "TrainingPlan", threshold: float, track: "Track"
) -> _Result:
    from textveil.learn.training.experiment import cross_validate

    done = cross_validate(read.documents, plan, threshold, track)
    tested = counted(done.documents - done.unused, "document")
    said = [f"{tested} · {len(done.folds)} folds by {' and '.join(plan.by)}, 95 % intervals"]
    if done.unused:
        said.append(f"{done.unused:,} documents were tested in no fold: their keys are in several")
    return _Result({**done.to_json(), "data": read.data}, done.standings, said)


def _trained(
    out: Path,
    read: "ReadyCorpora",
    plan: "TrainingPlan",
    facts: dict[str, Any],
    track: "Track",
    asked: TrainOptions,
) -> _Result:
    from textveil.learn.clusters.clustering import read_clusters
    from textveil.learn.model_folder import train_into
    from textveil.learn.training.label_scores import standings_from_json

    bundle = train_into(
        out,
        read.documents,
        plan,
        facts,
        track,
        base=asked.from_model,
        clusters=None if asked.clusters is None else read_clusters(asked.clusters),
        replace=asked.force,
    )
    size = sum(map(len, bundle.files().values()))
    said = [
        f"{counted(len(read.documents), 'document')} · {counted(len(bundle.labels), 'label')} · "
        f"threshold {bundle.threshold:g} · {size:,} bytes",
        f"the model is in {out}; its card is {out / 'card.md'}",
    ]
    check = bundle.facts.get("check_set")
    if check:
        said.insert(
            1,
            f"on {check['documents']} generated documents F1 of words is {check['after']:.3f}; "
            f"{asked.from_model} has {check['before']:.3f}",
        )
    routed = bundle.facts.get("clusters")
    if routed is not None:
        own = [one["cluster"] for one in routed if one["own_model"]]
        named = f": {', '.join(own)}" if own else ""
        said.insert(1, f"{len(own)} of {len(routed)} clusters have a model of their own{named}")
    numbers = {**bundle.facts, "threshold": bundle.threshold}
    return _Result(numbers, list(standings_from_json(bundle.facts["scores"])), said)


def _show(rows: "Sequence[Standing]") -> None:
    from textveil.learn.training.label_scores import COLUMNS

    show_table(COLUMNS, [row.row() for row in rows])


def _command(context: typer.Context) -> str:
    """Return the command that makes the same model again."""
    words = ["textveil", "train", *context.params["corpora"], *_options(context)]
    return f"{shlex.join(words)} -o MODEL"


def _options(context: typer.Context) -> Iterator[str]:
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        given = source is not None and source.name == "COMMANDLINE"
        if parameter.param_type_name != "option" or not given or name in _NOT_ON_THE_CARD:
            continue
        value = context.params[name]
        for one in value if isinstance(value, list | tuple) else [value]:
            yield max(parameter.opts, key=len)
            if one is not True:
                yield str(one)
