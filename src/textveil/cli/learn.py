"""`textveil learn`: good models from few annotated documents."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.groups import grouped, option
from textveil.cli.options import keep_apart

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Choose the documents from which a model learns most.",
)


@dataclass(frozen=True, kw_only=True)
class ScoreOptions:
    """By what documents are scored."""

    strategy: str = option(
        ...,
        "random, lc-sum, lc-mean, lcub:THETA, entropy, elb:RHO, roi:NC,COST, roi-general, "
        "diverse:STRATEGY, a preset such as LCUB_6, or the name of a plug-in.",
        metavar="STRATEGY",
    )
    calibration: str | None = option(
        None,
        "Take the true probabilities of roi-general from the calibration of this model (default: "
        "those of FILE).",
        metavar="NAME|FOLDER",
    )
    seed: int = option(0, "Decides the order of the strategy random.")
    output: Path | None = option(None, "Write the scores here (default: stdout).", "-o")


@app.command()
@grouped
def score(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Lines of probabilities; `-` reads them from stdin."),
    ],
    asked: ScoreOptions,
) -> None:
    """Score documents by what a model would learn from them.

    Each line of FILE is a document: its id, and for each word the probabilities of `O` (nothing)
    and of the labels. The answer has a line for each: the higher the score, the sooner the document
    should be annotated.

    **Example:** `textveil learn score chances.jsonl --strategy lcub:0.9`
    """
    from textveil.formats.inputs import STDIN
    from textveil.formats.json_text import dump
    from textveil.formats.outputs import text_sink
    from textveil.learn.chance_lines import scores_of
    from textveil.models.bundle import load_bundle
    from textveil.pipeline.study.query_strategies import strategy_named

    keep_apart([asked.output], [file])
    chosen = strategy_named(asked.strategy, asked.seed)
    model = asked.calibration
    calibration = None if model is None else load_bundle(model).calibration
    found = scores_of(STDIN if file == "-" else Path(file), chosen, calibration)
    lines = [dump({"id": name, "score": round(value, 10)}, name) + "\n" for name, value in found]
    if asked.output is None:
        sys.stdout.writelines(lines)
        return
    with text_sink(asked.output) as sink:
        for line in lines:
            sink.write(line)
